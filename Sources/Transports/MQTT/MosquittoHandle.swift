internal import CMosquitto
internal import Glibc

/// Owns one client of libmosquitto, which is used as codec and transport only: nothing of it runs
/// on a thread of its own, and nothing but the look-up of a name blocks.
@safe
struct MosquittoHandle: ~Copyable {
  /// What it has reported.
  let reports = MosquittoReports()
  private let pointer: OpaquePointer
  private var gate: PacketGate

  /// The library, set up once; it writes into sockets that the other side may have closed.
  private static let library: Void = {
    _ = signal(SIGPIPE, SIG_IGN)
    mosquitto_lib_init()
  }()

  /// A client that is not connected, and speaks this version.
  init(clientID: String, _ version: MQTTOptions.Version) throws(MQTTError) {
    _ = Self.library
    gate = PacketGate(version)
    let context = unsafe Unmanaged.passUnretained(reports).toOpaque()
    guard let pointer = unsafe mosquitto_new(clientID, true, context) else {
      throw .invalidText(clientID)
    }
    unsafe self.pointer = pointer
    unsafe reports.attach(to: pointer)
  }

  deinit {
    unsafe mosquitto_destroy(pointer)
  }

  /// Takes over how to connect; to be called once.
  borrowing func configure(_ options: MQTTOptions) throws(MQTTError) {
    let version = gate.version
    unsafe mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, version.rawValue)
    unsafe mosquitto_int_option(pointer, MOSQ_OPT_TCP_NODELAY, 1)
    if let (user, password) = options.credentials {
      guard unsafe mosquitto_username_pw_set(pointer, user, password) == 0 else {
        throw .invalidText(user)
      }
    }
    if let will = options.will { try set(will) }
    if options.broker.scheme == .secure { try useTLS(options.certificates) }
  }

  private borrowing func set(_ will: MQTTOptions.Message) throws(MQTTError) {
    let count = CInt(will.payload.count)
    let status = unsafe mosquitto_will_set(pointer, will.topic, count, will.payload, 0, false)
    guard status == 0 else { throw .invalidText(will.topic) }
  }

  private borrowing func useTLS(_ certificates: String?) throws(MQTTError) {
    let status =
      if let certificates {
        unsafe mosquitto_tls_set(pointer, certificates, nil, nil, nil, nil)
      } else {
        unsafe mosquitto_int_option(pointer, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
      }
    guard status == 0 else {
      throw .insecure(words: Self.words(CInt(status)))
    }
  }

  /// Begins to connect; the answer is a report.
  ///
  /// - Returns: What libmosquitto says, and why the socket is not connected, if that is known yet.
  borrowing func connect(
    to broker: BrokerAddress,
    keepAlive: CInt
  ) -> (status: CInt, connectError: String?) {
    errno = 0
    let status = unsafe mosquitto_connect_bind_async(
      pointer,
      broker.host,
      CInt(broker.port),
      keepAlive,
      nil
    )
    // On this computer it is known at once, and told to who writes first, which is OpenSSL.
    let reason = Self.connectError(errno)
    // Programs that are started meanwhile would keep the connection open when this one has ended.
    if let descriptor { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (status, reason)
  }

  /// The socket, if there is one.
  var descriptor: CInt? {
    let number = unsafe mosquitto_socket(pointer)
    return number >= 0 ? number : nil
  }

  /// Whether the other side has ended the connection, and there is nothing left to read.
  var isHungUpOn: Bool {
    guard let descriptor else { return false }
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN
  }

  /// Why the socket is not connected, in words of the system; nil while that may still be, and once
  /// it was.
  var connectError: String? {
    guard let descriptor else { return nil }
    var number: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else {
      return nil
    }
    return Self.connectError(number)
  }

  private static func connectError(_ number: CInt) -> String? {
    guard [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT].contains(number) else { return nil }
    return unsafe String(cString: strerror(number))
  }

  /// Whether something waits for the socket to take more.
  var wantsToWrite: Bool { unsafe mosquitto_want_write(pointer) }

  /// Whether what has come may be read; to be asked before each ``read()``.
  mutating func look() -> PacketGate.Opening {
    guard let descriptor else { return .open }
    return unsafe gate.look(at: descriptor, mosquitto_ssl_get(pointer))
  }

  /// Whether it has taken the beginning of a packet from the socket, and not read it yet.
  var isHolding: Bool { gate.isHolding }

  /// Reads what has come.
  mutating func read() -> CInt {
    let held = gate.takeHeld()
    if !held.isEmpty {
      let status = read(held)
      guard status == 0 else { return status }
    }
    let status = unsafe mosquitto_loop_read(pointer, 1)
    if !reports.isEmpty { gate.finishPacket() }
    return status
  }

  /// Has libmosquitto read `bytes`, the beginning of a packet, in place of what is in the socket.
  ///
  /// It reads from the number of its descriptor, which another socket has meanwhile.
  private borrowing func read(_ bytes: [UInt8]) -> CInt {
    var pair: (CInt, CInt) = (-1, -1)
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let isMade = unsafe withUnsafeMutableBytes(of: &pair) { ends in
      unsafe socketpair(AF_UNIX, kind, 0, ends.bindMemory(to: CInt.self).baseAddress) == 0
    }
    guard isMade, let descriptor else { return CInt(MOSQ_ERR_ERRNO.rawValue) }
    let socket = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    defer { for end in [pair.0, pair.1, socket] { close(end) } }
    guard socket >= 0, dup2(pair.0, descriptor) >= 0 else { return CInt(MOSQ_ERR_ERRNO.rawValue) }
    _ = unsafe Glibc.write(pair.1, bytes, bytes.count)
    let status = unsafe mosquitto_loop_read(pointer, 1)
    dup2(socket, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return status
  }

  /// Writes what waits.
  borrowing func write() -> CInt { unsafe mosquitto_loop_write(pointer, 1) }

  /// Lets the broker hear from this client, if that is due.
  borrowing func tend() -> CInt { unsafe mosquitto_loop_misc(pointer) }

  /// Asks for all that is published at `filter`; the answer is a report of this number.
  borrowing func subscribe(_ filter: String) -> (status: CInt, request: CInt) {
    var request: CInt = 0
    let status = unsafe mosquitto_subscribe_v5(pointer, &request, filter, 0, 0, nil)
    return (status, request)
  }

  /// Asks for it no more; the answer is a report of this number.
  borrowing func unsubscribe(_ filter: String) -> (status: CInt, request: CInt) {
    var request: CInt = 0
    let status = unsafe mosquitto_unsubscribe_v5(pointer, &request, filter, nil)
    return (status, request)
  }

  /// Publishes `message` to those who listen now.
  borrowing func publish(_ message: MQTTOptions.Message) -> CInt {
    let count = CInt(message.payload.count)
    return unsafe mosquitto_publish_v5(
      pointer,
      nil,
      message.topic,
      count,
      message.payload,
      0,
      false,
      nil
    )
  }

  /// Says goodbye, so that the last will is not published.
  borrowing func disconnect() {
    unsafe mosquitto_disconnect_v5(pointer, 0, nil)
  }

  /// What libmosquitto says of a reason of MQTT 5.
  static func reason(_ number: CInt) -> String {
    unsafe String(cString: mosquitto_reason_string(number))
  }

  /// Whether libmosquitto's number only says that the other side has ended the connection; the
  /// system has no reason where it has just hung up.
  static func isReset(_ status: CInt) -> Bool {
    status == MOSQ_ERR_ERRNO.rawValue && [0, ECONNRESET, EPIPE].contains(errno)
  }

  /// What libmosquitto says of one of its numbers.
  static func words(_ status: CInt) -> String {
    guard status != MOSQ_ERR_ERRNO.rawValue else {
      return unsafe String(cString: strerror(errno))
    }
    let sentence = unsafe String(cString: mosquitto_strerror(status))
    return sentence.last == "." ? String(sentence.dropLast()) : sentence
  }
}
