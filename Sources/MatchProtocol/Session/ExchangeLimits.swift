/// How many exchanges of keys a host begins.
///
/// Each for a seat lets somebody in between try once whether six digits agree, and each costs time.
struct ExchangeLimits: Sendable {
  /// How many there may be in ``window``: for a seat, all together; for a match that goes on, for
  /// each peer.
  static let maximum = 8

  /// The time in which they are counted.
  static let window = Duration.seconds(60)

  private var seats: [Duration] = []
  private var returns: [PeerID: [Duration]] = [:]

  /// Whether one more may begin for the seat; it is counted.
  mutating func beginSeat(now: Duration) -> Bool {
    seats.removeAll { $0 + Self.window <= now }
    guard seats.count < Self.maximum else {
      return false
    }
    seats.append(now)
    return true
  }

  /// Whether one more may begin for `peer`, who wants to go on with a match; it is counted.
  mutating func beginReturn(of peer: PeerID, now: Duration) -> Bool {
    returns = returns.compactMapValues { times in
      let recent = times.filter { $0 + Self.window > now }
      return recent.isEmpty ? nil : recent
    }
    guard returns[peer, default: []].count < Self.maximum else {
      return false
    }
    returns[peer, default: []].append(now)
    return true
  }
}
