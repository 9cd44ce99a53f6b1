import MatchProtocol
import Testing

@testable import MatchPlay

/// Where a program opens a table that was started without a request, event by event.
@Suite struct LobbyMeetTests {
  private func meet(canBeOnline: Bool = false, refusedBy refusing: Set<String> = []) -> Desk {
    let meeting = Meeting(refusedBy: refusing, canBeOnline: canBeOnline, seed: 7)
    return Desk(.meet(meeting), [.bluetooth, .lan, .broker])
  }

  private func table(
    _ address: String = "00:AA",
    rank: RoomRank? = nil,
    state: Presence.State = .free,
    isForKnown: Bool = false
  ) -> Listing {
    var presence = Presence(state: state)
    (presence.rank, presence.isForKnown) = (rank, isForKnown)
    return Listing(
      name: PlayerName("Bo"),
      address: address,
      strength: -50,
      presence: presence,
      isConnectable: true
    )
  }

  /// What is told of the own table.
  private func offers(_ orders: Lobby.Orders) -> [Lobby.News] {
    orders.news.filter {
      switch $0 {
      case .offer, .rank, .follow, .meeting: true
      default: false
      }
    }
  }

  /// The rank of the room that is ordered.
  private func opening(_ orders: Lobby.Orders) -> RoomRank? {
    for case .offer(.nearby(let rank)) in orders.news { return rank }
    return nil
  }

  /// The rank of the room that is ordered next, whatever else is due before.
  private func nextOpening(_ desk: inout Desk) -> RoomRank? {
    for _ in 0..<5 {
      if let rank = opening(desk.wait()) { return rank }
    }
    return nil
  }

  /// One that has listened in vain, and has a room.
  private func opened(canBeOnline: Bool = false) throws -> (desk: Desk, rank: RoomRank) {
    var desk = meet(canBeOnline: canBeOnline)
    #expect(offers(desk.on(.up(.bluetooth))) == [.meeting(.looking)])
    let orders = desk.wait()
    let rank = try #require(opening(orders))
    #expect(offers(orders) == [.offer(.nearby(rank)), .meeting(.settled)])
    return (desk, rank)
  }

  @Test func `nothing is opened before it is known whether somebody is heard`() {
    var desk = meet(canBeOnline: true)
    #expect(offers(desk.on(.up(.broker))) == [])
    #expect(desk.lobby.deadline == nil)
    #expect(offers(desk.on(.up(.lan))) == [.meeting(.looking)])
    #expect(offers(desk.on(.up(.bluetooth))) == [])
  }

  @Test func `where no table is heard one is opened, and it ages`() throws {
    var (desk, rank) = try opened()
    let opened = desk.now
    #expect((RoomElection.lookTime...(.seconds(4))).contains(opened))
    #expect(offers(desk.wait()) == [.rank(rank.aged(.seconds(15)))])
    #expect(desk.now == opened + .seconds(15))
  }

  @Test func `a free table takes the place of the own one, which comes back when that is gone`()
    throws
  {
    var (desk, _) = try opened()
    #expect(
      offers(desk.on(.heard(table(rank: RoomRank(rawValue: 0))))) == [],
      "the own one is higher"
    )
    let orders = desk.on(.heard(table("00:BB")))
    #expect(offers(orders) == [.offer(nil), .meeting(.following)])
    // Neither is heard any more.
    var told: [Lobby.News] = []
    while told.last != .meeting(.settled), desk.now < .seconds(60) { told += offers(desk.wait()) }
    #expect(told.count == 3 && told.first == .meeting(.looking))
  }

  @Test func `a table that began just now is gone to, after the own one is closed`() throws {
    var (desk, rank) = try opened()
    let higher = RoomRank(rawValue: rank.rawValue + 1)
    #expect(
      offers(desk.on(.heard(table(rank: higher))))
        == [.offer(nil), .follow("00:AA"), .meeting(.following)]
    )
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a table that is not for the player is no reason to open none`(kind: Int) throws {
    var desk = meet(refusedBy: kind == 0 ? ["00:AA"] : [])
    desk.on(.up(.bluetooth))
    var other = table(state: kind == 1 ? .playing : .free, isForKnown: kind == 2)
    if kind == 3 { (other.carrier, other.code) = (.broker, "club/1") }
    #expect(offers(desk.on(.heard(other))) == [])
    #expect(nextOpening(&desk) != nil)
  }

  @Test func `without anybody nearby the table is at the broker alone, if there is one`() throws {
    for canBeOnline in [true, false] {
      var (desk, _) = try opened(canBeOnline: canBeOnline)
      let online: Meeting.Offer? = canBeOnline ? .online : nil
      #expect(offers(desk.on(.down(.bluetooth))) == [.offer(online)])
      #expect(offers(desk.on(.up(.bluetooth))) == [.meeting(.looking)], "it stays meanwhile")
      #expect(nextOpening(&desk) != nil)
    }
    var desk = meet(canBeOnline: true)
    #expect(offers(desk.on(.down(.bluetooth))) == [.offer(.online)])
  }

  @Test func `where a table cannot be open nearby it is at the broker, until that ends too`()
    throws
  {
    var (desk, _) = try opened(canBeOnline: true)
    #expect(offers(desk.on(.offerEnded(isNearby: true))) == [.offer(.online)])
    #expect(offers(desk.on(.offerEnded(isNearby: false))) == [])
    #expect(offers(desk.on(.up(.broker))) == [.offer(.online)])
    #expect(opening(desk.on(.up(.lan))) != nil)
  }
}
