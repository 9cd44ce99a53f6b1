import BLETransport
import BlueZ
import DBus
import MatchProtocol
import TestSupport
import Testing
import VirtualBlueZ

/// Which controller is used, and who shares it.
@Suite(.timeLimit(.minutes(1))) struct AdapterChoiceTests {
  @Test func `the first adapter that can host is taken, unless another is asked for`() async throws
  {
    try await withRoom(behaving: .with { $0.centralOnly = 0 }) { room async throws in
      let service = try await BluetoothService.open(BluetoothBus(room.bus.address))
      #expect(try await service.readyAdapter(named: nil, toHost: true).name == "hci1")
      #expect(try await service.readyAdapter(named: nil).name == "hci0")
      #expect(try await service.readyAdapter(named: "hci0", toHost: true).name == "hci0")
    }
  }

  @Test func `an adapter with a table is taken last, and refuses a second table`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let service = try await BluetoothService.open(BluetoothBus(room.bus.address))
      #expect(try await service.readyAdapter(named: nil, toHost: true).name == "hci1")
      await #expect(throws: TransportError.tableOpen(name: "hci0")) { _ = try await room.host() }
      let other = try await room.host(on: "hci1", named: "Bo")
      let last = try await service.readyAdapter(named: nil, toHost: true)
      #expect(last.name == "hci0")
      await host.close()
      _ = try await room.host()
      await other.close()
    }
  }

  @Test func `a table that is being closed is waited for`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      async let next = room.host(named: "Bo", clock: TestClock())
      await host.close()
      _ = try await next
    }
  }

  @Test func `a guest that says nothing is sent away after the time of a greeting`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let clock = TestClock()
      let host = try await room.host(clock: clock)
      let speaker = try await room.connectedGuest(on: "hci1")
      try await speaker.transport.send([1])
      _ = await host.events.packets(1)
      await host.welcomeNext()
      let silent = try await room.connectedGuest(on: "hci2")
      for _ in 0..<2 { clock.pass(SessionTimes.handshake) }
      #expect(await silent.events.loss() == .disconnected)
      #expect(await speaker.isConnected(expecting: true))
      try await speaker.transport.send([2])
      #expect(await host.events.packets(1) == [[2]])
    }
  }

  @Test func `whoever comes back reads the name of the table, and not that of its computer`()
    async throws
  {
    try await withRoom { room async throws in
      let host = try await room.host()
      let guest = try await room.connectedGuest()
      try await guest.transport.send([1])
      _ = await host.events.packets(1)
      await room.set { $0.hidesNames = true }
      await room.air.dropLinks()
      _ = await guest.events.loss()
      try await guest.transport.connect(called: "Ada") { $0.name != "Ada" }
      for await case .connected(let place) in guest.progress {
        #expect(place.name == "Ada")
        break
      }
    }
  }
}
