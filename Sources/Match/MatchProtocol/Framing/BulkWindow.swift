/// The number of fragments that may be on the way when a part of a file, or a piece of a pipe, is
/// sent.
///
/// As few as keep the link busy: all that is on the way goes before the next move. A link that has
/// a queue of its own shows that by round trips longer than its shortest one.
struct BulkWindow: Hashable, Sendable {
  /// Fewer would wait for each report, which comes after two.
  private static let smallest = 6
  /// The same of long packets.
  private static let fewestLong = 4
  /// At most so many, of 64 that may be on the way: the rest is for what must not wait.
  private static let largest = 40
  /// At most so many long packets: a megabyte.
  private static let mostLong = 16
  /// The maximum number of packets from the oldest to the newest, acknowledged ones included: a
  /// lost packet stops the rest only after so many.
  static let span = Report.fullCredit - 6
  /// A round trip of this length is never one too many.
  private static let harmless = Duration.milliseconds(60)
  /// The time by which a round trip may exceed one and a half times the shortest, for the packets'
  /// own length.
  private static let slack = Duration.milliseconds(20)
  /// The same of long packets, which only a stream carries.
  private static let shortSlack = Duration.milliseconds(1)

  /// The window now, in long packets.
  private(set) var size = 8
  private var shortest: Duration?

  /// The window now, in packets of this size.
  func size(ofPackets packetSize: Int) -> Int {
    packetSize > PacketSize.short ? size : Self.largest
  }

  /// A fragment was acknowledged after `trip`, on a link whose packets have `packetSize` bytes.
  mutating func note(_ trip: Duration, ofPackets packetSize: Int) {
    let best = min(trip, shortest ?? trip)
    shortest = best
    let isLong = packetSize > PacketSize.largest
    let limit =
      isLong
      ? best.eighths(12) + Self.shortSlack : max(best.eighths(12) + Self.slack, Self.harmless)
    let (smallest, largest) =
      isLong ? (Self.fewestLong, Self.mostLong) : (Self.smallest, Self.largest)
    size = trip > limit ? max(size - 1, smallest) : min(size + 1, largest)
  }
}
