internal import MQTT
public import MatchProtocol
internal import QueueExecutor

/// Several guests at one table of a broker, by one connection: a bridge's way to the table.
///
/// It asks what the table offers, again and again, and says of each packet whose it is. It has no
/// seat, and what it carries is sealed for others.
public actor BrokerRelay {
  /// An event at the table.
  public enum Event: Hashable, Sendable {
    /// The host is there and offers this; said again whenever it has changed.
    case offered(TableSign)
    /// The host has said a packet to all its guests.
    case packet([UInt8])
    /// The host hangs up on a guest.
    case hangUp(PeerID)
    /// The host does not know the guests any more, who have to begin anew.
    case restarted
    /// The host is gone, or does not answer.
    case gone
    /// The broker is lost, or found again, or has trouble.
    case progress(TransportProgress)
    /// The broker has ended the connection, and is tried again.
    case waits(BrokerError)
    /// The broker is not tried again; nothing follows.
    case ended(BrokerError)
  }

  /// The time in which a host must answer the first query.
  public static let answerLimit = Duration.seconds(10)
  /// After this time it is asked again.
  private static let lookRepeat = Duration.seconds(5)
  /// As often it may be asked in vain before it is taken for gone.
  private static let patience = 3

  private let deliver: @Sendable (Event) -> Void
  private let queueExecutor = QueueExecutor(label: "tabletooth relay")
  private let door: Door
  private let brokers: BrokerList
  private var access: BrokerAccess
  private let clock: any Clock<Duration>
  private var line: BrokerLine?
  /// The id of each guest at the broker.
  private var ids: [PeerID: String] = [:]
  private var ownID = GuestID.random()
  private var look = TableLook.random()
  private var unanswered = 0
  private var sign: TableSign?
  private var connection: [UInt8] = []
  private var looking: Task<Void, Never>?
  private var first: CheckedContinuation<Bool, Never>?
  private var isClosed = false

  /// The queue of this relay.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// A relay to the table of `code` that is not connected yet.
  ///
  /// - Parameters:
  ///   - code: Where the table is.
  ///   - access: What the broker asks for.
  ///   - clock: What measures the time between questions.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  public init(
    to code: TableCode,
    _ access: BrokerAccess = BrokerAccess(),
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (Event) -> Void
  ) {
    (door, brokers) = (Door(code), code.broker)
    (self.access, self.clock, self.deliver) = (access, clock, deliver)
  }

  private func tell(_ event: Event) {
    if !isClosed { deliver(event) }
  }

  // MARK: The table

  /// Connects to the broker, and waits until the host says what it offers.
  ///
  /// - Throws: ``BrokerError``, ``BrokerError/nobodyThere(after:)`` after ``answerLimit``.
  public func connect() async throws(BrokerError) {
    try await makeLine().connect()
    let limit = Task { [clock] in
      try? await clock.sleep(for: Self.answerLimit)
      self.answer(false)
    }
    let isThere = await withCheckedContinuation { answer in
      if sign == nil { first = answer } else { answer.resume(returning: true) }
    }
    limit.cancel()
    if !isThere { throw await line?.doubt ?? .nobodyThere(after: Self.answerLimit) }
  }

  private func answer(_ isThere: Bool) {
    first?.resume(returning: isThere)
    first = nil
  }

  private func makeLine() -> BrokerLine {
    let line = BrokerLine(
      brokers,
      access,
      on: queueExecutor,
      clock: clock,
      listeningTo: [door.hostTopic],
      for: BrokerLine.Owner(
        will: { [weak self] in
          guard let self else { return MQTTOptions.Message(topic: Door.root, payload: []) }
          return self.assumeIsolated { $0.door.message(.gone, ofGuest: $0.ownID) }
        },
        deliver: { [weak self] event in self?.assumeIsolated { $0.take(event) } },
        hear: { [weak self] message in
          self?.assumeIsolated { $0.hear(message) } ?? false
        }
      )
    )
    self.line = line
    return line
  }

  private func say(_ frame: BrokerFrame, as id: String) async {
    let message = door.message(frame, ofGuest: id)
    await line?.publish(message.payload, at: message.topic)
  }

  /// Asks what the table offers, now and every few seconds.
  private func keepLooking() {
    looking?.cancel()
    unanswered = 0
    // It ends with the connection to the broker, or with the relay.
    looking = Task {
      while !Task.isCancelled, !self.isClosed {
        if self.unanswered >= Self.patience { self.loseTable() }
        self.unanswered += 1
        self.look = .random()
        await self.say(.look(self.look), as: self.ownID)
        try? await self.clock.sleep(for: Self.lookRepeat)
      }
    }
  }

  /// Asks the same once more, at once.
  private func lookAgain() {
    // It ends when the broker's connection has taken the question.
    Task { await self.say(.look(self.look), as: self.ownID) }
  }

  private func loseTable() {
    guard sign != nil else { return }
    sign = nil
    tell(.gone)
  }

  // MARK: What happens

  private func take(_ event: BrokerLine.Event) {
    switch event {
    case .up:
      tell(.progress(.brokerFound))
      keepLooking()
    case .down:
      looking?.cancel()
    case .ended(let error):
      tell(.waits(error))
    case .givenUp(let error):
      tell(.ended(error))
    case .waiting(let attempt, let pause):
      tell(.progress(.brokerLost(attempt: attempt, after: pause)))
    case .flooded:
      tell(.progress(.brokerFlooded))
    }
  }

  /// Hears `message`, and says whether the host has said it.
  private func hear(_ message: MQTTOptions.Message) -> Bool {
    guard message.topic == door.hostTopic,
      let frame = door.opened(message.payload, by: .host, at: message.topic)
    else { return false }
    receive(frame)
    return true
  }

  private func receive(_ frame: BrokerFrame) {
    switch frame {
    case .packet(let packet, _): tell(.packet(packet))
    case .sign(let sign, let look, let connection): hear(sign, answering: look, on: connection)
    case .here(let connection, _):
      if sign == nil || connection != self.connection { lookAgain() }
    case .gone: loseTable()
    case .hangUp(let id):
      if let peer = ids.first(where: { $0.value == id })?.key { tell(.hangUp(peer)) }
    case .knock, .look: break
    }
  }

  private func hear(_ sign: TableSign, answering look: TableLook, on connection: [UInt8]) {
    guard look == self.look else {
      // What it offers has changed, or somebody says again what it has offered once.
      if look == .none, sign != self.sign { lookAgain() }
      return
    }
    unanswered = 0
    if !self.connection.isEmpty, connection != self.connection { tell(.restarted) }
    self.connection = connection
    guard sign != self.sign else { return }
    self.sign = sign
    tell(.offered(sign))
    answer(true)
  }

  // MARK: What the owner does

  /// Says `packet` of `guest` to the host; it is lost while the broker is.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - guest: Whose it is, in the owner's words.
  ///   - size: How long packets to that guest may be.
  public func send(_ packet: [UInt8], of guest: PeerID, answers size: Int) async {
    let id = ids[guest] ?? GuestID.random()
    ids[guest] = id
    await say(.packet(packet, answers: size), as: id)
  }

  /// Says that `guest` is gone.
  public func leave(_ guest: PeerID) async {
    guard let id = ids.removeValue(forKey: guest) else { return }
    await say(.gone, as: id)
  }

  /// Says that all guests are gone, and ends the connection.
  public func close() async {
    isClosed = true
    looking?.cancel()
    answer(false)
    for id in ids.values { await say(.gone, as: id) }
    await line?.close()
  }
}
