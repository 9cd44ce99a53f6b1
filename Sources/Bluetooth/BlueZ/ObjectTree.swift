package import DBus

/// A copy of the objects that bluetoothd shows, kept up to date by its signals.
///
/// It is a value that is fed; ``BluetoothService`` owns one and feeds it.
package struct ObjectTree: Hashable, Sendable {
  /// The properties of one interface, by name.
  package typealias Properties = [String: Value]

  /// A change made by one signal.
  package enum Change: Hashable, Sendable {
    /// An object came, or an object got more interfaces.
    case added(ObjectPath, interfaces: [String])
    /// An object lost interfaces; with the last of them it is gone.
    case removed(ObjectPath, interfaces: [String])
    /// These properties have these values now.
    case changed(ObjectPath, interface: String, Properties)
    /// bluetoothd went away, and all of its objects with it.
    case serviceLost
    /// bluetoothd is back; whatever was registered with it has to be registered again.
    case serviceReturned
  }

  private var objects: [ObjectPath: [String: Properties]] = [:]

  /// An empty tree.
  package init() {}

  /// The properties of `interface` of the object at `path`; `nil` when there is no such object or
  /// it has no such interface.
  package subscript(path: ObjectPath, interface: String) -> Properties? {
    objects[path]?[interface]
  }

  /// The objects that have `interface`, in the order of their paths.
  package func paths(with interface: String) -> [ObjectPath] {
    objects.filter { $0.value[interface] != nil }.keys.sorted()
  }

  /// Takes over all objects from the answer of `GetManagedObjects`.
  mutating func replace(with reply: Value?) {
    objects = [:]
    guard case .dictionary(_, _, let entries)? = reply else { return }
    for entry in entries {
      guard let path = entry.key.objectPath else { continue }
      objects[path] = Self.interfaces(entry.value)
    }
  }

  /// Forgets all objects.
  mutating func removeAll() {
    objects = [:]
  }

  /// Applies a signal of bluetoothd; `nil` when it changes no object.
  mutating func apply(_ signal: Message) -> Change? {
    switch (signal.interface, signal.member) {
    case (BlueZName.objectManager, "InterfacesAdded"): add(signal.body)
    case (BlueZName.objectManager, "InterfacesRemoved"): remove(signal.body)
    case (BlueZName.properties, "PropertiesChanged"): change(signal.path, signal.body)
    default: nil
    }
  }

  private mutating func add(_ body: [Value]) -> Change? {
    guard body.count == 2, let path = body[0].objectPath else { return nil }
    let interfaces = Self.interfaces(body[1])
    objects[path, default: [:]].merge(interfaces) { _, new in new }
    return .added(path, interfaces: interfaces.keys.sorted())
  }

  private mutating func remove(_ body: [Value]) -> Change? {
    guard body.count == 2, let path = body[0].objectPath, let names = body[1].strings else {
      return nil
    }
    for name in names {
      objects[path]?[name] = nil
    }
    if objects[path]?.isEmpty == true { objects[path] = nil }
    return .removed(path, interfaces: names)
  }

  private mutating func change(_ path: ObjectPath?, _ body: [Value]) -> Change? {
    guard
      body.count == 3, let path, let interface = body[0].string,
      let changed = body[1].properties, objects[path]?[interface] != nil
    else { return nil }
    objects[path]?[interface]?.merge(changed) { _, new in new }
    for name in body[2].strings ?? [] {
      objects[path]?[interface]?[name] = nil
    }
    return .changed(path, interface: interface, changed)
  }

  /// Takes over the properties of an interface that were asked for; `nil` when nothing is new.
  mutating func update(
    _ path: ObjectPath,
    _ interface: String,
    _ properties: Properties
  ) -> Change? {
    guard let known = objects[path]?[interface] else { return nil }
    objects[path]?[interface] = properties
    let news = properties.filter { known[$0.key] != $0.value }
    return news.isEmpty ? nil : .changed(path, interface: interface, news)
  }

  private static func interfaces(_ value: Value) -> [String: Properties] {
    (value.properties ?? [:]).compactMapValues(\.properties)
  }
}

extension ObjectTree.Properties {
  /// True if a controller goes off, or is; the links end between the two.
  var saysOff: Bool {
    self[.powered]?.boolean == false || self[.powerState]?.string == "on-disabling"
  }
}

extension ObjectTree.Change {
  /// The path of the object that this says may be a device that was heard just now.
  var heardDevice: ObjectPath? {
    switch self {
    case .changed(let path, _, let properties) where properties[.rssi] != nil: path
    case .added(let path, _): path
    default: nil
    }
  }

  /// The path of a characteristic that is gone from this change on.
  var lostCharacteristic: ObjectPath? {
    guard case .removed(let path, let interfaces) = self,
      interfaces.contains(BlueZName.gattCharacteristic)
    else { return nil }
    return path
  }

  /// The reason why `adapter` cannot be used from this change on; `nil` if it still can.
  func failure(of adapter: Adapter) -> BlueZError? {
    switch self {
    case .serviceLost: .gone
    case .removed(adapter.path, let interfaces) where interfaces.contains(BlueZName.adapter):
      .noSuchAdapter("\(adapter.name) is gone")
    case .changed(adapter.path, BlueZName.adapter, let properties)
    where properties.saysOff:
      .notReady("\(adapter.name) was switched off")
    default: nil
    }
  }

  /// True if there is no link to the device at `path` from this change on.
  func endsLink(to path: ObjectPath) -> Bool {
    switch self {
    case .serviceLost: true
    case .removed(path, let interfaces): interfaces.contains(BlueZName.device)
    case .changed(path, BlueZName.device, let properties):
      properties[.connected]?.boolean == false
    default: false
    }
  }
}
