import BLETransport
import BlueZ
import DBus
import MatchProtocol
import TestSupport
import Testing
import VirtualBlueZ

/// A bluetoothd that is there and does nothing any more.
@Suite(.timeLimit(.minutes(1))) struct HungDaemonTests {
  /// More packets than a socket holds that nobody reads; the last of them wait.
  private static let flood = Array(repeating: [UInt8](repeating: 0, count: 500), count: 2_000)

  /// Runs `body` with a host and a guest over a bluetoothd that hangs, while the guest sends more
  /// than can be taken from it.
  private func withHungSend(
    _ body: (GuestSide, HostSide, TestClock, Task<Void, any Error>) async throws -> Void
  ) async throws {
    try await withRoom { room async throws in
      let clock = TestClock()
      let host = try await room.host(clock: clock)
      let guest = try await room.connectedGuest(clock: clock)
      try await guest.transport.send([1])
      _ = await host.events.packets(1)
      await room.air.hang()
      let sending = Task { try await guest.send(Self.flood) }
      while await !guest.transport.isWaitingToSend { await Task.yield() }
      try await body(guest, host, clock, sending)
    }
  }

  @Test func `a guest that cannot send any more can be closed`() async throws {
    try await withHungSend { guest, _, clock, sending in
      clock.pass(.seconds(5))
      await guest.close()
      // It was not bluetoothd that ended the wait.
      #expect(clock.unused.isEmpty)
      await #expect(throws: TransportError.notConnected) { try await sending.value }
    }
  }

  @Test func `a send that waits ends with the link`() async throws {
    try await withHungSend { guest, _, _, sending in
      await guest.transport.disconnect(ReconnectTests.hostPeer)
      #expect(await guest.events.loss() == .cut)
      await #expect(throws: TransportError.notConnected) { try await sending.value }
    }
  }

  @Test func `a send that waits ends with its task, and the link stays`() async throws {
    try await withHungSend { guest, _, _, sending in
      sending.cancel()
      await #expect(throws: CancellationError.self) { try await sending.value }
      let next = Task { try await guest.transport.send([2]) }
      while await !guest.transport.isWaitingToSend { await Task.yield() }
      next.cancel()
      await #expect(throws: CancellationError.self) { try await next.value }
    }
  }

  @Test func `a host does not wait for what it asks for, and can be closed`() async throws {
    try await withHungSend { _, host, clock, sending in
      defer { sending.cancel() }
      await host.transport.setOpen(false)
      await host.transport.disconnect(TransportTests.guestPeer)
      try await host.transport.send([3])
      clock.pass(.seconds(5))
      await host.close()
      #expect(clock.unused.isEmpty)
    }
  }
}
