/// Limits on the traffic of one guest in one direction, on the packets that wait, and on the
/// traffic of all guests on the air.
///
/// A session keeps at most 64 packets on the way that are not acknowledged, so none of a session
/// that is carried slowly is dropped.
package struct TrafficLimits: Hashable, Sendable {
  /// The number of bytes a second are carried for as long as it takes, for one guest.
  package var bytesPerSecond = 32 * 1_024
  /// The number of bytes that are carried at once after a rest, for one guest.
  package var burst = 32 * 1_024
  /// The number of bytes a second go on the air for all guests together, each notification counted
  /// once for each of them; as much as the best links of one radio carry.
  package var airBytesPerSecond = 96 * 1_024
  /// The number of bytes that go on the air at once after a rest.
  package var airBurst = 96 * 1_024
  /// As many bytes each packet counts at least, for the time that it takes whatever its length.
  package var smallestCost = 64
  /// The number of packets that may wait; more are dropped.
  package var queue = 128

  /// The usual limits.
  package init() {}

  func cost(_ packet: [UInt8]) -> Int { max(packet.count, smallestCost) }
}

/// Bytes that may go, which come back at a limited rate.
struct TrafficBudget: Sendable {
  private let bytesPerSecond: Int
  private let burst: Int
  private var bytes: Int
  private var filledAt: Duration

  init(bytesPerSecond: Int, burst: Int, now: Duration) {
    (self.bytesPerSecond, self.burst, bytes, filledAt) = (bytesPerSecond, burst, burst, now)
  }

  /// When `cost` may be spent.
  ///
  /// More than there ever is may be spent when nothing is.
  func due(for cost: Int) -> Duration {
    filledAt + .seconds(1) * max(min(cost, burst) - bytes, 0) / bytesPerSecond
  }

  /// Spends `cost`.
  mutating func spend(_ cost: Int, now: Duration) {
    fill(now: now)
    bytes -= cost
  }

  private mutating func fill(now: Duration) {
    let (seconds, attoseconds) = (now - filledAt).components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let gained = microseconds * Int64(bytesPerSecond) / 1_000_000
    // A part of a byte is not lost.
    guard gained > 0 else { return }
    bytes = Int(min(Int64(bytes) + gained, Int64(burst)))
    filledAt =
      bytes == burst ? now : filledAt + .microseconds(gained * 1_000_000 / Int64(bytesPerSecond))
  }
}

/// Packets of one guest in one direction, which are let through at a limited rate.
struct PacedQueue: Sendable {
  private let limits: TrafficLimits
  private var packets: [[UInt8]] = []
  private var budget: TrafficBudget
  /// The turn in which a packet of this queue went last.
  private(set) var turn = 0

  init(_ limits: TrafficLimits, now: Duration) {
    self.limits = limits
    budget = TrafficBudget(bytesPerSecond: limits.bytesPerSecond, burst: limits.burst, now: now)
  }

  var count: Int { packets.count }

  /// The next packet, whether its time has come or not.
  var first: [UInt8]? { packets.first }

  /// Adds `packet` behind all others; false if there are too many, and it is dropped.
  mutating func add(_ packet: [UInt8]) -> Bool {
    guard packets.count < limits.queue else { return false }
    packets.append(packet)
    return true
  }

  /// Takes the next packet, whose time has come, in this turn.
  mutating func take(turn: Int, now: Duration) -> [UInt8]? {
    guard !packets.isEmpty else { return nil }
    self.turn = turn
    let packet = packets.removeFirst()
    budget.spend(limits.cost(packet), now: now)
    return packet
  }

  /// When the next packet may go; nil if none waits.
  var due: Duration? { packets.first.map { budget.due(for: limits.cost($0)) } }
}
