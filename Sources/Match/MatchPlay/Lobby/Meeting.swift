package import MatchProtocol

/// The choice of a program that was started without a request: it looks for tables, and opens one
/// where there is none.
///
/// A table nearby is for all who pass by, and one at the broker for players who are known.
package struct Meeting: Hashable, Sendable {
  /// A place where a table is open.
  package enum Offer: Hashable, Sendable {
    /// Nearby, with a room of this rank.
    case nearby(RoomRank)
    /// At the broker alone.
    case online

    /// True if those nearby find it.
    package var isNearby: Bool { self != .online }
  }

  /// The part of the choice that a person sees.
  package enum Phase: Hashable, Sendable {
    /// No table is heard yet.
    case looking
    /// There is one, and none is opened beside it.
    case following
    /// A table is open, or none can be.
    case settled
  }

  /// The tables that have refused the player here: they are for others.
  private let refusing: Set<String>
  private let canBeOnline: Bool
  private var seed: UInt64
  private var election: RoomElection?
  /// The carriers over which somebody nearby can be heard.
  private var hearing: Set<Carrier> = []
  /// True if it is known whether somebody nearby can be heard.
  private var hasListened = false
  /// The places where no table can be opened, until they can be heard again.
  private var (isNearbyClosed, isOnlineClosed) = (false, false)
  /// The table that was told to be open.
  private var offer: Offer?
  private var phase = Phase.settled
  /// The table to go to.
  private var fresh: String?

  /// A program that begins to look.
  ///
  /// - Parameters:
  ///   - refusing: The tables that have refused the player here.
  ///   - canBeOnline: Whether a table can be opened at a broker.
  ///   - seed: Where the random numbers of its rooms begin; another one for each program.
  package init(refusedBy refusing: Set<String>, canBeOnline: Bool, seed: UInt64) {
    (self.refusing, self.canBeOnline, self.seed) = (refusing, canBeOnline, seed)
  }

  /// When something is due.
  var deadline: Duration? { election?.deadline }

  /// Takes what is told of tables.
  mutating func take(_ news: Lobby.News, now: Duration) {
    switch news {
    case .listening(.broker): isOnlineClosed = false
    case .listening(let carrier): hear(carrier, now: now)
    case .trouble(.broker): break
    case .trouble(let carrier):
      hasListened = true
      hearing.remove(carrier)
      if hearing.isEmpty { election = nil }
    case .appeared(let table), .changed(let table): hear(table, now: now)
    case .vanished(let table): election?.forget(table.id, now: now)
    default: break
    }
  }

  private mutating func hear(_ carrier: Carrier, now: Duration) {
    (hasListened, isNearbyClosed) = (true, false)
    hearing.insert(carrier)
    guard election == nil else { return }
    seed &+= 1
    election = RoomElection(now: now, refusedBy: refusing, seed: seed)
  }

  /// Who is nearby is not to find nobody as somebody far away has a table.
  private mutating func hear(_ table: Listing, now: Duration) {
    guard !table.isOnline else { return }
    let isForMe = table.presence?.isForKnown != true || table.familiarity.name
    let isFree = table.isFree && isForMe
    let decision = election?.hear(table.id, rank: table.presence?.rank, isFree: isFree, now: now)
    if case .follow(let address, isFresh: true)? = decision { fresh = address }
  }

  /// Notes that a table has ended by itself: none can be open where it was.
  mutating func end(isNearby: Bool) {
    if isNearby { isNearbyClosed = true } else { isOnlineClosed = true }
    if offer?.isNearby == isNearby { offer = nil }
  }

  /// Does what is due, and tells what has changed.
  mutating func settle(now: Duration, telling news: inout [Lobby.News]) {
    election?.tick(now: now)
    let wanted = wanted
    switch (offer, wanted) {
    case (.nearby(let old), .nearby(let new)): if old != new { news.append(.rank(new)) }
    case (let old, let new): if old != new { news.append(.offer(new)) }
    }
    offer = wanted
    if let fresh { news.append(.follow(fresh)) }
    fresh = nil
    let phase = election.map { Phase($0.state) } ?? .settled
    if phase != self.phase { news.append(.meeting(phase)) }
    self.phase = phase
  }

  private var wanted: Offer? {
    guard hasListened else { return nil }
    let online: Offer? = canBeOnline && !isOnlineClosed ? .online : nil
    return switch election?.state {
    case .looking: offer
    case .following: nil
    case .open(let rank, _): isNearbyClosed ? online : .nearby(rank)
    case nil: online
    }
  }
}

extension Meeting.Phase {
  /// The phase of an election.
  fileprivate init(_ state: RoomElection.State) {
    switch state {
    case .looking: self = .looking
    case .following: self = .following
    case .open: self = .settled
    }
  }
}
