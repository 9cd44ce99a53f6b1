public import MatchProtocol

/// What the players at a table do at this moment, as far as this program knows.
public struct TableGlimpses: Hashable, Sendable {
  /// After this time another one may be sent, and what came sooner is not looked at.
  private static let interval = Duration.milliseconds(250)
  /// After this time somebody who is still typing is said to be so again.
  private static let repetition = Duration.seconds(3)
  /// After this time without a word of it nobody is typing any more.
  private static let typingTime = Duration.seconds(7)

  /// What the other player does.
  public private(set) var theirs = Glimpse()
  private var heardAt: Duration?
  private var mine = Glimpse()
  private var sent = Glimpse()
  private var sentAt: Duration?

  /// When something is due.
  var deadline: Duration? {
    let expiry = theirs.isTyping ? heardAt.map { $0 + Self.typingTime } : nil
    let next = mine == sent ? nil : sentAt.map { $0 + Self.interval }
    return [expiry, next].compactMap(\.self).min()
  }

  /// Notes what the player here does, and says what is to be sent now, if anything is.
  mutating func show(_ glimpse: Glimpse, now: Duration) -> Glimpse? {
    mine = glimpse
    return due(now: now)
  }

  /// What is to be sent by now, if anything is.
  private mutating func due(now: Duration) -> Glimpse? {
    let age = sentAt.map { now - $0 }
    let isOld = mine.isTyping && age ?? .zero >= Self.repetition
    guard mine != sent || isOld, age ?? Self.interval >= Self.interval else { return nil }
    (sent, sentAt) = (mine, now)
    return mine
  }

  /// Hears what the other player does.
  mutating func hear(_ glimpse: Glimpse, now: Duration) {
    // Fewer than are sent come at once, unless somebody wants the screen to flicker.
    if let heardAt, now - heardAt < Self.interval / 5 { return }
    (theirs, heardAt) = (glimpse, now)
  }

  /// Does what is due, and says what is to be sent.
  mutating func tick(now: Duration) -> Glimpse? {
    if let heardAt, now - heardAt >= Self.typingTime { theirs.isTyping = false }
    return mine == sent ? nil : due(now: now)
  }

  /// Words have come, so they are typed no more.
  mutating func noteWords() { theirs.isTyping = false }

  /// The link is lost: nobody knows anything.
  mutating func forget() {
    self = TableGlimpses()
  }
}

extension Table {
  /// Lets the other player know what the one here does, where both want that.
  mutating func show(_ glimpse: Glimpse, now: Duration) {
    guard hasSession, !rules.isQuiet, !isSuspended, phase.hasOther, !talk.isDeaf else { return }
    if let glimpse = glimpses.show(glimpse, now: now) { send(glimpse, now: now) }
  }

  mutating func tickGlimpses(now: Duration) {
    if let glimpse = glimpses.tick(now: now) { send(glimpse, now: now) }
  }

  private mutating func send(_ glimpse: Glimpse, now: Duration) {
    converse(now: now) { $0.perform(.glimpse(glimpse), now: $1) }
  }

  /// What the other player does at this moment, for whoever shows it.
  public var seen: Glimpse { rules.isQuiet || talk.isMuted ? Glimpse() : glimpses.theirs }
}
