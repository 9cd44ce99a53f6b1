package import DBus

/// Another machine that bluetoothd knows, as it is now.
public struct Device: Hashable, Identifiable, Sendable {
  /// The device among all that bluetoothd knows; it stays the same for as long as the device is
  /// known.
  public var id: DeviceID { DeviceID(path) }
  /// The object in bluetoothd.
  package let path: ObjectPath
  /// The device's address.
  public let address: BluetoothAddress?
  /// The name it advertises, or says when connected.
  ///
  /// It changes; never tell devices apart by it.
  public let name: String?
  /// Received signal strength in dBm; `nil` when it was not heard in this search.
  public let rssi: Int?
  /// The services that it advertises, or has shown when connected.
  public let services: Set<BluetoothUUID>
  /// The other data that it advertises, by the number of a company.
  public let manufacturerData: [UInt16: [UInt8]]
  /// True if a link is up.
  public let isConnected: Bool
  /// True if the two have paired.
  public let isPaired: Bool
  /// True if both remember the pairing, so that later links are encrypted without a question.
  public let isBonded: Bool
  /// True if somebody has said that the device may use services of this computer.
  public let isTrusted: Bool
  /// True if somebody has made bluetoothd keep the device: paired with it, or trusted it.
  public var isKept: Bool { isPaired || isBonded || isTrusted }
  /// True if bluetoothd says it has found out about the services.
  ///
  /// The objects themselves may still be missing.
  public let servicesResolved: Bool
  /// The controller that the device is known on.
  public var adapterID: AdapterID? { adapterPath.map(AdapterID.init) }
  /// The object of that controller in bluetoothd.
  package let adapterPath: ObjectPath?

  /// The device at `path` as `objects` show it; `nil` when there is none.
  init?(_ path: ObjectPath, in objects: ObjectTree) {
    guard let properties = objects[path, BlueZName.device] else { return nil }
    self.path = path
    address = properties[.address]?.string.flatMap(BluetoothAddress.init)
    name = properties[.name]?.string
    rssi = properties[.rssi]?.integer
    services = Set((properties[.uuids]?.strings ?? []).compactMap(BluetoothUUID.init))
    manufacturerData = Self.manufacturerData(properties[.manufacturerData])
    isConnected = properties[.connected]?.boolean ?? false
    isPaired = properties[.paired]?.boolean ?? false
    isBonded = properties[.bonded]?.boolean ?? false
    isTrusted = properties[.trusted]?.boolean ?? false
    servicesResolved = properties[.servicesResolved]?.boolean ?? false
    adapterPath = properties[.adapter]?.objectPath
  }

  /// True if a link has shown the services.
  ///
  /// Each device has Generic Access, and none advertises it.
  var hasShownServices: Bool { services.contains(0x1800) }

  private static func manufacturerData(_ value: Value?) -> [UInt16: [UInt8]] {
    guard case .dictionary(key: .uint16, _, let entries)? = value?.unwrapped else { return [:] }
    var data: [UInt16: [UInt8]] = [:]
    for entry in entries {
      guard case .uint16(let company) = entry.key else { continue }
      data[company] = entry.value.bytes
    }
    return data
  }
}

extension ObjectTree {
  /// The devices that `adapter` knows, heard lately or not.
  package func devices(on adapter: Adapter) -> [Device] {
    paths(with: BlueZName.device).compactMap { Device($0, in: self) }
      .filter { $0.adapterPath == adapter.path }
  }
}

extension ObjectTree {
  /// True if the device at `path` is known, and a link to it is up.
  package func isConnected(_ path: ObjectPath) -> Bool {
    Device(path, in: self)?.isConnected == true
  }
}

extension BluetoothService {
  /// The devices that `adapter` knows, heard lately or not.
  public func devices(on adapter: Adapter) -> [Device] {
    objects.devices(on: adapter)
  }

  /// True if the adapter at `path` has a link to anybody.
  func isLinked(_ path: ObjectPath) -> Bool {
    objects.paths(with: BlueZName.device).compactMap { Device($0, in: objects) }
      .contains { $0.adapterPath == path && $0.isConnected }
  }

  /// The device at `path`; `nil` when bluetoothd has forgotten it.
  package func device(at path: ObjectPath) -> Device? {
    Device(path, in: objects)
  }

  /// Asks for the properties of the device at `path`; all that bluetoothd told before has arrived
  /// when this returns.
  ///
  /// - Throws: What bluetoothd says; ``BlueZError/objectGone(_:)`` when it has forgotten the
  ///   device.
  package func reloadDevice(at path: ObjectPath) async throws(BlueZError) {
    try await reload(BlueZName.device, at: path)
  }

  /// Ends the link to the device at `path`, or the attempt to make one.
  ///
  /// bluetoothd takes two seconds for it. A cancelled task ends the link too.
  package func disconnect(_ path: ObjectPath) async throws(BlueZError) {
    do throws(BlueZError) {
      try await end(path, BlueZName.device, "Disconnect")
    } catch .notConnected, .objectGone {
      // That is what was asked for.
    }
  }

  /// Makes bluetoothd forget the device at `path`, with all it has cached of it.
  package func remove(_ path: ObjectPath, from adapter: Adapter) async throws(BlueZError) {
    do throws(BlueZError) {
      try await call(adapter.path, BlueZName.adapter, "RemoveDevice", [.objectPath(path)])
    } catch .doesNotExist, .objectGone {
      // That is what was asked for.
    }
  }
}
