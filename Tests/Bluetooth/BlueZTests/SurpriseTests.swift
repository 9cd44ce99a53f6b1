import BlueZ
import DBus
import TestSupport
import Testing
import VirtualBlueZ

/// What bluetoothd does and its documentation does not say; docs/reference/bluez-behaviour.md has
/// the checks.
@Suite(.timeLimit(.minutes(1))) struct SurpriseTests {
  /// A characteristic that is read, and notifies.
  private static let application = GATTApplication(services: [
    GATTService(
      Machines.service,
      characteristics: [GATTCharacteristic(Machines.read, flags: [.read, .notify])]
    )
  ])

  /// Runs `body` with a host and its characteristic.
  private func withValue(
    _ body: (Machines, Host, RemoteCharacteristic) async throws -> Void
  ) async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve(Self.application)
      let device = try await machines.join(expecting: Self.application)
      try await body(
        machines,
        host,
        machines.characteristic(Machines.read, of: device)
      )
    }
  }

  private func subscribe(
    _ service: BluetoothService,
    to characteristic: RemoteCharacteristic
  ) async throws -> (AsyncStream<[UInt8]>.Iterator, ValueSubscription) {
    let (values, value) = AsyncStream.makeStream(of: [UInt8].self)
    let subscription = try await service.subscribe(to: characteristic) { value.yield($0) }
    return (values.makeAsyncIterator(), subscription)
  }

  private func nextRead(_ host: Host) async throws -> ReadRequest {
    for await case .read(let request) in host.events { return request }
    throw BlueZError.cancelled
  }

  @Test(arguments: [0, 2] as [UInt16])
  func `a value that is read is no notification`(offset: UInt16) async throws {
    try await withValue { machines, host, characteristic async throws in
      let answering = Task {
        for await case .read(let request) in host.events {
          try await host.peripheral.answer(request, with: [1, 2, 3])
        }
      }
      _ = try await machines.guest.read(characteristic, from: offset)
      var (values, _) = try await subscribe(machines.guest, to: characteristic)
      for _ in 1...2 {
        let value = try await machines.guest.read(characteristic, from: offset)
        #expect(value == Array([1, 2, 3].dropFirst(Int(offset))))
      }
      try await host.peripheral.notify([9], of: Machines.read)
      #expect(await values.next() == [9])
      answering.cancel()
      _ = await answering.result
    }
  }

  @Test(arguments: [true, false])
  func `a value that comes while a read waits comes once`(isAnswered: Bool) async throws {
    try await withValue { machines, host, characteristic async throws in
      var (values, _) = try await subscribe(machines.guest, to: characteristic)
      let reading = Task { try await machines.guest.read(characteristic) }
      let request = try await nextRead(host)
      try await host.peripheral.notify([6], of: Machines.read)
      try await host.peripheral.notify([7], of: Machines.read)
      if isAnswered {
        try await host.peripheral.answer(request, with: [7])
        #expect(try await reading.value == [7])
      } else {
        try await host.peripheral.refuse(request, with: .notAuthorized)
        await #expect(throws: BlueZError.notAuthorized("Operation Not Authorized")) {
          try await reading.value
        }
      }
      try await host.peripheral.notify([8], of: Machines.read)
      for value in [[6], [7], [8]] as [[UInt8]] { #expect(await values.next() == value) }
    }
  }

  @Test func `a characteristic that only notifies is neither read nor written`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let notify = try await machines.characteristic(Machines.notify, of: device)
      let write = try await machines.characteristic(Machines.write, of: device)
      await #expect(throws: BlueZError.notPermitted("Read not permitted")) {
        try await machines.guest.read(notify)
      }
      try await machines.guest.write([1], to: notify, .command)
      try await machines.guest.write([2], to: write, .command)
      #expect(await host.written()?.characteristic == Machines.write)
    }
  }

  @Test func `an empty notification is a value`() async throws {
    try await withValue { machines, host, characteristic async throws in
      var (values, _) = try await subscribe(machines.guest, to: characteristic)
      for value in [[], [], [1], []] as [[UInt8]] {
        try await host.peripheral.notify(value, of: Machines.read)
        #expect(await values.next() == value)
      }
    }
  }

  @Test func `a subscription returns with the link, and each value comes once`() async throws {
    try await withValue { machines, host, characteristic async throws in
      var (values, _) = try await subscribe(machines.guest, to: characteristic)
      _ = await host.events(through: .subscribed(Machines.read))
      await machines.air.dropLinks()
      _ = try await machines.join(expecting: Self.application)
      _ = await host.events(through: .subscribed(Machines.read))
      try await host.peripheral.notify([1], of: Machines.read)
      #expect(await values.next() == [1])
      var (others, _) = try await subscribe(machines.guest, to: characteristic)
      for value in [[2], [3]] as [[UInt8]] {
        try await host.peripheral.notify(value, of: Machines.read)
        #expect(await values.next() == value)
        #expect(await others.next() == value)
      }
    }
  }

  @Test func `a value comes once for each program that is subscribed`() async throws {
    try await withValue { machines, host, characteristic async throws in
      var (values, _) = try await subscribe(machines.guest, to: characteristic)
      let other = try await BluetoothService.open(BluetoothBus(machines.bus.address))
      let (_, subscription) = try await subscribe(other, to: characteristic)
      try await host.peripheral.notify([1], of: Machines.read)
      for _ in 1...2 { #expect(await values.next() == [1]) }
      try await other.unsubscribe(subscription)
      for value in [[2], [3]] as [[UInt8]] {
        try await host.peripheral.notify(value, of: Machines.read)
        #expect(await values.next() == value)
      }
      await other.close()
    }
  }

  @Test func `values end when a device changes its services, and come from the new ones`()
    async throws
  {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let root = try ObjectPath("/other")
      let adapter = try await machines.adapter(machines.host, "hci0").path
      let (service, level): (BluetoothUUID, BluetoothUUID) = (0x180F, 0x2A19)
      let other = GATTService(
        service,
        characteristics: [GATTCharacteristic(level, flags: [.notify])]
      )
      try await machines.host.export(GATTApplication(services: [other]), below: root)
      let manager = BlueZName.gattManager
      let registration: [Value] = [.objectPath(root), .properties([:])]
      try await machines.host.call(adapter, manager, "RegisterApplication", registration)
      let bus = BluetoothBus(machines.bus.address)
      try await withBluetooth(adapter: "hci1", on: bus) { radio async throws in
        let device = try await radio.first(offering: [Machines.service])
        let services = Machines.application.services + [other]
        try await radio.withConnection(to: device, expecting: services) {
          connection async throws in
          let values = try await connection.values(of: level)
          let kept = try await connection.values(of: Machines.notify)
          let before = try await connection.characteristic(level)
          try await machines.host.call(
            adapter,
            manager,
            "UnregisterApplication",
            [.objectPath(root)]
          )
          let changed = BlueZError.objectGone("the device has changed its services")
          await #expect(throws: changed) { for try await _ in values {} }
          try await machines.host.call(adapter, manager, "RegisterApplication", registration)
          _ = await radio.service.wait(upTo: Machines.limit) { objects in
            objects.paths(with: BlueZName.gattCharacteristic).contains {
              objects[$0, BlueZName.gattCharacteristic]?["UUID"] == .string(level.description)
            }
          }
          #expect(await connection.device?.servicesResolved == true)
          #expect(try await connection.characteristic(level).id != before.id)
          _ = try await connection.values(of: level)
          _ = kept
        }
      }
    }
  }

  @Test(arguments: Behaviour.Release.allCases)
  func `a controller that goes off is not ready, in whatever order a release tells of it`(
    release: Behaviour.Release
  ) async throws {
    try await withMachines(behaving: .with { $0.release = release }) { machines async throws in
      _ = try await machines.serve()
      let bus = BluetoothBus(machines.bus.address)
      try await withBluetooth(adapter: "hci1", on: bus) { radio async throws in
        let device = try await radio.first(offering: [Machines.service])
        let services = Machines.application.services
        try await radio.withConnection(to: device, expecting: services) {
          connection async throws in
          let values = try await connection.values(of: Machines.notify)
          try await radio.withScan { sightings async throws in
            await machines.air.setPowered(false, adapter: 1)
            await #expect(throws: BlueZError.notReady("hci1 was switched off")) {
              for try await _ in sightings {}
            }
          }
          await #expect(throws: BlueZError.connectionLost) { for try await _ in values {} }
        }
      }
    }
  }
}
