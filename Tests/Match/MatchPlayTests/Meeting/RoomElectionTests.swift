import MatchPlay
import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

@Suite struct RoomElectionTests {
  private var random = SeededGenerator(seed: 1)

  /// One that has listened in vain, and opened a room at 4 seconds.
  private mutating func opened() throws -> (RoomElection, RoomRank) {
    var election = RoomElection(now: .zero, using: &random)
    let decision = election.tick(now: .seconds(4), using: &random)
    guard case .open(let rank) = decision else { throw NoRoom() }
    return (election, rank)
  }

  private struct NoRoom: Error {}

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `who hears no table opens one after 2.6 to 4 seconds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var election = RoomElection(now: .seconds(10), using: &random)
    let deadline = try #require(election.deadline)
    #expect((.milliseconds(12_600) ..< .seconds(14)).contains(deadline))
    #expect(election.tick(now: deadline - .nanoseconds(1), using: &random) == .nothing)
    guard case .open(let rank) = election.tick(now: deadline, using: &random) else {
      Issue.record("no room was opened")
      return
    }
    #expect(rank.step == 0)
    #expect(election.state == .open(rank, since: deadline))
  }

  @Test(arguments: [(nil, false), (RoomRank(rawValue: 0), true), (RoomRank(rawValue: .max), false)])
  mutating func `who hears a free table opens none`(rank: RoomRank?, isFresh: Bool) {
    var election = RoomElection(now: .zero, using: &random)
    let decision = election.hear("A", rank: rank, isFree: true, now: .seconds(1), using: &random)
    #expect(decision == .follow("A", isFresh: isFresh))
    #expect(election.state == .following)
    #expect(election.deadline == nil)
  }

  @Test mutating func `who has listened for long is not one of two that began together`() {
    var election = RoomElection(now: .zero, using: &random)
    _ = election.hear("A", rank: nil, isFree: true, now: .seconds(1), using: &random)
    _ = election.forget("A", now: .seconds(20), using: &random)
    let rank = RoomRank(rawValue: 1)
    let decision = election.hear("B", rank: rank, isFree: true, now: .seconds(21), using: &random)
    #expect(decision == .follow("B", isFresh: false))
  }

  @Test mutating func `a table that has refused the player is no reason to open none`() throws {
    var election = RoomElection(now: .zero, refusedBy: ["A"], using: &random)
    _ = election.hear("A", rank: nil, isFree: true, now: .seconds(1), using: &random)
    guard case .open = election.tick(now: .seconds(4), using: &random) else { throw NoRoom() }
    let other = election.hear("B", rank: nil, isFree: true, now: .seconds(5), using: &random)
    #expect(other == .follow("B", isFresh: false))
  }

  @Test mutating func `a table without a seat is no reason to open none`() throws {
    var election = RoomElection(now: .zero, using: &random)
    _ = election.hear("A", rank: nil, isFree: false, now: .seconds(1), using: &random)
    guard case .open = election.tick(now: .seconds(4), using: &random) else { throw NoRoom() }
  }

  @Test mutating func `when the last free table is gone or taken the search begins anew`() {
    var election = RoomElection(now: .zero, using: &random)
    _ = election.hear("A", rank: nil, isFree: true, now: .seconds(1), using: &random)
    _ = election.hear("B", rank: nil, isFree: true, now: .seconds(1), using: &random)
    _ = election.forget("A", now: .seconds(9), using: &random)
    #expect(election.state == .following)
    _ = election.hear("B", rank: nil, isFree: false, now: .seconds(10), using: &random)
    guard case .looking(let until) = election.state else {
      Issue.record("it does not look")
      return
    }
    #expect((.milliseconds(12_600) ..< .seconds(14)).contains(until))
  }

  @Test mutating func `a room gives way to a higher one, and not to a lower one`() throws {
    var (election, rank) = try opened()
    let low = RoomRank(rawValue: rank.rawValue - 1)
    let high = RoomRank(rawValue: rank.rawValue + 1)
    let kept = election.hear("A", rank: low, isFree: true, now: .seconds(5), using: &random)
    #expect(kept == .nothing)
    let closed = election.hear("B", rank: high, isFree: true, now: .seconds(6), using: &random)
    #expect(closed == .follow("B", isFresh: true))
    #expect(election.state == .following)
    #expect(election.highest == "B")
  }

  @Test mutating func `a room gives way to a table that a person opened`() throws {
    var (election, _) = try opened()
    let decision = election.hear("A", rank: nil, isFree: true, now: .seconds(5), using: &random)
    #expect(decision == .follow("A", isFresh: false))
  }

  @Test mutating func `a room that has stood for long gives way to an older one, unhurried`() throws
  {
    var (election, rank) = try opened()
    let older = rank.aged(.seconds(60))
    let decision = election.hear("A", rank: older, isFree: true, now: .seconds(5), using: &random)
    #expect(decision == .follow("A", isFresh: false))
  }

  @Test mutating func `the age counts when it is compared, not when it was told last`() throws {
    var (election, rank) = try opened()
    let higher = RoomRank(rawValue: rank.rawValue + 1)
    let decision = election.hear("A", rank: higher, isFree: true, now: .seconds(20), using: &random)
    #expect(decision == .nothing)
  }

  @Test mutating func `a room says so when it has come to the next step of age`() throws {
    var (election, rank) = try opened()
    #expect(election.deadline == .seconds(19))
    #expect(election.tick(now: .seconds(18), using: &random) == .nothing)
    let aged = rank.aged(.seconds(15))
    #expect(election.tick(now: .seconds(19), using: &random) == .announce(aged))
    #expect(election.deadline == .seconds(64))
  }

  @Test mutating func `who hears its own rank of another room draws a higher one`() throws {
    var (election, rank) = try opened()
    let decision = election.hear("A", rank: rank, isFree: true, now: .seconds(5), using: &random)
    guard case .announce(let raised) = decision else { throw NoRoom() }
    #expect(raised > rank)
    #expect(election.state == .open(raised, since: .seconds(4)))
  }
}
