import DBus
import Testing

/// The bus in this process, beside a real dbus-daemon: each test has to pass on both.
@Suite(.timeLimit(.minutes(1))) struct LocalBusTests {
  enum Bus: CaseIterable { case local, daemon }

  private static let name = "test.Name"
  private static let interface = "test.Interface"

  private func withConnections(
    on bus: Bus,
    _ body: (Connection, Connection) async throws -> Void
  ) async throws {
    guard bus == .local else { return try await withTwoConnections(body) }
    try await LocalBus.run { bus in
      let first = try await Connection.open(bus.address)
      let second = try await Connection.open(bus.address)
      try await body(first, second)
      await first.close()
      await second.close()
    }
  }

  private func call(_ name: String, _ member: String) -> Message {
    .methodCall(to: name, path: .root, interface: Self.interface, member: member)
  }

  @Test(arguments: Bus.allCases)
  func `a name is one connection's until that releases it or leaves`(bus: Bus) async throws {
    try await withConnections(on: bus) { first, second async throws in
      #expect(try await first.owner(of: Self.name) == nil)
      #expect(try await first.requestName(Self.name))
      #expect(try await first.requestName(Self.name))
      #expect(try await !second.requestName(Self.name))
      #expect(try await second.owner(of: Self.name) == first.uniqueName)
      try await first.releaseName(Self.name)
      #expect(try await second.requestName(Self.name))
      var changes = try await first.signals(matching: .ownerChanges(of: Self.name))
        .makeAsyncIterator()
      let owner = await second.uniqueName
      await second.close()
      #expect(await changes.next()?.body == [.string(Self.name), .string(owner), .string("")])
      #expect(try await first.owner(of: owner) == nil)
    }
  }

  @Test(arguments: Bus.allCases)
  func `a call to nobody, and one to somebody who leaves, fail at once`(bus: Bus) async throws {
    try await withConnections(on: bus) { server, client async throws in
      let nobody = await #expect(throws: BusError.self) {
        try await client.call(call("test.Nobody", "Any"))
      }
      #expect(nobody?.remoteName == BusError.Name.serviceUnknown)
      let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
      let method = ExportedMethod("Later") { _ in
        arrived.yield()
        return .later
      }
      try await server.export([ExportedInterface(Self.interface, methods: [method])], at: .root)
      let later = await call(server.uniqueName, "Later")
      let answer = Task { try await client.call(later) }
      for await _ in arrivals { break }
      await server.close()
      let gone = await #expect(throws: BusError.self) { try await answer.value }
      #expect(gone?.remoteName == BusError.Name.noReply)
    }
  }

  @Test(arguments: Bus.allCases)
  func `a signal reaches those alone whose rule it fits`(bus: Bus) async throws {
    try await withConnections(on: bus) { server, client async throws in
      #expect(try await server.requestName(Self.name))
      let rule = MatchRule(
        sender: Self.name,
        pathNamespace: try ObjectPath("/a"),
        interface: Self.interface,
        firstArgument: "yes"
      )
      var heard = try await client.signals(matching: rule).makeAsyncIterator()
      for (path, interface, word) in [
        ("/b", Self.interface, "yes"), ("/a", "test.Other", "yes"), ("/a", Self.interface, "no"),
        ("/ab", Self.interface, "yes"), ("/a/b", Self.interface, "yes"),
      ] {
        try await server.send(
          .signal(from: ObjectPath(path), interface: interface, member: "Said", [.string(word)])
        )
      }
      let signal = await heard.next()
      #expect(signal?.path == (try ObjectPath("/a/b")))
      #expect(await signal?.sender == server.uniqueName)
    }
  }
}
