/// The peers of which one has to go when there are too many.
///
/// They are those at the place that has most, so whoever holds many links pushes out nobody at
/// another place.
public struct Crowd: Sendable {
  /// Those at the place that has most, the newcomer counted; at several places that have as many.
  public let members: Set<PeerID>
  /// True if the newcomer is at a place that has fewer.
  public let isElsewhere: Bool

  /// The crowd among `peers` when `newcomer` comes.
  public init(among peers: some Collection<PeerID>, for newcomer: PeerID) {
    var counts = [newcomer.place: 1]
    for peer in peers { counts[peer.place, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    members = Set(peers.filter { counts[$0.place] == most })
    isElsewhere = (counts[newcomer.place] ?? 0) < most
  }
}
