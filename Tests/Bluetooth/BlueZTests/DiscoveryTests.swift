import DBus
import TestSupport
import Testing
import VirtualBlueZ

@testable import BlueZ

@Suite(.timeLimit(.minutes(1))) struct DiscoveryTests {
  @Test func `discovery finds whoever advertises the service`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let device = try await machines.find(on: adapter)
      #expect(device.name == "Ada")
      #expect(device.address == BluetoothAddress("00:AA:01:00:00:10"))
      #expect(device.rssi == -50)
      #expect(device.services == [Machines.service])
      #expect(!device.isConnected)
      #expect(device.adapterPath == adapter.path)
    }
  }

  @Test func `bluetoothd is not asked to filter by services`() {
    let filter = DiscoveryFilter(services: [Machines.service], minimumRSSI: -80)
    #expect(
      filter.value
        == .properties([
          "Transport": .string("le"), "DuplicateData": .boolean(true), "RSSI": .int16(-80),
        ])
    )
  }

  @Test func `discovery may be started and stopped twice`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      try await machines.guest.startDiscovery(on: adapter)
      // It has heard all there is when it stops.
      try await machines.guest.startDiscovery(on: adapter)
      try await machines.guest.stopDiscovery(on: adapter)
      try await machines.guest.stopDiscovery(on: adapter)
      #expect(await machines.guest.devices(on: adapter).count == 1)
    }
  }

  @Test func `a search goes on when another one of the program stops`() async throws {
    try await withMachines { machines async throws in
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      try await guest.startDiscovery(on: adapter)
      try await guest.startDiscovery(on: adapter)
      try await guest.stopDiscovery(on: adapter)
      #expect(try await Self.isDiscovering(machines))
      try await guest.stopDiscovery(on: adapter)
      #expect(try await !Self.isDiscovering(machines))
    }
  }

  @Test func `a search that begins while the last one ends goes on`() async throws {
    try await withMachines { machines async throws in
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      for _ in 0..<20 {
        try await guest.startDiscovery(on: adapter)
        async let end: Void = guest.stopDiscovery(on: adapter)
        try await guest.startDiscovery(on: adapter)
        try await end
        #expect(try await Self.isDiscovering(machines))
        try await guest.stopDiscovery(on: adapter)
      }
    }
  }

  @Test(
    arguments: [
      (.inProgress, 3, []), (.failed, 3, []),
      (.inProgress, 4, [.inProgress("Operation already in progress")]),
      (.failed, 4, [.failed("Input/output error")]),
    ] as [(Behaviour.SearchFault, Int, [BlueZError])]
  )
  func `a search is tried four times`(
    fault: Behaviour.SearchFault,
    failures: Int,
    errors: [BlueZError]
  ) async throws {
    let behaviour = Behaviour.with {
      $0.searchFault = fault
      $0.failingSearches = failures
    }
    try await withMachines(behaving: behaviour) { machines async throws in
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let clock = TestClock(isJumping: true)
      var caught: [BlueZError] = []
      do throws(BlueZError) {
        try await machines.guest.startDiscovery(on: adapter, clock: clock)
      } catch {
        caught.append(error)
      }
      #expect(caught == errors)
      #expect(clock.history == [.milliseconds(500), .seconds(1), .seconds(2)])
      #expect(try await Self.isDiscovering(machines) == errors.isEmpty)
      if errors.isEmpty { try await machines.guest.stopDiscovery(on: adapter) }
      // It works again, whatever was before.
      try await machines.guest.startDiscovery(on: adapter)
      #expect(try await Self.isDiscovering(machines))
    }
  }

  @Test func `a search that a cancelled task stops ends`() async throws {
    try await withMachines { machines async throws in
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      try await guest.startDiscovery(on: adapter)
      let stopping = Task {
        while !Task.isCancelled { await Task.yield() }
        try await guest.stopDiscovery(on: adapter)
      }
      stopping.cancel()
      try await stopping.value
      #expect(try await !Self.isDiscovering(machines))
    }
  }

  @Test func `a search hears a device as often as it advertises`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      try await guest.startDiscovery(on: adapter)
      var strengths: [Int?] = []
      for _ in 0..<8 {
        await machines.air.repeatAdvertisements()
        try await guest.reload(BlueZName.adapter, at: adapter.path)
        strengths.append(await guest.devices(on: adapter).first?.rssi)
      }
      #expect(Set(strengths).count > 2)
      #expect(strengths.allSatisfy { (-56 ... -44).contains($0 ?? 0) })
      try await guest.stopDiscovery(on: adapter)
      await machines.air.repeatAdvertisements()
      try await guest.reload(BlueZName.adapter, at: adapter.path)
      #expect(await guest.devices(on: adapter).first?.rssi == nil)
    }
  }

  @Test(arguments: [
    (DiscoveryFilter(namePrefix: "Ad", minimumRSSI: -60), true),
    (DiscoveryFilter(namePrefix: "Bert"), false),
    (DiscoveryFilter(minimumRSSI: -40), false),
    (DiscoveryFilter(services: [.heartRate]), false),
  ])
  func `a scan reports what its filter admits`(filter: DiscoveryFilter, isHeard: Bool) async throws
  {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let radio = Radio(machines.guest, on: try await machines.adapter(machines.guest, "hci1"))
      // Another search hears everybody, and bluetoothd tells all programs.
      try await machines.host.startDiscovery(on: machines.adapter(machines.host, "hci1"))
      let sighting = try await radio.withScan(matching: filter) { sightings in
        try? await sightings.next(within: isHeard ? nil : .zero, clock: TestClock(isJumping: true))
      }
      #expect(sighting?.name == (isHeard ? "Ada" : nil))
    }
  }

  @Test func `changes that nobody reads end their stream, and are not kept`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      try await machines.guest.startDiscovery(on: adapter)
      let few = await machines.guest.changes(.bufferingOldest(3))
      let last = await machines.guest.changes(.bufferingNewest(1))
      let all = await machines.guest.changes()
      for _ in 0..<5 { await machines.air.repeatAdvertisements() }
      try await machines.guest.stopDiscovery(on: adapter)
      var count = 0
      for await _ in few { count += 1 }
      #expect(count == 3)
      await machines.guest.close()
      count = 0
      for await _ in last { count += 1 }
      #expect(count == 1)
      for await _ in all { count += 1 }
      #expect(count > 5)
    }
  }

  @Test func `advertisements are repeated until the task is cancelled`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      let changes = await guest.changes()
      try await guest.startDiscovery(on: adapter)
      let repeating = Task {
        await machines.air.repeatAdvertisements(
          every: .seconds(1),
          clock: TestClock(isJumping: true)
        )
      }
      var reports = 0
      for await case .changed(_, _, let properties) in changes where properties[.rssi] != nil {
        reports += 1
        if reports == 5 { break }
      }
      repeating.cancel()

      await repeating.value
    }
  }

  @Test func `a scan by service finds a device that was connected to before`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let guest = machines.guest
      let device = try await machines.join()
      try await guest.disconnect(device.path)
      await host.peripheral.stop()
      let adapter = try await machines.adapter(guest, "hci1")
      let isDown = await guest.wait(upTo: Machines.limit) { !$0.isConnected(device.path) }
      #expect(isDown)
      let wanted: BluetoothUUID = 0x180d
      _ = try await machines.serve(
        GATTApplication(services: [GATTService(wanted, characteristics: [])])
      )
      try await guest.startDiscovery(on: adapter, DiscoveryFilter(services: [wanted]))
      let isFound = await guest.wait(upTo: .seconds(2)) { objects in
        objects.devices(on: adapter).contains { $0.services == [wanted] && $0.rssi != nil }
      }
      #expect(isFound)
    }
  }

  /// True if bluetoothd searches on the guest's adapter, after all that was asked of it so far.
  private static func isDiscovering(_ machines: Machines) async throws -> Bool {
    let adapter = try await machines.reloadedAdapter(machines.guest, "hci1")
    let properties = await machines.guest.objects[adapter.path, BlueZName.adapter]
    return properties?[.discovering] == .boolean(true)
  }

  @Test func `a device that nobody looks for any more is known, and not heard`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let device = try await machines.find(on: adapter)
      #expect(device.rssi != nil)
      // bluetoothd takes the strength back behind its answer.
      try await machines.guest.reload(BlueZName.device, at: device.path)
      let known = try #require(await machines.guest.device(at: device.path))
      #expect(known.rssi == nil && known.name == "Ada" && known.services == [Machines.service])
    }
  }

  @Test func `adapters are told by their names, and the first one is taken`() async throws {
    try await withMachines { machines async throws in
      let adapters = await machines.guest.adapters
      #expect(adapters.map(\.name) == ["hci0", "hci1"])
      #expect(adapters.map(\.isPowered) == [true, true])
      #expect(adapters.map(\.canBePeripheral) == [true, true])
      #expect(adapters.map(\.freeAdvertisements) == [3, 3])
      #expect(await machines.guest.adapter() == adapters.first)
      #expect(await machines.guest.adapter(named: "hci1") == adapters.last)
      #expect(await machines.guest.adapter(named: "hci2") == nil)
    }
  }

  @Test func `without a controller there is no adapter`() async throws {
    try await withMachines(adapters: 0) { machines async throws in
      #expect(await machines.guest.isRunning)
      #expect(await machines.guest.adapter() == nil)
    }
  }

  @Test func `an adapter that is pulled out is gone`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      await machines.air.removeAdapter(0)
      _ = await host.events(through: .lost)
      #expect(await machines.host.adapters.map(\.name) == ["hci1"])
    }
  }

  @Test func `an adapter that is off does nothing until it is switched on`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let guest = machines.guest
      let adapter = try await machines.adapter(guest, "hci1")
      await machines.air.setPowered(false, adapter: 1)
      await #expect(throws: BlueZError.notReady("Resource Not Ready")) {
        try await guest.startDiscovery(on: adapter)
      }
      // Its property may be told behind the answer.
      try await guest.reload("org.bluez.Adapter1", at: adapter.path)
      #expect(await guest.adapter(named: "hci1")?.isPowered == false)
      try await guest.stopDiscovery(on: adapter)
      try await guest.setPower(true, of: adapter)
      try await guest.reload("org.bluez.Adapter1", at: adapter.path)
      #expect(await guest.adapter(named: "hci1")?.isPowered == true)
      #expect(try await machines.find(on: adapter).name == "Ada")
    }
  }

  @Test func `without bluetoothd the service opens, and hears when it comes`() async throws {
    try await LocalBus.run { bus in
      let service = try await BluetoothService.open(BluetoothBus(bus.address))
      #expect(await !service.isRunning)
      await #expect(throws: BlueZError.notRunning) {
        try await service.call(.root, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
      }
      let changes = await service.changes()
      let air = try await VirtualBlueZ.start(on: bus.address)
      for await change in changes where change == .serviceReturned { break }
      #expect(await service.adapters.map(\.name) == ["hci0", "hci1"])
      await service.close()
      await air.stop()
    }
  }

  @Test func `a bus that is not there cannot be opened`() async throws {
    let error = await #expect(throws: BlueZError.self) {
      try await BluetoothService.open(.address("unix:path=/nonexistent/bus"))
    }
    guard case .bus? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
