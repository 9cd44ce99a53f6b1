internal import CMosquitto
internal import Glibc

/// Looks at what a broker has sent before libmosquitto reads it, which gets nothing else.
@safe
struct PacketGate {
  /// What may be done now.
  enum Opening: Hashable, Sendable {
    /// libmosquitto may read, once.
    case open
    /// There is nothing to read.
    case waits
    /// What has come is not to be read at all.
    case shut(MQTTError)
  }

  /// What is spoken.
  let version: MQTTOptions.Version
  /// How many bytes of the socket are worth waking up for.
  private var wanted = 1
  /// Whether a packet has come.
  private var isGreeted = false
  /// Whether libmosquitto has begun with a packet of which only payload is missing.
  private var isInside = false
  /// The first bytes of a packet, taken from the socket before it could be judged: so much had come
  /// that the system takes no more until these are read.
  private var held: [UInt8] = []
  /// What has come in TLS and is not a whole record yet.
  private var record: [UInt8] = []
  /// What has come out of TLS since the last packet that was let through.
  private var plain: [UInt8] = []
  /// How many bytes of that packet's payload are still to come out of TLS.
  private var missing = 0
  /// Where OpenSSL reads from, once the handshake is over; it owns it.
  private var memory: OpaquePointer?

  init(_ version: MQTTOptions.Version) {
    self.version = version
  }

  /// What may be read from `descriptor`, or, where TLS is spoken there, through `ssl`.
  mutating func look(at descriptor: CInt, _ ssl: UnsafeMutableRawPointer?) -> Opening {
    guard let ssl = unsafe ssl else { return look(at: descriptor) }
    return unsafe look(at: descriptor, through: OpaquePointer(ssl))
  }

  /// libmosquitto has reported a packet.
  mutating func finishPacket() { isInside = false }

  /// Whether bytes are kept for libmosquitto.
  var isHolding: Bool { !held.isEmpty }

  /// The bytes that libmosquitto has to get before it reads what follows them on the socket.
  mutating func takeHeld() -> [UInt8] {
    defer { held = [] }
    return held
  }

  // MARK: Without TLS

  /// libmosquitto reads up to the end of a packet at most, so it is let through when all but the
  /// payload is there.
  private mutating func look(at descriptor: CInt) -> Opening {
    guard !isInside else { return .open }
    guard let bytes = beginning(5, at: descriptor) else { return .waits }
    // The end is told by who reads it.
    guard !bytes.isEmpty else { return .open }
    if !isGreeted, bytes.count > 1, 0x15...0x16 ~= bytes[0], bytes[1] == 3 {
      return .shut(.speaksTLS)
    }
    let packet = BrokerPacket(in: bytes, version)
    guard case .incomplete(let count) = packet, count > bytes.count else {
      return pass(packet, of: bytes.count, through: descriptor)
    }
    let more = beginning(count, at: descriptor) ?? bytes
    return pass(BrokerPacket(in: more, version), of: more.count, through: descriptor)
  }

  /// Up to `count` bytes of the next packet; none if there are no more, nil if they may come.
  private func beginning(_ count: Int, at descriptor: CInt) -> [UInt8]? {
    guard !held.isEmpty else { return Self.peek(at: descriptor, count) }
    guard held.count < count else { return held }
    return held + (Self.peek(at: descriptor, count - held.count) ?? [])
  }

  /// Opens for `packet`, of which so many bytes are there.
  private mutating func pass(
    _ packet: BrokerPacket,
    of present: Int,
    through descriptor: CInt
  ) -> Opening {
    switch packet {
    case .sound(let count):
      (isGreeted, isInside) = (true, count > present)
      wake(descriptor, at: 1)
      return .open
    case .incomplete(let count):
      // No more will come, so it stays incomplete.
      if Self.isOver(descriptor) { return .open }
      // Woken before so many are there: the system waits for these to be read.
      if wanted == count - held.count { hold(present - held.count, of: descriptor) }
      wake(descriptor, at: count - held.count)
      return .waits
    case .oversized(let count): return .shut(.lost(words: "the broker sent \(count) bytes"))
    case .unsound: return .shut(.unsound)
    }
  }

  /// Takes so many bytes from the socket.
  private mutating func hold(_ count: Int, of descriptor: CInt) {
    guard count > 0 else { return }
    held += unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe max(0, recv(descriptor, buffer.baseAddress, count, CInt(MSG_DONTWAIT)))
    }
  }

  /// Has the socket count as readable when so many bytes are there, or no more come.
  private mutating func wake(_ descriptor: CInt, at count: Int) {
    guard wanted != count else { return }
    wanted = count
    var count = CInt(count)
    let size = socklen_t(MemoryLayout<CInt>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &count, size)
  }

  /// Up to `count` bytes that have come, left where they are.
  ///
  /// - Returns: None if there are no more, nil if they may come.
  private static func peek(at descriptor: CInt, _ count: Int) -> [UInt8]? {
    var isWaiting = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let flags = CInt(MSG_PEEK | MSG_DONTWAIT)
      let got = unsafe recv(descriptor, buffer.baseAddress, count, flags)
      isWaiting = got < 0 && (errno == EAGAIN || errno == EINTR)
      filled = max(0, got)
    }
    return isWaiting ? nil : bytes
  }

  /// Whether the other side sends nothing more.
  private static func isOver(_ descriptor: CInt) -> Bool {
    let hungUp: CInt = 0x2000  // POLLRDHUP, which is no part of POSIX
    var state = pollfd(fd: descriptor, events: Int16(hungUp), revents: 0)
    return unsafe poll(&state, 1, 0) > 0
  }

  // MARK: With TLS

  /// libmosquitto reads all that a record holds, and may begin with the next; so OpenSSL gets one
  /// record after another, from memory, and what is in it is looked at before.
  private mutating func look(at descriptor: CInt, through ssl: OpaquePointer) -> Opening {
    guard unsafe SSL_in_init(ssl) == 0 else { return .open }
    if unsafe memory == nil {
      unsafe memory = BIO_new(BIO_s_mem())
      unsafe SSL_set0_rbio(ssl, memory)
    }
    while unsafe SSL_pending(ssl) == 0 {
      guard let isFilled = fill(from: descriptor) else { return .open }
      guard isFilled else { return .waits }
      guard let bytes = unsafe Self.peek(through: ssl) else { return .open }
      guard !bytes.isEmpty else { continue }
      let payload = min(missing, bytes.count)
      missing -= payload
      plain += bytes.dropFirst(payload)
      if let error = unsound { return .shut(error) }
    }
    return .open
  }

  /// What is wrong with ``plain``, of which sound packets are dropped; nil if nothing is.
  private var unsound: MQTTError? {
    mutating get {
      while true {
        switch BrokerPacket(in: plain, version) {
        case .sound(let count):
          missing = max(0, count - plain.count)
          plain.removeFirst(count - missing)
        case .incomplete: return nil
        case .oversized(let count): return .lost(words: "the broker sent \(count) bytes")
        case .unsound: return .unsound
        }
      }
    }
  }

  /// Gives OpenSSL the next record; false if it is to be waited for, nil if none comes.
  ///
  /// A record is five bytes, of which the last two are its length, and so many more (RFC 8446,
  /// 5.1).
  private mutating func fill(from descriptor: CInt) -> Bool? {
    let head = 5
    while true {
      let length = record.count < head ? 0 : Int(record[3]) << 8 | Int(record[4])
      let missing = head + length - record.count
      guard missing > 0 else { break }
      guard var bytes = Self.peek(at: descriptor, missing) else { return false }
      guard !bytes.isEmpty else {
        let endCommand: CInt = 130  // BIO_C_SET_BUF_MEM_EOF_RETURN
        _ = unsafe BIO_ctrl(memory, endCommand, 0, nil)
        return nil
      }
      record += bytes
      _ = unsafe recv(descriptor, &bytes, bytes.count, 0)
    }
    _ = unsafe BIO_write(memory, record, CInt(record.count))
    record = []
    return true
  }

  /// What a record holds; nothing if it is no text of the other side, nil if it is the end.
  private static func peek(through ssl: OpaquePointer) -> [UInt8]? {
    var result: CInt = 0
    let largest = 16_384
    ERR_clear_error()
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: largest) { buffer, filled in
      result = unsafe SSL_peek(ssl, buffer.baseAddress, CInt(largest))
      filled = max(0, Int(result))
    }
    let wantsRead: CInt = 2  // SSL_ERROR_WANT_READ
    return unsafe result > 0 || SSL_get_error(ssl, result) == wantsRead ? bytes : nil
  }
}
