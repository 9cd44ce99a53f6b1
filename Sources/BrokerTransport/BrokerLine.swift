internal import MQTT
internal import MatchProtocol
public import QueueExecutor

/// A connection to a broker that is made again whenever it is lost, with what is listened to.
actor BrokerLine {
  /// What happens to it.
  enum Event: Sendable {
    /// It stands, and listens to all that it is to listen to.
    case up
    /// It is lost.
    case down
    /// Somebody said something.
    case message(MQTTOptions.Message)
    /// It is tried again after this time.
    case waiting(attempt: Int, Duration)
  }

  /// Who has the line; both are called on its queue.
  struct Owner: Sendable {
    /// Says what is left behind at the broker of a new connection, if anything is.
    let will: @Sendable () -> MQTTOptions.Message?
    /// Is told what happens.
    let deliver: @Sendable (Event) -> Void
  }

  /// The first pause before a lost connection is tried again, and the longest.
  private static let pauses = (first: Duration.milliseconds(500), longest: Duration.seconds(30))

  private let brokers: [BrokerAddress]
  private let access: BrokerAccess
  private let queueExecutor: QueueExecutor
  private let clock: any Clock<Duration>
  private let will: @Sendable () -> MQTTOptions.Message?
  private let deliver: @Sendable (Event) -> Void
  private var client: MQTTClient?
  private var filters: [String]
  /// Which address is tried next.
  private var turn = 0
  private var backoff = Backoff(first: pauses.first, longest: pauses.longest)
  private var since = ContinuousClock.now
  private var reconnection: Task<Void, Never>?
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
    deliver = owner.deliver
  }

  /// Whether it stands.
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
    let broker = brokers[turn % brokers.count]
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
      try await subscribe(client)
      guard !isClosed else { throw .notConnected }
    } catch {
      await client?.close()
      client = nil
      turn += 1
      throw .broker(broker, error)
    }
    since = .now
    deliver(.up)
  }

  /// Listens to all that there is to listen to; asked for at once, so that many take no longer than
  /// one.
  private func subscribe(_ client: MQTTClient) async throws(MQTTError) {
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
    case .message(let message):
      // It was of use, however short it stands.
      backoff.reset()
      deliver(.message(message))
    case .lost:
      guard client != nil else { return }
      client = nil
      turn += 1
      backoff.lost(after: .now - since)
      deliver(.down)
      keepConnecting()
    }
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
          let pause = backoff.next()
          deliver(.waiting(attempt: backoff.attempts, pause))
          try await clock.sleep(for: pause)
        }
        isDueAtOnce = false
        try await connectOnce()
      } catch {
        // That address is not reached, or the line is being closed; the next one is tried.
      }
    }
    reconnection = nil
  }

  /// Listens to `filter` too, from now on and on all later connections.
  func listen(to filter: String) async {
    guard !filters.contains(filter) else { return }
    filters.append(filter)
    // A connection that is lost meanwhile listens to it when it is back.
    try? await client?.subscribe(filter)
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

  /// Ends the connection, without a last will.
  func close() async {
    isClosed = true
    reconnection?.cancel()
    await client?.close()
    client = nil
  }
}

/// What a broker asks for and is asked for, and where that is done.
public struct BrokerAccess: Sendable {
  /// A name and a password, where it wants them.
  public var credentials: (user: String, password: String)?
  /// A file of certificates to be trusted in place of the system's.
  public var certificates: String?
  /// Where the connection lives, which others may share; nil for a queue of its own.
  public var executor: QueueExecutor?

  /// Nobody in particular, the certificates of the system, and a queue of its own.
  public init() {}

  /// The queue that was named, or else a new one.
  var queue: QueueExecutor { executor ?? QueueExecutor(label: "tabletooth broker") }
}
