import DBus
import Testing

@testable import Avahi

/// One service, from call to call.
@Suite struct PublishingTests {
  private typealias Call = Publishing.Call

  /// A machine with the calls that it has ordered.
  private struct Bench {
    var machine: Publishing
    var call: Request<Call>?
    var events: [PublicationEvent] = []
    var now = Duration.zero

    init(_ interfaces: [Int32] = [AvahiName.all], luck: UInt64 = 0) {
      machine = Publishing(
        name: "Anna",
        type: "_t._tcp",
        port: 1,
        text: .empty,
        interfaces: interfaces,
        luck: luck
      )
    }

    mutating func change(_ body: (inout Publishing, inout Orders<Publishing>) -> Void) {
      var orders = Orders<Publishing>()
      body(&machine, &orders)
      #expect(orders.calls.count <= 1)
      if let next = orders.calls.first {
        #expect(call == nil, "one call at a time")
        call = next
      }
      events += orders.events
    }

    mutating func server(_ state: ServerState?) {
      if state == nil { call = nil }
      change { [now] in $0.setServer(state, now: now, into: &$1) }
    }

    /// Answers the call under way, which must be `expected`.
    mutating func answer(_ expected: Call, _ answer: Publishing.Answer = .done) {
      #expect(call?.call == expected)
      guard let request = call else { return }
      call = nil
      change { [now] in $0.finish(request, answer, now: now, into: &$1) }
    }

    mutating func group(_ state: GroupState) {
      change { [now] in $0.receive(GroupSignal(.root, state), now: now, into: &$1) }
    }

    mutating func takeEvents() -> [PublicationEvent] {
      defer { events = [] }
      return events
    }

    /// The entry that is added on all interfaces.
    func entry(_ name: String = "Anna", text: ServiceText = .empty) -> Publishing.Entry {
      Publishing.Entry(
        interface: AvahiName.all,
        name: name,
        type: "_t._tcp",
        port: 1,
        text: text
      )
    }

    /// Goes the whole way to a service that is published.
    mutating func publish(_ name: String = "Anna") {
      server(.running)
      answer(.makeGroup, .group(.root))
      answer(.add(.root, entry(name)))
      answer(.commit(.root))
      group(.established)
      #expect(takeEvents() == [.published(name: name)])
    }
  }

  private static let collision = AvahiError.refused(name: AvahiName.collision, words: "")

  @Test(arguments: [ServerState.invalid, .registering, .collision, .failure])
  func `nothing is called while avahi-daemon is not ready`(state: ServerState) {
    var bench = Bench()
    bench.server(state)
    #expect(bench.call == nil && bench.events == [])
  }

  @Test func `a service is published once its group is established`() {
    var bench = Bench()
    bench.publish()
    #expect(bench.call == nil)
  }

  @Test func `a state that comes before the answer to the commit counts`() {
    var bench = Bench()
    bench.server(.running)
    bench.answer(.makeGroup, .group(.root))
    bench.answer(.add(.root, bench.entry()))
    bench.group(.established)
    #expect(bench.events == [])
    bench.answer(.commit(.root))
    #expect(bench.events == [.published(name: "Anna")])
  }

  @Test func `each interface gets an entry, and each entry a new text`() {
    var bench = Bench([2, 5])
    bench.server(.running)
    bench.answer(.makeGroup, .group(.root))
    var interfaces: [Int32] = []
    while case .add(_, let entry)? = bench.call?.call {
      interfaces.append(entry.interface)
      bench.answer(.add(.root, entry))
    }
    bench.answer(.commit(.root))
    bench.group(.established)
    bench.change { $0.setText(ServiceText(["a": []]), into: &$1) }
    while case .update(_, let entry)? = bench.call?.call {
      #expect(entry.text == ServiceText(["a": []]))
      interfaces.append(entry.interface)
      bench.answer(.update(.root, entry))
    }
    #expect(interfaces == [2, 5, 2, 5] && bench.call == nil)
  }

  @Test func `a text that changes while it is published is not lost`() {
    var bench = Bench()
    bench.server(.running)
    bench.answer(.makeGroup, .group(.root))
    let text = ServiceText(["a": []])
    bench.change { $0.setText(text, into: &$1) }
    bench.answer(.add(.root, bench.entry()))
    bench.answer(.commit(.root))
    bench.group(.registering)
    #expect(bench.call == nil)
    bench.group(.established)
    bench.answer(.update(.root, bench.entry(text: text)))
    #expect(bench.call == nil && bench.events == [.published(name: "Anna")])
  }

  @Test func `a name that another computer has is replaced`() {
    var bench = Bench()
    bench.publish()
    bench.group(.collision)
    #expect(bench.takeEvents() == [.interrupted])
    bench.answer(.reset(.root))
    bench.answer(.propose("Anna"), .name("Anna #2"))
    bench.answer(.add(.root, bench.entry("Anna #2")))
    bench.answer(.commit(.root))
    bench.group(.established)
    #expect(bench.events == [.published(name: "Anna #2")])
  }

  @Test func `a name that this computer has already is replaced`() {
    var bench = Bench()
    bench.server(.running)
    bench.answer(.makeGroup, .group(.root))
    bench.answer(.add(.root, bench.entry()), .failure(Self.collision))
    bench.answer(.reset(.root))
    bench.answer(.propose("Anna"), .name("Anna #2"))
    #expect(bench.call?.call == .add(.root, bench.entry("Anna #2")) && bench.events == [])
  }

  /// The name that is tried after two that other computers have.
  private static func thirdName(luck: UInt64) -> String {
    var bench = Bench(luck: luck)
    bench.publish()
    bench.group(.collision)
    bench.answer(.reset(.root))
    bench.answer(.propose("Anna"), .name("Anna #2"))
    bench.answer(.add(.root, bench.entry("Anna #2")))
    bench.answer(.commit(.root))
    bench.group(.collision)
    bench.answer(.reset(.root))
    var (name, number) = ("Anna #2", 2)
    while case .propose(let last)? = bench.call?.call, last == name {
      number += 1
      name = "Anna #\(number)"
      bench.answer(.propose(last), .name(name))
    }
    #expect(bench.call?.call == .add(.root, bench.entry(name)))
    return name
  }

  @Test func `two that find each other's names taken at once do not do so for ever`() {
    let names = (0..<64 as Range<UInt64>).map(Self.thirdName)
    let all = (3...10).map { "Anna #\($0)" }
    #expect(Set(names) == Set(all))
  }

  @Test func `a proposed name is cut to what DNS takes`() {
    var bench = Bench()
    bench.publish()
    bench.group(.collision)
    bench.answer(.reset(.root))
    bench.answer(.propose("Anna"), .name(String(repeating: "a", count: 70)))
    #expect(bench.call?.call == .add(.root, bench.entry(String(repeating: "a", count: 63))))
  }

  @Test func `after a hundred names that are taken it gives up, and begins again later`() {
    var bench = Bench()
    bench.server(.running)
    bench.answer(.makeGroup, .group(.root))
    var name = "Anna"
    for number in 2...Publishing.mostNames {
      bench.answer(.add(.root, bench.entry(name)), .failure(Self.collision))
      bench.answer(.reset(.root))
      bench.answer(.propose(name), .name("Anna #\(number)"))
      name = "Anna #\(number)"
    }
    bench.answer(.add(.root, bench.entry(name)), .failure(Self.collision))
    #expect(bench.takeEvents() == [.failed(.nameTaken("Anna"))] && bench.call == nil)
    #expect(bench.machine.deadline == Publishing.pause)
    bench.now = Publishing.pause
    bench.change { $0.tick(now: Publishing.pause, into: &$1) }
    bench.answer(.reset(.root))
    #expect(bench.call?.call == .add(.root, bench.entry()))
  }

  @Test func `an error is reported, and the service tried again after ten seconds`() {
    var bench = Bench()
    bench.server(.running)
    bench.answer(.makeGroup, .failure(.publishingDisabled))
    #expect(bench.takeEvents() == [.failed(.publishingDisabled)] && bench.call == nil)
    bench.change { $0.tick(now: Publishing.pause - .nanoseconds(1), into: &$1) }
    #expect(bench.call == nil)
    bench.change { $0.tick(now: Publishing.pause, into: &$1) }
    #expect(bench.call?.call == .makeGroup)
  }

  @Test func `a service that avahi-daemon withdraws is published again later`() {
    var bench = Bench()
    bench.publish()
    bench.group(.failure)
    #expect(bench.events.count == 2 && bench.events.first == .interrupted)
    bench.change { $0.tick(now: Publishing.pause, into: &$1) }
    #expect(bench.call?.call == .reset(.root))
  }

  @Test func `another avahi-daemon gets the service anew, under its first name`() {
    var bench = Bench()
    bench.publish()
    bench.group(.collision)
    bench.answer(.reset(.root))
    bench.answer(.propose("Anna"), .name("Anna #2"))
    bench.server(nil)
    #expect(bench.takeEvents() == [.interrupted])
    bench.publish("Anna")
  }

  @Test func `an answer of the avahi-daemon before is of no use`() throws {
    var bench = Bench()
    bench.server(.running)
    let old = try #require(bench.call)
    bench.server(nil)
    bench.server(.running)
    #expect(bench.call?.call == .makeGroup && bench.call != old)
    bench.change { $0.finish(old, .failure(.notRunning), now: .zero, into: &$1) }
    #expect(bench.events == [])
    bench.answer(.makeGroup, .group(.root))
    #expect(bench.call?.call == .add(.root, bench.entry()))
  }

  @Test func `with another host name the service is published again, and nobody is told`() {
    var bench = Bench()
    bench.publish()
    bench.server(.registering)
    #expect(bench.call == nil)
    bench.server(.running)
    bench.answer(.reset(.root))
    // A state from before the reset.
    bench.answer(.add(.root, bench.entry()))
    bench.answer(.commit(.root))
    bench.group(.established)
    #expect(bench.call == nil && bench.events == [])
  }

  @Test func `at its end the group is freed, after the call that is under way`() {
    var bench = Bench()
    bench.server(.running)
    bench.change { $0.end(into: &$1) }
    #expect(!bench.machine.isFinished)
    bench.answer(.makeGroup, .group(.root))
    bench.answer(.free(.root))
    #expect(bench.machine.isFinished && bench.call == nil)
  }

  @Test func `the end comes at once without avahi-daemon, and if the group cannot be freed`() {
    var absent = Bench()
    absent.server(nil)
    absent.change { $0.end(into: &$1) }
    #expect(absent.machine.isFinished)
    var bench = Bench()
    bench.publish()
    bench.change { $0.end(into: &$1) }
    bench.answer(.free(.root), .failure(.timedOut(.seconds(5))))
    #expect(bench.machine.isFinished && bench.events == [])
  }
}
