internal import MQTT
public import MatchProtocol
internal import QueueExecutor

/// The guest's side of a broker: it knocks at the doors where its host may be, and talks to the one
/// who answers, until the transport is closed.
public actor BrokerGuestTransport: PacketTransport {
  /// The time in which a host must answer a new guest.
  public static let answerLimit = Duration.seconds(10)

  /// After this time without an answer a guest knocks again; a message at a broker gets lost when
  /// the broker does.
  static let knockRepeat = Duration.seconds(5)

  /// The same after the first knock: a host that is being started again is there in less.
  private static let firstRepeat = Duration.seconds(1)

  /// After so many knocks without an answer it is looked whether the broker carries them.
  private static let knocksInDoubt = 2

  private let deliver: @Sendable (TransportEvent) -> Void
  private let queueExecutor: QueueExecutor
  let brokers: BrokerList
  private let access: BrokerAccess
  let clock: any Clock<Duration>
  /// The location by which a match that is played here is found later.
  private let location: HostLocation
  /// The letters of the match, once there is one.
  var letters: LetterBoard?
  /// The purpose of a table that the host may open in place of the previous one; nil for none.
  var kind: TableKind?
  var doors: [Door]
  var line: BrokerLine?
  private var id = GuestID.random()
  private(set) var link: Link?
  /// True if packets go by the topics of the match.
  package var isAtMatch: Bool { link?.door.isOfMatch == true }
  private var linksMade = 0
  private var knocking: Task<Void, Never>?
  /// Asks the host whether it is there.
  var asking: Task<Void, Never>?
  /// The pauses before another link, where the owner ends each soon.
  private var backoff = Backoff()
  /// The host that was met here.
  var host: Acquaintance?
  /// Looks for another table of the host.
  var looking: Task<Void, Never>?
  /// The continuation that waits for the first link.
  private var first: CheckedContinuation<Bool, Never>?
  /// The reason why nobody can answer, if the broker does not let the two hear each other.
  private var refusal: BrokerError?
  /// True if it is being found out whether the broker lets the two hear each other; whoever waits
  /// for an answer waits for that too.
  private var isInDoubt = false
  /// True if the time for an answer is over.
  private var isOverdue = false
  var isClosed = false

  /// The queue of this transport.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// An executor on the transport's queue, for a task that calls this transport.
  public nonisolated var executor: (any TaskExecutor)? { queueExecutor.taskExecutor }

  /// A transport to the host behind one of `doors`, that has no link yet.
  ///
  /// - Parameters:
  ///   - doors: Where the host may be.
  ///   - brokers: The addresses of the broker.
  ///   - location: What a match that is played there is found by later.
  ///   - access: What the broker asks for, and where the connection lives.
  ///   - clock: What measures the time between attempts.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  public init(
    to doors: [Door],
    at brokers: BrokerList,
    known location: HostLocation,
    _ access: BrokerAccess = BrokerAccess(),
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.doors, self.brokers, self.access) = (doors, brokers, access)
    (self.location, self.clock, self.deliver) = (location, clock, deliver)
    queueExecutor = access.queue
    letters = doors.lazy.compactMap { LetterBoard($0, as: .guest) }.first
  }

  /// Tells the owner of `event`, unless the owner has closed the transport.
  func tell(_ event: TransportEvent) {
    if !isClosed { deliver(event) }
  }

  // MARK: The link

  /// Connects to the broker, and knocks until the host answers.
  ///
  /// - Throws: ``BrokerError``, ``BrokerError/nobodyThere(after:)`` after ``answerLimit``; a broker
  ///   that forbids what the two would say is told before.
  public func connect() async throws(BrokerError) {
    tell(.progress(.connecting(location)))
    try await makeLine().connect()
    let limit = Task { [clock] in
      try? await clock.sleep(for: Self.answerLimit)
      self.isOverdue = true
      if !self.isInDoubt { self.giveUpWaiting() }
    }
    let hasAnswered = await withCheckedContinuation { answer in
      if link == nil { first = answer } else { answer.resume(returning: true) }
    }
    limit.cancel()
    guard !hasAnswered else { return }
    if let refusal { throw refusal }
    throw await line?.doubt ?? .nobodyThere(after: Self.answerLimit)
  }

  private func giveUpWaiting() { first.take()?.resume(returning: false) }

  /// Connects to the broker and knocks as long as it takes.
  public func keepConnecting() async {
    tell(.progress(.connecting(location)))
    await makeLine().keepConnecting(isFirst: true)
  }

  private func makeLine() -> BrokerLine {
    let line = BrokerLine(
      brokers,
      access,
      on: queueExecutor,
      clock: clock,
      listeningTo: doors.map(\.hostTopic) + (letters?.filters ?? []),
      for: BrokerLine.Owner(
        will: { [weak self] in
          guard let self else { return MQTTOptions.Message(topic: Door.root, payload: []) }
          return self.assumeIsolated { $0.makeWill() }
        },
        deliver: { [weak self] event in self?.assumeIsolated { $0.take(event) } },
        hear: { [weak self] message in
          self?.assumeIsolated { $0.receive(message) } ?? false
        }
      )
    )
    self.line = line
    return line
  }

  /// Each connection has a guest of its own; its will is left at the door behind which it is most
  /// likely to sit.
  private func makeWill() -> MQTTOptions.Message {
    id = GuestID.random()
    guard let door = link?.door ?? doors.last else {
      return MQTTOptions.Message(topic: Door.root, payload: [])
    }
    return door.message(.gone, ofGuest: id)
  }

  func say(_ frame: BrokerFrame, at door: Door) async {
    let message = door.message(frame, ofGuest: id)
    await line?.publish(message.payload, at: message.topic)
  }

  // MARK: What happens

  private func take(_ event: BrokerLine.Event) {
    switch event {
    case .up:
      tell(.progress(.brokerFound))
      // It ends when the broker has taken the letter, or with the connection.
      Task { await postLetter() }
      // Who has knocked in vain meanwhile does so at once, and not when that is due again.
      knocking?.cancel()
      knocking = nil
      startKnocking()
    case .down:
      lose()
    case .ended(let error):
      tell(.waits(because: error))
    case .givenUp(let error):
      tell(.ended(because: error))
    case .waiting(let attempt, let pause):
      tell(.progress(.brokerLost(attempt: attempt, after: pause)))
    case .flooded:
      tell(.progress(.brokerFlooded))
    }
  }

  /// Hears `message`, and says whether the host has said it.
  private func receive(_ message: MQTTOptions.Message) -> Bool {
    if let door = doors.first(where: { $0.hostTopic == message.topic }) {
      guard let frame = door.opened(message.payload, by: .host, at: message.topic) else {
        return false
      }
      receive(frame, at: door)
      return true
    }
    guard let letter = letters?.open(message) else { return false }
    tell(.link(.letter(letter)))
    return true
  }

  private func receive(_ frame: BrokerFrame, at door: Door) {
    switch frame {
    case .packet(let packet, _):
      guard let link, isHeard(link, at: door) else { return }
      if door.isOfMatch { stopAsking() }
      let size = link.maximumPacketSize
      tell(.link(.packet(packet, from: link.peer, maximumPacketSize: size)))
    case .here(let connection, let size):
      hear(of: connection, taking: size, at: door)
    case .gone:
      loseHost(goneFrom: door)
    case .hangUp(id):
      guard link?.door.name == door.name else { return }
      loseAndKnock()
    default: break
    }
  }

  /// True if a packet at `door` is for `link`.
  ///
  /// While the link moves, what the host has said at the door before may still be on its way.
  private func isHeard(_ link: Link, at door: Door) -> Bool {
    guard link.door.name == door.name else { return link.isMoving && link.first.name == door.name }
    self.link?.isMoving = false
    return true
  }

  /// Moves the link to the door that only the two players find: others have the code of the table.
  private func move(to door: Door) {
    link?.door = door
    link?.isMoving = true
  }

  /// The host is behind `door`; a link to it on an earlier connection is of no use any more.
  ///
  /// Behind the door of the match is nobody else. A link at the door of the table moves there if it
  /// is the one on which the match began, and otherwise gives way.
  private func hear(of connection: [UInt8], taking size: Int, at door: Door) {
    if let link {
      if door.isOfMatch, link.door.name != door.name {
        let mayMove = link.door.isOfMatch || !link.isReturn
        if mayMove, link.connection == connection { return move(to: door) }
      } else {
        guard link.door.name == door.name else { return }
        guard link.connection != connection else { return stopAsking() }
      }
      lose()
    }
    linksMade += 1
    let place = "mqtt:\(door.name)"
    let peer = PeerID(
      rawValue: "\(place)#\(linksMade)",
      at: place,
      knowsSecret: true
    )
    link = Link(
      peer: peer,
      first: door,
      door: door,
      isReturn: doors.contains(where: \.isOfMatch),
      connection: connection,
      maximumPacketSize: size
    )
    stopSeeking()
    tell(.progress(.connected(location)))
    tell(.link(.up(peer, maximumPacketSize: size)))
    first?.resume(returning: true)
    first = nil
  }

  private func startKnocking(after pause: Duration = .zero) {
    guard knocking == nil, link == nil, !isClosed else { return }
    // It ends when the host answers, or with the transport.
    knocking = Task { [clock] in
      if pause > .zero { try? await clock.sleep(for: pause) }
      await self.knock()
    }
  }

  private func knock() async {
    var knockCount = 0
    while link == nil, !isClosed, !Task.isCancelled {
      // The answer at the door of the match is to come first.
      for door in doors.matchFirst { await say(.knock, at: door) }
      knockCount += 1
      if knockCount == Self.knocksInDoubt {
        lookForNewTable()
        await lookForRefusal()
      }
      guard !Task.isCancelled else { return }
      try? await clock.sleep(for: knockCount == 1 ? Self.firstRepeat : Self.knockRepeat)
    }
  }

  /// Finds out whether nobody answers because the broker forbids what is said.
  private func lookForRefusal() async {
    guard let door = doors.last else { return }
    isInDoubt = true
    let error = await line?.forbidden(of: [door.guestTopic(id), door.hostTopic])
    isInDoubt = false
    guard let error, link == nil else {
      if isOverdue { giveUpWaiting() }
      return
    }
    refusal = error
    if first == nil {
      tell(.progress(.brokerForbids(error.place)))
    } else {
      giveUpWaiting()
    }
  }

  private func stopSeeking() {
    knocking?.cancel()
    knocking = nil
    looking?.cancel()
    looking = nil
  }

  private func lose() {
    guard let link else { return }
    self.link = nil
    stopAsking()
    tell(.link(.down(link.peer, .disconnected)))
  }

  /// Ends the link on this side, and looks for another one: at once, but after a pause if the links
  /// before it were short too, as where a host hangs up on each.
  func loseAndKnock() {
    if let link { backoff.lost(after: .now - link.madeAt) }
    lose()
    let isFirst = backoff.attempts == 0
    let pause = backoff.next(at: access.fraction())
    if !isFirst { tell(.progress(.reconnecting(attempt: backoff.attempts, after: pause))) }
    startKnocking(after: isFirst ? .zero : pause)
  }

  // MARK: What the owner does

  /// Sends `packet` to the host.
  ///
  /// - Throws: ``BrokerError/notConnected``.
  public func send(_ packet: [UInt8]) async throws {
    guard let link else { throw BrokerError.notConnected }
    await say(.packet(packet), at: link.door)
  }

  /// Ends the link, which is of no use to the session; another one is made.
  public func disconnect(_ peer: PeerID) async {
    guard let link, link.peer == peer else { return }
    await say(.gone, at: link.door)
    loseAndKnock()
  }

  /// Finds the host of a match that has begun also by a door that only the two find, and moves the
  /// link there.
  public func expect(_ other: Introduction) async {
    host = other.player
    let door = Door(match: other.session, with: other.player)
    guard !doors.contains(where: { $0.name == door.name }) else { return }
    doors.append(door)
    if link?.peer == other.peer { link?.isReturn = false }
    letters = LetterBoard(door, as: .guest)
    await line?.listen(toAll: [door.hostTopic] + (letters?.filters ?? []))
    if link != nil { await say(.knock, at: door) }
  }

  /// Looks, where nobody answers any more, also for a table of this kind that the host has opened
  /// in place of the one where it was met.
  public func goOn(at kind: TableKind) { self.kind = kind }

  /// Says goodbye, and ends the connection.
  public func close() async {
    isClosed = true
    stopSeeking()
    first?.resume(returning: false)
    first = nil
    if let link { await say(.gone, at: link.door) }
    await line?.close()
  }
}
