import GameRules
import MatchProtocol
import MatchSimulation
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

  @Test(arguments: [
    (3, "d7d5", 0x474f_7e8c), (4, "e5d6", 0xab21_194f), (10, "e1g1", 0x95aa_aadb),
    (14, "c7d8q", 0xcb8d_a2fb),
  ])
  func `C14 moves have the hashes of the protocol's page`(
    ply: Int,
    text: String,
    hash: UInt32
  ) throws {
    let moves =
      "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 h8g8 f1e2 g8h8 e1g1 b8c6 d6c7 c8e6 c7d8q"
      .split(separator: " ")
    var (host, guest) = try Self.boards(moves.prefix(ply).joined(separator: " "))
    let move = try host.position.move(from: text)
    let message = try ply % 2 == 0 ? host.play(move) : guest.play(move)
    #expect(message == .move(.init(ply: ply, text: text, position: hash)))
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

  /// The position before the one that stands for the third time, Black to move.
  private static let almost = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"

  @Test func `C9 a move that would be the third repetition is claimed and not played`() throws {
    var (host, guest) = try Self.boards(Self.almost)
    let move = try guest.position.move(from: "Ng8")
    let claim = try guest.claim(with: move)
    #expect(claim == .ask(.init(.draw, ply: 7, move: "f6g8")))
    #expect(try host.receive(claim).change == .claimed(move))
    for match in [host, guest] {
      #expect(match.outcome == Self.draw)
      #expect(match.record.moves.count == 7)
    }
  }

  @Test(arguments: ["Nd5", "e2e4"])
  func `C9 a claim that is not true is refused`(text: String) throws {
    var (_, guest) = try Self.boards(Self.almost)
    let move = try guest.position.move(from: text)
    let refusal = #expect(throws: MatchRefusal.self) { try guest.claim(with: move) }
    #expect((refusal == .nothingToClaim) == (text == "Nd5"))
    #expect(guest.outcome == nil)
  }

  @Test func `C9 only the side to move claims with a move`() throws {
    var (host, _) = try Self.boards(Self.almost)
    let move = try host.position.move(from: "e2e4")
    #expect(throws: MatchRefusal.notYourTurn) { try host.claim(with: move) }
  }

  @Test(arguments: ["f6d5", "e2e4", "nonsense"])
  func `a false claim of the other side is a violation`(text: String) throws {
    var (host, _) = try Self.boards(Self.almost)
    let claim = MatchMessage.ask(.init(.draw, ply: 7, move: text))
    #expect(throws: MatchViolation.self) { try host.receive(claim) }
    #expect(host.outcome == nil)
  }

  @Test func `a claim with a move is in the record of a match`() throws {
    let terms = MatchMessage.Start(.chess, first: .host)
    var (host, guest) = (try Match(terms, as: .host), try Match(terms, as: .guest))
    var journal = [JournalEntry(isMine: false, .start(terms))]
    for (index, word) in Self.almost.split(separator: " ").enumerated() {
      let move = try host.position.move(from: String(word))
      let message = try index % 2 == 0 ? host.play(move) : guest.play(move)
      _ = try index % 2 == 0 ? guest.receive(message) : host.receive(message)
      journal.append(JournalEntry(isMine: index % 2 == 1, message))
    }
    let claim = try guest.claim(with: try guest.position.move(from: "Ng8"))
    journal.append(JournalEntry(isMine: true, claim))
    #expect(try Match.restored(from: journal, as: .guest)?.match == guest)
  }

  @Test func `a draw is claimed against the robot, too`() throws {
    var (match, _) = try Self.boards(Self.threefold)
    #expect(match.actAgainstMachine(.draw) == nil)
    var (early, _) = try Self.boards("Nf3 Nf6 Ng1 Ng8")
    #expect(early.actAgainstMachine(.draw) != nil)
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

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a game of chess comes to the same end on both boards over bad air`(seed: UInt64) {
    let report = SimulatedMatch.play(seed: seed, of: .chess)
    #expect(report.failure == nil, "see it by: soak --game chess --trace --seed \(seed)")
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
