import DBus
import Testing

@testable import Avahi

/// One search, from signal to signal.
@Suite struct BrowsingTests {
  private typealias Call = Browsing.Call

  /// A machine with the calls that it has ordered.
  private struct Bench {
    var machine: Browsing
    var calls: [Request<Call>] = []
    var events: [ServiceEvent] = []
    var now = Duration.zero
    let browser = Self.path("browser")

    init(_ limits: BrowseLimits = BrowseLimits()) {
      machine = Browsing("_t._tcp", limits)
    }

    static func path(_ name: String) -> ObjectPath {
      (try? ObjectPath("/\(name)")) ?? .root
    }

    static func item(_ name: String, ipv6: Bool = false) -> BrowsedItem {
      BrowsedItem(
        interface: 2,
        networkProtocol: ipv6 ? 1 : 0,
        name: name,
        type: "_t._tcp",
        domain: "local"
      )
    }

    static func resolution(_ address: String, port: UInt16 = 1) -> Resolution {
      Resolution(hostName: "h.local", address: address, port: port, text: .empty)
    }

    mutating func change(_ body: (inout Browsing, inout Orders<Browsing>) -> Void) {
      var orders = Orders<Browsing>()
      body(&machine, &orders)
      calls += orders.calls
      events += orders.events
    }

    mutating func server(_ state: ServerState?) {
      change { [now] in $0.setServer(state, now: now, into: &$1) }
    }

    mutating func signal(_ path: ObjectPath, _ content: BrowseSignal.Content) {
      change { [now] in $0.receive(BrowseSignal(path, content), now: now, into: &$1) }
    }

    mutating func tick(after duration: Duration) {
      now += duration
      change { [now] in $0.tick(now: now, into: &$1) }
    }

    /// Answers the first call for which `path` has an answer.
    mutating func answer(_ answer: Result<ObjectPath?, AvahiError>) {
      guard !calls.isEmpty else { return }
      let request = calls.removeFirst()
      change { [now] in $0.finish(request, answer, now: now, into: &$1) }
    }

    mutating func takeEvents() -> [ServiceEvent] {
      defer { events = [] }
      return events
    }

    /// Begins a search, and answers for its browser.
    mutating func begin() {
      server(.invalid)
      #expect(takeEvents() == [.daemonFound])
      #expect(calls.map(\.call) == [.makeBrowser(type: "_t._tcp", isPrepared: true)])
      answer(.success(browser))
      #expect(calls.map(\.call) == [.start(.browser(browser))])
      answer(.success(nil))
    }

    /// Announces a service, and answers for its resolver, which is named as the service.
    mutating func add(_ name: String, ipv6: Bool = false, at address: String? = nil) {
      signal(browser, .itemNew(Self.item(name, ipv6: ipv6), flags: 0))
      let path = Self.path(name + (ipv6 ? "6" : ""))
      answer(.success(path))
      answer(.success(nil))
      if let address { signal(path, .found(Self.resolution(address))) }
    }
  }

  private static func service(_ name: String, _ hosts: String...) -> FoundService {
    FoundService(
      id: .init(name: name, interface: 2),
      endpoints: hosts.map { .init(host: $0, port: 1) },
      hostName: "h.local",
      text: .empty,
      isOnThisComputer: false,
      isOurOwn: false
    )
  }

  @Test func `a service appears with its first address, and changes with the second`() {
    var bench = Bench()
    bench.begin()
    bench.add("Anna", ipv6: true, at: "fe80::1")
    #expect(bench.takeEvents() == [.appeared(Self.service("Anna", "fe80::1%2"))])
    bench.add("Anna", at: "10.0.0.1")
    #expect(bench.takeEvents() == [.changed(Self.service("Anna", "10.0.0.1", "fe80::1%2"))])
    bench.signal(bench.browser, .itemRemove(Bench.item("Anna")))
    #expect(bench.takeEvents() == [.changed(Self.service("Anna", "fe80::1%2"))])
    #expect(bench.calls.map(\.call) == [.free(.resolver(Bench.path("Anna")))])
    bench.signal(bench.browser, .itemRemove(Bench.item("Anna", ipv6: true)))
    #expect(bench.takeEvents() == [.vanished(.init(name: "Anna", interface: 2))])
  }

  @Test func `what says the same again is no news`() {
    var bench = Bench()
    bench.begin()
    bench.add("Anna", at: "10.0.0.1")
    _ = bench.takeEvents()
    bench.signal(bench.browser, .itemNew(Bench.item("Anna"), flags: 0))
    bench.signal(Bench.path("Anna"), .found(Bench.resolution("10.0.0.1")))
    bench.server(.running)
    #expect(bench.events == [] && bench.calls == [])
  }

  @Test func `a service without an address to connect to is not shown`() {
    var bench = Bench()
    bench.begin()
    bench.add("Anna", at: "127.0.0.1")
    #expect(bench.events == [])
    bench.signal(Bench.path("Anna"), .found(Bench.resolution("10.0.0.1")))
    #expect(bench.events == [.appeared(Self.service("Anna", "10.0.0.1"))])
  }

  @Test func `an avahi-daemon without the second interface is asked by the first`() {
    var bench = Bench()
    bench.server(.running)
    let age = AvahiError.refused(name: BusError.Name.unknownMethod, words: "")
    bench.answer(.failure(age))
    #expect(bench.calls.map(\.call) == [.makeBrowser(type: "_t._tcp", isPrepared: false)])
    bench.answer(.success(bench.browser))
    #expect(bench.calls == [])
    bench.signal(bench.browser, .itemNew(Bench.item("Anna"), flags: 0))
    #expect(bench.calls.map(\.call) == [.makeResolver(1, Bench.item("Anna"), isPrepared: false)])
    #expect(bench.events == [.daemonFound])
  }

  @Test func `signals that come before the answer that names their object count`() {
    var bench = Bench()
    bench.server(.running)
    bench.answer(.failure(.refused(name: BusError.Name.unknownMethod, words: "")))
    bench.signal(bench.browser, .itemNew(Bench.item("Anna"), flags: 0))
    bench.signal(bench.browser, .itemNew(Bench.item("Bert"), flags: 0))
    bench.signal(bench.browser, .itemRemove(Bench.item("Bert")))
    bench.signal(Bench.path("other"), .itemNew(Bench.item("Carl"), flags: 0))
    #expect(bench.calls.count == 1)
    bench.answer(.success(bench.browser))
    #expect(bench.calls.map(\.call) == [.makeResolver(1, Bench.item("Anna"), isPrepared: false)])
    _ = bench.takeEvents()
    bench.signal(Bench.path("Anna"), .found(Bench.resolution("10.0.0.1")))
    bench.answer(.success(Bench.path("Anna")))
    #expect(bench.events == [.appeared(Self.service("Anna", "10.0.0.1"))])
  }

  @Test func `signals that belong to nothing are forgotten`() {
    var bench = Bench(BrowseLimits(announcements: 2))
    bench.server(.running)
    for name in ["A", "B", "C"] {
      bench.signal(bench.browser, .itemNew(Bench.item(name), flags: 0))
    }
    bench.answer(.success(bench.browser))
    let asked = bench.calls.compactMap { request in
      if case .makeResolver(_, let item, _) = request.call { item.name } else { nil }
    }
    #expect(asked == ["A", "B"])
    bench.signal(Bench.path("nothing"), .found(Bench.resolution("10.0.0.1")))
    #expect(bench.events == [.daemonFound])
  }

  @Test func `no more services are known, followed and asked at once than the limits say`() {
    var bench = Bench(BrowseLimits(announcements: 4, followed: 3, asked: 2))
    bench.begin()
    for name in ["A", "B", "C", "D", "E"] {
      bench.signal(bench.browser, .itemNew(Bench.item(name), flags: 0))
    }
    #expect(bench.calls.count == 2)
    for name in ["A", "B"] { bench.answer(.success(Bench.path(name))) }
    #expect(bench.calls.count == 2, "only the starts of the two")
    bench.signal(Bench.path("A"), .found(Bench.resolution("10.0.0.1")))
    bench.signal(Bench.path("B"), .found(Bench.resolution("10.0.0.2")))
    let third = Call.makeResolver(3, Bench.item("C"), isPrepared: true)
    #expect(bench.calls.map(\.call).last == third && bench.calls.count == 3)
    // One that goes makes room for the one that waits; the fifth was passed over.
    bench.signal(bench.browser, .itemRemove(Bench.item("A")))
    let fourth = Call.makeResolver(4, Bench.item("D"), isPrepared: true)
    #expect(bench.calls.map(\.call).last == fourth)
    bench.signal(bench.browser, .itemRemove(Bench.item("B")))
    #expect(
      !bench.calls.contains { $0.call == .makeResolver(5, Bench.item("E"), isPrepared: true) }
    )
  }

  @Test func `a service that does not answer in time is asked again, less and less often`() {
    var bench = Bench()
    bench.begin()
    bench.add("Ghost")
    var (asked, pauses): (Int, [Duration]) = (1, [])
    for _ in 0..<8 {
      bench.tick(after: .seconds(10))
      #expect(bench.calls.map(\.call) == [.free(.resolver(Bench.path("Ghost")))])
      bench.calls = []
      let pause = (bench.machine.deadline ?? bench.now) - bench.now
      pauses.append(pause)
      bench.tick(after: pause)
      asked += 1
      let again = Call.makeResolver(asked, Bench.item("Ghost"), isPrepared: true)
      #expect(bench.calls.map(\.call) == [again])
      bench.answer(.success(Bench.path("Ghost")))
      bench.answer(.success(nil))
    }
    #expect(pauses == [10, 20, 40, 80, 160, 320, 320, 320].map { .seconds($0) })
    #expect(bench.events == [])
    bench.signal(Bench.path("Ghost"), .found(Bench.resolution("10.0.0.1")))
    #expect(bench.events == [.appeared(Self.service("Ghost", "10.0.0.1"))])
    #expect(bench.machine.deadline == nil)
  }

  @Test func `a service that does not answer any longer vanishes`() {
    var bench = Bench()
    bench.begin()
    bench.add("Anna", at: "10.0.0.1")
    _ = bench.takeEvents()
    bench.signal(Bench.path("Anna"), .failure("org.freedesktop.Avahi.TimeoutError"))
    #expect(bench.events == [.vanished(.init(name: "Anna", interface: 2))])
    #expect(bench.calls.map(\.call) == [.free(.resolver(Bench.path("Anna")))])
  }

  @Test func `a resolver for a service that is withdrawn meanwhile is freed`() {
    var bench = Bench()
    bench.begin()
    bench.signal(bench.browser, .itemNew(Bench.item("Anna"), flags: 0))
    bench.signal(bench.browser, .itemRemove(Bench.item("Anna")))
    bench.signal(bench.browser, .itemNew(Bench.item("Anna"), flags: 0))
    #expect(bench.calls.count == 2)
    bench.answer(.success(Bench.path("old")))
    #expect(bench.calls.map(\.call).last == .free(.resolver(Bench.path("old"))))
    bench.answer(.success(Bench.path("new")))
    bench.signal(Bench.path("old"), .found(Bench.resolution("10.0.0.1")))
    #expect(bench.events == [])
    bench.signal(Bench.path("new"), .found(Bench.resolution("10.0.0.2")))
    #expect(bench.events == [.appeared(Self.service("Anna", "10.0.0.2"))])
  }

  @Test func `a search that fails is reported, and begins again after ten seconds`() {
    var bench = Bench()
    bench.begin()
    bench.add("Anna", at: "10.0.0.1")
    _ = bench.takeEvents()
    bench.signal(bench.browser, .failure("org.freedesktop.Avahi.Failure"))
    let failure = AvahiError.refused(
      name: "org.freedesktop.Avahi.Failure",
      words: "the search failed"
    )
    #expect(
      Set(bench.takeEvents()) == [
        .failed(failure), .vanished(.init(name: "Anna", interface: 2)),
      ]
    )
    #expect(
      Set(bench.calls.map(\.call)) == [
        .free(.browser(bench.browser)), .free(.resolver(Bench.path("Anna"))),
      ]
    )
    bench.calls = []
    bench.tick(after: .seconds(10))
    #expect(bench.calls.map(\.call) == [.makeBrowser(type: "_t._tcp", isPrepared: true)])
    bench.answer(.failure(.timedOut(.seconds(5))))
    #expect(bench.takeEvents() == [.failed(.timedOut(.seconds(5)))])
    bench.tick(after: .seconds(10))
    bench.answer(.success(bench.browser))
    #expect(bench.takeEvents() == [.daemonFound])
  }

  @Test func `with avahi-daemon all services go, and answers from before are of no use`() {
    var bench = Bench()
    bench.begin()
    bench.add("Anna", at: "10.0.0.1")
    bench.signal(bench.browser, .itemNew(Bench.item("Bert"), flags: 0))
    let old = bench.calls
    _ = bench.takeEvents()
    bench.server(nil)
    #expect(bench.takeEvents() == [.daemonLost] && bench.machine.deadline == nil)
    bench.calls = []
    bench.server(.invalid)
    for request in old {
      bench.change { $0.finish(request, .success(Bench.path("Bert")), now: .zero, into: &$1) }
    }
    bench.signal(Bench.path("Bert"), .found(Bench.resolution("10.0.0.2")))
    #expect(bench.events == [.daemonFound])
    #expect(bench.calls.map(\.call) == [.makeBrowser(type: "_t._tcp", isPrepared: true)])
  }

  @Test func `a search without avahi-daemon says so, and does nothing`() {
    var bench = Bench()
    bench.server(nil)
    #expect(bench.events == [.daemonLost] && bench.calls == [])
  }

  @Test func `at its end everything is freed, also what is still being made`() {
    var bench = Bench()
    bench.begin()
    bench.add("Anna", at: "10.0.0.1")
    bench.signal(bench.browser, .itemNew(Bench.item("Bert"), flags: 0))
    bench.change { $0.end(into: &$1) }
    #expect(!bench.machine.isFinished)
    bench.answer(.success(Bench.path("Bert")))
    #expect(
      Set(bench.calls.map(\.call)) == [
        .free(.browser(bench.browser)), .free(.resolver(Bench.path("Anna"))),
        .free(.resolver(Bench.path("Bert"))),
      ]
    )
    while !bench.calls.isEmpty { bench.answer(.success(nil)) }
    #expect(bench.machine.isFinished)
  }
}
