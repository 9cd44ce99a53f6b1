import DBus

/// A program that serves one notify and one write characteristic, and advertises them.
struct Server {
  let client: Client
  /// The calls of its characteristics.
  let calls: AsyncStream<Message>

  static let root = "/test/application"
  static let advertisement = "/test/advertisement"
  private static let notify = root + "/service0/notify"
  private static let write = root + "/service0/write"

  /// Exports the objects and registers nothing.
  init(
    _ connection: Connection,
    writeFlags: [String] = ["write", "write-without-response"],
    onWrite reply: MethodReply = .values([]),
    advertising: [String: Value] = advertised
  ) async throws {
    client = Client(connection: connection)
    let (calls, continuation) = AsyncStream.makeStream(of: Message.self)
    self.calls = calls
    await connection.exportObjectManager(at: try ObjectPath(Self.root))
    let service = ExportedInterface(
      "org.bluez.GattService1",
      properties: [
        "UUID": ExportedProperty(.string(Client.service)),
        "Primary": ExportedProperty(.boolean(true)),
      ]
    )
    try await connection.export([service], at: ObjectPath(Self.root + "/service0"))
    let notify = try Self.characteristic(Client.notify, ["notify"], [], continuation)
    try await connection.export([notify], at: ObjectPath(Self.notify))
    let methods = [
      Self.method("WriteValue", [.init("value", .array(.byte)), Self.options], reply),
      Self.method("ReadValue", [Self.options], .values([.bytes([7])])),
    ]
    let write = try Self.characteristic(Client.write, writeFlags, methods, continuation)
    try await connection.export([write], at: ObjectPath(Self.write))
    let advertisement = ExportedInterface(
      "org.bluez.LEAdvertisement1",
      properties: advertising.mapValues { ExportedProperty($0) }
    )
    try await connection.export([advertisement], at: ObjectPath(Self.advertisement))
  }

  static let advertised: [String: Value] = [
    "Type": .string("peripheral"), "ServiceUUIDs": .strings([Client.service]),
    "LocalName": .string("Ada"), "Discoverable": .boolean(true),
  ]

  private typealias Method = (String, [ExportedArgument], MethodReply)

  private static let options = ExportedArgument(
    "options",
    .dictionary(key: .string, value: .variant)
  )

  private static func method(
    _ name: String,
    _ arguments: [ExportedArgument],
    _ reply: MethodReply
  ) -> Method {
    (name, arguments, reply)
  }

  private static func characteristic(
    _ uuid: String,
    _ flags: [String],
    _ methods: [Method],
    _ calls: AsyncStream<Message>.Continuation
  ) throws -> ExportedInterface {
    let subscription: [Method] = [
      ("StartNotify", [], .values([])), ("StopNotify", [], .values([])),
    ]
    return ExportedInterface(
      "org.bluez.GattCharacteristic1",
      methods: (methods + subscription).map { name, arguments, reply in
        ExportedMethod(name, arguments: arguments) { call in
          calls.yield(call)
          return reply
        }
      },
      properties: [
        "UUID": ExportedProperty(.string(uuid)),
        "Service": ExportedProperty(.objectPath(try ObjectPath(root + "/service0"))),
        "Flags": ExportedProperty(.strings(flags)),
        "Value": ExportedProperty(.bytes([])),
      ]
    )
  }

  // MARK: Registering

  static func registration(_ path: String) throws -> [Value] {
    [.objectPath(try ObjectPath(path)), .properties([:])]
  }

  func serve(on adapter: String = Client.hci0) async throws {
    let arguments = try Self.registration(Self.root)
    try await client.call(adapter, "org.bluez.GattManager1", "RegisterApplication", arguments)
  }

  func stopServing() async throws {
    let arguments: [Value] = [.objectPath(try ObjectPath(Self.root))]
    try await client.call(
      Client.hci0,
      "org.bluez.GattManager1",
      "UnregisterApplication",
      arguments
    )
  }

  func advertise(on adapter: String = Client.hci0) async throws {
    let arguments = try Self.registration(Self.advertisement)
    let interface = "org.bluez.LEAdvertisingManager1"
    try await client.call(adapter, interface, "RegisterAdvertisement", arguments)
  }

  func stopAdvertising() async throws {
    let arguments: [Value] = [.objectPath(try ObjectPath(Self.advertisement))]
    let interface = "org.bluez.LEAdvertisingManager1"
    try await client.call(Client.hci0, interface, "UnregisterAdvertisement", arguments)
  }

  func open() async throws {
    try await serve()
    try await advertise()
  }

  // MARK: Values

  func notify(_ value: [UInt8]) async throws {
    try await client.connection.setProperty(
      "Value",
      of: "org.bluez.GattCharacteristic1",
      at: ObjectPath(Self.notify),
      to: .bytes(value)
    )
  }
}
