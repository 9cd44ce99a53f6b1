internal import MQTT
public import MatchProtocol
internal import QueueExecutor

/// The host's side of a broker: it listens to its guests, and talks to all of them at once.
public actor BrokerHostTransport: PacketTransport {
  /// The maximum number of guests that are remembered.
  ///
  /// Of more, the one that was heard longest ago is hung up on.
  private static let mostGuests = 64

  private let deliver: @Sendable (TransportEvent) -> Void
  private let queueExecutor: QueueExecutor
  private let brokers: BrokerList
  var table: BrokerTable
  var doors: [Door] { table.doors }
  /// True if the table is there; a bridge may have lost it.
  private var isThere = true
  /// True if it is not known yet that the broker carries this side's messages.
  var isInDoubt = true
  let clock: any Clock<Duration>
  var line: BrokerLine?
  /// Names this connection, so that guests know whether the host is still the one they talked to.
  private var connection = randomBytes(BrokerFrame.connectionSize)
  private var guests: [PeerID: Guest] = [:]
  /// The guest with whom the match has begun.
  private var player: PeerID?
  private var packetsHeard = 0
  /// The letters of the match, once there is one.
  var letters: LetterBoard?
  /// The topics of the only guests who are heard, if not all are.
  private var chosen: [String]?
  private var isClosed = false

  private struct Guest {
    let id: String
    /// The current rendezvous.
    var door: Door
    /// Which packet of all was its last one.
    var lastHeard: Int
  }

  /// The queue of this transport.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// An executor on the transport's queue, for a task that calls this transport.
  public nonisolated var executor: (any TaskExecutor)? { queueExecutor.taskExecutor }

  /// Opens a table at a broker.
  ///
  /// - Parameters:
  ///   - table: Where its guests find it, and what they are told.
  ///   - brokers: The addresses of the broker.
  ///   - isPatient: Whether the broker is waited for, if it is not there.
  ///   - access: What the broker asks for, and where the connection lives.
  ///   - clock: What measures the time between attempts to get a lost connection back.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  /// - Returns: The transport, to be ended with ``close()``.
  /// - Throws: ``BrokerError``.
  public static func open(
    _ table: BrokerTable,
    at brokers: BrokerList,
    isPatient: Bool = false,
    _ access: BrokerAccess = BrokerAccess(),
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(BrokerError) -> BrokerHostTransport {
    let transport = BrokerHostTransport(table, brokers, access.queue, clock, deliver)
    let line = await transport.makeLine(access)
    if isPatient { await line.keepConnecting(isFirst: true) } else { try await line.connect() }
    await table.presence?.start(on: line)
    return transport
  }

  private init(
    _ table: BrokerTable,
    _ brokers: BrokerList,
    _ executor: QueueExecutor,
    _ clock: any Clock<Duration>,
    _ deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.table, self.brokers, self.clock, self.deliver) = (table, brokers, clock, deliver)
    queueExecutor = executor
    letters = table.doors.lazy.compactMap { LetterBoard($0, as: .host) }.first
  }

  private func makeLine(_ access: BrokerAccess) -> BrokerLine {
    let line = BrokerLine(
      brokers,
      access,
      on: queueExecutor,
      clock: clock,
      listeningTo: doors.map(\.guestFilter) + (letters?.filters ?? []),
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

  /// A will has one topic: it is left at the door where most is lost without a host.
  private func makeWill() -> MQTTOptions.Message {
    connection = randomBytes(BrokerFrame.connectionSize)
    guard let door = doors.last else { return MQTTOptions.Message(topic: Door.root, payload: []) }
    return door.messageOfHost(.gone)
  }

  func say(_ frame: BrokerFrame, at door: Door) async {
    let message = door.messageOfHost(frame)
    await line?.publish(message.payload, at: message.topic)
  }

  /// Tells the owner of `event`, unless the owner has closed the transport.
  func tell(_ event: TransportEvent) {
    if !isClosed { deliver(event) }
  }

  // MARK: What happens

  private func take(_ event: BrokerLine.Event) {
    switch event {
    case .up:
      tell(.progress(.brokerFound))
      later { await $0.begin() }
    case .down:
      loseGuests()
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

  /// Hears `message`, and says whether somebody has said it who has the secret of a door.
  private func receive(_ message: MQTTOptions.Message) -> Bool {
    for door in doors {
      guard let id = door.guest(of: message.topic) else { continue }
      guard let frame = door.opened(message.payload, by: .guest, at: message.topic) else {
        return false
      }
      receive(frame, from: id, at: door)
      return true
    }
    if let letter = letters?.open(message) {
      tell(.link(.letter(letter)))
      return true
    }
    // It answers each question once.
    if table.presence != nil { later { await $0.table.presence?.hear(message) } }
    return false
  }

  private func receive(_ frame: BrokerFrame, from id: String, at door: Door) {
    switch frame {
    case .packet(let packet, let size):
      guard let peer = peer(called: id, at: door) else { break }
      note(peer, id, door)
      tell(.link(.packet(packet, from: peer, maximumPacketSize: size)))
    case .knock where isThere:
      later { await $0.say($0.here, at: door) }
    case .look(let look) where isThere:
      later { await $0.show(answering: look, at: door) }
    case .gone: lose(id, at: door)
    case .knock, .look:
      break  // Nobody is there to answer.
    case .here, .hangUp, .sign:
      break  // Only hosts say so.
    }
  }

  /// The guest that talks as `id` at `door`; nil if that guest has moved from there.
  ///
  /// A guest of a table is heard only at the door of its match from its first packet there: others
  /// have the code of the table, and could say something in its name. So only the player moves; to
  /// one that comes back, nothing counts that was said as `id` at the door of the table.
  private func peer(called id: String, at door: Door) -> PeerID? {
    for (peer, guest) in guests where guest.id == id {
      if guest.door.name == door.name { return peer }
      if door.isOfMatch, peer == player {
        guests[peer]?.door = door
        return peer
      }
      if peer == player { return nil }
    }
    let place = "mqtt:\(door.name)"
    return PeerID(rawValue: "\(place)/\(id)", at: place)
  }

  /// A guest is gone; its will is at the door of the match once there is one, whichever door it
  /// sits behind.
  private func lose(_ id: String, at door: Door) {
    for (peer, guest) in guests
    where guest.id == id && (door.isOfMatch || guest.door.name == door.name) {
      guests[peer] = nil
      tell(.link(.down(peer, .disconnected)))
    }
  }

  private var here: BrokerFrame {
    .here(connection: connection, packets: table.packetSize)
  }

  /// Says at all doors that the host is there: who waits for it hears that, and that it is on a new
  /// connection.
  func sayHere() async {
    guard isThere else { return }
    for door in doors.matchFirst { await say(here, at: door) }
  }

  /// The connection stands: the guests hear of it.
  private func begin() async {
    await sayHere()
    await postLetter()
    await lookForRefusal()
  }

  /// Tells if the broker forbids what is said here: nobody would be heard, and nothing else told.
  private func lookForRefusal() async {
    guard isInDoubt, let door = doors.last, let line else { return }
    isInDoubt = false
    let topics = [door.guestTopic(GuestID.random()), door.hostTopic]
    guard let error = await line.forbidden(of: topics) else { return }
    isInDoubt = true
    tell(.progress(.brokerForbids(error.place)))
  }

  /// Tells what is offered at `door`, in answer to `look`.
  private func show(answering look: TableLook, at door: Door) async {
    guard !isClosed, let sign = table.sign else { return }
    await say(.sign(sign, answer: look, connection: connection), at: door)
  }

  /// Tells at all doors that something else is offered.
  private func showChange() async {
    for door in doors { await show(answering: .none, at: door) }
  }

  /// Remembers that this guest was heard, and hangs up on another one if there are too many; never
  /// on the player, or behind the door of a match.
  private func note(_ peer: PeerID, _ id: String, _ door: Door) {
    packetsHeard += 1
    guests[peer] = Guest(id: id, door: door, lastHeard: packetsHeard)
    guard guests.count > Self.mostGuests,
      let oldest = guests.filter({ !$0.value.door.isOfMatch && $0.key != player })
        .min(by: { $0.value.lastHeard < $1.value.lastHeard })
    else { return }
    guests[oldest.key] = nil
    tell(.link(.down(oldest.key, .disconnected)))
    later { await $0.say(.hangUp(guest: oldest.value.id), at: oldest.value.door) }
  }

  /// Does `work` on this actor, after what is being done.
  func later(_ work: @escaping @Sendable (isolated BrokerHostTransport) async -> Void) {
    // It ends when the broker's connection has taken what there is to say; of a table that is
    // closed that is nothing, as whoever heard it would take it for open again.
    Task { if !isClosed { await work(self) } }
  }

  // MARK: What the owner does

  /// Sends `packet` to all guests at the doors where somebody was heard; who it is for is said
  /// inside.
  public func send(_ packet: [UInt8]) async {
    var told: Set<String> = []
    for guest in guests.values where told.insert(guest.door.name).inserted {
      await say(.packet(packet), at: guest.door)
    }
  }

  /// Sends `packet` at the door of the guest that it is for, or as one for all guests.
  public func send(_ packet: OutgoingPacket) async {
    guard let peer = packet.peer else { return await send(packet.bytes) }
    if let guest = guests[peer] { await say(.packet(packet.bytes), at: guest.door) }
  }

  /// Ends the link to one guest.
  public func disconnect(_ peer: PeerID) async {
    guard let guest = guests.removeValue(forKey: peer) else { return }
    await say(.hangUp(guest: guest.id), at: guest.door)
    tell(.link(.down(peer, .disconnected)))
  }

  /// Lets the player of a match that has begun come back by a door that only the two find.
  public func expect(_ other: Introduction) async {
    player = other.peer
    let door = Door(match: other.session, with: other.player)
    guard !doors.contains(where: { $0.name == door.name }) else { return }
    table.doors.append(door)
    letters = LetterBoard(door, as: .host)
    await line?.listen(toAll: [door.guestFilter] + (letters?.filters ?? []))
    await say(here, at: door)
  }

  /// Says whether anybody new may come, to those who ask.
  public func setOpen(_ isOpen: Bool) async {
    await table.presence?.setOpen(isOpen)
    guard table.sign?.isOpen == !isOpen else { return }
    table.sign?.isOpen = isOpen
    await showChange()
  }

  /// Says what is offered from now on, to those who ask.
  public func announce(_ presence: Presence) async {
    var presence = presence
    // Rooms have ranks among those nearby alone.
    presence.rank = nil
    await table.presence?.announce(presence)
    guard let old = table.sign?.presence, old != presence else { return }
    table.sign?.presence = presence
    await showChange()
  }

  /// Hears no others than these guests, as somebody says more than can be heard; nil for all.
  ///
  /// The broker itself drops then what others say, whoever they are said to be.
  public func listen(onlyTo peers: [PeerID]?) async {
    let all = doors.map(\.guestFilter)
    let old = chosen
    chosen = peers?.compactMap { guests[$0].map { $0.door.guestTopic($0.id) } }
    await line?.listen(toAll: chosen ?? all, inPlaceOf: old ?? all)
  }

  /// The table itself is gone, to which only a bridge leads: its guests are told so.
  public func suspend() async {
    guard isThere else { return }
    loseGuests()
    await sayGone()
  }

  /// Tells all guests that nobody is here any more.
  func sayGone() async {
    isThere = false
    for door in doors { await say(.gone, at: door) }
  }

  /// The table itself is back, and takes packets up to this length: its guests begin new links.
  public func renew(packetSize: Int) async {
    table.packetSize = packetSize
    isThere = true
    connection = randomBytes(BrokerFrame.connectionSize)
    loseGuests()
    await sayHere()
  }

  private func loseGuests() {
    for peer in guests.keys { tell(.link(.down(peer, .disconnected))) }
    guests = [:]
  }

  /// Says goodbye at all doors, and ends the connection.
  public func close() async {
    isClosed = true
    for door in doors { await say(.gone, at: door) }
    await table.presence?.close()
    await line?.close()
  }
}
