internal import MQTT
public import MatchProtocol
internal import QueueExecutor

/// The host's side of a broker: it listens to its guests, and talks to all of them at once.
public actor BrokerHostTransport: PacketTransport {
  /// How many guests are remembered; of more, who was heard last time longest ago is forgotten.
  private static let mostGuests = 64

  private let deliver: @Sendable (TransportEvent) -> Void
  private let queueExecutor: QueueExecutor
  private let brokers: BrokerList
  private var doors: [Door]
  private var line: BrokerLine?
  /// Names this connection, so that guests know whether the host is still the one they talked to.
  private var connection = randomBytes(BrokerFrame.connectionSize)
  private var guests: [PeerID: Guest] = [:]
  private var packetsHeard = 0
  private var isClosed = false

  private struct Guest {
    let id: String
    let door: Door
    /// Which packet of all was its last one.
    var lastHeard: Int
  }

  /// The queue of this transport.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// What lets a task run on the transport's queue, also between the calls of actors.
  public nonisolated var executor: (any TaskExecutor)? { queueExecutor.taskExecutor }

  /// Opens a table at a broker.
  ///
  /// - Parameters:
  ///   - doors: Where its guests find it.
  ///   - brokers: The addresses of the broker.
  ///   - isPatient: Whether the broker is waited for, if it is not there.
  ///   - access: What the broker asks for, and where the connection lives.
  ///   - clock: What measures the time between attempts to get a lost connection back.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  /// - Returns: The transport, to be ended with ``close()``.
  /// - Throws: ``BrokerError``.
  public static func open(
    _ doors: [Door],
    at brokers: BrokerList,
    isPatient: Bool = false,
    _ access: BrokerAccess = BrokerAccess(),
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(BrokerError) -> BrokerHostTransport {
    let transport = BrokerHostTransport(doors, brokers, access.queue, deliver)
    let line = await transport.makeLine(access, clock)
    if isPatient { await line.keepConnecting(isFirst: true) } else { try await line.connect() }
    return transport
  }

  private init(
    _ doors: [Door],
    _ brokers: BrokerList,
    _ executor: QueueExecutor,
    _ deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.doors, self.brokers, self.deliver) = (doors, brokers, deliver)
    queueExecutor = executor
  }

  private func makeLine(_ access: BrokerAccess, _ clock: any Clock<Duration>) -> BrokerLine {
    let line = BrokerLine(
      brokers,
      access,
      on: queueExecutor,
      clock: clock,
      listeningTo: doors.map(\.guestFilter),
      for: BrokerLine.Owner(
        will: { [weak self] in
          guard let self else { return MQTTOptions.Message(topic: Door.root, payload: []) }
          return self.assumeIsolated { $0.makeWill() }
        },
        deliver: { [weak self] event in self?.assumeIsolated { $0.take(event) } }
      )
    )
    self.line = line
    return line
  }

  /// A will has one topic: it is left at the door where most is lost without a host.
  private func makeWill() -> MQTTOptions.Message {
    connection = randomBytes(BrokerFrame.connectionSize)
    guard let door = doors.last else { return MQTTOptions.Message(topic: Door.root, payload: []) }
    return message(.gone, at: door)
  }

  private func message(_ frame: BrokerFrame, at door: Door) -> MQTTOptions.Message {
    let payload = door.sealed(frame, by: .host, at: door.hostTopic, nonce: randomBytes(12))
    return MQTTOptions.Message(topic: door.hostTopic, payload: payload)
  }

  private func say(_ frame: BrokerFrame, at door: Door) async {
    let message = message(frame, at: door)
    await line?.publish(message.payload, at: message.topic)
  }

  /// Tells the owner of `event`, unless the owner has closed the transport.
  private func tell(_ event: TransportEvent) {
    if !isClosed { deliver(event) }
  }

  // MARK: What happens

  private func take(_ event: BrokerLine.Event) {
    switch event {
    case .up:
      tell(.progress(.brokerFound))
      // Who waits for the host hears that it is here, and that it is on a new connection.
      later { transport in
        for door in transport.doors {
          await transport.say(.here(connection: transport.connection), at: door)
        }
      }
    case .down:
      for peer in guests.keys { tell(.link(.down(peer, .disconnected))) }
      guests = [:]
    case .waiting(let attempt, let pause):
      tell(.progress(.brokerLost(attempt: attempt, after: pause)))
    case .message(let message):
      receive(message)
    }
  }

  private func receive(_ message: MQTTOptions.Message) {
    for door in doors {
      guard let id = door.guest(of: message.topic) else { continue }
      guard let frame = door.opened(message.payload, by: .guest, at: message.topic) else { return }
      return receive(frame, from: id, at: door)
    }
  }

  private func receive(_ frame: BrokerFrame, from id: String, at door: Door) {
    let peer = PeerID(rawValue: "mqtt:\(door.name)/\(id)")
    switch frame {
    case .packet(let packet):
      note(peer, id, door)
      tell(.link(.packet(packet, from: peer, maximumPacketSize: PacketSize.largest)))
    case .knock:
      later { await $0.say(.here(connection: $0.connection), at: door) }
    case .gone:
      if guests.removeValue(forKey: peer) != nil { tell(.link(.down(peer, .disconnected))) }
    case .here, .hangUp:
      break  // Only hosts say so.
    }
  }

  /// Remembers that this guest was heard, and forgets another one if there are too many.
  private func note(_ peer: PeerID, _ id: String, _ door: Door) {
    packetsHeard += 1
    guests[peer] = Guest(id: id, door: door, lastHeard: packetsHeard)
    guard guests.count > Self.mostGuests,
      let oldest = guests.min(by: { $0.value.lastHeard < $1.value.lastHeard })?.key
    else { return }
    guests[oldest] = nil
    tell(.link(.down(oldest, .disconnected)))
  }

  /// Does `work` on this actor, after what is being done.
  private func later(_ work: @escaping @Sendable (isolated BrokerHostTransport) async -> Void) {
    // It ends when the broker's connection has taken what there is to say.
    Task { await work(self) }
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

  /// Ends the link to one guest.
  public func disconnect(_ peer: PeerID) async {
    guard let guest = guests.removeValue(forKey: peer) else { return }
    await say(.hangUp(guest: guest.id), at: guest.door)
    tell(.link(.down(peer, .disconnected)))
  }

  /// Lets the player of a match that has begun come back by a door that only the two find.
  public func expect(_ player: Acquaintance, in session: SessionID) async {
    let door = Door(match: session, with: player)
    guard !doors.contains(where: { $0.name == door.name }) else { return }
    doors.append(door)
    await line?.listen(to: door.guestFilter)
    await say(.here(connection: connection), at: door)
  }

  /// Says goodbye at all doors, and ends the connection.
  public func close() async {
    isClosed = true
    for door in doors { await say(.gone, at: door) }
    await line?.close()
  }
}
