import DBus

// Asks the session bus for the owner of a name, one call after the other, and prints how many calls
// there were per second. The argument is the number of calls.
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
let connection = try await Connection.open(.session)
let call = Message.methodCall(
  to: "org.freedesktop.DBus",
  path: try ObjectPath("/org/freedesktop/DBus"),
  interface: "org.freedesktop.DBus",
  member: "GetNameOwner",
  [.string("org.freedesktop.DBus")]
)

/// Makes the calls, and returns how many there were per second.
nonisolated func measure(
  _ connection: Connection,
  _ call: Message,
  _ count: Int
) async throws -> Int {
  let time = try await ContinuousClock().measure {
    for _ in 0..<count {
      let answer = try await connection.call(call)
      precondition(answer == [.string("org.freedesktop.DBus")])
    }
  }
  return Int(Double(count) / (time / .seconds(1)))
}

// On the main thread, and then on the thread of the connection.
let far = try await measure(connection, call, count)
let near = try await withTaskExecutorPreference(connection.taskExecutor) {
  try await measure(connection, call, count)
}
print(far, near)
await connection.close()
