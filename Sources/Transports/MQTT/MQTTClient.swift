internal import CMosquitto
internal import Dispatch
public import QueueExecutor

/// One connection to a broker, from its beginning to its end; who wants another one opens another.
///
/// It speaks MQTT 3.1.1. What is published goes once at most (quality of service 0), and nothing is
/// kept at the broker but what ``keep(_:)`` leaves there.
public actor MQTTClient {
  /// An event of a client.
  public enum Event: Hashable, Sendable {
    /// Something was published at a topic that was asked for.
    case message(MQTTOptions.Message)
    /// The connection is lost; nothing follows.
    case lost(MQTTError)
  }

  /// The number of messages that may wait for the broker to take them; one of ours has some hundred
  /// bytes.
  public static let mostWaiting = 256

  private typealias Answer = CheckedContinuation<Result<Void, MQTTError>, Never>

  private let queueExecutor: QueueExecutor
  let options: MQTTOptions
  var handle: MosquittoHandle
  private let deliver: @Sendable (Event) -> Void
  private var watch: SocketWatch?
  private var timer: (any DispatchSourceTimer)?
  /// The continuation that waits for the connection, and its time limit.
  private var opening: (answer: Answer, until: ContinuousClock.Instant)?
  /// The continuations that wait for the answer to a request, by its number.
  private var requests: [CInt: Request] = [:]
  /// The number of messages that were published so far.
  private var publishedCount = 0
  /// The reason why no connection came about, if the system has said so already when it was asked
  /// for.
  private var connectFailure: String?
  var isOpen = false
  /// True if its owner does not know yet that the broker has let it in.
  private var isNew = true
  /// The reason why the connection has ended, if it has.
  private var outcome: MQTTError?
  private var isClosed: Bool { outcome != nil }

  /// A request to the broker.
  private struct Request {
    let answer: Answer
    let topic: String
    let until: ContinuousClock.Instant
  }

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
    let client = try MQTTClient(options, executor, deliver)
    try await client.connect()
    return client
  }

  private init(
    _ options: MQTTOptions,
    _ executor: QueueExecutor,
    _ deliver: @escaping @Sendable (Event) -> Void
  ) throws(MQTTError) {
    handle = try MosquittoHandle(clientID: options.clientID)
    try handle.configure(options)
    self.options = options
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
    isNew = false
    rest()
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

  /// Tends to the connection as often as it takes: who waits for an answer hears in time that there
  /// is none.
  private func rest() {
    schedule(every: requests.isEmpty ? max(1, Int(options.keepAlive) / 4) : 1)
  }

  /// Tends to the connection at this interval, in seconds.
  private func schedule(every seconds: Int) {
    timer?.schedule(
      deadline: .now() + .seconds(seconds),
      repeating: .seconds(seconds),
      leeway: .milliseconds(200)
    )
  }

  /// Reads what has come.
  func read() {
    watch?.acknowledgeAtOnce()
    if let error = connectError ?? readPackets() ?? handshakeError { return end(error) }
    watchWriting()
  }

  /// Reads as long as there is something, but lets others on the queue have their turn.
  ///
  /// - Returns: Why there is nothing more to read, if so.
  private func readPackets() -> MQTTError? {
    if opening != nil, options.broker.scheme == .plain, let error = handle.greetingError {
      return error
    }
    for _ in 0..<16 {
      let status = handle.read()
      let reports = handle.reports.take()
      for report in reports { take(report) }
      guard status == 0 else { return readFailure(status) }
      if isClosed || reports.isEmpty && !handle.hasPending { return nil }
    }
    if handle.hasPending {
      queueExecutor.queue.async { [weak self] in self?.assumeIsolated { $0.read() } }
    }
    return nil
  }

  /// The reason why there is no TLS, if the other side has hung up.
  ///
  /// libmosquitto takes a reset in the middle of a handshake for one that goes on.
  private var handshakeError: MQTTError? {
    guard opening != nil, options.broker.scheme == .secure, handle.isHungUpOn else { return nil }
    if let connectFailure { return .unreachable(words: connectFailure) }
    return .noTLS(words: handle.reports.complaint ?? "the connection was reset")
  }

  /// The reason why no connection came about on which TLS could begin; libmosquitto takes it for a
  /// failure of TLS.
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
    if requests.values.contains(where: { $0.until <= .now }) {
      return end(.silent(after: options.answerLimit))
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
    case .answered(let reason): takeAnswer(reason)
    case .subscribed(let request, let reasons):
      // 0 to 2 are qualities of service, 128 and above are refusals.
      finish(request, isGranted: reasons.allSatisfy { $0 < 0x80 })
    case .unsubscribed(let request), .published(let request):
      finish(request, isGranted: true)
    case .message(let topic, let payload):
      if !isClosed { deliver(.message(MQTTOptions.Message(topic: topic, payload: payload))) }
    case .ended(let status): end(readFailure(status))
    }
  }

  private func takeAnswer(_ reason: CInt) {
    guard reason == 0 else { return end(Self.refusal(reason)) }
    isOpen = true
    opening?.answer.resume(returning: .success(()))
    opening = nil
  }

  private func finish(_ request: CInt, isGranted: Bool) {
    guard let request = requests.removeValue(forKey: request) else { return }
    if requests.isEmpty { rest() }
    request.answer.resume(
      returning: isGranted ? .success(()) : .failure(.forbidden(topic: request.topic))
    )
  }

  /// Ends the connection, and tells all who wait for something.
  private func end(_ reason: MQTTError) {
    guard !isClosed else { return }
    // Who is asked for something forbidden may hang up, and say no word; or before it is asked.
    let isUnserved = isOpen && (isNew || !requests.isEmpty)
    let error = isHangUp(reason) && isUnserved ? MQTTError.hungUp : reason
    outcome = error
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

  // MARK: What the owner does

  /// Asks for all that is published at topics that fit `filter`; returns when the broker agrees.
  public func subscribe(_ filter: String) async throws(MQTTError) {
    try await ask(filter) { $0.handle.subscribe(filter) }
  }

  /// Asks for it no more; returns when the broker has agreed.
  public func unsubscribe(_ filter: String) async throws(MQTTError) {
    try await ask(filter) { $0.handle.unsubscribe(filter) }
  }

  /// Leaves `message` at the broker for all who subscribe to its topic later.
  ///
  /// It takes the place of what lies there; an empty one removes that. Returns when the broker has
  /// it.
  public func keep(_ message: MQTTOptions.Message) async throws(MQTTError) {
    try await ask(message.topic) {
      $0.publishedCount += 1
      return $0.handle.keep(message)
    }
  }

  private func ask(
    _ topic: String,
    _ request: (isolated MQTTClient) -> (status: CInt, request: CInt)
  ) async throws(MQTTError) {
    guard isOpen, !isClosed else { throw outcome ?? .notConnected }
    // The answer may come before anything else is done here.
    try await withCheckedContinuation { (answer: Answer) in
      let (status, number) = request(self)
      guard status == 0 else {
        answer.resume(returning: .failure(self.status(status, topic)))
        return
      }
      requests[number] = Request(answer: answer, topic: topic, until: .now + options.answerLimit)
      rest()
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
