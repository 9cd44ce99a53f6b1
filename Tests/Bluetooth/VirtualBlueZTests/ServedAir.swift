import DBus
import VirtualBlueZ

/// A bus with a virtual BlueZ, a server on it, and a client.
struct ServedAir {
  let bus: BusAddress
  let air: VirtualBlueZ
  let server: Server
  let client: Client

  /// Subscribes the client, and returns the path to write to and the values that come.
  func sit() async throws -> (write: String, values: AsyncStream<Message>) {
    try await client.join()
    guard
      let notify = try await client.path(of: Client.notify),
      let write = try await client.path(of: Client.write)
    else { throw Missing() }
    let values = try await client.values(of: notify)
    try await client.call(notify, "org.bluez.GattCharacteristic1", "StartNotify")
    return (write, values)
  }

  /// A characteristic was not found.
  struct Missing: Error {}
}

/// Runs `body` at a table.
func withServedAir(
  adapters: Int = 2,
  behaviour: Behaviour = Behaviour(),
  writeFlags: [String] = ["write", "write-without-response"],
  onWrite reply: MethodReply = .values([]),
  advertising: [String: Value] = Server.advertised,
  _ body: (ServedAir) async throws -> Void
) async throws {
  try await LocalBus.run { bus in
    let address = bus.address
    let air = try await VirtualBlueZ.start(on: address, adapters: adapters, behaviour: behaviour)
    let server = try await Server(
      Connection.open(address),
      writeFlags: writeFlags,
      onWrite: reply,
      advertising: advertising
    )
    let client = Client(connection: try await Connection.open(address))
    try await body(ServedAir(bus: address, air: air, server: server, client: client))
    await client.connection.close()
    await server.client.connection.close()
    await air.stop()
  }
}

/// The first `count` values of a stream.
func collect(_ count: Int, _ signals: AsyncStream<Message>) async -> [[UInt8]] {
  var values: [[UInt8]] = []
  for await signal in signals {
    if let value = signal.newValue { values.append(value) }
    if values.count == count { break }
  }
  return values
}

/// The first call of `member`.
func next(_ member: String, _ calls: AsyncStream<Message>) async -> Message? {
  for await call in calls where call.member == member { return call }
  return nil
}
