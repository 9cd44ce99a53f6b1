import DBus
import Testing
import VirtualBlueZ

@Suite struct BehaviourTests {
  static let device = "org.bluez.Device1"
  static let characteristic = "org.bluez.GattCharacteristic1"

  @Test(arguments: [
    (517, true, 512), (515, true, 510), (185, true, 180), (185, false, 182), (23, true, 18),
  ])
  func `a notification is cut without a word`(mtu: Int, cuts: Bool, length: Int) async throws {
    let behaviour = Behaviour.with {
      $0.mtu = mtu
      $0.cutsNotifications = cuts
    }
    try await withServedAir(behaviour: behaviour) { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      try await table.server.notify(Array(repeating: 9, count: 514))
      #expect(await collect(1, seat.values).first?.count == length)
    }
  }

  @Test(arguments: [(true, 1), (false, 511)])
  func `a long write vanishes up to 5.68`(vanishes: Bool, first: Int) async throws {
    let behaviour = Behaviour.with { $0.losesLongWrites = vanishes }
    try await withServedAir(behaviour: behaviour) { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let options = Value.properties(["type": .string("command")])
      for length in [511, 1] {
        let value = Value.bytes(Array(repeating: 1, count: length))
        try await table.client.call(
          seat.write,
          Self.characteristic,
          "WriteValue",
          [value, options]
        )
      }
      let call = await next("WriteValue", table.server.calls)
      #expect(call?.body.first?.bytes?.count == first)
    }
  }

  @Test func `notifications overtake each other, and all arrive`() async throws {
    try await withServedAir(behaviour: .with { $0.displacement = 79 }) { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let sent = (0..<250).map { [UInt8($0)] }
      for value in sent { try await table.server.notify(value) }
      let received = await collect(250, seat.values)
      #expect(received != sent)
      #expect(received.sorted { $0[0] < $1[0] } == sent)
    }
  }

  @Test func `the third packet takes the link with it`() async throws {
    try await withServedAir(behaviour: .with { $0.dropsLinkAtPacket = 3 }) { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let states = try await table.client.values(of: Client.host)
      for value in [1, 2, 3, 4] as [UInt8] { try await table.server.notify([value]) }
      #expect(await collect(2, seat.values) == [[1], [2]])
      for await signal in states where signal.body[1].properties?["Connected"] == .boolean(false) {
        break
      }
      let connected = try await table.client.get(Client.guest, Self.device, "Connected")
      #expect(connected == .boolean(false))
    }
  }

  @Test(arguments: [true, false])
  func `ServicesResolved may come before the services`(early: Bool) async throws {
    try await withServedAir(behaviour: .with { $0.resolvesEarly = early }) { table async throws in
      try await table.server.open()
      let signals = try await table.client.connection.signals(
        matching: MatchRule(sender: "org.bluez")
      )
      try await table.client.join()
      for await signal in signals {
        let resolved =
          signal.path?.rawValue == Client.host
          && signal.body.dropFirst().first?.properties?["ServicesResolved"] == .boolean(true)
        let added =
          signal.member == "InterfacesAdded"
          && signal.body.first?.objectPath?.rawValue.hasPrefix(Client.host + "/") == true
        guard resolved || added else { continue }
        #expect(resolved == early)
        break
      }
    }
  }

  @Test(arguments: [(true, "/service0019/char001a"), (false, "/service0013/char0014")])
  func `services move when they are registered again`(moves: Bool, path: String) async throws {
    try await withServedAir(behaviour: .with { $0.movesHandles = moves }) { table async throws in
      try await table.server.open()
      try await table.client.join()
      try await table.server.stopServing()
      #expect(try await table.client.path(of: Client.notify) == nil)
      try await table.server.serve()
      #expect(try await table.client.path(of: Client.notify) == Client.host + path)
    }
  }

  @Test func `the first attempts to connect fail`() async throws {
    try await withServedAir(behaviour: .with { $0.failingConnects = 2 }) { table async throws in
      try await table.server.open()
      try await table.client.call(Client.hci1, "org.bluez.Adapter1", "StartDiscovery")
      for _ in 0..<2 {
        await #expect(
          throws: BusError.remote(
            name: "org.bluez.Error.Failed",
            text: "le-connection-abort-by-local"
          )
        ) { try await table.client.call(Client.host, Self.device, "Connect") }
      }
      try await table.client.call(Client.host, Self.device, "Connect")
    }
  }

  @Test func `advertisements may be hidden, and show again`() async throws {
    try await withServedAir(behaviour: .with { $0.hidesAdvertisements = true }) {
      table async throws in
      try await table.server.open()
      try await table.client.call(Client.hci1, "org.bluez.Adapter1", "StartDiscovery")
      #expect(try await table.client.objects()[Client.host] == nil)
      await table.air.set(Behaviour())
      #expect(try await table.client.objects()[Client.host] != nil)
    }
  }

  @Test func `a restart forgets all but the adapters and the devices that were connected`()
    async throws
  {
    try await withServedAir { table async throws in
      try await table.server.open()
      _ = try await table.sit()
      let before = try await table.client.connection.owner(of: "org.bluez")
      let client = table.client
      try await table.air.restart { () async throws in
        // The bus may see a few messages later that it has left.
        var isGone = false
        for _ in 0..<100 where !isGone {
          isGone = try await client.connection.owner(of: "org.bluez") == nil
        }
        #expect(isGone)
      }
      #expect(try await client.connection.owner(of: "org.bluez") != before)
      #expect(
        try await Set(client.objects().keys) == [
          "/org/bluez", Client.hci0, Client.hci1, Client.guest, Client.host,
        ]
      )
      try await table.server.open()
      _ = try await table.sit()
    }
  }
}
