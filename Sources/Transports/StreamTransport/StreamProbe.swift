internal import Glibc

/// A connection that was made, and that nobody has used yet; it ends with its last copy.
public struct OpenStream: Sendable {
  /// Where it leads to.
  public let address: StreamAddress
  let descriptor: OpenDescriptor
}

/// A look whether somebody listens at an address, without a word to whoever does.
public enum StreamProbe {
  /// The time between two looks for an answer.
  private static let pause = Duration.milliseconds(20)

  /// Connects to `addresses`, and hangs up at once.
  ///
  /// - Parameters:
  ///   - addresses: Where somebody may listen, as numbers: a name would be waited for.
  ///   - limit: How long an answer may take.
  ///   - clock: Measures that time.
  /// - Returns: The first of them that takes a connection; nil if none does.
  public static func firstAnswer(
    of addresses: [StreamAddress],
    within limit: Duration = .seconds(3),
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> StreamAddress? {
    await firstStream(to: addresses, within: limit, clock: clock)?.address
  }

  /// Connects to `addresses`, as ``firstAnswer(of:within:clock:)`` does.
  ///
  /// - Returns: The first connection that is made; nil if none is.
  public static func firstStream(
    to addresses: [StreamAddress],
    within limit: Duration = .seconds(3),
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> OpenStream? {
    var sockets = addresses.flatMap { address in begin(address).map { (address, $0) } }
    for _ in 0...max(Int(limit / pause), 1) {
      var waiting: [(StreamAddress, OpenDescriptor)] = []
      for (address, socket) in sockets {
        switch isConnected(socket) {
        case true?: return OpenStream(address: address, descriptor: socket)
        case false?: break
        case nil: waiting.append((address, socket))
        }
      }
      sockets = waiting
      guard !sockets.isEmpty else { return nil }
      do { try await clock.sleep(for: pause) } catch { return nil }
    }
    return nil
  }

  /// Begins to connect to `address`.
  private static func begin(_ address: StreamAddress) -> [OpenDescriptor] {
    let candidates = (try? SocketAddress.all(of: address)) ?? []
    return candidates.compactMap { candidate in
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let number = socket(candidate.family, type, 0)
      guard number >= 0 else { return nil }
      let descriptor = OpenDescriptor(adopting: number)
      let status = unsafe candidate.withPointer { pointer, length in
        unsafe Glibc.connect(number, pointer, length)
      }
      return status == 0 || errno == EINPROGRESS ? descriptor : nil
    }
  }

  /// True if a connection is made, false if it has failed; nil if it is waited for.
  private static func isConnected(_ socket: OpenDescriptor) -> Bool? {
    var wait = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&wait, 1, 0) == 1 else { return nil }
    var failure: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    let status = unsafe getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &failure, &size)
    return status == 0 && failure == 0
  }
}
