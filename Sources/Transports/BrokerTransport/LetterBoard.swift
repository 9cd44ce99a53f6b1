internal import MQTT
public import MatchProtocol
internal import Sodium

/// The letters of a match at a broker, where they lie until the other player has read them:
/// docs/reference/broker-protocol.md.
struct LetterBoard: Sendable {
  /// The time for which letters lie at one rendezvous, in seconds: a week.
  static let periodLength = 7 * 86_400

  private let box: Mailbox
  private let wall: WallTime
  /// The letter that the other player should find; the outer nil until the owner has said so.
  private var wanted: Letter??
  /// The number of times in a row that the broker has not taken it.
  private var refusals = 0
  /// After so many it is not asked any more: one that keeps nothing may hang up.
  private static let mostRefusals = 2
  /// When the last letter was written here.
  private var writtenAt: UInt64 = 0
  /// The topics of the other player around a period; none before they were asked for.
  private var topics: (period: Int, filters: [String]) = (-1, [])
  /// When the letters of the other player were written, by their topics.
  private var found: [String: UInt64] = [:]

  /// The board of the match behind `door`, for the side of `role`; nil where it is no match's.
  init?(_ door: Door, as role: Role, _ wall: WallTime = .system) {
    guard let match = door.match else { return nil }
    self.init(Mailbox(match.session, with: match.player, as: role), wall)
  }

  /// The board of a match.
  init(_ box: Mailbox, _ wall: WallTime = .system) {
    (self.box, self.wall) = (box, wall)
  }

  private var period: Int { wall.seconds / Self.periodLength }

  /// The topic where the side of `role` leaves its letter in a period.
  private func topic(of role: Role, in period: Int) -> String {
    let label = Array("Tabletooth letters".utf8)
    let bytes = box.session.rawValue.bigEndianBytes + UInt64(clamping: period).bigEndianBytes
    let secret = box.other.withSecret { HMAC.tag(HMAC.size, of: label, bytes, key: $0) }
    let door = Door(SecretBytes(copying: secret))
    // Brokers that allow the topics of tables allow these.
    return role == .host ? door.hostTopic : door.guestTopic(GuestID.none)
  }

  /// The topics of the other player in the last period, this one and the next.
  var filters: [String] { topics.period == period ? topics.filters : filters(around: period) }

  private func filters(around period: Int) -> [String] {
    (period - 1...period + 1).map { topic(of: box.role == .host ? .guest : .host, in: $0) }
  }

  /// The letter of the other player in `message`; nil if there is none.
  mutating func open(_ message: MQTTOptions.Message) -> Letter? {
    // They are looked at for each message that comes.
    if topics.period != period { topics = (period, filters(around: period)) }
    guard topics.filters.contains(message.topic), let letter = box.open(message.payload) else {
      return nil
    }
    found[message.topic] = letter.time
    return letter
  }

  /// Notes the letter that the other player should find.
  mutating func want(_ letter: Letter?) { wanted = .some(letter) }

  /// Notes whether the broker has taken what was due.
  ///
  /// - Returns: Whether a letter lies there now that says something.
  mutating func note(isTaken: Bool) -> Bool {
    refusals = isTaken ? 0 : refusals + 1
    return isTaken && (wanted ?? nil)?.saysSomething == true
  }

  /// The messages that leave the letter in this period, and nothing in the last one.
  mutating func due() -> [MQTTOptions.Message] {
    guard let wanted, refusals < Self.mostRefusals else { return [] }
    var payload: [UInt8] = []
    if let wanted {
      // A clock that was set back makes no letter older than the last one.
      writtenAt = max(UInt64(clamping: wall.seconds) * 1_000, writtenAt + 1)
      payload = box.seal(wanted, at: writtenAt, nonce: randomBytes(12))
    }
    return [
      MQTTOptions.Message(topic: topic(of: box.role, in: period), payload: payload),
      MQTTOptions.Message(topic: topic(of: box.role, in: period - 1), payload: []),
    ]
  }

  /// The messages that remove what lies there of this time or before.
  mutating func removal(upTo time: UInt64) -> [MQTTOptions.Message] {
    let topics = found.filter { $0.value <= time }.keys.sorted()
    for topic in topics { found[topic] = nil }
    return topics.map { MQTTOptions.Message(topic: $0, payload: []) }
  }
}

/// What both sides of a broker do with letters.
extension BrokerLine {
  /// Leaves `messages` at the broker, for those who come later.
  ///
  /// - Returns: False if the broker has not taken all of them; where there is no connection, the
  ///   next one is made first.
  func keep(_ messages: [MQTTOptions.Message]) async -> Bool {
    guard let client else { return true }
    do {
      for message in messages { try await client.keep(message) }
      return true
    } catch {
      return false
    }
  }
}

/// A side of a broker that leaves letters there.
protocol LetterWriter: Actor {
  /// The letters of the match, once there is one.
  var letters: LetterBoard? { get set }
  var line: BrokerLine? { get }

  func tell(_ event: TransportEvent)
}

extension LetterWriter {
  func leave(_ letter: Letter?) async {
    letters?.want(letter)
    await postLetter()
  }

  /// Leaves the letter once more, on a new connection.
  func postLetter() async {
    guard let due = letters?.due(), !due.isEmpty, let line else { return }
    let isTaken = await line.keep(due)
    if letters?.note(isTaken: isTaken) == true { tell(.progress(.posted)) }
  }

  func takeAway(_ letter: HeardLetter) async {
    guard let removal = letters?.removal(upTo: letter.time), !removal.isEmpty else { return }
    _ = await line?.keep(removal)
  }
}

extension BrokerHostTransport: LetterWriter {
  /// Leaves `letter` for the guest.
  public func post(_ letter: Letter?) async { await leave(letter) }

  /// Removes the guest's letter.
  public func remove(_ letter: HeardLetter) async { await takeAway(letter) }
}

extension BrokerGuestTransport: LetterWriter {
  /// Leaves `letter` for the host.
  public func post(_ letter: Letter?) async { await leave(letter) }

  /// Removes the host's letter.
  public func remove(_ letter: HeardLetter) async { await takeAway(letter) }
}
