import BLETransport
import BlueZ
import MatchProtocol
import Testing
import VirtualBlueZ

@Suite(.timeLimit(.minutes(1))) struct TransportTests {
  static let guestPeer = PeerID(rawValue: "/org/bluez/hci0/dev_00_AA_01_00_00_11")

  @Test(arguments: [(23, 18), (185, 180), (512, 507), (517, 508)])
  func `the longest packets arrive whole, both ways`(mtu: Int, longest: Int) async throws {
    try await withRoom(behaving: .with { $0.mtu = mtu }) { room async throws in
      let host = try await room.host()
      let guest = try await room.guest()
      try await guest.transport.connect(toTableOf: "Ada")
      let up = await guest.events.first(1).first
      guard case .up(_, let size)? = up else {
        Issue.record("\(String(describing: up))")
        return
      }
      #expect(size == longest)
      let packet = (0..<longest).map { UInt8(truncatingIfNeeded: $0) }
      try await guest.transport.send(packet)
      #expect(
        await host.events.first(1)
          == [.packet(packet, from: Self.guestPeer, maximumPacketSize: longest)]
      )
      try await host.transport.send(packet)
      #expect(await guest.events.packets(1) == [packet])
      await #expect(throws: TransportError.packetTooLong(longest + 1, maximum: longest)) {
        try await guest.transport.send(packet + [0])
      }
    }
  }

  @Test func `a packet too long for the air, which is for a guest of another way, is left out`()
    async throws
  {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      try await guest.transport.send([1])
      _ = await host.events.first(1)
      try await host.transport.send([UInt8](repeating: 2, count: 509))
      try await host.transport.send([3])
      #expect(await guest.events.packets(1) == [[3]])
    }
  }

  @Test func `a packet for a guest at a broker does not go on the air`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      try await guest.transport.send([1])
      _ = await host.events.first(1)
      let other = PeerID(rawValue: "other", at: "mqtt:door")
      try await host.transport.send(OutgoingPacket([2], to: other))
      try await host.transport.send(OutgoingPacket([3], to: Self.guestPeer))
      #expect(await guest.events.packets(1) == [[3]])
    }
  }

  @Test(arguments: [23, 517])
  func `packets overtake each other, and all arrive`(mtu: Int) async throws {
    let behaviour = Behaviour.with {
      $0.mtu = mtu
      $0.displacement = 79
    }
    try await withRoom(behaving: behaviour) { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      let packets = (0..<250).map { [UInt8($0)] }
      for packet in packets {
        try await guest.transport.send(packet)
        try await host.transport.send(packet)
      }
      let atHost = await host.events.packets(250)
      #expect(atHost != packets)
      #expect(atHost.sorted { $0[0] < $1[0] } == packets)
      let atGuest = await guest.events.packets(250)
      #expect(atGuest != packets)
      #expect(atGuest.sorted { $0[0] < $1[0] } == packets)
    }
  }

  @Test func `more packets than the socket holds wait for their turn`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      let count = 1_500
      let packets = (0..<count).map { number in
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
          + [UInt8](repeating: 0, count: 500)
      }
      try await guest.send(packets)
      #expect(await host.events.packets(count) == packets)
    }
  }

  @Test func `the host knows which guest has written`() async throws {
    try await withRoom(adapters: 4) { room async throws in
      let host = try await room.host()
      for number in 1...3 {
        let guest = try await room.connectedGuest(on: "hci\(number)")
        try await guest.transport.send([UInt8(number)])
        let event = await host.events.first { $0.packet != nil }
        guard case .packet([UInt8(number)], let peer, _)? = event else {
          Issue.record("\(String(describing: event))")
          return
        }
        #expect(peer.rawValue == "/org/bluez/hci0/dev_00_AA_01_00_00_1\(number)")
        await host.welcomeNext()
      }
    }
  }

  @Test func `what the host sends reaches all guests`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let host = try await room.host()
      let first = try await room.connectedGuest(on: "hci1")
      await host.welcomeNext()
      let second = try await room.connectedGuest(on: "hci2")
      try await host.transport.send([1])
      #expect(await first.events.packets(1) == [[1]])
      #expect(await second.events.packets(1) == [[1]])
    }
  }

  @Test func `a guest that was disconnected can send no more`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      try await guest.transport.send([1])
      _ = await host.events.packets(1)
      await host.transport.disconnect(Self.guestPeer)
      #expect(await host.events.loss() == .disconnected)
      #expect(await guest.events.loss() == .disconnected)
      await #expect(throws: TransportError.notConnected) { try await guest.transport.send([2]) }
      #expect(await !guest.isConnected(expecting: false))
    }
  }
}
