import BLETransport
import BlueZ
import DBus
import MatchProtocol
import TestSupport
import Testing
import VirtualBlueZ

/// Which controller is used when the one that was used is gone.
@Suite(.timeLimit(.minutes(1))) struct AdapterLossTests {
  /// What is told of controllers until one is used again.
  private func steps(_ progress: AsyncStream<TransportProgress>) async -> [TransportProgress] {
    var steps: [TransportProgress] = []
    for await step in progress {
      switch step {
      case .adapter, .unavailable: steps.append(step)
      case .available: return steps
      case _: break
      }
    }
    return steps
  }

  /// Has a guest connect again, and reads what it tells up to its lack of a controller.
  private func waitsForAdapter(_ guest: GuestSide) async -> Task<Void, Never> {
    let again = Task { await guest.connectAgain() }
    _ = await guest.progress.first { $0 == .unavailable }
    return again
  }

  @Test func `a host that may use any controller takes another one after six seconds`()
    async throws
  {
    // The guest's own controller cannot host.
    try await withRoom(adapters: 3, behaving: .with { $0.centralOnly = 0 }) { room async throws in
      let clock = TestClock()
      let host = try await room.host(on: "hci1", isReplaceable: true, clock: clock)
      let guest = try await room.connectedGuest(on: "hci0")
      await room.air.removeAdapter(1)
      clock.pass(Adapter.returnLimit)
      #expect(await steps(host.progress) == [.unavailable, .adapter("hci2")])
      await host.wait(for: .advertising(true))
      let peer = await guest.comesBack()
      #expect(peer?.rawValue == "/org/bluez/hci0/dev_00_AA_01_00_00_12")
      try await guest.transport.send([2])
      #expect(await host.events.packets(1) == [[2]])
    }
  }

  @Test func `a host takes no controller that carries another table, but the next that comes`()
    async throws
  {
    try await withRoom(adapters: 3, behaving: .with { $0.centralOnly = 2 }) { room async throws in
      let clock = TestClock()
      _ = try await room.host(on: "hci1", named: "Bo")
      let host = try await room.host(on: "hci0", isReplaceable: true, clock: clock)
      await room.air.removeAdapter(2)
      await room.air.removeAdapter(0)
      clock.pass(Adapter.returnLimit)
      await host.wait(for: .unavailable)
      await room.air.returnAdapter(2, as: 3)
      await room.air.returnAdapter(0, as: 4)
      #expect(await steps(host.progress) == [.adapter("hci4")])
    }
  }

  @Test func `a guest that may use any controller takes another one after six seconds`()
    async throws
  {
    try await withRoom(adapters: 3) { room async throws in
      let clock = TestClock()
      let host = try await room.host(on: "hci2")
      let guest = try await room.connectedGuest(isReplaceable: true, clock: clock)
      await room.air.removeAdapter(1)
      let again = await waitsForAdapter(guest)
      clock.pass(Adapter.returnLimit)
      #expect(await steps(guest.progress) == [.adapter("hci0")])
      await again.value
      for await case .up(let peer, _) in guest.events {
        #expect(peer.rawValue == "/org/bluez/hci0/dev_00_AA_01_00_00_12")
        break
      }
      try await guest.transport.send([2])
      #expect(await host.events.packets(1) == [[2]])
    }
  }

  @Test func `a guest that looks for a table goes on with a controller under another number`()
    async throws
  {
    try await withRoom { room async throws in
      let clock = TestClock()
      let guest = try await room.guest(clock: clock)
      async let connected: Void = guest.transport.connect(toTableOf: "Ada")
      _ = await guest.service.wait(upTo: .seconds(20)) { objects in
        objects.paths(with: BlueZName.adapter).last.flatMap {
          objects[$0, BlueZName.adapter]?[.discovering]?.boolean
        } == true
      }
      await room.air.removeAdapter(1)
      // The first round of its scan ends.
      for _ in 0..<3 { clock.pass(.seconds(1)) }
      await room.air.returnAdapter(1, as: 2)
      _ = try await room.host()
      try await connected
      _ = await guest.progress.first { $0 == .adapter("hci2") }
      for await case .up(let peer, _) in guest.events {
        #expect(peer.rawValue == "/org/bluez/hci2/dev_00_AA_01_00_00_10")
        return
      }
    }
  }

  @Test(arguments: [true, false])
  func `a controller that was asked for by name is waited for, and found by its address`(
    isHost: Bool
  ) async throws {
    try await withRoom(adapters: 3) { room async throws in
      let clock = TestClock()
      let host = try await room.host(clock: clock)
      let guest = try await room.connectedGuest(clock: clock)
      let adapter = isHost ? 0 : 1
      await room.air.removeAdapter(adapter)
      clock.pass(Adapter.returnLimit)
      let again = isHost ? nil : await waitsForAdapter(guest)
      defer { again?.cancel() }
      if isHost { await host.wait(for: .unavailable) }
      // Another controller is there, and gets the old name.
      await room.air.removeAdapter(2)
      await room.air.returnAdapter(2, as: adapter)
      await room.air.returnAdapter(adapter, as: 5)
      let progress = isHost ? host.progress : guest.progress
      #expect(await steps(progress) == [.adapter("hci5")])
      #expect(clock.unused.contains(Adapter.returnLimit))
    }
  }
}
