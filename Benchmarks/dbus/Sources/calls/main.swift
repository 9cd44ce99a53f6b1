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
let time = try await ContinuousClock().measure {
  for _ in 0..<count {
    let answer = try await connection.call(call)
    precondition(answer == [.string("org.freedesktop.DBus")])
  }
}
print(Int(Double(count) / (time / .seconds(1))))
await connection.close()
