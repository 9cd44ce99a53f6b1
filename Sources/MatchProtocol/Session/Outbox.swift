/// What one side of a session has said and received, over all its links: what it needs to go on.
struct Outbox: Sendable {
  /// How many messages may wait for their acknowledgement; two players who take turns have a handful.
  static let capacity = 256

  /// What was said and is not acknowledged, the oldest first.
  private(set) var unacknowledged: [[UInt8]] = []

  /// How many messages the other side has acknowledged.
  private(set) var acknowledged: UInt32 = 0

  /// How many messages of the other side were received.
  private(set) var received: UInt32 = 0

  /// How many of those that wait were said by a program before this one, which the other side will soon tell apart.
  private var inherited = 0

  /// Nothing was said or received.
  init() {}

  /// What the program before this one has said and received.
  init(_ journal: [JournalEntry]) {
    unacknowledged = journal.filter(\.isMine).map { Envelope.match($0.message).encoded }
    inherited = unacknowledged.count
    received = UInt32(journal.count - inherited)
  }

  /// Whether one more message may be said.
  var hasRoom: Bool {
    unacknowledged.count < Self.capacity + inherited
  }

  mutating func append(_ message: [UInt8]) {
    unacknowledged.append(message)
  }

  mutating func noteReceived() {
    received &+= 1
  }

  /// The other side has `count` more messages.
  mutating func forget(_ count: Int) {
    unacknowledged.removeFirst(count)
    inherited = max(0, inherited - count)
    acknowledged += UInt32(count)
  }

  /// How many messages the other side can have.
  var possible: ClosedRange<UInt32> {
    acknowledged...acknowledged + UInt32(unacknowledged.count)
  }
}
