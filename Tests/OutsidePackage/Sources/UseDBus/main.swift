import DBus

// A message bus of its own names its clients one after the other.
try await PrivateBus.run { bus in
  let connection = try await Connection.open(bus.address)
  print("DBus: connected as \(await connection.uniqueName)")
  await connection.close()
}
