import DBus

/// A program that talks to `org.bluez` through a connection of its own.
struct Client {
  let connection: Connection

  static let hci0 = "/org/bluez/hci0"
  static let hci1 = "/org/bluez/hci1"
  /// The first adapter as the second knows it, and the other way round.
  static let host = "/org/bluez/hci1/dev_00_AA_01_00_00_10"
  static let guest = "/org/bluez/hci0/dev_00_AA_01_00_00_11"

  static let service = "8569203e-231d-480a-942c-45370c11cdf8"
  static let notify = "8569203f-231d-480a-942c-45370c11cdf8"
  static let write = "85692040-231d-480a-942c-45370c11cdf8"

  @discardableResult
  func call(
    _ path: String,
    _ interface: String,
    _ member: String,
    _ arguments: [Value] = []
  ) async throws -> [Value] {
    let message = Message.methodCall(
      to: "org.bluez",
      path: try ObjectPath(path),
      interface: interface,
      member: member,
      arguments
    )
    return try await connection.call(message)
  }

  /// The name of the error that a call is answered with, without what all of BlueZ's begin with;
  /// `nil` when it works.
  func refusal(
    _ path: String,
    _ interface: String,
    _ member: String,
    _ arguments: [Value] = []
  ) async throws -> String? {
    do {
      try await call(path, interface, member, arguments)
      return nil
    } catch BusError.remote(let name, _) {
      return name.split(separator: ".").last.map(String.init)
    }
  }

  func get(_ path: String, _ interface: String, _ property: String) async throws -> Value? {
    let arguments: [Value] = [.string(interface), .string(property)]
    return try await call(path, "org.freedesktop.DBus.Properties", "Get", arguments).first?
      .unwrapped
  }

  func set(_ path: String, _ interface: String, _ property: String, _ value: Value) async throws {
    let arguments: [Value] = [.string(interface), .string(property), .variant(value)]
    try await call(path, "org.freedesktop.DBus.Properties", "Set", arguments)
  }

  /// The paths of all objects, with the names of their interfaces.
  func objects() async throws -> [String: Set<String>] {
    let reply = try await call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    guard case .dictionary(_, _, let entries)? = reply.first else { return [:] }
    var objects: [String: Set<String>] = [:]
    for entry in entries {
      guard
        let path = entry.key.objectPath, case .dictionary(_, _, let interfaces) = entry.value
      else { continue }
      objects[path.rawValue] = Set(interfaces.compactMap(\.key.string))
    }
    return objects
  }

  /// The path of the characteristic `uuid` of the host, as the guest's adapter shows it.
  func path(of uuid: String) async throws -> String? {
    for path in try await objects().keys.sorted() where path.hasPrefix(Self.host) {
      let interface = "org.bluez.GattCharacteristic1"
      guard path.contains("/char"), !path.contains("/desc") else { continue }
      if try await get(path, interface, "UUID") == .string(uuid) { return path }
    }
    return nil
  }

  // MARK: As a guest

  /// Looks for the host and connects to it.
  func join() async throws {
    try await call(Self.hci1, "org.bluez.Adapter1", "StartDiscovery")
    try await call(Self.host, "org.bluez.Device1", "Connect")
  }

  func values(of path: String) async throws -> AsyncStream<Message> {
    let rule = MatchRule(
      path: try ObjectPath(path),
      interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged"
    )
    return try await connection.signals(matching: rule)
  }
}

extension Message {
  /// The bytes of `Value` in a signal that says it changed.
  var newValue: [UInt8]? {
    body.count == 3 ? body[1].properties?["Value"]?.bytes : nil
  }
}
