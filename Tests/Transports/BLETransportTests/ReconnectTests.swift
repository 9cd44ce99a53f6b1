import BLETransport
import BlueZ
import DBus
import MatchProtocol
import Testing
import VirtualBlueZ

/// How a guest gets its link back.
@Suite(.timeLimit(.minutes(1))) struct ReconnectTests {
  static let hostPeer = PeerID(rawValue: "/org/bluez/hci1/dev_00_AA_01_00_00_10")

  /// What may take the link away for a while.
  enum Trouble: CaseIterable {
    case fading, guestOff, hostOff, restart, hostRestart, cut, hostCut, guestMoved, hostMoved

    /// The host as the guest knows it afterwards.
    var peer: PeerID {
      guard self == .guestMoved else { return ReconnectTests.hostPeer }
      return PeerID(rawValue: "/org/bluez/hci2/dev_00_AA_01_00_00_10")
    }

    /// Takes the link away, and gives back what is needed for another.
    func strike(_ room: Room, _ host: HostSide, _ guest: GuestSide) async throws {
      switch self {
      case .fading:
        await room.air.dropLinks()
      case .guestOff, .hostOff:
        let adapter = self == .guestOff ? 1 : 0
        await room.air.setPowered(false, adapter: adapter)
        _ = await guest.isConnected(expecting: false)
        await room.air.setPowered(true, adapter: adapter)
      case .restart:
        try await room.air.restart()
      case .hostRestart:
        await host.service.close()
      case .cut:
        await guest.transport.disconnect(ReconnectTests.hostPeer)
      case .hostCut:
        await host.transport.disconnect(TransportTests.guestPeer)
      case .guestMoved, .hostMoved:
        let adapter = self == .guestMoved ? 1 : 0
        await room.air.removeAdapter(adapter)
        _ = await guest.isConnected(expecting: false)
        await room.air.returnAdapter(adapter, as: 2)
      }
    }
  }

  /// Runs `body` with a host and a guest.
  private func withLink(
    behaving behaviour: Behaviour = Behaviour(),
    _ body: (Room, HostSide, GuestSide) async throws -> Void
  ) async throws {
    try await withRoom(behaving: behaviour) { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      try await guest.transport.send([1])
      _ = await host.events.packets(1)
      try await body(room, host, guest)
    }
  }

  @Test(arguments: Trouble.allCases)
  func `a link that was lost comes back, and carries packets both ways`(
    trouble: Trouble
  ) async throws {
    try await withLink { room, host, guest in
      try await trouble.strike(room, host, guest)
      let next = trouble == .hostRestart ? try await room.host() : host
      #expect(await guest.comesBack() == trouble.peer)
      try await guest.transport.send([2])
      #expect(await next.events.packets(1) == [[2]])
      try await next.transport.send([3])
      #expect(await guest.events.packets(1) == [[3]])
    }
  }

  @Test func `a guest whose device was forgotten looks for the host's address`() async throws {
    try await withLink { room, _, guest in
      await room.set { $0.hidesAdvertisements = true }
      await room.air.dropLinks()
      #expect(await guest.events.loss() == .disconnected)
      let path = try ObjectPath("/org/bluez/hci1/dev_00_AA_01_00_00_10")
      try await guest.service.remove(path, from: guest.adapter)
      await room.set { $0.hidesAdvertisements = false }
      #expect(await guest.comesBack() != nil)
    }
  }

  @Test func `a link that is dropped is told, and another one can be made`() async throws {
    try await withLink { _, _, guest in
      await guest.transport.drop()
      #expect(await guest.events.loss() == .cut)
      #expect(await !guest.isConnected(expecting: false))
      #expect(await guest.comesBack() == Self.hostPeer)
    }
  }

  @Test func `a bus that goes away ends the transports at once`()
    async throws
  {
    try await withLink { room, host, guest in
      await room.bus.stop()
      for told in [guest.told, host.told] {
        #expect(await told.links.loss() == .transportGone)
        #expect(await told.links.first { _ in true } == nil)
        #expect(told.hasEnded)
      }
    }
  }

  @Test(arguments: [0, 1])
  func `an adapter that was pulled out and is put in again makes the link again`(
    adapter: Int
  ) async throws {
    try await withLink { room, host, guest in
      await room.air.removeAdapter(adapter)
      _ = await guest.events.loss()
      await room.air.returnAdapter(adapter)
      #expect(await guest.comesBack() == Self.hostPeer)
      try await guest.transport.send([2])
      #expect(await host.events.packets(1) == [[2]])
    }
  }

  @Test func `a host that left its old link up and has another address is found`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      await host.service.close()
      _ = try await room.host(on: "hci2")
      let peer = await guest.comesBack()
      #expect(peer?.rawValue == "/org/bluez/hci1/dev_00_AA_01_00_00_12")
    }
  }
}
