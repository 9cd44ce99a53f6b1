import DBus
import Synchronization

/// A very small `org.bluez`: one adapter, and managers that answer as they are told.
struct FakeBlueZ {
  var adapter: [String: ExportedProperty] = [
    "Address": ExportedProperty(.string("00:AA:01:00:00:42")),
    "Powered": ExportedProperty(.boolean(true)),
    "Modalias": ExportedProperty(.string("usb:v1D6Bp0246d0542")),
    "Roles": ExportedProperty(.strings(["central", "peripheral"])),
  ]
  var registration = MethodReply.values([])
  /// The answers to advertisements, before all others are accepted.
  var advertising = Replies()
  var advertisements: [String: ExportedProperty]? = [
    "SupportedInstances": ExportedProperty(.byte(5))
  ]
  var names = ["hci0"]

  /// Takes the name `org.bluez`.
  static func takeName(_ connection: Connection) async throws {
    let request = Message.methodCall(
      to: "org.freedesktop.DBus",
      path: .root,
      interface: "org.freedesktop.DBus",
      member: "RequestName",
      [.string("org.bluez"), .uint32(0)]
    )
    _ = try await connection.call(request)
  }

  /// Offers the adapters on `connection`, which also becomes `org.bluez`.
  func appear(on connection: Connection) async throws {
    await connection.exportObjectManager(at: .root)
    for name in names {
      try await connection.export(interfaces, at: ObjectPath("/org/bluez/\(name)"))
    }
    try await Self.takeName(connection)
  }

  private var interfaces: [ExportedInterface] {
    let registration = registration
    let register = ExportedMethod(
      "RegisterApplication",
      arguments: [.init("application", .objectPath), .init("options", Self.options)]
    ) { _ in registration }
    let services = ExportedInterface(
      "org.bluez.GattManager1",
      methods: [register, Self.method("UnregisterApplication", .values([]))]
    )
    let unknown = MethodReply.failure(name: "org.bluez.Error.DoesNotExist", text: "Does Not Exist")
    let advertising = advertising
    let advertise = ExportedMethod(
      "RegisterAdvertisement",
      arguments: [.init("advertisement", .objectPath), .init("options", Self.options)]
    ) { _ in advertising.next() }
    let manager = advertisements.map { properties in
      ExportedInterface(
        "org.bluez.LEAdvertisingManager1",
        methods: [advertise, Self.method("UnregisterAdvertisement", unknown)],
        properties: properties
      )
    }
    let device = ExportedInterface("org.bluez.Adapter1", properties: adapter)
    return [device, services] + [manager].compactMap(\.self)
  }

  private static let options = ValueType.dictionary(key: .string, value: .variant)

  private static func method(_ name: String, _ reply: MethodReply) -> ExportedMethod {
    ExportedMethod(name, arguments: [.init("object", .objectPath)]) { _ in reply }
  }
}

/// Answers in order; behind the last, every call works.
final class Replies: Sendable {
  private let left: Mutex<[MethodReply]>

  init(_ replies: [MethodReply] = []) { left = Mutex(replies) }

  func next() -> MethodReply {
    left.withLock { $0.isEmpty ? .values([]) : $0.removeFirst() }
  }
}
