import BlueZ
import DBus
import Testing
import VirtualBlueZ

/// What is undone when the task is cancelled that did it.
@Suite(.timeLimit(.minutes(1))) struct CancellationTests {
  @Test func `a cancelled connect leaves no link`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      let device = try await machines.find(on: adapter)
      let isUp = AsyncStream.makeStream(of: Void.self)
      let connecting = Task {
        try await guest.connect(
          to: ConnectionTarget(device.path, on: adapter, expecting: Machines.application.services),
          prepare: { () async throws(BlueZError) in
            isUp.continuation.yield()
            _ = await guest.wait(upTo: Machines.limit) { _ in false }
            try await guest.reloadDevice(at: device.path)
          }
        )
      }
      for await _ in isUp.stream { break }
      #expect(await guest.device(at: device.path)?.isConnected == true)
      connecting.cancel()
      await #expect(throws: BlueZError.cancelled) { try await connecting.value }
      try await guest.reloadDevice(at: device.path)
      #expect(await guest.device(at: device.path)?.isConnected == false)
    }
  }

  @Test func `a cancelled connect does not try again`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      let device = try await machines.find(on: adapter)
      let unknown: BluetoothUUID = 0x180d
      let missing = GATTService(unknown, characteristics: [GATTCharacteristic(unknown, flags: [])])
      let steps = Reports<ConnectLadder.Step>()
      let connecting = Task {
        try await guest.connect(
          to: ConnectionTarget(device.path, on: adapter, expecting: [missing]),
          report: { _, step in steps.add(step) },
          prepare: { () async throws(BlueZError) in }
        )
      }
      _ = await guest.wait(upTo: Machines.limit) { $0.isConnected(device.path) }
      connecting.cancel()
      await #expect(throws: BlueZError.cancelled) { try await connecting.value }
      #expect(steps.all == [.giveUp(.cancelled)])
      try await guest.reloadDevice(at: device.path)
      #expect(await guest.device(at: device.path)?.isConnected == false)
    }
  }

  @Test func `a peripheral that a cancelled task stops takes all back`() async throws {
    try await withMachines { machines async throws in
      await machines.air.setDiscoverable(true, adapter: 0)
      // Heard later, it would make the host advertise anew while the guest connects.
      #expect(try await machines.reloadedAdapter(machines.host, "hci0").isDiscoverable)
      let host = try await machines.serve()
      let device = try await machines.join()
      _ = await host.events { if case .connected = $0 { true } else { false } }
      let stopping = Task {
        while !Task.isCancelled { await Task.yield() }
        await host.peripheral.stop()
      }
      stopping.cancel()
      await stopping.value
      let adapter = try await machines.reloadedAdapter(machines.host, "hci0")
      #expect(adapter.activeAdvertisements == 0)
      #expect(!adapter.services.contains(Machines.service))
      #expect(adapter.isDiscoverable)
      try await machines.guest.reloadDevice(at: device.path)
      #expect(await machines.guest.device(at: device.path)?.isConnected == false)
    }
  }

  @Test func `a peripheral whose start is cancelled takes all back`() async throws {
    for count in 0..<20 {
      try await withMachines { machines async throws in
        let starting = Task { try await machines.serve() }
        for _ in 0..<count * 10 { await Task.yield() }
        starting.cancel()
        guard case .failure = await starting.result else { return }
        let adapter = try await machines.reloadedAdapter(machines.host, "hci0")
        #expect(adapter.activeAdvertisements == 0)
        #expect(!adapter.services.contains(Machines.service))
      }
    }
  }
}
