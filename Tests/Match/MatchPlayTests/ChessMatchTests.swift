import GameRules
import MatchProtocol
import Testing

@testable import MatchPlay

/// Ends of chess that the players bring about.
@Suite struct ChessMatchTests {
  private static func boards(
    _ moves: String,
    clock: TimeControl? = nil
  ) throws -> (host: Match, guest: Match) {
    let terms = MatchMessage.Start(.chess, first: .host, clock: clock)
    var (host, guest) = (try Match(terms, as: .host), try Match(terms, as: .guest))
    for (index, word) in moves.split(separator: " ").enumerated() {
      let move = try host.position.move(from: String(word))
      if index % 2 == 0 {
        _ = try guest.receive(try host.play(move))
      } else {
        _ = try host.receive(try guest.play(move))
      }
    }
    return (host, guest)
  }

  private static let threefold = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
  private static let draw = MatchOutcome.byRules(Outcome(winner: nil, reason: .repetition))

  @Test func `C9 a claim ends the game on both boards, without an answer`() throws {
    var (host, guest) = try Self.boards(Self.threefold)
    let claim = try host.ask(.draw)
    #expect(host.outcome == Self.draw)
    #expect(try guest.receive(claim).reply == nil)
    #expect(guest.outcome == Self.draw)
  }

  @Test func `C9 only the side to move claims, and before that it is an offer`() throws {
    var (host, guest) = try Self.boards(Self.threefold)
    let offer = try guest.ask(.draw)
    #expect(guest.outcome == nil)
    #expect(try host.receive(offer).change == .asked(.draw))
    var (early, _) = try Self.boards("Nf3 Nf6 Ng1 Ng8")
    _ = try early.ask(.draw)
    #expect(early.outcome == nil)
  }

  @Test(arguments: [MatchMessage.Ask.Request.draw, .newGame, .takeBack(remaining: 7)])
  func `a claim counts before a question that crosses it`(
    question: MatchMessage.Ask.Request
  ) throws {
    var (host, guest) = try Self.boards(Self.threefold)
    let (asked, claim) = (try guest.ask(question), try host.ask(.draw))
    #expect(try host.receive(asked).change == .nothing)
    _ = try guest.receive(claim)
    #expect(host.outcome == Self.draw)
    #expect(guest.outcome == Self.draw)
  }

  @Test func `a claim counts before a resignation that crosses it`() throws {
    var (host, guest) = try Self.boards(Self.threefold)
    let (resignation, claim) = (try guest.resign(), try host.ask(.draw))
    _ = try host.receive(resignation)
    _ = try guest.receive(claim)
    #expect(host.outcome == Self.draw)
    #expect(guest.outcome == Self.draw)
  }

  @Test func `C13 a flag against a bare king draws on both boards`() throws {
    let text = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"
    let start = try Position(game: .chess, text: text)
    let control = try #require(TimeControl("1m"))
    var host = Match(start, seats: .one(.first), clock: control)
    var guest = Match(start, seats: .one(.second), clock: control)
    _ = try guest.receive(try host.flag())
    let draw = MatchOutcome.byRules(Outcome(winner: nil, reason: .cannotMate))
    #expect(host.outcome == draw)
    #expect(guest.outcome == draw)
  }
}
