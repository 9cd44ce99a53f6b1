internal import MQTT
internal import Sodium

/// The messages recently received at a broker.
///
/// Whoever sees a message there can say it again, without its secret; whom it is for hears it once.
struct HeardMessages {
  /// As many are remembered at least, which some hours of play and a file of 60 MB have; they are
  /// half of those that are remembered at most, in about a megabyte.
  static let leastCount = 16_384
  /// As many messages within ``floodTime`` that say nothing are a flood; ten tables have no more.
  static let mostUseless = 8_192
  static let floodTime = Duration.seconds(10)
  /// After this time it is told again.
  static let tellingPause = Duration.seconds(60)

  /// The nonces of what was heard last, and of what was heard before: no two senders choose one.
  private var recent: Set<UInt64> = []
  private var older: Set<UInt64> = []
  /// The number of useless messages, and the time since which they are counted.
  private var useless = (count: 0, since: ContinuousClock.Instant.now)
  private var toldAt: ContinuousClock.Instant?

  func contains(_ message: MQTTOptions.Message) -> Bool {
    guard let nonce = Self.nonce(message) else { return false }
    return recent.contains(nonce) || older.contains(nonce)
  }

  /// Notes what somebody has said who has the secret; of others nothing is remembered.
  mutating func note(_ message: MQTTOptions.Message) {
    guard let nonce = Self.nonce(message) else { return }
    recent.insert(nonce)
    if recent.count >= Self.leastCount { (older, recent) = (recent, []) }
  }

  /// Counts a message that says nothing, and says whether that is to be told.
  mutating func isFlooded(now: ContinuousClock.Instant) -> Bool {
    if useless.since + Self.floodTime <= now { useless = (0, now) }
    useless.count += 1
    guard useless.count == Self.mostUseless,
      toldAt.map({ $0 + Self.tellingPause <= now }) ?? true
    else { return false }
    toldAt = now
    return true
  }

  private static func nonce(_ message: MQTTOptions.Message) -> UInt64? {
    guard message.payload.count > ChaChaPoly.nonceSize else { return nil }
    return message.payload.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
