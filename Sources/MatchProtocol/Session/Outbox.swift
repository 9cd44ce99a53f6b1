/// What one side of a session has said and received on one channel, over all its links: what it
/// needs to go on.
///
/// Acknowledgements are not authentic, so all that was said stays here: the other side's Confirm,
/// which is, may say that less of it has come than a link had acknowledged.
struct Outbox: Sendable {
  /// Whose messages these are.
  let channel: Channel

  /// All that was said, the oldest first.
  private var said: [[UInt8]] = []

  /// How many messages the other side has acknowledged, as far as this is known.
  private(set) var acknowledged = 0

  /// How many messages of the other side were received.
  private(set) var received: UInt32 = 0

  /// How many messages a program before this one has said; while they wait they need no room.
  private let inherited: Int

  /// Nothing was said or received on `channel`.
  init(_ channel: Channel) {
    self.channel = channel
    inherited = 0
  }

  /// What the program before this one has said and received of the match.
  init(_ journal: [JournalEntry]) {
    channel = .match
    said = journal.filter(\.isMine).map { Envelope.match($0.message).encoded }
    inherited = said.count
    received = UInt32(journal.count - inherited)
  }

  /// What was said and is not acknowledged, the oldest first.
  var unacknowledged: ArraySlice<[UInt8]> { said[acknowledged...] }

  /// Whether one more message may be said.
  var hasRoom: Bool {
    unacknowledged.count < channel.capacity + max(0, inherited - acknowledged)
  }

  /// How many messages the other side can have.
  var possible: ClosedRange<UInt32> { 0...UInt32(said.count) }

  /// Keeps `message`.
  mutating func append(_ message: [UInt8]) {
    said.append(message)
  }

  /// One more message of the other side has come.
  mutating func noteReceived() {
    received &+= 1
  }

  /// A link has had `count` more messages acknowledged.
  mutating func acknowledge(_ count: Int) {
    acknowledged = min(acknowledged + count, said.count)
  }

  /// The other side says itself how many messages it has, one of ``possible``.
  mutating func confirm(_ count: UInt32) {
    acknowledged = Int(count)
  }
}
