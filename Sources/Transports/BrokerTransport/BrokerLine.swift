internal import MQTT
internal import MatchProtocol
internal import QueueExecutor

/// A connection to a broker that is made again whenever it is lost, with what is listened to.
actor BrokerLine {
  /// An event of the line.
  enum Event: Sendable {
    /// It stands, and listens to all that it is to listen to.
    case up
    /// It is lost.
    case down
    /// Far more is said than anybody means who has the secret.
    case flooded
    /// It has ended, or was of no use, because of this error, and is tried again.
    case ended(BrokerError)
    /// It is not tried again.
    case givenUp(BrokerError)
    /// It is tried again after this time.
    case waiting(attempt: Int, Duration)
  }

  /// The owner of the line; all functions are called on its queue.
  struct Owner: Sendable {
    /// Says what is left behind at the broker of a new connection, if anything is.
    let will: @Sendable () -> MQTTOptions.Message?
    /// Is told what happens.
    let deliver: @Sendable (Event) -> Void
    /// Hears what is said, and says whether it was somebody who has the secret.
    let hear: @Sendable (MQTTOptions.Message) -> Bool
  }

  /// The first pause before a lost connection is tried again, and the longest.
  private static let pauses = (first: Duration.milliseconds(500), longest: Duration.seconds(30))

  /// After so many short connections in a row that were of no use it is told.
  private static let mostShort = 3
  /// After so many refusals in a row it is tried no more.
  ///
  /// One alone may be that of a node that is not quite up.
  private static let mostRefusals = 5

  /// So many words of its own are known again.
  private static let mostEchoes = 16

  let brokers: [BrokerAddress]
  private let access: BrokerAccess
  private let queueExecutor: QueueExecutor
  let clock: any Clock<Duration>
  private let will: @Sendable () -> MQTTOptions.Message?
  private let deliver: @Sendable (Event) -> Void
  private let hear: @Sendable (MQTTOptions.Message) -> Bool
  private var heard = HeardMessages()
  var client: MQTTClient?
  var filters: [String]
  /// Which address is tried next.
  var turn = 0
  private var backoff = Backoff(first: pauses.first, longest: pauses.longest)
  private var since = ContinuousClock.now
  /// The number of connections in a row that were short and of no use.
  private var shortCount = 0
  /// The number of refusals in a row.
  private var refusals = 0
  /// True if it was connected before.
  private var hasStood = false
  private var reconnection: Task<Void, Never>?
  /// Which reason was told last of those that are told once.
  private var told: MQTTError?
  /// The messages sent here at topics that are subscribed here, and that have not come back.
  private var echoes: [MQTTOptions.Message] = []
  var probe: Probe?
  /// True if the broker has confirmed all subscriptions of this connection.
  private(set) var isListening = false
  /// The reason why the connection was lost before that was known.
  private var early: MQTTError?
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  init(
    _ brokers: BrokerList,
    _ access: BrokerAccess,
    on executor: QueueExecutor,
    clock: any Clock<Duration>,
    listeningTo filters: [String],
    for owner: Owner
  ) {
    self.brokers = brokers.addresses
    self.access = access
    queueExecutor = executor
    self.clock = clock
    self.filters = filters
    will = owner.will
    (deliver, hear) = (owner.deliver, owner.hear)
  }

  /// True if it is connected.
  var isUp: Bool { client != nil }

  /// Connects to the first address that lets it in.
  func connect() async throws(BrokerError) {
    var failure = BrokerError.notConnected
    for _ in brokers {
      do throws(BrokerError) {
        return try await connectOnce()
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private func connectOnce() async throws(BrokerError) {
    let mine = turn
    let broker = brokers[mine % brokers.count]
    do throws(MQTTError) {
      var options = MQTTOptions(broker, clientID: "tt" + GuestID.random())
      options.credentials =
        broker.credentials.map { ($0.user, $0.password) } ?? access.credentials
      options.certificates = access.certificates
      options.will = will()
      let client = try await MQTTClient.open(options, on: queueExecutor) { [weak self] event in
        self?.assumeIsolated { $0.take(event) }
      }
      // What is heard before all is listened to may be answered already.
      self.client = client
      early = nil
      since = .now
      try await subscribe(client, to: filters)
      guard !isClosed else { throw .notConnected }
    } catch {
      if let error = early.take(), reconnection != nil {
        client = nil
        lose(error, after: .now - since)
      }
      await giveUp(mine)
      throw .broker(broker, error)
    }
    (isListening, hasStood) = (true, true)
    deliver(.up)
    if let error = early.take() { take(.lost(error)) }
  }

  /// Ends a connection that is of no use; the next address is tried next.
  private func giveUp(_ mine: Int) async {
    await client?.close()
    client = nil
    isListening = false
    turn = mine + 1
  }

  /// Listens to all of `filters`; asked for at once, so that many take no longer than one.
  private func subscribe(_ client: MQTTClient, to filters: [String]) async throws(MQTTError) {
    // They end when the broker has answered, or with the connection.
    let requests = filters.map { filter in
      Task { () -> MQTTError? in
        do throws(MQTTError) {
          try await client.subscribe(filter)
          return nil
        } catch {
          return error
        }
      }
    }
    var failure: MQTTError?
    for request in requests { failure = await request.value ?? failure }
    if let failure { throw failure }
  }

  private func take(_ event: MQTTClient.Event) {
    switch event {
    case .message(let message) where takeEcho(message): break
    case .message(let message): take(message)
    case .lost(let error):
      guard client != nil else { return }
      // What it was good for is known when the broker has answered to all, or has not.
      guard isListening else {
        early = error
        return
      }
      client = nil
      isListening = false
      refusals = 0
      lose(error, after: .now - since)
    }
  }

  private func lose(_ error: MQTTError, after duration: Duration) {
    let broker = brokers[turn % brokers.count]
    turn += 1
    settle(.unknown)
    backoff.lost(after: duration)
    shortCount = duration >= Backoff.steady ? 0 : shortCount + 1
    if shortCount == 0 { told = nil }
    deliver(.down)
    if error.isTold {
      tellOnce(error, at: broker)
    } else if shortCount == Self.mostShort {
      deliver(.ended(.broker(broker, .hungUp)))
    }
    keepConnecting()
  }

  private func tellOnce(_ error: MQTTError, at broker: BrokerAddress) {
    guard told != error, !isClosed else { return }
    told = error
    deliver(.ended(.broker(broker, error)))
  }

  /// The possible reason why nobody is heard, if the broker hangs up repeatedly.
  var doubt: BrokerError? {
    shortCount > 0 ? .broker(brokers[turn % brokers.count], .hungUp) : nil
  }

  /// Connects, now or when it was lost, until it stands.
  func keepConnecting(isFirst: Bool = false) {
    guard !isClosed, reconnection == nil else { return }
    // It ends when the connection stands, or with the line.
    reconnection = Task { await self.reconnect(isDueAtOnce: isFirst) }
  }

  private func reconnect(isDueAtOnce: Bool) async {
    var isDueAtOnce = isDueAtOnce
    while client == nil, !isClosed {
      do {
        if !isDueAtOnce {
          let pause = backoff.next(at: access.fraction())
          deliver(.waiting(attempt: backoff.attempts, pause))
          try await clock.sleep(for: pause)
        }
        isDueAtOnce = false
        try await connectOnce()
      } catch let error as BrokerError where isRefusal(error) {
        refusals += 1
        if refusals >= Self.mostRefusals, !isClosed { return deliver(.givenUp(error)) }
      } catch BrokerError.broker(let broker, let error) {
        // For the moment; who waits hears why, once, if more is known than that it is not reached.
        if error.isTold { tellOnce(error, at: broker) }
      } catch {
        // The line is being closed.
      }
    }
    reconnection = nil
  }

  /// True if the broker is there, and forbids what two players need.
  private func isRefusal(_ error: BrokerError) -> Bool {
    // Where TLS was spoken once, who hangs up on it has lost the broker behind.
    if case .broker(_, .noTLS) = error { return !hasStood }
    return !error.mayPass
  }

  /// Listens to `filter` too, from now on and on all later connections.
  func listen(to filter: String) async {
    guard !filters.contains(filter) else { return }
    filters.append(filter)
    // A connection that is lost meanwhile listens to it when it is back.
    try? await client?.subscribe(filter)
  }

  /// Listens to all of `more`, asked for at once; returns when the broker has answered.
  func listen(toAll more: [String]) async {
    await listen(toAll: more.filter { !filters.contains($0) }, inPlaceOf: [])
  }

  /// Listens to all of `more` in place of `old`; what is said between the two is heard.
  func listen(toAll more: [String], inPlaceOf old: [String]) async {
    filters = filters.filter { !old.contains($0) && !more.contains($0) } + more
    // A connection that is lost meanwhile listens to them when it is back.
    guard let client else { return }
    // They end when the broker has answered, or with the connection, and are not waited for one by
    // one: the answers may come behind much that was listened to.
    let ends = old.map { filter in Task { try? await client.unsubscribe(filter) } }
    _ = try? await subscribe(client, to: more)
    for end in ends { await end.value }
  }

  /// Listens to `filter` no more.
  func ignore(_ filter: String) async {
    filters.removeAll { $0 == filter }
    // A connection that is lost meanwhile does not listen to it when it is back.
    try? await client?.unsubscribe(filter)
  }

  /// Says `payload` to those who listen at `topic`; it is lost if there is no connection.
  func publish(_ payload: [UInt8], at topic: String) async {
    try? await client?.publish(payload, at: topic)
  }

  /// The same for what comes back, as it is listened to here; that is no use of a connection.
  func publishToAll(_ message: MQTTOptions.Message) async {
    echoes = echoes.suffix(Self.mostEchoes - 1) + [message]
    await publish(message.payload, at: message.topic)
  }

  /// Hears what was not heard before.
  private func take(_ message: MQTTOptions.Message) {
    // It was of use, however short it stands.
    backoff.reset()
    (shortCount, told) = (0, nil)
    if !heard.contains(message), hear(message) {
      heard.note(message)
    } else if heard.isFlooded(now: .now) {
      deliver(.flooded)
    }
  }

  /// Removes `message` from the messages sent here, if it is one of them.
  private func takeEcho(_ message: MQTTOptions.Message) -> Bool {
    guard let index = echoes.firstIndex(of: message) else { return false }
    echoes.remove(at: index)
    if message == probe?.message { settle(.carried) }
    return true
  }

  /// Ends the connection, without a last will.
  func close() async {
    isClosed = true
    settle(.unknown)
    reconnection?.cancel()
    await client?.close()
    client = nil
  }
}
