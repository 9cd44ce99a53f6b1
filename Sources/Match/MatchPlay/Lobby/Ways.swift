package import MatchProtocol

/// The ways between a host and a guest, by their numbers, and the links on them.
///
/// A host is met on each of its ways. A guest uses the first link that stands, and the next one
/// when that is lost, or when who answered there was not the host: the session is not told of a
/// link in reserve before its turn.
package struct Ways: Hashable, Sendable {
  /// What the session is told, or a person who waits.
  package enum News: Hashable, Sendable {
    case link(LinkEvent)
    case progress(TransportProgress)
  }

  /// What the end of a way is.
  package enum End: Hashable, Sendable {
    /// The last one: nothing comes any more.
    case all
    /// One of several.
    case one
    /// One that nobody needs.
    case none
  }

  private struct Link: Hashable {
    let way: Int
    let peer: PeerID
    let maximumPacketSize: Int
  }

  private let role: Role
  private var count = 0
  private var used: Link?
  /// The links in reserve, the oldest first.
  private var reserve: [Link] = []
  /// The places to which links in reserve lead.
  private var places: [Int: TransportProgress] = [:]
  private var ended: Set<Int> = []
  private var givenUp: Set<Int> = []

  /// The ways of one who plays this `role`, which are still to be opened.
  package init(as role: Role) { self.role = role }

  /// The way by which a packet goes; nil if it goes by all of them.
  package var wayOut: Int? { role == .host ? nil : used?.way }

  /// True if what is said goes nowhere.
  package var isSilent: Bool { role == .guest && used == nil }

  /// Notes that there are `count` ways; before, none can have ended.
  package mutating func open(_ count: Int) { self.count = count }

  /// Gives up all ways but the one that is used; but `way`, if none is, where a link stood.
  ///
  /// - Parameters:
  ///   - way: The way.
  ///   - near: Those that lead to a host nearby; none of them is given up if one is used.
  /// - Returns: The numbers of those that are given up.
  package mutating func giveUp(
    allBut way: Int,
    near: Set<Int>
  ) -> [Int] {
    let kept = used?.way ?? way
    let others = (0..<count).filter { other in
      other != kept && !ended.contains(other) && !(near.contains(kept) && near.contains(other))
    }
    reserve.removeAll { others.contains($0.way) }
    givenUp.formUnion(others)
    return others
  }

  /// The way of this number has ended.
  package mutating func end(_ way: Int) -> End {
    guard ended.insert(way).inserted else { return .none }
    if ended.count == count { return .all }
    return givenUp.contains(way) ? .none : .one
  }

  /// Takes what happened to a link on a way, and appends what is told of it to `news`.
  package mutating func take(_ event: LinkEvent, of way: Int, telling news: inout [News]) {
    guard role == .guest else { return news.append(.link(event)) }
    switch event {
    case .letter: news.append(.link(event))
    case .packet(_, let peer, _): if used?.peer == peer { news.append(.link(event)) }
    case .up(let peer, let size):
      let link = Link(way: way, peer: peer, maximumPacketSize: size)
      if used == nil { use(link, telling: &news) } else { reserve.append(link) }
    case .down(let peer, _):
      reserve.removeAll { $0.peer == peer }
      guard used?.peer == peer else { return }
      used = nil
      news.append(.link(event))
      if !reserve.isEmpty { use(reserve.removeFirst(), telling: &news) }
    }
  }

  private mutating func use(_ link: Link, telling news: inout [News]) {
    used = link
    if let place = places.removeValue(forKey: link.way) { news.append(.progress(place)) }
    news.append(.link(.up(link.peer, maximumPacketSize: link.maximumPacketSize)))
  }

  /// True if it is told now what a way does; where a link on another one is used, that it is tried
  /// again is of no interest.
  package mutating func isNews(_ progress: TransportProgress, of way: Int) -> Bool {
    guard let used, used.way != way else { return true }
    switch progress {
    case .connected:
      places[way] = progress
      return false
    case .advertising, .published, .listening, .adapter, .unavailable, .available, .brokerLost,
      .brokerFound, .brokerForbids, .brokerFlooded, .posted:
      return true
    case .searching, .passed, .connecting, .reconnecting, .taken: return false
    }
  }
}
