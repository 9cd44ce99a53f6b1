/// What one side of a session has said and received on one channel, over all its links: what it
/// needs to go on.
struct Outbox: Sendable {
  /// Whose messages these are.
  let channel: Channel

  /// What was said and is not acknowledged, the oldest first.
  private(set) var unacknowledged: [[UInt8]] = []

  /// How many messages the other side has acknowledged.
  private(set) var acknowledged: UInt32 = 0

  /// How many messages of the other side were received.
  private(set) var received: UInt32 = 0

  /// How many of the waiting messages a program before this one has said; they need no room.
  private var inherited = 0

  /// Nothing was said or received on `channel`.
  init(_ channel: Channel) {
    self.channel = channel
  }

  /// What the program before this one has said and received of the match.
  init(_ journal: [JournalEntry]) {
    self.init(.match)
    unacknowledged = journal.filter(\.isMine).map { Envelope.match($0.message).encoded }
    inherited = unacknowledged.count
    received = UInt32(journal.count - inherited)
  }

  /// Whether one more message may be said.
  var hasRoom: Bool {
    unacknowledged.count < channel.capacity + inherited
  }

  /// How many messages the other side can have.
  var possible: ClosedRange<UInt32> {
    acknowledged...acknowledged + UInt32(unacknowledged.count)
  }

  /// Keeps `message` until it is acknowledged.
  mutating func append(_ message: [UInt8]) {
    unacknowledged.append(message)
  }

  /// One more message of the other side has come.
  mutating func noteReceived() {
    received &+= 1
  }

  /// The other side has `count` more messages.
  mutating func acknowledge(_ count: Int) {
    unacknowledged.removeFirst(count)
    inherited = max(0, inherited - count)
    acknowledged += UInt32(count)
  }
}
