internal import Dispatch
internal import Glibc
internal import MatchProtocol

/// One connection, on the queue of its transport and nowhere else.
final class StreamSocket {
  /// The number of bytes that may wait for the other side to read; what is more gets lost, as on a
  /// radio, and is said again by the session.
  static let mostWaiting = 65_536

  /// The same for a peer to which long packets go: what a session has on the way, which it has
  /// proven itself for.
  private static let mostWaitingLong = 2 << 20

  /// The number of bytes that are read at a time.
  static let chunk = 131_072

  private let descriptor: OpenDescriptor
  private let queue: DispatchQueue
  private let reading: any DispatchSourceRead
  private var writing: (any DispatchSourceWrite)?
  private var codec: any StreamCodec
  /// What there was no room for yet: packets behind what goes before them.
  private var waiting: [(header: [UInt8], packet: [UInt8])] = []
  /// The number of bytes that wait.
  private var waitingBytes = 0
  /// The number of bytes of the first one that are sent.
  private var sentOfFirst = 0
  private var mostWaiting = StreamSocket.mostWaiting
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
  ///
  /// `buffer` of ``chunk`` bytes is for the time of the call.
  func read(by buffer: inout [UInt8]) -> [[UInt8]]? {
    let count = unsafe recv(descriptor.number, &buffer, buffer.count, 0)
    guard count != 0 else { return nil }
    guard count > 0 else { return errno == EAGAIN || errno == EINTR ? [] : nil }
    guard !endsWhenWritten else { return [] }
    guard let input = try? codec.read(buffer[..<count]) else { return nil }
    endsWhenWritten = input.isLast
    if !input.answer.isEmpty {
      guard waitingBytes <= mostWaiting, writeRaw(input.answer) else { return nil }
    }
    return input.packets
  }

  /// Sends `packet`, or as much of it as there is room for now; the rest waits.
  ///
  /// - Returns: Whether the connection stands.
  func write(_ packet: [UInt8]) -> Bool {
    if packet.count > PacketSize.largest { mostWaiting = Self.mostWaitingLong }
    guard waitingBytes <= mostWaiting else { return true }
    guard let header = codec.header(of: packet) else { return writeRaw(codec.framed(packet)) }
    return write(header, packet)
  }

  /// Sends bytes as they are.
  @discardableResult
  func writeRaw(_ bytes: [UInt8]) -> Bool { write([], bytes) }

  private func write(_ header: [UInt8], _ packet: [UInt8]) -> Bool {
    waiting.append((header, packet))
    waitingBytes += header.count + packet.count
    return writing != nil || writeWaiting()
  }

  /// Sends as much of what waits as there is room for.
  ///
  /// - Returns: Whether the connection stands.
  func writeWaiting() -> Bool {
    var done = 0
    defer { waiting.removeFirst(done) }
    while done < waiting.count {
      let (header, packet) = waiting[done]
      let count = transmit(
        header.dropFirst(sentOfFirst),
        packet.dropFirst(max(0, sentOfFirst - header.count))
      )
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { return false }
        watchWriting()
        return true
      }
      (sentOfFirst, waitingBytes) = (sentOfFirst + count, waitingBytes - count)
      if sentOfFirst == header.count + packet.count { (done, sentOfFirst) = (done + 1, 0) }
    }
    writing?.cancel()
    writing = nil
    // The other side reads all of it, and hangs up.
    if endsWhenWritten { _ = shutdown(descriptor.number, CInt(SHUT_WR)) }
    return true
  }

  /// Sends as much of `header` and `packet` as there is room for, without a copy of them.
  ///
  /// - Returns: The number of bytes; less than 0 after an error.
  private func transmit(_ header: ArraySlice<UInt8>, _ packet: ArraySlice<UInt8>) -> Int {
    unsafe header.withUnsafeBytes { header in
      unsafe packet.withUnsafeBytes { packet in
        var parts = unsafe [Self.vector(header), Self.vector(packet)]
        return unsafe parts.withUnsafeMutableBufferPointer { parts in
          var message = unsafe msghdr()
          unsafe message.msg_iov = parts.baseAddress
          unsafe message.msg_iovlen = parts.count
          return unsafe sendmsg(descriptor.number, &message, CInt(MSG_NOSIGNAL))
        }
      }
    }
  }

  private static func vector(_ bytes: UnsafeRawBufferPointer) -> iovec {
    unsafe iovec(
      iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
      iov_len: bytes.count
    )
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
