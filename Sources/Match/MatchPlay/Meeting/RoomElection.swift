package import MatchProtocol

/// The choice, in a program that was started without arguments, between opening a table and joining
/// one.
///
/// Several such programs end with one room between them, which
/// docs/dev/decisions/0029-automatic-tables.md explains and Tests/Match/Models/rooms.pml searches.
/// It has no clock and no radio: what is heard comes in, what to do comes out, and ``deadline``
/// says when ``tick(now:)`` is due.
package struct RoomElection: Hashable, Sendable {
  /// The decision.
  package enum Decision: Hashable, Sendable {
    /// Go on as before.
    case nothing
    /// Open a room of this rank.
    case open(RoomRank)
    /// Say this rank of the open room from now on.
    case announce(RoomRank)
    /// Go to the table of this address, and take the own room down if there is one; whether that
    /// table and this program have both just begun.
    case follow(String, isFresh: Bool)
  }

  /// The state of the choice.
  public enum State: Hashable, Sendable {
    /// It listens, and opens a room if none was heard by then.
    case looking(until: Duration)
    /// It has a room.
    case open(RoomRank, since: Duration)
    /// There is a table with a free seat.
    case following
  }

  /// The time to listen before a table is opened: two of the intervals of 1.28 seconds in which
  /// BlueZ advertises.
  package static let lookTime = Duration.milliseconds(2_600)
  /// The maximum of a random addition to it, so that not all programs open a table at the same
  /// moment.
  package static let spread = Duration.milliseconds(1_400)

  /// Numbers that look random: SplitMix64 (Steele, Lea and Flood, 2014).
  private struct Numbers: RandomNumberGenerator, Hashable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// The state of the choice.
  package private(set) var state: State
  private var numbers: Numbers
  private let startedAt: Duration
  /// The tables that have refused the player here: they are for others.
  private let refusing: Set<String>
  /// The tables with a free seat that are heard, by their addresses; nil is the rank of those that
  /// somebody opened on purpose.
  private var tables: [String: RoomRank?] = [:]

  /// A program that begins to listen at `now`, with random numbers from `seed`; the player was
  /// refused at these tables before.
  package init(
    now: Duration,
    refusedBy refusing: Set<String> = [],
    seed: UInt64
  ) {
    (startedAt, self.refusing) = (now, refusing)
    numbers = Numbers(seed: seed)
    state = .looking(until: Self.lookUntil(now, using: &numbers))
  }

  private static func lookUntil(
    _ now: Duration,
    using numbers: inout Numbers
  ) -> Duration {
    now + lookTime + spread * Double.random(in: 0..<1, using: &numbers)
  }

  /// When something is due.
  package var deadline: Duration? {
    switch state {
    case .looking(let until): until
    case .open(let rank, let since): rank.nextStepAge.map { since + $0 }
    case .following: nil
    }
  }

  /// The address of the table that stays, as far as is heard.
  package var highest: String? {
    tables.max { left, right in Self.isBelow(left, right) }?.key
  }

  /// A table is heard, or says something else.
  ///
  /// - Parameters:
  ///   - address: What tells it from others.
  ///   - rank: What it says of itself; nil for one that somebody opened on purpose.
  ///   - isFree: Whether somebody new can sit down there.
  ///   - now: The time.
  /// - Returns: what to do.
  package mutating func hear(
    _ address: String,
    rank: RoomRank?,
    isFree: Bool,
    now: Duration
  ) -> Decision {
    guard isFree, !refusing.contains(address) else { return forget(address, now: now) }
    tables[address] = .some(rank)
    switch state {
    case .looking: return follow(address, rank, now: now)
    case .following: return .nothing
    case .open(let mine, let since):
      let aged = mine.aged(now - since)
      if let rank, rank < aged { return .nothing }
      guard rank == aged else { return follow(address, rank, now: now) }
      let raised = aged.raised(using: &numbers)
      state = .open(raised, since: since)
      return .announce(raised)
    }
  }

  /// A table is not heard any more.
  @discardableResult
  package mutating func forget(_ address: String, now: Duration) -> Decision {
    tables[address] = nil
    if state == .following, tables.isEmpty {
      state = .looking(until: Self.lookUntil(now, using: &numbers))
    }
    return .nothing
  }

  /// Does what is due.
  @discardableResult
  package mutating func tick(now: Duration) -> Decision {
    guard let deadline, deadline <= now else { return .nothing }
    switch state {
    case .looking:
      let rank = RoomRank.random(using: &numbers)
      state = .open(rank, since: now)
      return .open(rank)
    case .open(let rank, let since):
      let aged = rank.aged(now - since)
      state = .open(aged, since: since)
      return .announce(aged)
    case .following: return .nothing
    }
  }

  private mutating func follow(_ address: String, _ rank: RoomRank?, now: Duration) -> Decision {
    state = .following
    return .follow(address, isFresh: rank?.step == 0 && now - startedAt < RoomRank.firstStep)
  }

  private static func isBelow(
    _ left: (key: String, value: RoomRank?),
    _ right: (key: String, value: RoomRank?)
  ) -> Bool {
    let ranks = [left.value, right.value].map { $0.map { Int($0.rawValue) } ?? .max }
    return (ranks[0], left.key) < (ranks[1], right.key)
  }
}
