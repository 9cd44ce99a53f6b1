import DBus
import Testing
import VirtualBlueZ

/// What stays and what goes when programs and links end.
@Suite struct EndingTests {
  static let device = "org.bluez.Device1"
  static let adapter = "org.bluez.Adapter1"

  @Test func `a host that dies leaves the link, but no services`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      _ = try await table.sit()
      let signals = try await table.client.connection.signals(
        matching: MatchRule(sender: "org.bluez", member: "InterfacesRemoved")
      )
      await table.server.client.connection.close()
      for await signal in signals
      where signal.body.first?.objectPath?.rawValue == Client.host + "/service0013" {
        break
      }
      #expect(try await table.client.path(of: Client.notify) == nil)
      let connected = try await table.client.get(Client.host, Self.device, "Connected")
      #expect(connected == .boolean(true))
    }
  }

  @Test func `after 300 hosts that have gone the next one is heard`() async throws {
    try await withServedAir { table async throws in
      // A bus allows a connection 512 rules.
      for _ in 0..<300 {
        let host = try await Server(Connection.open(table.bus))
        try await host.serve()
        await host.client.connection.close()
      }
      try await table.server.open()
      let seat = try await table.sit()
      try await table.server.notify([7])
      #expect(await collect(1, seat.values) == [[7]])
    }
  }

  @Test(arguments: [
    ("RegisterApplication", "UnregisterApplication", Server.root, "org.bluez.GattManager1"),
    (
      "RegisterAdvertisement", "UnregisterAdvertisement", Server.advertisement,
      "org.bluez.LEAdvertisingManager1"
    ),
  ])
  func `a registration that is taken back before it is answered is none`(
    registration: String,
    end: String,
    path: String,
    interface: String
  ) async throws {
    try await withServedAir { table async throws in
      let client = table.server.client
      try await client.connection.send(
        .methodCall(
          to: "org.bluez",
          path: ObjectPath(Client.hci0),
          interface: interface,
          member: registration,
          Server.registration(path)
        )
      )
      let arguments: [Value] = [.objectPath(try ObjectPath(path))]
      try await client.call(Client.hci0, interface, end, arguments)
      let refusal = try await client.refusal(Client.hci0, interface, end, arguments)
      #expect(refusal == "DoesNotExist")
    }
  }

  @Test func `a guest that dies leaves the link, and the host hears StopNotify`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      _ = try await table.sit()
      await table.client.connection.close()
      #expect(await next("StopNotify", table.server.calls) != nil)
      let connected = try await table.server.client.get(Client.guest, Self.device, "Connected")
      #expect(connected == .boolean(true))
    }
  }

  @Test func `a subscription survives the link`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      await table.air.dropLinks()
      try await table.server.stopAdvertising()
      try await table.server.advertise()
      try await table.client.call(Client.host, Self.device, "Connect")
      try await table.server.notify([5])
      #expect(await collect(1, seat.values) == [[5]])
    }
  }

  @Test func `advertising ends with the first central, and others come after it began again`()
    async throws
  {
    try await withServedAir(adapters: 3, behaviour: .with { $0.maximumLinks = 2 }) {
      table async throws in
      try await table.server.open()
      let first = try await table.sit()
      let host = "/org/bluez/hci2/dev_00_AA_01_00_00_10"
      let client = table.client
      try await client.call("/org/bluez/hci2", "org.bluez.Adapter1", "StartDiscovery")
      #expect(try await client.objects()[host] == nil)
      try await table.server.stopAdvertising()
      try await table.server.advertise()
      #expect(try await client.refusal(host, Self.device, "Connect") == nil)
      let path = host + "/service0013/char0014"
      let second = try await client.values(of: path)
      try await client.call(path, "org.bluez.GattCharacteristic1", "StartNotify")
      try await table.server.notify([8])
      #expect(await collect(1, first.values) == [[8]])
      #expect(await collect(1, second) == [[8]])
    }
  }

  @Test func `an adapter that is pulled out takes its link along`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      try await table.client.join()
      await table.air.removeAdapter(0)
      let objects = try await table.client.objects()
      #expect(!objects.keys.contains { $0.hasPrefix(Client.hci0) })
      let connected = try await table.client.get(Client.host, Self.device, "Connected")
      #expect(connected == .boolean(false))
    }
  }

  @Test func `an adapter may come back under another number, with its address`() async throws {
    try await withServedAir { table async throws in
      let address = try await table.client.get(Client.hci0, Self.adapter, "Address")
      await table.air.removeAdapter(0)
      await table.air.returnAdapter(0, as: 1)
      #expect(try await table.client.objects()[Client.hci0] == nil)
      await table.air.returnAdapter(0, as: 2)
      #expect(try await table.client.get("/org/bluez/hci2", Self.adapter, "Address") == address)
      #expect(try await table.client.get(Client.hci1, Self.adapter, "Address") != address)
    }
  }

  @Test func `a filter hides what it does not ask for`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let other = Value.properties(["UUIDs": .strings(["180d"]), "Transport": .string("le")])
      let client = table.client
      try await client.call(Client.hci1, Self.adapter, "SetDiscoveryFilter", [other])
      try await client.call(Client.hci1, Self.adapter, "StartDiscovery")
      #expect(try await client.objects()[Client.host] == nil)
      let ours = Value.properties(["UUIDs": .strings([Client.service])])
      try await client.call(Client.hci1, Self.adapter, "SetDiscoveryFilter", [ours])
      #expect(try await client.get(Client.host, Self.device, "Name") == .string("Ada"))
    }
  }

  @Test func `an advertisement that cannot be read is registered, and empty`() async throws {
    try await withServedAir(advertising: [:]) { table async throws in
      try await table.server.open()
      try await table.client.call(Client.hci1, "org.bluez.Adapter1", "StartDiscovery")
      #expect(try await table.client.objects()[Client.host] == nil)
    }
  }
}
