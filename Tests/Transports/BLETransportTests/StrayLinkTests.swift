import BLETransport
import BlueZ
import DBus
import MatchProtocol
import TestSupport
import Testing
import VirtualBlueZ

/// Links that bluetoothd keeps when the programs that made them are killed.
@Suite(.timeLimit(.minutes(1))) struct StrayLinkTests {
  /// Whose program is killed.
  enum Killed: CaseIterable {
    case guest, host, both
  }

  @Test(arguments: Killed.allCases)
  func `a table is found by its name though a link to it was left up`(
    killed: Killed
  ) async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      if killed != .host { await guest.service.close() }
      if killed != .guest { await host.service.close() }
      if killed == .host { await guest.close() }
      let observer = try await room.guest()
      if killed != .host { #expect(await observer.isConnected(expecting: true)) }
      if killed != .guest { _ = try await room.host() }
      let next = try await room.connectedGuest()
      #expect(await next.isConnected(expecting: true))
    }
  }

  @Test func `a link is cut whose program is killed while somebody listens already`() async throws {
    try await withRoom { room async throws in
      _ = try await room.host()
      let guest = try await room.connectedGuest()
      let observer = try await room.guest()
      let clock = TestClock()
      let listening = Task {
        try await observer.service.hearTables(on: observer.adapter, clock: clock) { _ in }
      }
      await clock.until { !$0.isEmpty }
      #expect(await observer.isConnected(expecting: true))
      await guest.service.close()
      let moving = Task {
        while !Task.isCancelled {
          await clock.until { !$0.isEmpty }
          clock.advance(by: .seconds(1))
        }
      }
      #expect(await !observer.isConnected(expecting: false))
      moving.cancel()
      listening.cancel()
      _ = await listening.result
    }
  }

  @Test func `a host cuts the link that the host before it has left`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      await guest.service.close()
      await host.service.close()
      let observer = try await room.guest()
      #expect(await observer.isConnected(expecting: true))
      _ = try await room.host()
      #expect(await !observer.isConnected(expecting: false))
    }
  }

  @Test func `a link at which somebody plays is left alone`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      let (service, adapter) = try await room.adapter("hci1")
      _ = try await service.scan(on: adapter, for: .milliseconds(100))
      let (other, hostAdapter) = try await room.adapter("hci0")
      await #expect(throws: TransportError.tableOpen(name: "hci0")) {
        try await PeripheralTransport.open(hosting: "Bo", on: hostAdapter, other) { _ in }
      }
      try await guest.transport.send([7])
      #expect(await host.events.packets(1) == [[7]])
    }
  }

  @Test func `a table that is only remembered is not listed`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      await guest.close()
      await host.close()
      let (service, adapter) = try await room.adapter("hci1")
      #expect(await service.devices(on: adapter).count == 1)
      let found = try await service.scan(on: adapter, for: .milliseconds(100))
      #expect(found.isEmpty)
      #expect(await service.hosts(on: adapter).isEmpty)
    }
  }
}
