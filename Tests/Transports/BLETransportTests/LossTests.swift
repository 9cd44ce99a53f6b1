import BLETransport
import BlueZ
import DBus
import MatchProtocol
import Testing
import VirtualBlueZ

/// How links end, as the transports tell.
@Suite(.timeLimit(.minutes(1))) struct LossTests {
  /// Runs `body` with a host and a guest that have said a word to each other.
  private func withLink(_ body: (Room, HostSide, GuestSide) async throws -> Void) async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      try await guest.transport.send([1])
      _ = await host.events.packets(1)
      try await body(room, host, guest)
    }
  }

  @Test func `both sides hear of a link that fades`() async throws {
    try await withLink { room, host, guest in
      await room.air.dropLinks()
      #expect(await host.events.loss() == .disconnected)
      #expect(await guest.events.loss() == .disconnected)
    }
  }

  @Test func `both sides hear of a link that goes with a packet`() async throws {
    try await withRoom(behaving: .with { $0.dropsLinkAtPacket = 3 }) { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      try await guest.send([[1], [2]])
      #expect(await host.events.packets(2) == [[1], [2]])
      try await host.transport.send([3])
      #expect(await host.events.loss() == .disconnected)
      #expect(await guest.events.loss() == .disconnected)
    }
  }

  @Test(arguments: [0, 1])
  func `an adapter that goes off takes the link of both sides`(adapter: Int) async throws {
    try await withLink { room, host, guest in
      await room.air.setPowered(false, adapter: adapter)
      let loss = await host.events.loss()
      #expect(loss == (adapter == 0 ? .transportGone : .disconnected))
      #expect(await guest.events.loss() == .disconnected)
    }
  }

  @Test(arguments: [0, 1])
  func `an adapter that is pulled out takes the link of both sides`(adapter: Int) async throws {
    try await withLink { room, host, guest in
      await room.air.removeAdapter(adapter)
      #expect(await host.events.loss() == .disconnected)
      #expect(await guest.events.loss() == .disconnected)
    }
  }

  @Test func `a restart of bluetoothd ends the link, and the host comes back`() async throws {
    try await withLink { room, host, guest in
      try await room.air.restart()
      #expect(await host.events.loss() == .transportGone)
      #expect(await guest.events.loss() == .transportGone)
      await host.wait(for: .available)
      await host.wait(for: .advertising(true))
    }
  }

  @Test func `a guest hears that the host's program is gone`() async throws {
    try await withLink { _, host, guest in
      await host.service.close()
      #expect(await guest.events.loss() == .serviceGone)
    }
  }

  @Test(arguments: [true, false])
  func `a host that was started anew is found at its new handles`(moves: Bool) async throws {
    try await withRoom(behaving: .with { $0.movesHandles = moves }) { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      await host.service.close()
      #expect(await guest.events.loss() == .serviceGone)
      await guest.close()
      // The link is still there, as between two real machines.
      await room.air.dropLinks()
      let next = try await room.host()
      let again = try await room.connectedGuest()
      try await again.transport.send([2])
      #expect(await next.events.packets(1) == [[2]])
      try await next.transport.send([3])
      #expect(await again.events.packets(1) == [[3]])
    }
  }

  @Test func `a guest that closes tells the host by its link`() async throws {
    try await withLink { _, host, guest in
      await guest.close()
      #expect(await host.events.loss() == .disconnected)
      #expect(await guest.events.first { _ in true } == nil)
    }
  }

  @Test func `a host that closes ends the links of all guests`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let host = try await room.host()
      let first = try await room.connectedGuest(on: "hci1")
      await host.welcomeNext()
      let second = try await room.connectedGuest(on: "hci2")
      await host.close()
      #expect(await first.events.loss() != nil)
      #expect(await second.events.loss() != nil)
      #expect(await !first.isConnected(expecting: false))
      #expect(await !second.isConnected(expecting: false))
    }
  }

  @Test func `everything ends with the bus`() async throws {
    try await withLink { room, host, guest in
      await room.bus.stop()
      #expect(await guest.events.loss() == .transportGone)
      #expect(await host.events.loss() == .transportGone)
      #expect(await host.events.loss() == nil)
      #expect(host.told.hasEnded)
    }
  }
}
