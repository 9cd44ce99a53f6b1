import DBus
import Testing

/// Calls over a real dbus-daemon, by libdbus.
@Suite struct ConnectionTests {
  static let path = ObjectPath.root
  static let interface = "test.Interface"

  private func call(
    _ server: Connection,
    _ member: String,
    _ arguments: [Value] = []
  ) async -> Message {
    .methodCall(
      to: await server.uniqueName,
      path: Self.path,
      interface: Self.interface,
      member: member,
      arguments
    )
  }

  private static let methods = [
    ExportedMethod(
      "Double",
      arguments: [.init("number", .int32)],
      results: [.init("doubled", .int32)]
    ) { call in
      .values([.int32(Int32((call.body.first?.integer ?? 0) * 2))])
    },
    ExportedMethod("Fail") { _ in .failure(name: "test.Error.No", text: "not today") },
    ExportedMethod("Later") { _ in .later },
    ExportedMethod("Broken") { _ in .values([.string("\0")]) },
  ]

  private func withServer(_ body: (Connection, Connection) async throws -> Void) async throws {
    try await withTwoConnections { server, client async throws in
      try await server.export(
        [ExportedInterface(Self.interface, methods: Self.methods)],
        at: Self.path
      )
      try await body(server, client)
    }
  }

  @Test func `a call is answered`() async throws {
    try await withServer { server, client async throws in
      let reply = try await client.call(call(server, "Double", [.int32(21)]))
      #expect(reply == [.int32(42)])
    }
  }

  /// A bus refuses more than 128 calls of one connection that are not answered yet.
  @Test func `a hundred calls at once each get their own answer`() async throws {
    try await withServer { server, client async throws in
      let message = await call(server, "Double", [.int32(0)])
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<100 as Range<Int32> {
          var message = message
          message.body = [.int32(number)]
          group.addTask { [message] in try await client.call(message) == [.int32(number * 2)] }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test func `an error keeps its name and text`() async throws {
    try await withServer { server, client async throws in
      await #expect(throws: BusError.remote(name: "test.Error.No", text: "not today")) {
        try await client.call(call(server, "Fail"))
      }
    }
  }

  @Test func `an answer that cannot be sent becomes an error`() async throws {
    try await withServer { server, client async throws in
      let error = await #expect(throws: BusError.self) {
        try await client.call(call(server, "Broken"))
      }
      #expect(error?.remoteName == "org.freedesktop.DBus.Error.Failed")
    }
  }

  @Test(arguments: [[Value.string("x")], []])
  func `arguments of another type never reach the handler`(arguments: [Value]) async throws {
    try await withServer { server, client async throws in
      let error = await #expect(throws: BusError.self) {
        try await client.call(call(server, "Double", arguments))
      }
      #expect(error?.remoteName == BusError.Name.invalidArguments)
    }
  }

  @Test func `a call that nobody answers ends at its time limit`() async throws {
    try await withServer { server, client async throws in
      await #expect(throws: BusError.timedOut(after: .milliseconds(20))) {
        try await client.call(call(server, "Later"), timeLimit: .milliseconds(20))
      }
      let next = try await client.call(call(server, "Double", [.int32(1)]))
      #expect(next == [.int32(2)])
    }
  }

  @Test func `a cancelled task gives up its call`() async throws {
    try await withServer { server, client async throws in
      let message = await call(server, "Later")
      let task = Task { try await client.call(message) }
      task.cancel()
      await #expect(throws: BusError.cancelled) { try await task.value }
    }
  }

  @Test func `a call to a connection that is gone says so`() async throws {
    try await withServer { server, client async throws in
      let message = await call(server, "Later")
      let answer = Task { try await client.call(message) }
      _ = try await client.call(call(server, "Double", [.int32(1)]))
      await server.close()
      let error = await #expect(throws: BusError.self) { try await answer.value }
      #expect(error?.remoteName == BusError.Name.noReply)
    }
  }

  @Test func `a caller that wants no answer gets none`() async throws {
    try await withServer { server, client async throws in
      var message = await call(server, "Double", [.int32(1)])
      message.sender = await client.uniqueName
      message.serial = 1
      await server.close()
      // An answer would fail, because the connection is closed.
      await #expect(throws: BusError.disconnected) {
        try await server.reply(to: message, .values([]))
      }
      message.expectsReply = false
      try await server.reply(to: message, .values([]))
    }
  }

  @Test func `when the bus dies calls fail and streams end`() async throws {
    try await PrivateBus.run { bus async throws in
      let connection = try await Connection.open(bus.address)
      let signals = try await connection.signals(matching: MatchRule(interface: "test.Nothing"))
      bus.stop()
      for await _ in signals {}
      await #expect(throws: BusError.disconnected) {
        _ = try await connection.owner(of: "test.Name")
      }
    }
  }

  @Test func `a policy that denies is an access error`() async throws {
    let policy = """
      <policy context="default">
        <allow user="*"/>
        <allow receive_sender="*"/>
        <allow send_destination="org.freedesktop.DBus"/>
      </policy>
      """
    try await withTwoConnections(policy: .custom(policy)) { server, client async throws in
      let error = await #expect(throws: BusError.self) {
        try await client.call(call(server, "Double", [.int32(1)]))
      }
      #expect(error?.remoteName == BusError.Name.accessDenied)
    }
  }

  @Test(arguments: ["no path", "/a", ""])
  func `a header that D-Bus does not allow is an error`(member: String) async throws {
    try await withServer { server, client async throws in
      await #expect(throws: BusError.invalidText(.memberName(member))) {
        try await client.call(call(server, member))
      }
    }
  }
}
