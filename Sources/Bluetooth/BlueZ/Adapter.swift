public import DBus

/// A Bluetooth controller of this machine, such as `hci0`.
public struct Adapter: Hashable, Sendable {
  /// The object in bluetoothd.
  public let path: ObjectPath
  /// The controller's own address.
  public let address: BluetoothAddress?
  /// The name that others see, unless an advertisement brings its own.
  public let alias: String
  /// Whether it is on.
  public let isPowered: Bool
  /// Whether others can find it over Bluetooth classic.
  public let isDiscoverable: Bool
  /// `central`, `peripheral`, or both; empty when bluetoothd does not say.
  public let roles: Set<String>
  /// How many advertisements it can still take; `nil` when it cannot advertise at all.
  public let freeAdvertisements: Int?
  /// How many advertisements programs have registered.
  public let activeAdvertisements: Int
  /// Whether it can offer GATT services.
  public let canServe: Bool
  /// Which bluetoothd this is, as `usb:v1D6Bp0246d0542` for 5.66, unless its administrator set
  /// something else.
  public let modalias: String?
  /// The services that it offers, whichever program has registered them.
  public let services: Set<BluetoothUUID>
  /// Whether nobody has asked for this controller by its name, so that another one will do too.
  public var isReplaceable = false

  /// The kernel's name, such as `hci0`.
  public var name: String { path.lastElement }

  /// Whether it can be a peripheral: advertise, and offer services.
  ///
  /// An older bluetoothd says nothing of roles, so silence is no "no".
  public var canBePeripheral: Bool {
    canServe && freeAdvertisements != nil && (roles.isEmpty || roles.contains("peripheral"))
  }

  /// Whether it can be a central: find others, and connect to them.
  public var canBeCentral: Bool { roles.isEmpty || roles.contains("central") }

  /// The adapter at `path` as `objects` show it; `nil` when there is none.
  init?(_ path: ObjectPath, in objects: ObjectTree) {
    guard let properties = objects[path, BlueZName.adapter] else { return nil }
    self.path = path
    address = properties["Address"]?.string.flatMap(BluetoothAddress.init)
    alias = properties["Alias"]?.string ?? ""
    isPowered = properties["Powered"]?.boolean ?? false
    isDiscoverable = properties["Discoverable"]?.boolean ?? false
    roles = Set(properties["Roles"]?.strings ?? [])
    modalias = properties["Modalias"]?.string
    services = Set((properties["UUIDs"]?.strings ?? []).compactMap(BluetoothUUID.init))
    canServe = objects[path, BlueZName.gattManager] != nil
    activeAdvertisements =
      objects[path, BlueZName.advertisingManager]?["ActiveInstances"]?.integer ?? 0
    freeAdvertisements = objects[path, BlueZName.advertisingManager].map { manager in
      manager["SupportedInstances"]?.integer ?? 1
    }
  }
}

/// What discovery looks for.
///
/// It cannot ask for services: bluetoothd 5.87 crashes at the first device that a filter with
/// `UUIDs` fits, and takes all links along (bluez issue 2282).
public struct DiscoveryFilter: Hashable, Sendable {
  /// Whether every report counts, also of a device that was reported before.
  ///
  /// It also keeps the scan running without gaps.
  public var reportsDuplicates: Bool

  /// A filter for LE devices.
  public init(reportsDuplicates: Bool = true) {
    self.reportsDuplicates = reportsDuplicates
  }

  var value: Value {
    .properties(["Transport": .string("le"), "DuplicateData": .boolean(reportsDuplicates)])
  }
}

extension ObjectTree {
  /// The controllers that bluetoothd has, in the order of their names.
  public var adapters: [Adapter] {
    paths(with: BlueZName.adapter).compactMap { Adapter($0, in: self) }
  }
}

extension BluetoothService {
  /// The controllers that bluetoothd has, in the order of their names.
  public var adapters: [Adapter] { objects.adapters }

  /// The controller of this name, or the first one when `name` is `nil`.
  public func adapter(named name: String? = nil) -> Adapter? {
    adapters.first { name == nil || $0.name == name }
  }

  /// Switches a controller on or off.
  ///
  /// - Throws: ``BlueZError/failed(_:)`` when it is blocked (rfkill).
  public func setPower(_ isOn: Bool, of adapter: Adapter) async throws(BlueZError) {
    try await set("Powered", of: BlueZName.adapter, at: adapter.path, to: .boolean(isOn))
  }

  /// Makes a controller discoverable over Bluetooth classic, or not.
  public func setDiscoverable(_ isOn: Bool, of adapter: Adapter) async throws(BlueZError) {
    try await set("Discoverable", of: BlueZName.adapter, at: adapter.path, to: .boolean(isOn))
  }

  /// Starts to look for devices; what is found shows in ``devices(on:)`` and ``changes()``.
  ///
  /// Whether a device is one of those that are looked for has to be told from what it advertises.
  ///
  /// - Throws: ``BlueZError/notReady(_:)`` when the controller is off.
  public func startDiscovery(
    on adapter: Adapter,
    _ filter: DiscoveryFilter = DiscoveryFilter()
  ) async throws(BlueZError) {
    try await call(adapter.path, BlueZName.adapter, "SetDiscoveryFilter", [filter.value])
    do throws(BlueZError) {
      try await call(adapter.path, BlueZName.adapter, "StartDiscovery")
    } catch .inProgress {
      // It runs already, for us: one connection has one discovery.
    }
  }

  /// Stops to look for devices; nothing happens when it does not run.
  public func stopDiscovery(on adapter: Adapter) async throws(BlueZError) {
    do throws(BlueZError) {
      try await call(adapter.path, BlueZName.adapter, "StopDiscovery")
    } catch .failed, .inProgress, .notReady {
      // «No discovery started», or the controller was switched off meanwhile.
    }
  }
}
