import Avahi
import DBus
import Testing

/// What only real avahi-daemons can show.
@Suite(.serialized, .timeLimit(.minutes(1))) struct LocalNetworkTests {
  private static let type = "_tabletooth._tcp"

  private func withServices(
    _ count: Int = 2,
    settings: [String] = [],
    _ body: ([AvahiService], [LocalNetwork.Computer]) async throws -> Void
  ) async throws {
    try await LocalNetwork.run(count, settings: settings) { computers in
      var services: [AvahiService] = []
      for computer in computers { services.append(try await AvahiService.open(computer.bus)) }
      do {
        try await body(services, computers)
      } catch {
        for service in services { await service.close() }
        throw error
      }
      for service in services { await service.close() }
    }
  }

  private func publish(
    _ name: String,
    _ text: [String: [UInt8]] = [:],
    port: UInt16 = 21_588,
    on service: AvahiService
  ) async throws -> Publication {
    try await service.publish(name: name, type: Self.type, port: port, text: ServiceText(text))
  }

  @Test func `two computers find each other's services, and see one withdrawn`() async throws {
    try await withServices { services, _ in
      async let first = publish("Anna", ["v": [1], "p": [0, 255]], on: services[0])
      let bert = try await publish("Bert", port: 7, on: services[1])
      let anna = try await first
      var seen: [Findings] = []
      for service in services {
        var findings = Findings(await service.services(ofType: Self.type))
        await findings.read { $0.names == ["Anna", "Bert"] && $0.onNetwork.allSatisfy(\.hasBoth) }
        seen.append(findings)
      }
      let found = try #require(seen[1].service("Anna"))
      #expect(found.text["V"] == [1] && found.text["p"] == [0, 255] && found.text["x"] == nil)
      #expect(found.endpoints.first == .init(host: "10.77.0.1", port: 21_588))
      let local = try #require(found.endpoints.last)
      #expect(local.host.hasPrefix("fe80::") && local.host.hasSuffix("%\(found.id.interface)"))
      #expect(found.hostName == "computer1.local")
      #expect(!found.isOurOwn && !found.isOnThisComputer)
      let own = try #require(seen[0].service("Anna"))
      #expect(own.isOurOwn && own.isOnThisComputer)
      #expect(seen[0].service("Bert")?.endpoints.first == .init(host: "10.77.0.2", port: 7))
      let status = await services[0].status
      #expect(status.state == .running && status.hostName == "computer1")
      #expect(status.version.hasPrefix("avahi "))

      await anna.withdraw()
      await seen[1].read { $0.names == ["Bert"] }
      #expect(seen[1].names == ["Bert"])
      await bert.withdraw()
      await seen[0].read { $0.names == [] }
      #expect(seen[0].names == [])
    }
  }

  @Test func `a name that this computer has already gets a number`() async throws {
    try await withServices(1) { services, _ in
      let anna = try await publish("Anna", on: services[0])
      let other = try await publish("Anna", port: 9, on: services[0])
      #expect(await anna.name == "Anna")
      #expect(await other.name == "Anna #2")
      await other.withdraw()
      await anna.withdraw()
    }
  }

  @Test func `a search survives the restart of its avahi-daemon`() async throws {
    try await withServices { services, computers in
      let anna = try await publish("Anna", on: services[0])
      var findings = Findings(await services[1].services(ofType: Self.type))
      await findings.read { $0.names == ["Anna"] }
      try computers[1].kill()
      await findings.read { $0.history.last == .daemonLost }
      #expect(findings.names == [])
      #expect(await services[1].status == .absent)
      try computers[1].start()
      await findings.read { $0.names == ["Anna"] }
      #expect(findings.history.contains(.daemonFound) && findings.names == ["Anna"])
      #expect(await services[1].status.state == .running)
      await anna.withdraw()
    }
  }

  @Test func `a service is published again after a restart, and under another host name`()
    async throws
  {
    try await withServices { services, computers in
      let anna = try await publish("Anna", on: services[0])
      var findings = Findings(await services[1].services(ofType: Self.type))
      await findings.read { $0.names == ["Anna"] }
      try computers[0].kill()
      var events = anna.events.makeAsyncIterator()
      #expect(await events.next() == .interrupted)
      try computers[0].start()
      #expect(await events.next() == .published(name: "Anna"))
      #expect(await anna.name == "Anna")

      let bus = try await Connection.open(computers[0].bus)
      _ = try await bus.call(Self.server("SetHostName", [.string("other")]))
      await findings.read { $0.service("Anna")?.hostName == "other.local" }
      #expect(findings.service("Anna")?.hostName == "other.local")
      await bus.close()
      await anna.withdraw()
    }
  }

  @Test func `a changed text reaches others, and an unplugged cable takes services away`()
    async throws
  {
    try await withServices { services, computers in
      let anna = try await publish("Anna", ["s": [1]], on: services[0])
      var findings = Findings(await services[1].services(ofType: Self.type))
      await findings.read { $0.service("Anna")?.text["s"] == [1] }
      await anna.update(text: ServiceText(["s": [2]]))
      await findings.read { $0.service("Anna")?.text["s"] == [2] }
      let changed = try #require(findings.service("Anna"))
      #expect(changed.text["s"] == [2])
      #expect(!findings.history.contains(.vanished(changed.id)))

      try computers[1].unplug()
      await findings.read { $0.names == [] }
      #expect(findings.history.last == .vanished(changed.id))
      try computers[1].plug()
      await findings.read { $0.names == ["Anna"] }
      #expect(findings.names == ["Anna"])
      await anna.withdraw()
    }
  }

  @Test func `200 services, garbage and a service without a computer hide no service`()
    async throws
  {
    try await withServices { services, computers in
      let crowd = try await Connection.open(computers[0].bus)
      for number in 0..<8 { try await Self.fill(number, over: crowd) }
      var findings = Findings(await services[1].services(ofType: Self.type))
      await findings.read { $0.names.count == 200 }
      let garbage = try #require(findings.service("Table 0"))
      #expect(garbage.text.entries.isEmpty && garbage.endpoints.first?.port == 1_000)
      let anna = try await publish("Anna", on: services[0])
      await findings.read { $0.service("Anna") != nil }
      #expect(findings.names.count == 201 && findings.service("Ghost") == nil)
      await anna.withdraw()
      await crowd.close()
      await findings.read { $0.names == [] }
      #expect(findings.names == [])
    }
  }

  @Test(arguments: ["disable-publishing", "disable-user-service-publishing"])
  func `an avahi-daemon that may not publish says so, and still looks`(
    setting: String
  )
    async throws
  {
    try await withServices(1, settings: ["\(setting)=yes"]) { services, _ in
      await #expect(throws: AvahiError.publishingDisabled) {
        _ = try await publish("Anna", on: services[0])
      }
      var findings = Findings(await services[0].services(ofType: Self.type))
      await findings.read { !$0.history.isEmpty }
      #expect(findings.history == [.daemonFound])
    }
  }

  // MARK: A crowd

  private static func server(_ member: String, _ arguments: [Value] = []) -> Message {
    .methodCall(
      to: "org.freedesktop.Avahi",
      path: .root,
      interface: "org.freedesktop.Avahi.Server",
      member: member,
      arguments
    )
  }

  /// Publishes 25 services by the calls of Avahi, and in the first group one of which there is
  /// nothing but the name.
  private static func fill(_ number: Int, over connection: Connection) async throws {
    let made = try await connection.call(server("EntryGroupNew"))
    let group = try #require(made.first?.objectPath)
    func call(_ member: String, _ arguments: [Value] = []) async throws {
      _ = try await connection.call(
        .methodCall(
          to: "org.freedesktop.Avahi",
          path: group,
          interface: "org.freedesktop.Avahi.EntryGroup",
          member: member,
          arguments
        )
      )
    }
    let all: [Value] = [.int32(-1), .int32(-1), .uint32(0)]
    for table in (0..<25).map({ number * 25 + $0 }) {
      let garbage: [[UInt8]] = [[0x3d], [0xff, 0xfe, 0x3d, 1], [0, 0], [0x3d, 0x3d, 0x3d]]
      try await call(
        "AddService",
        all + [
          .string("Table \(table)"), .string(type), .string(""), .string(""),
          .uint16(UInt16(1_000 + table)), .array(of: .array(.byte), garbage.map(Value.bytes)),
        ]
      )
    }
    if number == 0 {
      let labels = ["Ghost", "_tabletooth", "_tcp", "local", ""]
      let target = labels.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      try await call(
        "AddRecord",
        all + [
          .string("\(type).local"), .uint16(1), .uint16(12), .uint32(120), .bytes(target),
        ]
      )
    }
    try await call("Commit")
  }
}

extension FoundService {
  /// True if it has addresses of IPv4 and of IPv6.
  fileprivate var hasBoth: Bool { endpoints.count == 2 }
}
