internal import CMosquitto
internal import Dispatch
public import QueueExecutor

/// One connection to a broker, from its beginning to its end; who wants another one opens another.
///
/// What is published goes once at most (quality of service 0), and nothing is kept at the broker.
public actor MQTTClient {
  /// What a client tells.
  public enum Event: Hashable, Sendable {
    /// Something was published at a topic that was asked for.
    case message(MQTTOptions.Message)
    /// The connection is lost; nothing follows.
    case lost(MQTTError)
  }

  /// How many messages may wait for the broker to take them; one of ours has some hundred bytes.
  public static let mostWaiting = 256

  private typealias Answer = CheckedContinuation<Result<Void, MQTTError>, Never>

  private let queueExecutor: QueueExecutor
  private let options: MQTTOptions
  private let handle: MosquittoHandle
  private let deliver: @Sendable (Event) -> Void
  private var watch: SocketWatch?
  private var timer: (any DispatchSourceTimer)?
  /// Who waits for the connection, and until when.
  private var opening: (answer: Answer, until: ContinuousClock.Instant)?
  /// Who waits for the answer to a request, by its number.
  private var requests: [CInt: (answer: Answer, topic: String)] = [:]
  /// How many messages were published so far.
  private var publishedCount = 0
  /// Why no connection came about, if the system has said so already when it was asked for.
  private var connectFailure: String?
  private var isOpen = false
  private var isClosed = false

  /// How long a packet of MQTT may be that the broker takes, in bytes; nil if it did not say so, as
  /// no broker does in MQTT 3.1.1.
  public private(set) var maximumPacketSize: Int?

  /// The version of MQTT that is spoken.
  public nonisolated let version: MQTTOptions.Version

  /// The queue of this client.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// Connects to a broker.
  ///
  /// - Parameters:
  ///   - options: To which one, and how.
  ///   - executor: Where the connection lives; several may share one.
  ///   - deliver: Is called with all that happens, in order, on that queue, and must not wait.
  /// - Returns: A client that the broker has let in.
  /// - Throws: ``MQTTError``.
  public static func open(
    _ options: MQTTOptions,
    on executor: QueueExecutor,
    deliver: @escaping @Sendable (Event) -> Void
  ) async throws(MQTTError) -> MQTTClient {
    do throws(MQTTError) {
      let client = try MQTTClient(options, options.version, executor, deliver)
      try await client.connect()
      return client
    } catch .otherVersion where options.version == .five {
      let client = try MQTTClient(options, .three, executor, deliver)
      try await client.connect()
      return client
    }
  }

  private init(
    _ options: MQTTOptions,
    _ version: MQTTOptions.Version,
    _ executor: QueueExecutor,
    _ deliver: @escaping @Sendable (Event) -> Void
  ) throws(MQTTError) {
    handle = try MosquittoHandle(clientID: options.clientID)
    try handle.configure(options, version)
    self.options = options
    self.version = version
    queueExecutor = executor
    self.deliver = deliver
  }

  // MARK: The connection

  private func connect() async throws(MQTTError) {
    // What is answered at once finds who waits for it: nothing may come in between.
    try await withCheckedContinuation { answer in
      opening = (answer, .now + options.answerLimit)
      begin()
    }.get()
    isOpen = true
    schedule(every: max(1, Int(options.keepAlive) / 4))
  }

  /// Begins to connect; ``opening`` hears of the end.
  private func begin() {
    let (status, reason) = handle.connect(to: options.broker, keepAlive: options.keepAlive)
    connectFailure = reason
    guard status == 0, let descriptor = handle.descriptor else { return end(failure(status)) }
    watch = SocketWatch(
      descriptor,
      on: queueExecutor,
      canRead: { [weak self] in self?.assumeIsolated { $0.read() } },
      canWrite: { [weak self] in self?.assumeIsolated { $0.write() } }
    )
    let timer = DispatchSource.makeTimerSource(queue: queueExecutor.queue)
    timer.setEventHandler(
      handler: DispatchWorkItem { [weak self] in self?.assumeIsolated { $0.tend() } }
    )
    self.timer = timer
    schedule(every: 1)
    timer.resume()
    watchWriting()
  }

  /// Tends to the connection at this interval, in seconds.
  private func schedule(every seconds: Int) {
    timer?.schedule(
      deadline: .now() + .seconds(seconds),
      repeating: .seconds(seconds),
      leeway: .milliseconds(200)
    )
  }

  /// Reads as long as there is something, but lets others on the queue have their turn.
  private func read() {
    watch?.acknowledgeAtOnce()
    if let error = connectError { return end(error) }
    for _ in 0..<16 {
      let status = handle.read()
      let reports = handle.reports.take()
      for report in reports { take(report) }
      guard status == 0 else { return end(failure(status)) }
      if reports.isEmpty || isClosed { break }
    }
    // libmosquitto takes a reset in the middle of a handshake for one that goes on.
    if opening != nil, options.broker.scheme == .secure, handle.isHungUpOn {
      if let connectFailure { return end(.unreachable(words: connectFailure)) }
      return end(.noTLS(words: handle.reports.complaint ?? "the connection was reset"))
    }
    watchWriting()
  }

  /// Why no connection came about on which TLS could begin; libmosquitto takes it for a failure of
  /// TLS.
  private var connectError: MQTTError? {
    guard opening != nil, options.broker.scheme == .secure else { return nil }
    return handle.connectError.map { .unreachable(words: $0) }
  }

  private func write() {
    if let error = connectError { return end(error) }
    let status = handle.write()
    for report in handle.reports.take() { take(report) }
    guard status == 0 else { return end(failure(status)) }
    watchWriting()
  }

  private func tend() {
    if let opening, opening.until <= .now {
      return end(.noAnswer(after: options.answerLimit))
    }
    let status = handle.tend()
    for report in handle.reports.take() { take(report) }
    guard status == 0 else { return end(failure(status)) }
    watchWriting()
  }

  private func watchWriting() {
    watch?.watchesWriting = handle.wantsToWrite
  }

  private func take(_ report: MosquittoReports.Report) {
    switch report {
    case .answered(let reason, let size):
      maximumPacketSize = size
      takeAnswer(reason)
    case .subscribed(let request, let reasons):
      // 0 to 2 are qualities of service, 128 and above are refusals.
      finish(request, isGranted: reasons.allSatisfy { $0 < 0x80 })
    case .unsubscribed(let request):
      finish(request, isGranted: true)
    case .message(let topic, let payload):
      if !isClosed { deliver(.message(MQTTOptions.Message(topic: topic, payload: payload))) }
    case .oversized(let bytes):
      end(.lost(words: "the broker sent \(bytes) bytes"))
    case .ended(let reason): end(Self.leave(reason) ?? failure(reason))
    }
  }

  private func takeAnswer(_ reason: CInt) {
    guard reason == 0 else { return end(Self.refusal(reason)) }
    opening?.answer.resume(returning: .success(()))
    opening = nil
  }

  private func finish(_ request: CInt, isGranted: Bool) {
    guard let (answer, topic) = requests.removeValue(forKey: request) else { return }
    answer.resume(returning: isGranted ? .success(()) : .failure(.forbidden(topic: topic)))
  }

  /// Ends the connection, and tells all who wait for something.
  private func end(_ error: MQTTError) {
    guard !isClosed else { return }
    isClosed = true
    watch?.cancel()
    watch = nil
    timer?.cancel()
    timer = nil
    opening?.answer.resume(returning: .failure(error))
    opening = nil
    for request in requests.values { request.answer.resume(returning: .failure(error)) }
    requests = [:]
    if isOpen { deliver(.lost(error)) }
  }

  // MARK: What went wrong

  /// What a number of libmosquitto means.
  private func failure(_ status: CInt) -> MQTTError {
    let words = MosquittoHandle.words(status)
    if status == MOSQ_ERR_EAI.rawValue { return .unknownHost(options.broker.host) }
    if [MOSQ_ERR_TLS.rawValue, MOSQ_ERR_TLS_HANDSHAKE.rawValue].contains(status) {
      return insecurity(handle.reports.complaint ?? words)
    }
    guard !isOpen else { return .lost(words: words) }
    if [MOSQ_ERR_CONN_REFUSED.rawValue, MOSQ_ERR_ERRNO.rawValue].contains(status) {
      return .unreachable(words: words)
    }
    // A broker that has no MQTT 5 may just hang up.
    let mayBeVersion = status == MOSQ_ERR_CONN_LOST.rawValue && version == .five
    return mayBeVersion ? .otherVersion : .lost(words: words)
  }

  /// What OpenSSL means; an end that it did not expect is only that.
  private func insecurity(_ words: String) -> MQTTError {
    words.contains("unexpected eof") ? .noTLS(words: words) : .insecure(words: words)
  }

  /// The reasons with which a broker sends away whom it does not want.
  private static let removals = [
    MQTT_RC_NOT_AUTHORIZED, MQTT_RC_BANNED, MQTT_RC_ADMINISTRATIVE_ACTION,
  ]
  .map(\.rawValue)

  /// What a broker means that ends a connection with a reason; nil if that is no reason of MQTT 5,
  /// but a number of libmosquitto's own, which are below those.
  private static func leave(_ reason: CInt) -> MQTTError? {
    let number = UInt32(bitPattern: reason)
    guard number != MQTT_RC_SESSION_TAKEN_OVER.rawValue else { return .takenOver }
    let firstReason: CInt = 0x80
    guard reason >= firstReason else { return nil }
    let words = MosquittoHandle.reason(reason)
    return removals.contains(number)
      ? .removed(reason: reason, words: words) : .ended(reason: reason, words: words)
  }

  /// What the numbers 1 to 5 of MQTT 3.1.1 are in MQTT 5.
  private static let oldReasons = [
    MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION, MQTT_RC_CLIENTID_NOT_VALID, MQTT_RC_SERVER_UNAVAILABLE,
    MQTT_RC_BAD_USERNAME_OR_PASSWORD, MQTT_RC_NOT_AUTHORIZED,
  ]

  /// What a broker means that does not let this client in, by the numbers of MQTT 3.1.1 and 5.
  private static func refusal(_ reason: CInt) -> MQTTError {
    let isOld = 1...CInt(oldReasons.count) ~= reason
    let number = isOld ? oldReasons[Int(reason) - 1].rawValue : UInt32(bitPattern: reason)
    let known = CInt(bitPattern: number)
    switch number {
    case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue: return .otherVersion
    case MQTT_RC_NOT_AUTHORIZED.rawValue, MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue:
      return .notAuthorized
    case MQTT_RC_BANNED.rawValue:
      return .removed(reason: known, words: MosquittoHandle.reason(known))
    default: return .refused(reason: known, words: MosquittoHandle.reason(known))
    }
  }

  // MARK: What the owner does

  /// Asks for all that is published at topics that fit `filter`; returns when the broker agrees.
  public func subscribe(_ filter: String) async throws(MQTTError) {
    try await ask(filter) { $0.handle.subscribe(filter) }
  }

  /// Asks for it no more; returns when the broker has agreed.
  public func unsubscribe(_ filter: String) async throws(MQTTError) {
    try await ask(filter) { $0.handle.unsubscribe(filter) }
  }

  private func ask(
    _ topic: String,
    _ request: (isolated MQTTClient) -> (status: CInt, request: CInt)
  ) async throws(MQTTError) {
    guard isOpen, !isClosed else { throw .notConnected }
    // The answer may come before anything else is done here.
    try await withCheckedContinuation { (answer: Answer) in
      let (status, number) = request(self)
      guard status == 0 else {
        answer.resume(returning: .failure(self.status(status, topic)))
        return
      }
      requests[number] = (answer, topic)
      watchWriting()
    }.get()
  }

  /// Publishes `payload` to those who listen at `topic` now; does not wait for the broker.
  ///
  /// - Throws: ``MQTTError/full`` when ``mostWaiting`` messages wait for the broker.
  public func publish(_ payload: [UInt8], at topic: String) throws(MQTTError) {
    guard isOpen, !isClosed else { throw .notConnected }
    guard publishedCount - handle.reports.published < Self.mostWaiting else { throw .full }
    let status = handle.publish(MQTTOptions.Message(topic: topic, payload: payload))
    guard status == 0 else { throw self.status(status, topic) }
    publishedCount += 1
    watchWriting()
  }

  private func status(_ status: CInt, _ topic: String) -> MQTTError {
    if status == MOSQ_ERR_OVERSIZE_PACKET.rawValue, let maximumPacketSize {
      return .tooLarge(limit: maximumPacketSize)
    }
    if [MOSQ_ERR_INVAL.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue].contains(status) {
      return .invalidText(topic)
    }
    return status == MOSQ_ERR_NO_CONN.rawValue ? .notConnected : failure(status)
  }

  /// Says goodbye and ends the connection; nothing is told any more.
  public func close() {
    guard !isClosed else { return }
    isOpen = false
    handle.disconnect()
    _ = handle.write()
    end(.notConnected)
  }
}
