import Avahi
import DBus
import TestSupport
import Testing

/// What a service makes of a bus, and of an avahi-daemon that does what a real one rarely does.
@Suite(.timeLimit(.minutes(1))) struct AvahiServiceTests {
  private func withService(
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: (AvahiService, LocalBus) async throws -> Void
  ) async throws {
    try await LocalBus.run { bus in
      let service = try await AvahiService.open(bus.address, clock: clock)
      try await body(service, bus)
      await service.close()
    }
  }

  @Test func `without a bus there is an error that says so`() async {
    let error = await #expect(throws: AvahiError.self) {
      try await AvahiService.open(.address("unix:path=/nonexistent/bus"))
    }
    guard case .noBus(let address, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(address == "unix:path=/nonexistent/bus")
  }

  @Test func `without avahi-daemon nothing is published, and a search waits for it`() async throws {
    try await withService { service, bus in
      await #expect(throws: AvahiError.notRunning) {
        _ = try await service.publish(name: "Anna", type: "_t._tcp", port: 1)
      }
      var statuses = await service.statuses().makeAsyncIterator()
      #expect(await statuses.next() == .absent)
      var findings = Findings(await service.services(ofType: "_t._tcp"))
      await findings.read { !$0.history.isEmpty }
      #expect(findings.history == [.daemonLost])
      let avahi = try await FakeAvahi.open(bus.address, .init(services: ["Anna"]))
      await findings.read { $0.names == ["Anna"] }
      #expect(findings.history[1] == .daemonFound)
      let running = DaemonStatus(state: .running, version: "avahi 0.7", hostName: "fake")
      while let status = await statuses.next(), status != running {}
      #expect(await service.status == running)
      await avahi.close()
      await findings.read { $0.history.last == .daemonLost }
      #expect(await service.status == .absent)
    }
  }

  @Test(arguments: [true, false])
  func `an old avahi-daemon may announce services before it names the browser`(
    isEarly: Bool
  )
    async throws
  {
    try await withService { service, bus in
      let behaviour = FakeAvahi.Behaviour(services: ["Anna", "Bert"], announcesEarly: isEarly)
      let avahi = try await FakeAvahi.open(bus.address, behaviour)
      var findings = Findings(await service.services(ofType: "_t._tcp"))
      await findings.read { $0.names == ["Anna", "Bert"] }
      #expect(findings.service("Anna")?.endpoints == [.init(host: "10.0.0.1", port: 7)])
      await avahi.close()
    }
  }

  @Test func `a resolver that never answers is given up after ten seconds, and made again`()
    async throws
  {
    let clock = TestClock()
    try await withService(clock: clock) { service, bus in
      let behaviour = FakeAvahi.Behaviour(services: ["Ghost"], resolves: false)
      let avahi = try await FakeAvahi.open(bus.address, behaviour)
      var findings = Findings(await service.services(ofType: "_t._tcp"))
      await findings.read { $0.history.last == .daemonFound }
      await clock.until { $0 == [.seconds(10)] }
      avahi.change { $0.resolves = true }
      clock.advance(by: .seconds(10))
      await avahi.until("Free /resolver1")
      await clock.until { $0 == [.seconds(10)] }
      clock.advance(by: .seconds(10))
      await findings.read { $0.names == ["Ghost"] }
      #expect(findings.names == ["Ghost"])
      await avahi.close()
    }
  }

  @Test func `a search whose reader is gone frees what avahi-daemon holds for it`() async throws {
    try await withService { service, bus in
      let avahi = try await FakeAvahi.open(bus.address, .init(services: ["Anna"]))
      let events = await service.services(ofType: "_t._tcp")
      let reader = Task {
        var findings = Findings(events)
        await findings.read { _ in false }
      }
      await avahi.until("ServiceResolverNew /")
      reader.cancel()
      await reader.value
      await avahi.until("Free \(FakeAvahi.browser)")
      await avahi.until("Free /resolver1")
      await avahi.close()
    }
  }

  @Test func `a publication that is not established in time is withdrawn`() async throws {
    let clock = TestClock()
    try await withService(clock: clock) { service, bus in
      let avahi = try await FakeAvahi.open(bus.address, .init(committed: nil))
      var statuses = await service.statuses().makeAsyncIterator()
      while let status = await statuses.next(), status.state != .running {}
      let publication = Task {
        _ = try await service.publish(
          name: "Anna",
          type: "_t._tcp",
          port: 1,
          within: .seconds(3)
        )
      }
      await avahi.until("Commit /group")
      clock.pass(.seconds(3))
      await #expect(throws: AvahiError.timedOut(.seconds(3))) { try await publication.value }
      #expect(avahi.calls.last == "Free /group")
      await avahi.close()
    }
  }

  @Test func `a publication that is called off is withdrawn`() async throws {
    try await withService(clock: TestClock()) { service, bus in
      let avahi = try await FakeAvahi.open(bus.address, .init(committed: nil))
      var statuses = await service.statuses().makeAsyncIterator()
      while let status = await statuses.next(), status.state != .running {}
      let publication = Task {
        _ = try await service.publish(name: "Anna", type: "_t._tcp", port: 1)
      }
      await avahi.until("Commit /group")
      publication.cancel()
      await #expect(throws: AvahiError.cancelled) { try await publication.value }
      #expect(avahi.calls.last == "Free /group")
      await avahi.close()
    }
  }

  @Test func `a publication that nobody holds is withdrawn`() async throws {
    try await withService { service, bus in
      let avahi = try await FakeAvahi.open(bus.address)
      var statuses = await service.statuses().makeAsyncIterator()
      while let status = await statuses.next(), status.state != .running {}
      _ = try await service.publish(name: "Anna", type: "_t._tcp", port: 1)
      await avahi.until("Free /group")
      await avahi.close()
    }
  }

  @Test func `when the bus dies all streams end`() async throws {
    try await withService { service, bus in
      _ = try await FakeAvahi.open(bus.address)
      var findings = Findings(await service.services(ofType: "_t._tcp"))
      let statuses = await service.statuses()
      await bus.stop()
      await findings.read { _ in false }
      for await _ in statuses {}
      #expect(await service.status == .absent)
      await #expect(throws: AvahiError.disconnected) {
        _ = try await service.publish(name: "Anna", type: "_t._tcp", port: 1)
      }
    }
  }

  @Test func `after its end a service publishes nothing, and its streams are empty`() async throws {
    try await withService { service, _ in
      await service.close()
      await #expect(throws: AvahiError.disconnected) {
        _ = try await service.publish(name: "Anna", type: "_t._tcp", port: 1)
      }
      for await event in await service.services(ofType: "_t._tcp") {
        #expect(event == .daemonLost)
      }
    }
  }

  @Test(arguments: [
    AvahiError.notRunning, .publishingDisabled, .notPermitted("x"),
    .noBus(address: "a", words: "x"),
    .disconnected, .nameTaken("Anna"), .timedOut(.seconds(5)), .cancelled,
    .refused(name: "org.freedesktop.Avahi.InvalidServiceTypeError", words: "x"),
  ])
  func `each error is one line for a person`(error: AvahiError) {
    let words = "\(error)"
    #expect(!words.isEmpty && !words.contains("\n") && !words.hasSuffix("."))
  }
}
