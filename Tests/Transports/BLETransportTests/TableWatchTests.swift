import BLETransport
import BlueZ
import DBus
import MatchProtocol
import Synchronization
import Testing

/// What those who pass by hear of a table.
@Suite(.timeLimit(.minutes(1))) struct TableWatchTests {
  private static let xiangqi = MatchMessage.Start(
    game: "xiangqi",
    rule: "freestyle",
    first: .host
  )

  @Test func `a table is heard with its game, and with what it says later`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let (heard, continuation) = AsyncStream<FoundHost>.makeStream()
      let (service, adapter) = try await room.adapter("hci1")
      let listening = Task {
        try await service.hearTables(on: adapter) { continuation.yield($0) }
      }
      var sights = heard.makeAsyncIterator()
      let first = try #require(await sights.next())
      #expect(first.name == "Ada")
      #expect(first.presence?.state == .free)
      await host.transport.announce(Presence(Self.xiangqi, state: .playing))
      var last = first
      while last.presence?.state == .free { last = try #require(await sights.next()) }
      #expect(last.presence?.state == .playing)
      #expect(last.presence?.game?.terms == Self.xiangqi)
      #expect(last.isConnectable && last.isTaken)
      #expect(last.address == first.address)
      // How soon it is gone is measured over a real stack, by the scenario `presence` of the radio
      // tests.
      listening.cancel()
      try await listening.value
      await service.close()
    }
  }

  @Test func `a name is cut between characters, never within one`() async throws {
    try await withRoom { room async throws in
      let (service, adapter) = try await room.adapter("hci0")
      let name = "六洲棋六洲棋六洲棋👨‍👩‍👧‍👦"
      _ = try await PeripheralTransport.open(hosting: name, on: adapter, service) { _ in }
      let (listener, other) = try await room.adapter("hci1")
      let found = try await listener.scan(on: other, for: .milliseconds(100))
      #expect(found.map(\.name) == ["六洲棋六洲棋六洲棋"])
    }
  }

  @Test(arguments: [[], [0x80], [0x1F, 0xFF], [0x80, 0, 0], [UInt8](repeating: 0xFF, count: 6)])
  func `a forged or cut presence leaves a table without one`(bytes: [UInt8]) async throws {
    try await withRoom { room async throws in
      try await advertise([GameService.uuid], bytes, in: room)
      let (listener, other) = try await room.adapter("hci1")
      let found = try await listener.scan(on: other, for: .milliseconds(100))
      #expect(found.map(\.presence) == [nil])
      #expect(found.map(\.isTaken) == [false])
    }
  }

  @Test func `a game that is not known here is no table to sit down at`() async throws {
    try await withRoom { room async throws in
      try await advertise([GameService.uuid], [0x80 | 29, 0], in: room)
      let (listener, other) = try await room.adapter("hci1")
      let heard = try await listener.scan(on: other, for: .milliseconds(100))
      #expect(heard.map(\.hasUnknownGame) == [true])
    }
  }

  @Test func `two bytes of somebody else's device are no table`() async throws {
    try await withRoom { room async throws in
      try await advertise([], [0x80, 0], in: room)
      let (listener, other) = try await room.adapter("hci1")
      #expect(try await listener.scan(on: other, for: .milliseconds(100)).isEmpty)
    }
  }

  /// Advertises as Ada what no host of ours does.
  private func advertise(
    _ services: [BluetoothUUID],
    _ bytes: [UInt8],
    in room: Room
  ) async throws {
    let (service, adapter) = try await room.adapter("hci0")
    let peripheral = try Peripheral(
      service,
      on: adapter,
      offering: GameService.application,
      as: try Advertisement(
        services: services,
        manufacturerData: [0xFFFF: bytes],
        localName: "Ada"
      ),
      report: { _ in }
    )
    try await peripheral.start()
  }
}
