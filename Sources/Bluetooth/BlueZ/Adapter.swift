package import DBus

/// A Bluetooth controller of this machine, such as `hci0`.
public struct Adapter: Hashable, Identifiable, Sendable {
  /// The controller among those of this computer, until it is taken out.
  public var id: AdapterID { AdapterID(path) }
  /// The object in bluetoothd.
  package var path: ObjectPath
  /// The controller's own address.
  public var address: BluetoothAddress?
  /// The name that others see, unless an advertisement brings its own.
  public var alias = ""
  /// True if it is on.
  public var isPowered = false
  /// True if bluetoothd itself says that a switch keeps it off, as later versions do.
  public var isBlocked = false
  /// True if others can find it over Bluetooth classic.
  public var isDiscoverable = false
  /// True if it looks for devices, for whichever program.
  public var isDiscovering = false
  /// `central`, `peripheral`, or both; `nil` when bluetoothd is too old to say.
  public var roles: [String]?
  /// The number of advertisements it can still take; `nil` when it cannot advertise at all.
  public var freeAdvertisements: Int?
  /// The number of advertisements that programs have registered.
  public var activeAdvertisements = 0
  /// True if it can offer GATT services.
  public var canServe = false
  /// Which bluetoothd this is, as `usb:v1D6Bp0246d0542` for 5.66, unless its administrator set
  /// something else.
  public var modalias: String?
  /// The services that it offers, whichever program has registered them.
  public var services: Set<BluetoothUUID> = []
  /// True if nobody has asked for this controller by its name, so that another one takes its place
  /// when it is gone for longer than ``returnLimit``.
  public var isReplaceable = false

  /// The time a controller has to come back before another one takes its place.
  ///
  /// A reset of a USB controller, with its firmware loaded again, takes about three seconds.
  public static let returnLimit = Duration.seconds(6)

  /// The kernel's name, such as `hci0`.
  public var name: String { path.lastElement }

  /// True if it can be a peripheral: advertise, and offer services.
  ///
  /// An older bluetoothd says nothing of roles, so silence is no "no".
  public var canBePeripheral: Bool {
    canServe && freeAdvertisements != nil && roles?.contains("peripheral") ?? true
  }

  /// True if it can be a central: find others, and connect to them.
  public var canBeCentral: Bool { roles?.contains("central") ?? true }

  /// A controller of which no more is known.
  package init(at path: ObjectPath) {
    self.path = path
  }

  /// The adapter at `path` as `objects` show it; `nil` when there is none.
  init?(_ path: ObjectPath, in objects: ObjectTree) {
    guard let properties = objects[path, BlueZName.adapter] else { return nil }
    self.path = path
    address = properties[.address]?.string.flatMap(BluetoothAddress.init)
    alias = properties[.alias]?.string ?? ""
    isPowered = properties[.powered]?.boolean ?? false
    isBlocked = properties[.powerState]?.string == "off-blocked"
    isDiscoverable = properties[.discoverable]?.boolean ?? false
    isDiscovering = properties[.discovering]?.boolean ?? false
    roles = properties[.roles]?.strings
    modalias = properties[.modalias]?.string
    services = Set((properties[.uuids]?.strings ?? []).compactMap(BluetoothUUID.init))
    canServe = objects[path, BlueZName.gattManager] != nil
    activeAdvertisements =
      objects[path, BlueZName.advertisingManager]?[.activeInstances]?.integer ?? 0
    freeAdvertisements = objects[path, BlueZName.advertisingManager].map { manager in
      manager[.supportedInstances]?.integer ?? 1
    }
  }
}

extension ObjectTree {
  /// The controllers that bluetoothd has, in the order of their numbers.
  package var adapters: [Adapter] {
    paths(with: BlueZName.adapter).compactMap { Adapter($0, in: self) }
      .sorted { ($0.name.count, $0.name) < ($1.name.count, $1.name) }
  }

  /// The meaning of the failure of a call of the object at `path`: bluetoothd says of most calls
  /// only that they failed when the controller is off.
  func meaning(of failure: BlueZError, at path: ObjectPath?) -> BlueZError {
    guard
      case .failed = failure,
      let adapter = adapters.first(where: { path?.isAtOrBelow($0.path) == true }),
      !adapter.isPowered
    else { return failure }
    return .notReady("\(adapter.name) was switched off")
  }

  /// The same controller as it is now; `nil` while it is not there.
  ///
  /// Its address tells it apart from others: it gets another number when it was plugged in again,
  /// or reset by the kernel.
  package func current(_ adapter: Adapter) -> Adapter? {
    let known = adapter.address.map { address in adapters.first { $0.address == address } }
    var current = known ?? Adapter(adapter.path, in: self)
    current?.isReplaceable = adapter.isReplaceable
    return current
  }
}

extension BluetoothService {
  /// The controllers that bluetoothd has, in the order of their numbers.
  public var adapters: [Adapter] { objects.adapters }

  /// The controller of this name, or the first one when `name` is `nil`.
  public func adapter(named name: String? = nil) -> Adapter? {
    adapters.first { name == nil || $0.name == name }
  }

  /// Switches a controller on or off.
  ///
  /// - Throws: ``BlueZError/failed(_:)`` when it is blocked (rfkill).
  public func setPower(_ isOn: Bool, of adapter: Adapter) async throws(BlueZError) {
    try await set(.powered, of: BlueZName.adapter, at: adapter.path, to: .boolean(isOn))
  }

  /// Makes a controller discoverable over Bluetooth classic, or not.
  public func setDiscoverable(_ isOn: Bool, of adapter: Adapter) async throws(BlueZError) {
    try await set(.discoverable, of: BlueZName.adapter, at: adapter.path, to: .boolean(isOn))
  }
}
