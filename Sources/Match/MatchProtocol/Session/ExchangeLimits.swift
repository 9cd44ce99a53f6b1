/// Limits on the key exchanges of a host, and a fair order when there are too many.
///
/// Each for a seat lets somebody in between try once whether six digits agree, and each costs time.
/// Who is recognised shows no digits, so known players do not count.
struct ExchangeLimits: Sendable {
  /// The admission of a peer that says Hello.
  enum Admission: Hashable {
    /// Exchange keys, and be introduced whoever it is.
    case anybody

    /// Exchange keys, and be introduced if it is a known player.
    case knownOnly

    /// Say Hello again.
    case later
  }

  /// Somebody who was told to come later.
  private struct Waiting {
    let peer: PeerID
    var last: Duration
    /// True if an exchange has shown that it is nobody who is known.
    var isStranger: Bool
  }

  /// The maximum within ``window``: for the seat, of all strangers together; for a match that is
  /// resumed, and for possible contacts, of each peer.
  static let maximum = 8

  /// The maximum for the seat of strangers at one place; and of those who were let in as contacts
  /// only, or to resume a match, and have sent a first message and not shown who they are.
  static let maximumOfPlace = 4

  /// The time in which they are counted.
  static let window = Duration.seconds(60)

  /// The time for which the owner is not told again that somebody tries too often.
  private static let shutTold = Duration.seconds(600)

  /// The maximum length of the queue; more than can have a link.
  private static let longestQueue = 16

  private var seats: [(peer: PeerID, time: Duration)] = []
  private var returns: [PeerID: [Duration]] = [:]
  /// Those who have sent a first message as a contact, or to resume a match, and when.
  private var unproven: [(peer: PeerID, time: Duration)] = []
  private var queue: [Waiting] = []
  private var isShutToldUntil = Duration.zero
  /// The greetings of each peer; one that repeats its greeting as it should says far fewer.
  private var greetings = RateLimits(burst: 16, perSecond: 2)
  /// The greetings of each place.
  ///
  /// As many as may watch may come back at once.
  private var greetingsAtPlace = RateLimits(burst: 32, perSecond: 8)

  /// Applies the limits to `verdict` on a packet of `peer`.
  ///
  /// A peer that greets too often is rejected. One greeting too many of a place is not heard, as
  /// somebody else may have said the others.
  mutating func limit(
    _ verdict: UnseatedPeers.Verdict,
    of peer: PeerID,
    now: Duration
  ) -> UnseatedPeers.Verdict {
    switch verdict {
    case .nothing, .isRejected: verdict
    case .greets, .resumes:
      if !greetings.take(from: peer.rawValue, now: now) {
        .isRejected(.garbage(.unexpectedMessage))
      } else if greetingsAtPlace.take(from: peer.place, now: now) {
        verdict
      } else {
        .nothing
      }
    }
  }

  /// The admission of `peer`, which says Hello; nil if the seat is taken.
  ///
  /// It is counted. `holder` is the one of whom the host is asked, or who sits there.
  mutating func admission(
    of peer: PeerID,
    besides holder: Conversation?,
    knowing book: [Acquaintance],
    now: Duration
  ) -> Admission? {
    guard let holder else { return beginSeat(of: peer, now: now) }
    guard holder.questionUntil != nil else { return nil }
    return holder.givesWay(in: book) && beginKnown(of: peer, now: now)
      ? .knownOnly : .later
  }

  /// True if the owner is to be told that somebody keeps others waiting: once for a while.
  mutating func tellsOfWaiting(besides holder: Conversation?, now: Duration) -> Bool {
    guard holder == nil, now >= isShutToldUntil else { return false }
    isShutToldUntil = now + Self.shutTold
    return true
  }

  private mutating func beginSeat(of peer: PeerID, now: Duration) -> Admission {
    forgetOld(now: now)
    if isTurn(of: peer) {
      seats.append((peer, now))
      queue.removeAll { $0.peer == peer }
      return .anybody
    }
    return beginKnown(of: peer, now: now) ? .knownOnly : .later
  }

  /// True if `peer`, whose turn it is not, may show that it is known; it is counted.
  mutating func beginKnown(of peer: PeerID, now: Duration) -> Bool {
    !queue.contains { $0.peer == peer && $0.isStranger } && beginReturn(of: peer, now: now)
  }

  /// `peer` is a known player: its exchange is none of a stranger.
  mutating func giveBack(_ peer: PeerID) {
    if let index = seats.lastIndex(where: { $0.peer == peer }) { seats.remove(at: index) }
    if let index = unproven.lastIndex(where: { $0.peer == peer }) { unproven.remove(at: index) }
  }

  /// `peer` has sent the first message of an exchange, in which it is to show that it is known.
  mutating func noteFirstMessage(of peer: PeerID, now: Duration) {
    unproven.removeAll { $0.time + Self.window <= now }
    unproven.append((peer, now))
  }

  /// `peer`, a stranger perhaps, is told to come later: it keeps its place in the queue as long as
  /// it is heard.
  mutating func postpone(_ peer: PeerID, isStranger: Bool, now: Duration) {
    if let index = queue.firstIndex(where: { $0.peer == peer }) {
      queue[index].last = now
      queue[index].isStranger = queue[index].isStranger || isStranger
    } else {
      if queue.count >= Self.longestQueue {
        let crowd = Crowd(among: queue.map { $0.peer }, for: peer)
        guard crowd.isElsewhere,
          let last = queue.lastIndex(where: { crowd.members.contains($0.peer) })
        else { return }
        queue.remove(at: last)
      }
      queue.append(Waiting(peer: peer, last: now, isStranger: isStranger))
    }
  }

  /// `peer` is gone, and its place in the queue with it.
  mutating func leaveQueue(_ peer: PeerID) {
    queue.removeAll { $0.peer == peer }
  }

  /// In how many seconds it may be the turn of `peer`, at least 1; not before `holder`, of whom the
  /// host is asked, has gone.
  func delay(of peer: PeerID, besides holder: Conversation?, now: Duration) -> Int {
    let missing = ahead(of: peer) + 1 - (Self.maximum - seats.count)
    let common = missing > 0 && missing <= seats.count ? seats[missing - 1].time : now
    let mine = seats.filter { $0.peer.place == peer.place }
    let own = mine.count < Self.maximumOfPlace ? now - Self.window : mine[0].time
    let turn = max(missing > 0 ? common : now - Self.window, own) + Self.window
    let time = max(turn, holder?.questionUntil ?? turn) - now
    return max(1, Int(time.components.seconds) + (time.components.attoseconds > 0 ? 1 : 0))
  }

  private func isTurn(of peer: PeerID) -> Bool {
    mayTry(peer) && ahead(of: peer) < Self.maximum - seats.count
  }

  private func mayTry(_ peer: PeerID) -> Bool {
    seats.count { $0.peer.place == peer.place } < Self.maximumOfPlace
  }

  /// The number of peers in the queue before `peer`.
  private func ahead(of peer: PeerID) -> Int {
    queue.prefix { $0.peer != peer }.count { mayTry($0.peer) }
  }

  private mutating func forgetOld(now: Duration) {
    seats.removeAll { $0.time + Self.window <= now }
    queue.removeAll { $0.last + SessionTimes.handshake <= now }
  }

  /// True if one more may begin for `peer`, who wants to go on with a match; it is counted.
  mutating func beginReturn(of peer: PeerID, now: Duration) -> Bool {
    returns = returns.compactMapValues { times in
      let recent = times.filter { $0 + Self.window > now }
      return recent.isEmpty ? nil : recent
    }
    unproven.removeAll { $0.time + Self.window <= now }
    guard returns[peer, default: []].count < Self.maximum,
      unproven.count(where: { $0.peer.place == peer.place }) < Self.maximumOfPlace
    else { return false }
    returns[peer, default: []].append(now)
    return true
  }
}
