/// How much one guest may have carried in one direction, and how much of it waits.
///
/// A session keeps at most 64 packets on the way that are not acknowledged, so none of a session
/// that is carried slowly is dropped.
public struct TrafficLimits: Hashable, Sendable {
  /// How many bytes a second are carried for as long as it takes.
  public var bytesPerSecond = 32 * 1_024
  /// How many bytes are carried at once after a rest.
  public var burst = 32 * 1_024
  /// As many bytes each packet counts at least, for the time that it takes whatever its length.
  public var smallestCost = 64
  /// How many packets may wait; more are dropped.
  public var queue = 128

  /// The usual limits.
  public init() {}
}

/// Packets of one guest in one direction, which are let through at a limited rate.
struct PacedQueue: Sendable {
  private let limits: TrafficLimits
  private var packets: [[UInt8]] = []
  private var tokens: Int
  private var filledAt: Duration

  init(_ limits: TrafficLimits, now: Duration) {
    (self.limits, tokens, filledAt) = (limits, limits.burst, now)
  }

  var count: Int { packets.count }

  /// Adds `packet` behind all others; false if there are too many, and it is dropped.
  mutating func add(_ packet: [UInt8]) -> Bool {
    guard packets.count < limits.queue else { return false }
    packets.append(packet)
    return true
  }

  /// The next packet whose time has come.
  mutating func next(now: Duration) -> [UInt8]? {
    guard let due, now >= due else { return nil }
    fill(now: now)
    let packet = packets.removeFirst()
    tokens -= cost(packet)
    return packet
  }

  /// When the next packet may go; nil if none waits.
  var due: Duration? {
    packets.first.map { packet in
      let missing = max(cost(packet) - tokens, 0)
      return filledAt + .seconds(1) * missing / limits.bytesPerSecond
    }
  }

  private func cost(_ packet: [UInt8]) -> Int { max(packet.count, limits.smallestCost) }

  private mutating func fill(now: Duration) {
    let (seconds, attoseconds) = (now - filledAt).components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    let gained = microseconds * limits.bytesPerSecond / 1_000_000
    // A part of a byte is not lost.
    guard gained > 0 else { return }
    tokens = min(tokens + gained, limits.burst)
    filledAt =
      tokens == limits.burst
      ? now : filledAt + .microseconds(gained * 1_000_000 / limits.bytesPerSecond)
  }
}
