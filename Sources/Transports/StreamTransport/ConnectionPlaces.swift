internal import MatchProtocol

/// The places for connections to a host, and the connection that gives way to a newcomer.
///
/// It has no clock: each input takes the time since the host began to listen.
struct ConnectionPlaces {
  /// The answer to a newcomer.
  enum Admission: Hashable {
    case refused
    /// Somebody has to be hung up on, or nobody.
    case admitted(inPlaceOf: PeerID?)
  }

  /// The maximum number of connections.
  static let most = 64

  /// The maximum number of connections from one place, such as all computers behind one router.
  static let mostAtPlace = 16

  /// The number of connections besides ``most`` from the place of the player.
  static let mostOfPlayer = 4

  /// The time for which a connection keeps its place: after it was made until it says something,
  /// and after its first packet.
  static let keepTime = Duration.seconds(2)

  private struct Connection {
    let number: Int
    let since: Duration
    var firstPacket: Duration?

    func isSilent(for time: Duration, now: Duration) -> Bool {
      firstPacket == nil && since + time <= now
    }

    func hasJustSpoken(now: Duration) -> Bool {
      firstPacket.map { $0 + ConnectionPlaces.keepTime > now } ?? false
    }
  }

  private var connections: [PeerID: Connection] = [:]
  private var count = 0

  /// The peer with whom the match was begun, whose connection gives way to nobody.
  var player: PeerID?

  /// Takes a place for `peer`, if there is one.
  ///
  /// Too many are those at one place, or all. Then the connection that has been silent for longest
  /// gives way, if that is ``keepTime`` at least, wherever it is. Otherwise the one that was made
  /// last at the place that has most gives way, if the newcomer's place has fewer: silent ones
  /// first, and none that has just sent its first packet.
  mutating func admit(_ peer: PeerID, now: Duration) -> Admission {
    let neighbours = connections.filter { $0.key.place == peer.place }
    let isPlayers = player?.place == peer.place
    let leaver: PeerID?
    if neighbours.count >= Self.mostAtPlace {
      guard let silent = Self.mostSilent(of: neighbours, now: now) else { return .refused }
      leaver = silent
    } else if connections.count < Self.most + (isPlayers ? Self.mostOfPlayer : 0) {
      leaver = nil
    } else {
      let silent = Self.mostSilent(of: connections, now: now)
      guard let next = silent ?? next(for: peer, now: now) else { return .refused }
      leaver = next
    }
    if let leaver { remove(leaver) }
    count += 1
    connections[peer] = Connection(number: count, since: now)
    return .admitted(inPlaceOf: leaver)
  }

  private static func mostSilent(of connections: [PeerID: Connection], now: Duration) -> PeerID? {
    connections.filter { $0.value.isSilent(for: keepTime, now: now) }
      .min { $0.value.number < $1.value.number }?.key
  }

  /// The connection at the place that has most that gives way.
  private func next(for peer: PeerID, now: Duration) -> PeerID? {
    let crowd = Crowd(among: connections.keys, for: peer)
    guard crowd.isElsewhere else { return nil }
    return connections.filter {
      crowd.members.contains($0.key) && $0.key != player && !$0.value.hasJustSpoken(now: now)
    }
    .max { one, other in
      (one.value.firstPacket == nil ? 1 : 0, one.value.number)
        < (other.value.firstPacket == nil ? 1 : 0, other.value.number)
    }?
    .key
  }

  /// True if `peer` has a connection that has said nothing.
  func isSilent(_ peer: PeerID) -> Bool { connections[peer]?.firstPacket == nil }

  /// Notes a packet of `peer`.
  mutating func hear(_ peer: PeerID, now: Duration) {
    if connections[peer]?.firstPacket == nil { connections[peer]?.firstPacket = now }
  }

  /// Frees the place of `peer`.
  mutating func remove(_ peer: PeerID) { connections[peer] = nil }
}
