internal import MQTT
internal import MatchProtocol
public import QueueExecutor

/// A connection to a broker that is made again whenever it is lost, with what is listened to.
actor BrokerLine {
  /// What happens to it.
  enum Event: Sendable {
    /// It stands, and listens to all that it is to listen to; packets of sessions may be that long.
    case up(packetSize: Int)
    /// It is lost.
    case down
    /// Somebody said something.
    case message(MQTTOptions.Message)
    /// The broker has ended it, and says why; nil when it has done so several times without a word.
    case ended(BrokerReason?)
    /// It is not tried again.
    case givenUp(BrokerError)
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

  /// After so many short connections in a row that were of no use it is told.
  private static let mostShort = 3
  /// After so many refusals in a row it is tried no more.
  ///
  /// One alone may be that of a node that is not quite up. Who is let in and soon removed is
  /// refused too.
  private static let mostRefusals = 5

  /// So many words of its own are known again.
  private static let mostEchoes = 16

  /// So long may something that comes back take that has gone through the broker.
  private static let echoLimit = Duration.seconds(2)
  /// How many bytes are said that mean nothing; as many as in a knock, sealed.
  private static let probeSize = 29

  /// What a broker does with what is said at a topic.
  private enum Carriage { case carried, forbidden, unknown }

  /// Something without a meaning that is to come back.
  private struct Probe {
    let message: MQTTOptions.Message
    var carriage: Carriage?
    var answer: CheckedContinuation<Carriage, Never>?
  }

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
  /// How many connections in a row were short and of no use.
  private var shortCount = 0
  /// How many refusals in a row there were.
  private var refusals = 0
  /// How the broker has removed this program, if refusals have begun with that: who is removed is
  /// often not let in any more either.
  private var removal: BrokerError?
  /// Whether it has stood before.
  private var hasStood = false
  private var reconnection: Task<Void, Never>?
  /// What was said here at topics that are listened to here, and has not come back.
  private var echoes: [MQTTOptions.Message] = []
  private var probe: Probe?
  /// Whether the broker has agreed to all that is listened to on this connection.
  private var isListening = false
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
    let mine = turn
    let broker = brokers[mine % brokers.count]
    let limit: BrokerLimit
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
      since = .now
      limit = BrokerLimit(await client.maximumPacketSize)
      try await subscribe(client)
      guard !isClosed else { throw .notConnected }
    } catch {
      await giveUp(mine)
      throw .broker(broker, error)
    }
    let needed = access.carriesForOthers ? BrokerLimit.whole : BrokerLimit.least
    guard limit.bytes >= needed else {
      await giveUp(mine)
      throw .tooSmall(broker, limit: limit.bytes, needed: needed)
    }
    (isListening, hasStood) = (true, true)
    deliver(.up(packetSize: limit.packetSize))
  }

  /// Ends a connection that is of no use; the next address is tried next.
  private func giveUp(_ mine: Int) async {
    await client?.close()
    client = nil
    isListening = false
    turn = mine + 1
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
    case .message(let message) where takeEcho(message): break
    case .message(let message):
      // It was of use, however short it stands.
      backoff.reset()
      shortCount = 0
      deliver(.message(message))
    case .lost(let error):
      // Who has asked for it once hears why it did not come about.
      guard client != nil, isListening || reconnection != nil else { return }
      let hasBegun = isListening
      client = nil
      isListening = false
      // Of one that was still to be listened to, who asked for it counts the refusal.
      if hasBegun { count(error, after: .now - since) }
      lose(error, after: .now - since)
    }
  }

  /// Notes whether the broker has removed this program soon after it was let in.
  private func count(_ error: MQTTError, after duration: Duration) {
    guard case .removed = error else {
      (refusals, removal) = (0, nil)
      return
    }
    refusals = duration >= Backoff.steady ? 1 : refusals + 1
    removal = .broker(brokers[turn % brokers.count], error)
  }

  private func lose(_ error: MQTTError, after duration: Duration) {
    let broker = brokers[turn % brokers.count]
    turn += 1
    settle(.unknown)
    backoff.lost(after: duration)
    shortCount = duration >= Backoff.steady ? 0 : shortCount + 1
    deliver(.down)
    // To come back would take the other one's place, and so on.
    guard error != .takenOver else { return deliver(.givenUp(.broker(broker, error))) }
    if let reason = BrokerReason(error) {
      deliver(.ended(reason))
    } else if shortCount == Self.mostShort {
      deliver(.ended(nil))
    }
    guard refusals < Self.mostRefusals else { return deliver(.givenUp(.broker(broker, error))) }
    keepConnecting()
  }

  /// Connects, now or when it was lost, until it stands.
  func keepConnecting(isFirst: Bool = false) {
    guard !isClosed, reconnection == nil else { return }
    // It ends when the connection stands, or with the line.
    reconnection = Task { await self.reconnect(isDueAtOnce: isFirst) }
  }

  private func reconnect(isDueAtOnce: Bool) async {
    var isDueAtOnce = isDueAtOnce
    var told: BrokerReason?
    while client == nil, !isClosed {
      do {
        if !isDueAtOnce {
          let pause = backoff.next()
          deliver(.waiting(attempt: backoff.attempts, pause))
          try await clock.sleep(for: pause)
        }
        isDueAtOnce = false
        try await connectOnce()
      } catch let error as BrokerError where isRefusal(error) {
        refusals += 1
        if refusals >= Self.mostRefusals, !isClosed { return deliver(.givenUp(removal ?? error)) }
      } catch BrokerError.broker(_, .refused(let number, let words)) {
        // For the moment; who waits hears why, once.
        let reason = BrokerReason(number, words: words)
        if told != reason, !isClosed { deliver(.ended(reason)) }
        told = reason
      } catch {
        // That address is not reached, or the line is being closed; the next one is tried.
      }
    }
    reconnection = nil
  }

  /// Whether the broker is there, and does not let this player do what two players do.
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

  /// Whether `message` was said here.
  private func takeEcho(_ message: MQTTOptions.Message) -> Bool {
    guard let index = echoes.firstIndex(of: message) else { return false }
    echoes.remove(at: index)
    if message == probe?.message { settle(.carried) }
    return true
  }

  // MARK: Whether the broker carries what is said

  /// The first of `topics` at which this program may not publish, or hears nothing; nil if it is
  /// none, or is not found out.
  ///
  /// A broker need not say that it forbids a topic, and takes what is said there without a word. So
  /// something without a meaning is said at each, and is to come back.
  func forbidden(of topics: [String]) async -> BrokerError? {
    for topic in topics where await isForbidden(topic) {
      return .broker(brokers[turn % brokers.count], .forbidden(topic: topic))
    }
    return nil
  }

  /// Whether nothing comes back; asked twice, as one message may get lost anywhere.
  private func isForbidden(_ topic: String) async -> Bool {
    guard await carriage(of: topic) == .forbidden else { return false }
    return await carriage(of: topic) == .forbidden
  }

  private func carriage(of topic: String) async -> Carriage {
    guard let client, probe == nil else { return .unknown }
    let covering = filters.first { Self.covers($0, topic) }
    let message = MQTTOptions.Message(topic: topic, payload: randomBytes(Self.probeSize))
    probe = Probe(message: message)
    defer { probe = nil }
    do throws(MQTTError) {
      if covering == nil { try await client.subscribe(topic) }
      await publishToAll(message)
      // The answer to this says that the broker has done with what was said before.
      try await client.subscribe(covering ?? topic)
    } catch {
      guard case .forbidden = error else { return .unknown }
      return .forbidden
    }
    let carriage = await echo()
    if covering == nil { try? await client.unsubscribe(topic) }
    return self.client == nil ? .unknown : carriage
  }

  /// Whether what was said comes back in time.
  private func echo() async -> Carriage {
    if let known = probe?.carriage { return known }
    let limit = Task { [clock] in
      guard (try? await clock.sleep(for: Self.echoLimit)) != nil else { return }
      self.settle(.forbidden)
    }
    defer { limit.cancel() }
    return await withCheckedContinuation { probe?.answer = $0 }
  }

  private func settle(_ carriage: Carriage) {
    guard probe?.carriage == nil else { return }
    probe?.carriage = carriage
    probe?.answer?.resume(returning: carriage)
  }

  /// Whether what is said at `topic` comes to who listens to `filter`, in which a plus at the end
  /// stands for one level.
  private static func covers(_ filter: String, _ topic: String) -> Bool {
    guard filter.hasSuffix("/+") else { return filter == topic }
    return topic.hasPrefix(filter.dropLast())
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

/// What a broker asks for and is asked for, and where that is done.
public struct BrokerAccess: Sendable {
  /// A name and a password, where it wants them.
  public var credentials: (user: String, password: String)?
  /// A file of certificates to be trusted in place of the system's.
  public var certificates: String?
  /// Whether packets are carried that others have cut, to any length of a link; a bridge does.
  public var carriesForOthers = false
  /// Where the connection lives, which others may share; nil for a queue of its own.
  public var executor: QueueExecutor?

  /// Nobody in particular, the certificates of the system, and a queue of its own.
  public init() {}

  /// The queue that was named, or else a new one.
  var queue: QueueExecutor { executor ?? QueueExecutor(label: "tabletooth broker") }
}
