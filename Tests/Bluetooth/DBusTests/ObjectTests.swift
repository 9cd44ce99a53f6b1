import DBus
import Testing

@Suite struct ObjectTests {
  static let interface = "test.Thing"
  static let things = try? ObjectPath("/things")

  private static func thing(_ number: Int32) -> ExportedInterface {
    ExportedInterface(
      interface,
      methods: [ExportedMethod("Poke") { _ in .values([]) }],
      properties: [
        "Number": ExportedProperty(.int32(number)),
        "Name": ExportedProperty(.string("")) { value, _ in
          value.string == "bad" ? .refuse(name: "test.Error.Bad", text: "no") : .accept
        },
      ],
      signals: [ExportedSignal("Poked", arguments: [.init("by", .string)])]
    )
  }

  private func call(
    _ server: Connection,
    _ path: ObjectPath,
    _ interface: String,
    _ member: String,
    _ arguments: Value...
  ) async -> Message {
    .methodCall(
      to: await server.uniqueName,
      path: path,
      interface: "org.freedesktop.DBus.\(interface)",
      member: member,
      arguments
    )
  }

  private func withThing(
    _ body: (Connection, Connection, ObjectPath) async throws -> Void
  ) async throws {
    let manager = try #require(Self.things)
    try await withTwoConnections { server, client async throws in
      await server.exportObjectManager(at: manager)
      let path = try manager.appending("one")
      try await server.export([Self.thing(1)], at: path)
      try await body(server, client, path)
    }
  }

  @Test func `a property that is withdrawn is gone until it is set`() async throws {
    try await withThing { server, client, path async throws in
      let changes = try await client.signals(
        matching: MatchRule(path: path, member: "PropertiesChanged")
      )
      let all = await call(server, path, "Properties", "GetAll", .string(Self.interface))
      try await server.withdrawProperty("Number", of: Self.interface, at: path)
      try await server.withdrawProperty("Number", of: Self.interface, at: path)
      #expect(try await client.call(all) == [.properties(["Name": .string("")])])
      let get = await call(
        server,
        path,
        "Properties",
        "Get",
        .string(Self.interface),
        .string("Number")
      )
      await #expect(throws: BusError.self) { try await client.call(get) }
      try await server.setProperty("Number", of: Self.interface, at: path, to: .int32(2))
      #expect(try await client.call(get) == [.variant(.int32(2))])
      var seen: [[Value]] = []
      for await change in changes {
        seen.append(change.body)
        if seen.count == 2 { break }
      }
      #expect(seen.first == [.string(Self.interface), .properties([:]), .strings(["Number"])])
      #expect(seen.last?[1] == .properties(["Number": .int32(2)]))
    }
  }

  @Test func `properties are read one by one and together`() async throws {
    try await withThing { server, client, path async throws in
      let one = try await client.call(
        call(server, path, "Properties", "Get", .string(Self.interface), .string("Number"))
      )
      #expect(one == [.variant(.int32(1))])
      let all = try await client.call(
        call(server, path, "Properties", "GetAll", .string(Self.interface))
      )
      #expect(all == [.properties(["Number": .int32(1), "Name": .string("")])])
    }
  }

  @Test func `setting a property is decided by its owner and told to all`() async throws {
    try await withThing { server, client, path async throws in
      let changes = try await client.signals(matching: MatchRule(member: "PropertiesChanged"))
      for name in ["bad", "good"] {
        let message = await call(
          server,
          path,
          "Properties",
          "Set",
          .string(Self.interface),
          .string("Name"),
          .variant(.string(name))
        )
        let reply = try? await client.call(message)
        #expect((reply != nil) == (name == "good"))
      }
      var arrivals = changes.makeAsyncIterator()
      #expect(
        await arrivals.next()?.body
          == [.string(Self.interface), .properties(["Name": .string("good")]), .strings([])]
      )
      #expect(
        await server.property("Name", of: Self.interface, at: path) == .string("good")
      )
    }
  }

  @Test(arguments: [
    ("Number", Value.int32(2), BusError.Name.propertyReadOnly),
    ("Name", .int32(2), BusError.Name.invalidArguments),
    ("Shape", .int32(2), BusError.Name.unknownProperty),
  ])
  func `what cannot be set is refused`(name: String, value: Value, error: String) async throws {
    try await withThing { server, client, path async throws in
      let message = await call(
        server,
        path,
        "Properties",
        "Set",
        .string(Self.interface),
        .string(name),
        .variant(value)
      )
      let thrown = await #expect(throws: BusError.self) { try await client.call(message) }
      #expect(thrown?.remoteName == error)
    }
  }

  @Test func `a manager lists its objects and tells when they come and go`() async throws {
    try await withThing { server, client, path async throws in
      let manager = path.parent
      let news = try await client.signals(matching: MatchRule(path: manager))
      let second = try manager.appending("two")
      try await server.export([Self.thing(2)], at: second)
      let list = try await client.call(call(server, manager, "ObjectManager", "GetManagedObjects"))
      guard case .dictionary(_, _, let entries)? = list.first else {
        Issue.record("no dictionary")
        return
      }
      #expect(entries.map(\.key) == [.objectPath(path), .objectPath(second)])
      #expect(
        entries.last?.value.properties?[Self.interface]?.properties?["Number"] == .int32(2)
      )
      try await server.unexport(second)
      // That the first one has come may still be on its way.
      let ofSecond = news.filter { $0.body.first == .objectPath(second) }
      var arrivals = ofSecond.makeAsyncIterator()
      #expect(await arrivals.next()?.member == "InterfacesAdded")
      let gone = await arrivals.next()
      #expect(gone?.member == "InterfacesRemoved")
      #expect(gone?.body == [.objectPath(second), .strings([Self.interface])])
    }
  }

  @Test func `introspection shows interfaces and children`() async throws {
    try await withThing { server, client, path async throws in
      let root = try await client.call(call(server, .root, "Introspectable", "Introspect"))
      #expect(root.first?.string?.contains("<node name=\"things\"/>") == true)
      let leaf = try await client.call(call(server, path, "Introspectable", "Introspect"))
      let text = try #require(leaf.first?.string)
      #expect(text.contains("<property name=\"Name\" type=\"s\" access=\"readwrite\"/>"))
      #expect(text.contains("<property name=\"Number\" type=\"i\" access=\"read\"/>"))
      #expect(text.contains("<signal name=\"Poked\">"))
    }
  }

  @Test func `two objects at one path are an error`() async throws {
    try await withThing { server, _, path async throws in
      await #expect(throws: BusError.alreadyExported(path)) {
        try await server.export([Self.thing(3)], at: path)
      }
    }
  }

  @Test func `an object that is not there is said to be unknown`() async throws {
    try await withThing { server, client, path async throws in
      let message = await call(server, try path.appending("x"), "Introspectable", "Introspect")
      let error = await #expect(throws: BusError.self) { try await client.call(message) }
      #expect(error?.remoteName == BusError.Name.unknownObject)
    }
  }
}
