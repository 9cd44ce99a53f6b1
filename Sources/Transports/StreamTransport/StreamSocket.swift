internal import Dispatch
internal import Glibc

/// One connection, on the queue of its transport and nowhere else.
final class StreamSocket {
  /// The number of bytes that may wait for the other side to read; what is more gets lost, as on a
  /// radio, and is said again by the session.
  static let mostWaiting = 65_536

  /// The number of bytes that are read at a time.
  private static let chunk = 16_384

  private let descriptor: OpenDescriptor
  private let queue: DispatchQueue
  private let reading: any DispatchSourceRead
  private var writing: (any DispatchSourceWrite)?
  private var codec: any StreamCodec
  private var waiting: ArraySlice<UInt8> = []
  private var endsWhenWritten = false
  private let canWrite: @Sendable () -> Void

  /// A connection whose descriptor does not block.
  ///
  /// - Parameters:
  ///   - descriptor: The socket.
  ///   - codec: The meaning of its bytes.
  ///   - queue: Where the two closures are called.
  ///   - canRead: Something has come: ``read()`` is due.
  ///   - canWrite: There is room again: ``writeWaiting()`` is due.
  init(
    _ descriptor: OpenDescriptor,
    as codec: any StreamCodec,
    on queue: DispatchQueue,
    canRead: @escaping @Sendable () -> Void,
    canWrite: @escaping @Sendable () -> Void
  ) {
    self.descriptor = descriptor
    self.codec = codec
    self.queue = queue
    self.canWrite = canWrite
    var on: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    // A move is one small packet, and the next one is waited for.
    _ = unsafe setsockopt(descriptor.number, CInt(IPPROTO_TCP), TCP_NODELAY, &on, size)
    reading = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
    reading.setEventHandler(handler: DispatchWorkItem(block: canRead))
    reading.setCancelHandler(handler: DispatchWorkItem { withExtendedLifetime(descriptor) {} })
    reading.resume()
  }

  /// All packets that have come whole; nil when the other side has hung up, is none of ours, or
  /// asks for more than it reads.
  func read() -> [[UInt8]]? {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    let count = unsafe recv(descriptor.number, &buffer, buffer.count, 0)
    guard count != 0 else { return nil }
    guard count > 0 else { return errno == EAGAIN || errno == EINTR ? [] : nil }
    guard !endsWhenWritten else { return [] }
    guard let input = try? codec.read(buffer[..<count]) else { return nil }
    endsWhenWritten = input.isLast
    if !input.answer.isEmpty {
      guard waiting.count <= Self.mostWaiting, writeRaw(input.answer) else { return nil }
    }
    return input.packets
  }

  /// Sends `packet`, or as much of it as there is room for now; the rest waits.
  ///
  /// - Returns: Whether the connection stands.
  func write(_ packet: [UInt8]) -> Bool {
    guard waiting.count <= Self.mostWaiting else { return true }
    return writeRaw(codec.framed(packet))
  }

  /// Sends bytes as they are.
  @discardableResult
  func writeRaw(_ bytes: [UInt8]) -> Bool {
    waiting += bytes
    return writing != nil || writeWaiting()
  }

  /// Sends as much of what waits as there is room for.
  ///
  /// - Returns: Whether the connection stands.
  func writeWaiting() -> Bool {
    while !waiting.isEmpty {
      let count = unsafe waiting.withUnsafeBytes { bytes in
        unsafe send(descriptor.number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
      if count > 0 {
        waiting.removeFirst(count)
      } else if errno == EAGAIN {
        watchWriting()
        return true
      } else if errno != EINTR {
        return false
      }
    }
    writing?.cancel()
    writing = nil
    // The other side reads all of it, and hangs up.
    if endsWhenWritten { _ = shutdown(descriptor.number, CInt(SHUT_WR)) }
    return true
  }

  private func watchWriting() {
    guard writing == nil else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
    let descriptor = descriptor
    source.setEventHandler(handler: DispatchWorkItem(block: canWrite))
    source.setCancelHandler(handler: DispatchWorkItem { withExtendedLifetime(descriptor) {} })
    source.resume()
    writing = source
  }

  /// Hangs up; what waits is lost.
  func close() {
    reading.cancel()
    writing?.cancel()
    writing = nil
    _ = shutdown(descriptor.number, CInt(SHUT_RDWR))
  }
}
