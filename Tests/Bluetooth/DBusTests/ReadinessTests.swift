import DBus
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReadinessTests {
  /// Two ends of a socket (SEQPACKET, non-blocking), of which the first takes no more.
  private func fullSocket() throws -> (full: UnixDescriptor, other: UnixDescriptor) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    try #require(unsafe socketpair(AF_UNIX, type, 0, &ends) == 0)
    let packet = [UInt8](repeating: 0, count: 500)
    while unsafe send(ends[0], packet, packet.count, 0) > 0 {}
    return (UnixDescriptor(adopting: ends[0]), UnixDescriptor(adopting: ends[1]))
  }

  @Test func `a wait for a full socket ends when there is room`() async throws {
    let (full, other) = try fullSocket()
    try await PrivateBus.run { bus in
      let connection = try await Connection.open(bus.address)
      let wait = Task { await connection.waitUntilWritable(full) }
      _ = other.withDescriptor { number in
        var buffer = [UInt8](repeating: 0, count: 500)
        while unsafe recv(number, &buffer, buffer.count, 0) > 0 {}
      }
      await wait.value
    }
  }

  @Test(arguments: 0..<20)
  func `a wait for a full socket ends with its task`(_: Int) async throws {
    let (full, other) = try fullSocket()
    try await PrivateBus.run { bus in
      let connection = try await Connection.open(bus.address)
      let wait = Task { await connection.waitUntilWritable(full) }
      wait.cancel()
      await wait.value
      // The connection still works.
      _ = try await connection.owner(of: "org.freedesktop.DBus")
    }
    withExtendedLifetime(other) {}
  }
}
