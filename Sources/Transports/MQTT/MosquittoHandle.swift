internal import CMosquitto
internal import Glibc

/// Owns one client of libmosquitto, which is used as codec and transport only: nothing of it runs
/// on a thread of its own, and nothing but the look-up of a name blocks.
@safe
struct MosquittoHandle: ~Copyable {
  /// The reports of the library.
  let reports = MosquittoReports()
  private let pointer: OpaquePointer

  /// The library, set up once; it writes into sockets that the other side may have closed.
  private static let library: Void = {
    _ = signal(SIGPIPE, SIG_IGN)
    mosquitto_lib_init()
  }()

  /// A client that is not connected; it speaks MQTT 3.1.1.
  init(clientID: String) throws(MQTTError) {
    _ = Self.library
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

  /// True if the other side has ended the connection, and there is nothing left to read.
  var isHungUpOn: Bool {
    guard let descriptor else { return false }
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN
  }

  /// The reason why the socket is not connected, in words of the system; nil while that may still
  /// be, and once it was.
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

  /// True if something waits for the socket to take more.
  var wantsToWrite: Bool { unsafe mosquitto_want_write(pointer) }

  /// The error of the first bytes that have come, if they begin no answer to a greeting.
  ///
  /// libmosquitto would wait for the rest of what it takes for a long packet.
  var greetingError: MQTTError? {
    guard let descriptor else { return nil }
    var bytes: [UInt8] = [0, 0]
    let count = unsafe recv(descriptor, &bytes, bytes.count, CInt(MSG_PEEK | MSG_DONTWAIT))
    guard count > 0, bytes[0] != 0x20 else { return nil }
    // A record of TLS (RFC 8446, section 5.1).
    return 0x15...0x16 ~= bytes[0] && bytes[1] == 3 ? .speaksTLS : .unsound
  }

  /// True if TLS has more to read that the socket says nothing of.
  var hasPending: Bool {
    guard let ssl = unsafe mosquitto_ssl_get(pointer) else { return false }
    return unsafe SSL_pending(OpaquePointer(ssl)) > 0
  }

  /// Reads one packet, or the part of it that has come.
  borrowing func read() -> CInt { unsafe mosquitto_loop_read(pointer, 1) }

  /// Writes what waits.
  borrowing func write() -> CInt { unsafe mosquitto_loop_write(pointer, 1) }

  /// Lets the broker hear from this client, if that is due.
  borrowing func tend() -> CInt { unsafe mosquitto_loop_misc(pointer) }

  /// Asks for all that is published at `filter`; the answer is a report of this number.
  borrowing func subscribe(_ filter: String) -> (status: CInt, request: CInt) {
    var request: CInt = 0
    let status = unsafe mosquitto_subscribe(pointer, &request, filter, 0)
    return (status, request)
  }

  /// Asks for it no more; the answer is a report of this number.
  borrowing func unsubscribe(_ filter: String) -> (status: CInt, request: CInt) {
    var request: CInt = 0
    let status = unsafe mosquitto_unsubscribe(pointer, &request, filter)
    return (status, request)
  }

  /// Publishes `message` to those who listen now.
  borrowing func publish(_ message: MQTTOptions.Message) -> CInt {
    let count = CInt(message.payload.count)
    return unsafe mosquitto_publish(pointer, nil, message.topic, count, message.payload, 0, false)
  }

  /// Publishes `message` to those who listen now and later; the answer is a report of this number.
  ///
  /// It comes once at least (quality of service 1).
  borrowing func keep(_ message: MQTTOptions.Message) -> (status: CInt, request: CInt) {
    var request: CInt = 0
    let count = CInt(message.payload.count)
    let status = unsafe mosquitto_publish(
      pointer,
      &request,
      message.topic,
      count,
      message.payload,
      1,
      true
    )
    return (status, request)
  }

  /// Says goodbye, so that the last will is not published.
  borrowing func disconnect() {
    unsafe mosquitto_disconnect(pointer)
  }

  /// The text of libmosquitto for a code with which a broker refuses a connection.
  static func refusal(_ number: CInt) -> String {
    let words = unsafe String(cString: mosquitto_connack_string(number))
    return String(words.trimmingPrefix("Connection Refused: ").prefix { $0 != "." })
  }

  /// True if libmosquitto's number only says that the other side has ended the connection; the
  /// system has no reason where it has just hung up.
  static func isReset(_ status: CInt) -> Bool {
    status == MOSQ_ERR_ERRNO.rawValue && [0, ECONNRESET, EPIPE].contains(errno)
  }

  /// The text of libmosquitto for one of its numbers.
  static func words(_ status: CInt) -> String {
    guard status != MOSQ_ERR_ERRNO.rawValue else {
      return unsafe String(cString: strerror(errno))
    }
    let sentence = unsafe String(cString: mosquitto_strerror(status))
    return sentence.last == "." ? String(sentence.dropLast()) : sentence
  }
}
