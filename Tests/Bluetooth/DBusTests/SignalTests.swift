import DBus
import Testing

@Suite struct SignalTests {
  static let path = ObjectPath.root

  private func signal(_ number: UInt32, _ interface: String = "test.A") -> Message {
    .signal(from: Self.path, interface: interface, member: "Tick", [.uint32(number)])
  }

  @Test func `signals arrive in the order they were sent`() async throws {
    try await withTwoConnections { server, client async throws in
      let stream = try await client.signals(matching: MatchRule(interface: "test.A"))
      for number in 0..<500 as Range<UInt32> {
        try await server.send(signal(number))
      }
      var expected = 0
      for await message in stream {
        #expect(message.body.first?.integer == expected)
        expected += 1
        if expected == 500 { break }
      }
    }
  }

  @Test func `a rule takes only what fits`() async throws {
    try await withTwoConnections { server, client async throws in
      let wanted = try await client.signals(matching: MatchRule(interface: "test.B"))
      let all = try await client.signals(
        matching: MatchRule(sender: server.uniqueName, pathNamespace: Self.path)
      )
      try await server.send(signal(1, "test.A"))
      try await server.send(signal(2, "test.B"))
      var few = wanted.makeAsyncIterator()
      var many = all.makeAsyncIterator()
      #expect(await few.next()?.body == [.uint32(2)])
      #expect(await many.next()?.body == [.uint32(1)])
      #expect(await many.next()?.body == [.uint32(2)])
    }
  }

  @Test func `a well-known sender means its owner, and nobody else`() async throws {
    try await withTwoConnections { server, client async throws in
      #expect(try await server.requestName("test.Name"))
      let stream = try await client.signals(matching: MatchRule(sender: "test.Name"))
      // Sent to the client itself, past every rule of the bus.
      var forged = signal(1)
      forged.destination = await client.uniqueName
      try await client.send(forged)
      try await server.send(signal(2))
      var arrivals = stream.makeAsyncIterator()
      #expect(await arrivals.next()?.body == [.uint32(2)])
    }
  }

  @Test func `a name's loss and return are news`() async throws {
    try await withTwoConnections { server, client async throws in
      let changes = try await client.signals(matching: .ownerChanges(of: "test.Name"))
      #expect(try await client.owner(of: "test.Name") == nil)
      #expect(try await server.requestName("test.Name"))
      #expect(try await !client.requestName("test.Name"))
      try await server.releaseName("test.Name")
      var arrivals = changes.makeAsyncIterator()
      let name = Value.string(await server.uniqueName)
      #expect(await arrivals.next()?.body.last == name)
      #expect(await arrivals.next()?.body.last == .string(""))
    }
  }

  @Test func `a rule with an apostrophe is no way out of its quotes`() async throws {
    try await withTwoConnections { server, client async throws in
      let stream = try await client.signals(matching: MatchRule(firstArgument: "it's"))
      for text in ["its", "it's"] {
        try await server.send(
          .signal(from: Self.path, interface: "test.A", member: "Say", [.string(text)])
        )
      }
      var arrivals = stream.makeAsyncIterator()
      #expect(await arrivals.next()?.body == [.string("it's")])
    }
  }
}
