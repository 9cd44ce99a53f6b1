internal import DBus
internal import Dispatch
internal import Glibc

/// The daemon's end of a pair of sockets (SEQPACKET, non-blocking) of which a client holds the
/// other.
final class PacketSocket {
  /// The client's end, until it is handed over.
  let remote: UnixDescriptor
  /// The daemon's end, which the source needs open until it is cancelled.
  private let local: UnixDescriptor
  private let source: any DispatchSourceRead
  private var isReading = true

  /// The longest packet that is read; a longer one is too long for every link.
  private static let longestPacket = 1_024

  /// Makes the pair; `nil` when the system has no more descriptors.
  ///
  /// - Parameters:
  ///   - onPacket: Hears of each packet that the client writes, in order.
  ///   - onEnd: Hears when the client has closed its end.
  init?(
    onPacket: @escaping @Sendable ([UInt8]) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) {
    var ends: [CInt] = [-1, -1]
    let type =
      CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    let local = UnixDescriptor(adopting: ends[0])
    self.local = local
    remote = UnixDescriptor(adopting: ends[1])
    source = DispatchSource.makeReadSource(fileDescriptor: ends[0])
    source.setEventHandler { [source] in
      if local.withDescriptor({ Self.drain($0, onPacket) }) ?? false { return }
      source.cancel()
      onEnd()
    }
    source.setCancelHandler {
      // The number may not be another file's before the source has let go of it.
      withExtendedLifetime(local) {}
    }
    source.resume()
  }

  deinit {
    // Dispatch lets nobody drop a source that is suspended.
    if !isReading { source.resume() }
  }

  /// Leaves what the client writes where it is from now on.
  func stopReading() {
    guard isReading else { return }
    isReading = false
    source.suspend()
  }

  /// Reads all that is there; says whether there can be more later.
  private static func drain(_ number: CInt, _ onPacket: ([UInt8]) -> Void) -> Bool {
    while true {
      var buffer = [UInt8](repeating: 0, count: longestPacket)
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(number, bytes.baseAddress, bytes.count, 0)
      }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      // What is longer than the buffer is cut here, and still too long for any link.
      onPacket(Array(buffer.prefix(count)))
    }
  }

  /// Forgets the client's end, which has been sent.
  func handOver() {
    guard let descriptor = remote.release() else { return }
    Glibc.close(descriptor)
  }

  /// Writes a packet; one that does not fit is lost, as in `gatt-client.c: notify_io_cb`.
  func write(_ bytes: [UInt8]) {
    _ = local.withDescriptor { number in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
    }
  }

  /// Ends the socket: the client reads what is left, and then the end.
  func close() {
    _ = local.withDescriptor { shutdown($0, CInt(SHUT_RDWR)) }
    source.cancel()
  }
}
