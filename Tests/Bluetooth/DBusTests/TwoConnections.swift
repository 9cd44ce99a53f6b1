import DBus

/// Runs `body` with two connections to a bus of their own.
func withTwoConnections(
  policy: PrivateBus.Policy = .open,
  _ body: (Connection, Connection) async throws -> Void
) async throws {
  try await PrivateBus.run(policy: policy) { bus in
    let first = try await Connection.open(bus.address)
    let second = try await Connection.open(bus.address)
    try await body(first, second)
    await first.close()
    await second.close()
  }
}
