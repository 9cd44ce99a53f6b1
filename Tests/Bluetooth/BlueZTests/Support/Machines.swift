import BlueZ
import DBus
import TestSupport
import Testing
import VirtualBlueZ

/// Machines on one virtual air: a host on `hci0`, a guest on `hci1`, and whoever else there is.
struct Machines {
  let bus: LocalBus
  let air: VirtualBlueZ
  let host: BluetoothService
  let guest: BluetoothService

  /// The service that hosts offer, and what it has.
  static let service = uuid("8569203e-231d-480a-942c-45370c11cdf8")
  static let notify = uuid("8569203f-231d-480a-942c-45370c11cdf8")
  static let write = uuid("85692040-231d-480a-942c-45370c11cdf8")
  static let read = uuid("85692041-231d-480a-942c-45370c11cdf8")

  /// How long the longest test waits for anything before it fails.
  static let limit = Duration.seconds(20)

  static let application = GATTApplication(services: [
    GATTService(
      service,
      characteristics: [
        GATTCharacteristic(notify, flags: [.notify]),
        GATTCharacteristic(write, flags: [.write, .writeWithoutResponse]),
        GATTCharacteristic(read, flags: [.read]),
      ]
    )
  ])

  private static func uuid(_ text: String) -> BluetoothUUID {
    guard let uuid = BluetoothUUID(text) else { fatalError("\(text) is no UUID") }
    return uuid
  }

  func adapter(_ service: BluetoothService, _ name: String) async throws -> Adapter {
    try #require(await service.adapter(named: name))
  }

  /// The adapter as bluetoothd has it after all that was asked of it so far.
  func reloadedAdapter(_ service: BluetoothService, _ name: String) async throws -> Adapter {
    let path = try await adapter(service, name).path
    for interface in [BlueZName.adapter, BlueZName.advertisingManager] {
      try await service.reload(interface, at: path)
    }
    return try await adapter(service, name)
  }

  /// Offers the application under the name Ada.
  func serve(
    _ application: GATTApplication = application,
    on name: String = "hci0",
    by program: BluetoothService? = nil,
    clock: any Clock<Duration> = TestClock(isJumping: true),
    refusing refusal: @escaping @Sendable (WriteRequest) -> ATTError? = { _ in nil }
  ) async throws -> Host {
    let host = program ?? host
    let (events, continuation) = AsyncStream.makeStream(of: PeripheralEvent.self)
    let peripheral = try Peripheral(
      host,
      on: await adapter(host, name),
      offering: application,
      as: Advertisement(services: application.services.map(\.uuid), localName: "Ada"),
      clock: clock,
      report: { continuation.yield($0) }
    )
    peripheral.refuseWrites(refusal)
    try await peripheral.start()
    return Host(peripheral: peripheral, events: events) { continuation.finish() }
  }

  /// Looks from `adapter` for a host until one is heard, and stops to look; the device is as it was
  /// heard.
  func find(on adapter: Adapter) async throws -> Device {
    try await guest.startDiscovery(on: adapter)
    _ = await guest.wait(upTo: Self.limit) { $0.devices(on: adapter).contains { $0.rssi != nil } }
    let device = await guest.devices(on: adapter).first
    try await guest.stopDiscovery(on: adapter)
    return try #require(device)
  }

  /// Finds the host from the adapter `name` and connects to it without any failure.
  func join(
    from name: String = "hci1",
    expecting application: GATTApplication = application
  ) async throws -> Device {
    let adapter = try await adapter(guest, name)
    let device = try await find(on: adapter)
    try await guest.connect(
      to: ConnectionTarget(device.path, on: adapter, expecting: application.services),
      report: { error, _ in Issue.record(error) },
      prepare: { () async throws(BlueZError) in }
    )
    return try #require(await guest.device(at: device.path))
  }

  /// Climbs the ladder with nothing to prepare.
  func connect(
    to path: ObjectPath,
    on adapter: Adapter,
    report: @Sendable (BlueZError, ConnectLadder.Step) -> Void
  ) async throws(BlueZError) {
    try await guest.connect(
      to: ConnectionTarget(path, on: adapter, expecting: Self.application.services),
      report: report,
      prepare: { () async throws(BlueZError) in }
    )
  }

  /// What the guest sees of the host's characteristic `uuid`.
  func characteristic(_ uuid: BluetoothUUID, of device: Device) async throws -> RemoteCharacteristic
  {
    let all = await guest.characteristics(of: Self.service, at: device.path)
    return try #require(all.first { $0.uuid == uuid })
  }
}

/// A peripheral, and what it tells.
struct Host {
  let peripheral: Peripheral
  let events: AsyncStream<PeripheralEvent>
  /// Hears no more.
  let end: @Sendable () -> Void

  /// What happens up to the first event that fits, with it.
  func events(through isLast: (PeripheralEvent) -> Bool) async -> [PeripheralEvent] {
    var seen: [PeripheralEvent] = []
    for await event in events {
      seen.append(event)
      if isLast(event) { break }
    }
    return seen
  }

  /// What happens up to `last`, with it.
  func events(through last: PeripheralEvent) async -> [PeripheralEvent] {
    await events { $0 == last }
  }

  /// The next value that is written.
  func written() async -> WriteRequest? {
    for await case .written(let request) in events { return request }
    return nil
  }
}

/// Runs `body` with machines whose bluetoothd behaves so.
func withMachines(
  adapters: Int = 2,
  behaving behaviour: Behaviour = Behaviour(),
  _ body: (Machines) async throws -> Void
) async throws {
  try await LocalBus.run { bus in
    let air = try await VirtualBlueZ.start(
      on: bus.address,
      adapters: adapters,
      behaviour: behaviour
    )
    let host = try await BluetoothService.open(BluetoothBus(bus.address))
    let guest = try await BluetoothService.open(BluetoothBus(bus.address))
    try await body(Machines(bus: bus, air: air, host: host, guest: guest))
    await guest.close()
    await host.close()
    await air.stop()
  }
}
