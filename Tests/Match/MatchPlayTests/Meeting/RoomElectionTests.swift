import MatchPlay
import MatchProtocol
import Testing

@Suite struct RoomElectionTests {
  /// One that has listened in vain, and opened a room at 4 seconds.
  private func opened() throws -> (RoomElection, RoomRank) {
    var election = RoomElection(now: .zero, seed: 1)
    let decision = election.tick(now: .seconds(4))
    guard case .open(let rank) = decision else { throw NoRoom() }
    return (election, rank)
  }

  private struct NoRoom: Error {}

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `who hears no table opens one after 2.6 to 4 seconds`(seed: UInt64) throws {
    var election = RoomElection(now: .seconds(10), seed: seed)
    let deadline = try #require(election.deadline)
    #expect((.milliseconds(12_600) ..< .seconds(14)).contains(deadline))
    #expect(election.tick(now: deadline - .nanoseconds(1)) == .nothing)
    guard case .open(let rank) = election.tick(now: deadline) else {
      Issue.record("no room was opened")
      return
    }
    #expect(rank.step == 0)
    #expect(election.state == .open(rank, since: deadline))
  }

  @Test(arguments: [(nil, false), (RoomRank(rawValue: 0), true), (RoomRank(rawValue: .max), false)])
  func `who hears a free table opens none`(rank: RoomRank?, isFresh: Bool) {
    var election = RoomElection(now: .zero, seed: 1)
    let decision = election.hear("A", rank: rank, isFree: true, now: .seconds(1))
    #expect(decision == .follow("A", isFresh: isFresh))
    #expect(election.state == .following)
    #expect(election.deadline == nil)
  }

  @Test func `who has listened for long is not one of two that began together`() {
    var election = RoomElection(now: .zero, seed: 1)
    _ = election.hear("A", rank: nil, isFree: true, now: .seconds(1))
    _ = election.forget("A", now: .seconds(20))
    let rank = RoomRank(rawValue: 1)
    let decision = election.hear("B", rank: rank, isFree: true, now: .seconds(21))
    #expect(decision == .follow("B", isFresh: false))
  }

  @Test func `a table that has refused the player is no reason to open none`() throws {
    var election = RoomElection(now: .zero, refusedBy: ["A"], seed: 1)
    _ = election.hear("A", rank: nil, isFree: true, now: .seconds(1))
    guard case .open = election.tick(now: .seconds(4)) else { throw NoRoom() }
    let other = election.hear("B", rank: nil, isFree: true, now: .seconds(5))
    #expect(other == .follow("B", isFresh: false))
  }

  @Test func `a table without a seat is no reason to open none`() throws {
    var election = RoomElection(now: .zero, seed: 1)
    _ = election.hear("A", rank: nil, isFree: false, now: .seconds(1))
    guard case .open = election.tick(now: .seconds(4)) else { throw NoRoom() }
  }

  @Test func `when the last free table is gone or taken the search begins anew`() {
    var election = RoomElection(now: .zero, seed: 1)
    _ = election.hear("A", rank: nil, isFree: true, now: .seconds(1))
    _ = election.hear("B", rank: nil, isFree: true, now: .seconds(1))
    _ = election.forget("A", now: .seconds(9))
    #expect(election.state == .following)
    _ = election.hear("B", rank: nil, isFree: false, now: .seconds(10))
    guard case .looking(let until) = election.state else {
      Issue.record("it does not look")
      return
    }
    #expect((.milliseconds(12_600) ..< .seconds(14)).contains(until))
  }

  @Test func `a room gives way to a higher one, and not to a lower one`() throws {
    var (election, rank) = try opened()
    let low = RoomRank(rawValue: rank.rawValue - 1)
    let high = RoomRank(rawValue: rank.rawValue + 1)
    let kept = election.hear("A", rank: low, isFree: true, now: .seconds(5))
    #expect(kept == .nothing)
    let closed = election.hear("B", rank: high, isFree: true, now: .seconds(6))
    #expect(closed == .follow("B", isFresh: true))
    #expect(election.state == .following)
    #expect(election.highest == "B")
  }

  @Test func `a room gives way to a table that a person opened`() throws {
    var (election, _) = try opened()
    let decision = election.hear("A", rank: nil, isFree: true, now: .seconds(5))
    #expect(decision == .follow("A", isFresh: false))
  }

  @Test func `a room that has stood for long gives way to an older one, unhurried`() throws {
    var (election, rank) = try opened()
    let older = rank.aged(.seconds(60))
    let decision = election.hear("A", rank: older, isFree: true, now: .seconds(5))
    #expect(decision == .follow("A", isFresh: false))
  }

  @Test func `the age counts when it is compared, not when it was told last`() throws {
    var (election, rank) = try opened()
    let higher = RoomRank(rawValue: rank.rawValue + 1)
    let decision = election.hear("A", rank: higher, isFree: true, now: .seconds(20))
    #expect(decision == .nothing)
  }

  @Test func `a room says so when it has come to the next step of age`() throws {
    var (election, rank) = try opened()
    #expect(election.deadline == .seconds(19))
    #expect(election.tick(now: .seconds(18)) == .nothing)
    let aged = rank.aged(.seconds(15))
    #expect(election.tick(now: .seconds(19)) == .announce(aged))
    #expect(election.deadline == .seconds(64))
  }

  @Test func `who hears its own rank of another room draws a higher one`() throws {
    var (election, rank) = try opened()
    let decision = election.hear("A", rank: rank, isFree: true, now: .seconds(5))
    guard case .announce(let raised) = decision else { throw NoRoom() }
    #expect(raised > rank)
    #expect(election.state == .open(raised, since: .seconds(4)))
  }
}
