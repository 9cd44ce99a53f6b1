internal import BlueZ
internal import DBus

/// The services that a client has registered.
struct LocalApplication: Hashable {
  let owner: String
  let path: ObjectPath
  let services: [LocalService]
}

/// A service with the handle it got.
struct LocalService: Hashable {
  let handle: UInt16
  let uuid: String
  let isPrimary: Bool
  var characteristics: [LocalCharacteristic]
}

/// A characteristic with the handle of its declaration.
struct LocalCharacteristic: Hashable {
  let handle: UInt16
  let uuid: String
  let flags: [String]
  /// The server's object.
  let path: ObjectPath
  var descriptors: [LocalDescriptor]

  var canNotify: Bool { has(.notify) || has(.indicate) }
  /// True if it can be written with an answer.
  var takesRequests: Bool { has(.write) || has(.encryptWrite) || has(.authenticatedWrite) }

  /// The flags that a central learns: which of them need encryption it only finds out.
  var declaredFlags: [String] {
    var declared: Set<String> = []
    for flag in flags {
      let plain =
        switch CharacteristicFlag(rawValue: flag) {
        case .encryptRead, .authenticatedRead: CharacteristicFlag.read.rawValue
        case .encryptWrite, .authenticatedWrite: CharacteristicFlag.write.rawValue
        case .read, .write, .writeWithoutResponse, .notify, .indicate, .reliableWrite, nil: flag
        }
      declared.insert(plain)
    }
    if declared.contains(CharacteristicFlag.reliableWrite.rawValue) {
      declared.insert("extended-properties")
    }
    return Self.flagOrder.filter(declared.contains)
  }

  /// The order of `gatt-client.c`: that of the bits, and of the extended properties' bits.
  private static let flagOrder = [
    "broadcast", "read", "write-without-response", "write", "notify", "indicate",
    "authenticated-signed-writes", "extended-properties", "reliable-write",
    "writable-auxiliaries",
  ]

  func has(_ flag: CharacteristicFlag) -> Bool { flags.contains(flag.rawValue) }
}

/// A descriptor with its handle.
struct LocalDescriptor: Hashable {
  let handle: UInt16
  let uuid: String
  /// The server's object; `nil` when it is bluetoothd's own.
  let path: ObjectPath?
  /// The operations that the server allows.
  var flags: [String] = []
}

extension LocalApplication {
  /// Reads the answer to `GetManagedObjects`, and gives out handles from `nextHandle` on.
  init(
    owner: String,
    path: ObjectPath,
    objects: Value?,
    nextHandle: inout UInt16
  ) throws(Refusal) {
    guard case .dictionary(key: .objectPath, _, let entries)? = objects else {
      throw .failed("No object received")
    }
    let objects = entries.compactMap(ServerObject.init)
    guard objects.contains(where: { $0[BlueZName.gattService] != nil }) else {
      throw .failed("No object received")
    }
    guard objects.allSatisfy({ $0.belongs(among: objects) }) else {
      throw .failed("No valid service object found")
    }
    var handles = HandleCounter(next: nextHandle)
    var services: [LocalService] = []
    for object in objects {
      guard let properties = object[BlueZName.gattService] else { continue }
      services.append(try .init(object.path, properties, among: objects, &handles))
    }
    nextHandle = handles.next
    self.owner = owner
    self.path = path
    self.services = services
  }
}

/// Gives out handles upwards.
private struct HandleCounter {
  var next: UInt16

  mutating func take(_ count: UInt16) throws(Refusal) -> UInt16 {
    guard next < .max - count else { throw .failed("Failed to create entry in database") }
    defer { next += count }
    return next
  }
}

/// The flags that bluetoothd takes (`gatt-database.c`).
private enum FlagText {
  static let descriptor: Set = [
    "read", "write", "encrypt-read", "encrypt-write", "encrypt-authenticated-read",
    "encrypt-authenticated-write", "secure-read", "secure-write", "authorize",
  ]
  static let characteristic = descriptor.union([
    "broadcast", "write-without-response", "notify", "indicate", "authenticated-signed-writes",
    "reliable-write", "writable-auxiliaries", "extended-properties", "encrypt-notify",
    "encrypt-authenticated-notify", "secure-notify", "encrypt-indicate",
    "encrypt-authenticated-indicate", "secure-indicate",
  ])
}

/// One object of the server's program.
private struct ServerObject {
  let path: ObjectPath
  private let interfaces: [String: [String: Value]]

  init?(_ entry: Value.Entry) {
    guard
      let path = entry.key.objectPath,
      case .dictionary(key: .string, _, let interfaces) = entry.value
    else { return nil }
    self.path = path
    var found: [String: [String: Value]] = [:]
    for interface in interfaces {
      if let name = interface.key.string { found[name] = interface.value.properties }
    }
    self.interfaces = found
  }

  subscript(interface: String) -> [String: Value]? { interfaces[interface] }

  /// True if a characteristic or descriptor has its parent and flags that make sense.
  func belongs(among objects: [ServerObject]) -> Bool {
    if let properties = self[BlueZName.gattCharacteristic] {
      return Self.areFlags(properties[.flags], FlagText.characteristic)
        && objects.contains {
          $0.path == properties[.service]?.objectPath && $0[BlueZName.gattService] != nil
        }
    }
    guard let properties = self[BlueZName.gattDescriptor] else { return true }
    return Self.areFlags(properties[.flags], FlagText.descriptor)
      && objects.contains {
        $0.path == properties[.characteristic]?.objectPath
          && $0[BlueZName.gattCharacteristic] != nil
      }
  }

  private static func areFlags(_ value: Value?, _ known: Set<String>) -> Bool {
    guard let flags = value?.strings, !flags.isEmpty else { return false }
    return known.isSuperset(of: flags)
  }

  /// The properties of `interface` if the object says that it belongs to `parent`.
  func child(
    _ interface: String,
    of parent: ObjectPath,
    by property: BlueZProperty
  ) -> [String: Value]? {
    guard let properties = self[interface], properties[property]?.objectPath == parent else {
      return nil
    }
    return properties
  }
}

extension LocalService {
  fileprivate init(
    _ path: ObjectPath,
    _ properties: [String: Value],
    among objects: [ServerObject],
    _ handles: inout HandleCounter
  ) throws(Refusal) {
    guard
      let uuid = properties[.uuid]?.string, UUIDText.isValid(uuid),
      properties[.primary]?.boolean != nil
    else { throw .failed("Failed to create entry in database") }
    handle = try handles.take(1)
    self.uuid = UUIDText.full(uuid)
    isPrimary = properties[.primary]?.boolean ?? true
    characteristics = []
    for object in objects {
      guard let child = object.child(BlueZName.gattCharacteristic, of: path, by: .service) else {
        continue
      }
      characteristics.append(try .init(object.path, child, among: objects, &handles))
    }
  }
}

extension LocalCharacteristic {
  fileprivate init(
    _ path: ObjectPath,
    _ properties: [String: Value],
    among objects: [ServerObject],
    _ handles: inout HandleCounter
  ) throws(Refusal) {
    guard
      let uuid = properties[.uuid]?.string, UUIDText.isValid(uuid),
      let flags = properties[.flags]?.strings
    else {
      throw .failed("Failed to create entry in database")
    }
    // The declaration, and the value right behind it.
    handle = try handles.take(2)
    self.uuid = UUIDText.full(uuid)
    self.flags = flags
    self.path = path
    descriptors = []
    if canNotify {
      let handle = try handles.take(1)
      descriptors.append(.init(handle: handle, uuid: UUIDText.clientConfiguration, path: nil))
    }
    if has(.reliableWrite) {
      let handle = try handles.take(1)
      descriptors.append(.init(handle: handle, uuid: UUIDText.extendedProperties, path: nil))
    }
    for object in objects {
      let child = object.child(BlueZName.gattDescriptor, of: path, by: .characteristic)
      guard let child else { continue }
      guard let uuid = child[.uuid]?.string, UUIDText.isValid(uuid) else {
        throw .failed("Failed to create entry in database")
      }
      let handle = try handles.take(1)
      let flags = child[.flags]?.strings ?? []
      descriptors.append(
        .init(handle: handle, uuid: UUIDText.full(uuid), path: object.path, flags: flags)
      )
    }
  }
}
