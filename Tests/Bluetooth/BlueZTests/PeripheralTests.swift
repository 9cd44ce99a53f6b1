import BlueZ
import DBus
import Dispatch
import TestSupport
import Testing
import VirtualBlueZ

@Suite(.timeLimit(.minutes(1))) struct PeripheralTests {
  /// How many advertisements bluetoothd has of the host, after all that the host has asked for so
  /// far.
  private func advertisements(_ machines: Machines) async throws -> Int? {
    let interface = "org.bluez.LEAdvertisingManager1"
    let path = try ObjectPath("/org/bluez/hci0")
    try await machines.host.reload(interface, at: path)
    return await machines.host.objects[path, interface]?["ActiveInstances"]?.integer
  }

  private func connected(_ event: PeripheralEvent) -> Bool {
    if case .connected = event { true } else { false }
  }

  @Test func `it advertises anew three seconds after a central came`() async throws {
    try await withMachines(adapters: 3) { machines async throws in
      let clock = TestClock(isJumping: true)
      let host = try await machines.serve(clock: clock)
      #expect(await host.events(through: .advertising(true)) == [.advertising(true)])
      _ = try await machines.join()
      let events = await host.events(through: .advertising(true))
      #expect(events.map(connected) == [true, false, false])
      #expect(events.dropFirst() == [.advertising(false), .advertising(true)])
      #expect(clock.history == [.seconds(3)])
      #expect(try await machines.join(from: "hci2").isConnected)
    }
  }

  @Test func `it advertises anew when a central has left`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      _ = await host.events(through: .advertising(true))
      let device = try await machines.join()
      _ = await host.events(through: .advertising(true))
      try await machines.guest.disconnect(device.path)
      let path = try ObjectPath("/org/bluez/hci0/dev_00_AA_01_00_00_11")
      let events = await host.events(through: .advertising(true))
      #expect(events == [.disconnected(DeviceID(path)), .advertising(false), .advertising(true)])
      let adapter = try await machines.adapter(machines.guest, "hci1")
      try await machines.connect(to: device.path, on: adapter) { error, _ in Issue.record(error) }
    }
  }

  @Test func `it stays silent while there is no room`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      _ = await host.events(through: .advertising(true))
      let device = try await machines.join()
      _ = await host.events(through: .advertising(true))
      await host.peripheral.setAdvertising(false)
      #expect(try await advertisements(machines) == 0)
      try await machines.guest.disconnect(device.path)
      _ = await host.events { if case .disconnected = $0 { true } else { false } }
      #expect(try await advertisements(machines) == 0)
      await host.peripheral.setAdvertising(true)
      #expect(try await advertisements(machines) == 1)
    }
  }

  @Test func `all is registered again when bluetoothd comes back`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      _ = await host.events(through: .advertising(true))
      _ = await host.events(through: .advertising(true))
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let changes = await machines.guest.changes()
      try await machines.air.restart { () async throws in
        for await change in changes where change == .serviceLost { break }
        #expect(await machines.guest.adapters.isEmpty)
        #expect(await machines.guest.device(at: device.path) == nil)
        _ = await host.events(through: .lost)
        await #expect(throws: BlueZError.gone) {
          try await machines.guest.startDiscovery(on: adapter)
        }
      }
      for await change in changes where change == .serviceReturned { break }
      let events = await host.events(through: .advertising(true))
      #expect(events == [.returned, .advertising(true)])
      let again = try await machines.join()
      let write = try await machines.characteristic(Machines.write, of: again)
      try await machines.guest.write([9], to: write, .command)
      #expect(await host.written()?.value == [9])
    }
  }

  @Test func `all is registered again when the adapter is switched on`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      _ = try await machines.join()
      _ = await host.events(through: .advertising(true))
      _ = await host.events(through: .advertising(true))
      await machines.air.setPowered(false, adapter: 0)
      #expect(await host.events(through: .lost).contains(.lost))
      await machines.air.setPowered(true, adapter: 0)
      let events = await host.events(through: .returned)
      #expect(!events.contains(.advertising(true)))
      _ = await host.events(through: .advertising(true))
      #expect(try await machines.join().isConnected)
    }
  }

  @Test func `a change of what it says is heard after the adapter was off`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      _ = await host.events(through: .advertising(true))
      let adapter = try await machines.adapter(machines.guest, "hci1")
      #expect(try await machines.find(on: adapter).manufacturerData == [:])
      await machines.air.setPowered(false, adapter: 0)
      _ = await host.events(through: .lost)
      await machines.air.setPowered(true, adapter: 0)
      _ = await host.events(through: .returned)
      let said: [UInt16: [UInt8]] = [0xFFFF: [7, 8]]
      await host.peripheral.setManufacturerData(said, whenFull: said)
      try await machines.guest.startDiscovery(on: adapter)
      let isHeard = await machines.guest.wait(upTo: Machines.limit) {
        $0.devices(on: adapter).contains { $0.manufacturerData == said }
      }
      #expect(isHeard)
    }
  }

  @Test func `it advertises when bluetoothd comes back before it has switched the adapter on`()
    async throws
  {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      #expect(await host.events(through: .advertising(true)) == [.advertising(true)])
      await machines.air.setPowered(false, adapter: 0)
      _ = await host.events(through: .lost)
      try await machines.air.restart {}
      #expect(await host.events(through: .returned).last == .returned)
      #expect(await host.events(through: .advertising(false)) == [.advertising(false)])
      await machines.air.setPowered(true, adapter: 0)
      #expect(await host.events(through: .advertising(true)) == [.advertising(true)])
    }
  }

  @Test func `it does not start on an adapter that is off`() async throws {
    try await withMachines { machines async throws in
      await machines.air.setPowered(false, adapter: 0)
      await #expect(throws: BlueZError.notReady("hci0 was switched off")) {
        try await machines.serve()
      }
    }
  }

  @Test func `it does not start on an adapter of which it hears late that it is off`() async throws
  {
    try await withMachines { machines async throws in
      let isOff = DispatchSemaphore(value: 0)
      func waitUntilOff() { isOff.wait() }
      // On the thread that hears of it, before anything is heard there.
      let start = Task(executorPreference: machines.host.connection.taskExecutor) {
        waitUntilOff()
        _ = try await machines.serve()
      }
      await machines.air.setPowered(false, adapter: 0)
      isOff.signal()
      await #expect(throws: BlueZError.notReady("hci0 was switched off")) { try await start.value }
    }
  }

  @Test func `an advertisement that is refused is tried again, later each time`() async throws {
    try await withMachines { machines async throws in
      let other = try await BluetoothService.open(BluetoothBus(machines.bus.address))
      let others = try await Self.occupy(other)
      let clock = TestClock(isJumping: true)
      await #expect(throws: BlueZError.notPermitted("Maximum advertisements reached")) {
        try await machines.serve(clock: clock)
      }
      #expect(clock.history == [.milliseconds(500), .seconds(1), .seconds(2)])
      #expect(others == 3)
      await other.close()
    }
  }

  @Test func `an advertisement that is refused while a link stands does not stop the start`()
    async throws
  {
    try await withMachines { machines async throws in
      let other = try await BluetoothService.open(BluetoothBus(machines.bus.address))
      let before = try await machines.serve(by: other)
      _ = await before.events(through: .advertising(true))
      #expect(try await machines.join().isConnected)
      _ = await before.events(through: .advertising(true))
      _ = try await Self.occupy(other, 2)
      let host = try await machines.serve()
      #expect(try await advertisements(machines) == 3)
      await other.close()
      _ = await host.events(through: .advertising(true))
      #expect(try await advertisements(machines) == 1)
    }
  }

  /// Takes advertisements of `hci0`, which has three, and returns how many.
  private static func occupy(_ service: BluetoothService, _ count: Int = 3) async throws -> Int {
    let adapter = try ObjectPath("/org/bluez/hci0")
    let advertisement = ExportedInterface(
      "org.bluez.LEAdvertisement1",
      properties: ["Type": ExportedProperty(.string("peripheral"))]
    )
    for number in 0..<count {
      let path = try ObjectPath("/other/advertisement\(number)")
      try await service.connection.export([advertisement], at: path)
      try await service.call(
        adapter,
        "org.bluez.LEAdvertisingManager1",
        "RegisterAdvertisement",
        [.objectPath(path), .properties([:])]
      )
    }
    return count
  }

  @Test func `it ends its links when it stops, and can be found no more`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      _ = await host.events { if case .connected = $0 { true } else { false } }
      await host.peripheral.stop()
      await host.peripheral.stop()
      #expect(try await advertisements(machines) == 0)
      _ = await machines.guest.wait(upTo: Machines.limit) { objects in
        objects[device.path, "org.bluez.Device1"]?["Connected"] == .boolean(false)
      }
      #expect(await machines.guest.device(at: device.path)?.isConnected == false)
    }
  }

  @Test func `a second peripheral follows on the same connection`() async throws {
    try await withMachines { machines async throws in
      let first = try await machines.serve()
      await first.peripheral.stop()
      #expect(try await Self.exported(by: machines) == [])
      let second = try await machines.serve()
      _ = try await machines.join()
      _ = await second.events { if case .connected = $0 { true } else { false } }
    }
  }

  @Test func `two peripherals share a connection, each on an adapter of its own`() async throws {
    try await withMachines { machines async throws in
      let first = try await machines.serve()
      let second = try await machines.serve(on: "hci1")
      await first.peripheral.stop()
      let adapter = try await machines.reloadedAdapter(machines.host, "hci1")
      #expect(adapter.activeAdvertisements == 1)
      #expect(adapter.services.contains(Machines.service))
      await second.peripheral.stop()
      #expect(try await Self.exported(by: machines) == [])
    }
  }

  @Test func `a peripheral that has stopped stays silent`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      await host.peripheral.stop()
      await host.peripheral.setAdvertising(true)
      #expect(try await advertisements(machines) == 0)
    }
  }

  /// The names of the objects that the host's connection offers below `/tabletooth`.
  private static func exported(by machines: Machines) async throws -> [Substring] {
    let call = Message.methodCall(
      to: await machines.host.connection.uniqueName,
      path: try ObjectPath("/tabletooth"),
      interface: "org.freedesktop.DBus.Introspectable",
      member: "Introspect"
    )
    do throws(BusError) {
      let document = try await machines.guest.connection.call(call).first?.string ?? ""
      return document.split(separator: "\n").filter { $0.contains("node name") }
    } catch {
      #expect(error.remoteName == BusError.Name.unknownObject)
      return []
    }
  }

  @Test func `it says that nothing more comes when the bus is gone`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      await machines.bus.stop()
      #expect(await host.events(through: .ended).last == .ended)
    }
  }

  @Test func `nothing comes after that, though it was about to advertise`() async throws {
    for _ in 0..<20 {
      try await withMachines { machines async throws in
        let host = try await machines.serve()
        let changes = Task {
          var byte: UInt8 = 0
          while !Task.isCancelled {
            await host.peripheral.setManufacturerData([1: [byte]], whenFull: [:])
            byte &+= 1
          }
        }
        _ = await host.events(through: .advertising(false))
        await machines.bus.stop()
        _ = await host.events(through: .ended)
        changes.cancel()
        await changes.value
        await host.peripheral.stop()
        host.end()
        #expect(await host.events { _ in false }.isEmpty)
      }
    }
  }

  /// Lets a second guest connect, write and leave while the host's thread does nothing else.
  private func visitAtOnce(_ machines: Machines) async throws -> [PeripheralEvent] {
    let isOver = DispatchSemaphore(value: 0)
    let host = try await machines.serve { write in
      if write.value == [1] { isOver.wait() }
      return nil
    }
    let first = try await machines.join()
    for _ in 0..<2 { _ = await host.events(through: .advertising(true)) }
    let write = try await machines.characteristic(Machines.write, of: first)
    try await machines.guest.write([1], to: write, .command)
    let second = try await machines.join(from: "hci2")
    let writeAgain = try await machines.characteristic(Machines.write, of: second)
    try await machines.guest.write([2], to: writeAgain, .command)
    try await machines.guest.disconnect(second.path)
    isOver.signal()
    return await host.events { if case .disconnected = $0 { true } else { false } }
  }

  @Test func `a link is told before what is written over it, and its end after that`() async throws
  {
    try await withMachines(adapters: 3) { machines async throws in
      let events = try await visitAtOnce(machines)
      let told = events.compactMap { event -> String? in
        switch event {
        case .connected(let device): "comes \(device.id.rawValue)"
        case .written(let write): "writes \(write.device.rawValue)"
        case .disconnected(let id): "goes \(id.rawValue)"
        default: nil
        }
      }
      let second = "/org/bluez/hci0/dev_00_AA_01_00_00_12"
      #expect(told.suffix(3) == ["comes \(second)", "writes \(second)", "goes \(second)"])
    }
  }
}
