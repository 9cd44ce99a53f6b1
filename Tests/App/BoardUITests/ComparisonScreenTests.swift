import GameRules
import MatchProtocol
import Terminal
import Testing

@testable import BoardUI
@testable import MatchPlay

/// The question whether to go back to the last position that both records of a match have, on a
/// screen.
@Suite struct ComparisonScreenTests {
  /// A screen on which h8, i9 and h9 were played, when the other side turns out to have another
  /// third move; and what is heard when both have gone back.
  private func asked(
    _ size: Size = Size(rows: 24, columns: 80)
  ) throws -> (screen: ScriptedScreen, wentBack: SessionEvent) {
    var screen = ScriptedScreen(.host, size: size)
    screen.session(.joined(Introduction("Gus")))
    screen.enter("h8")
    screen.hear(Situation.move(1, "i9"))
    screen.enter("h9")
    let journal = screen.orders.flatMap(\.table.keeps).compactMap { change -> JournalEntry? in
      if case .append(let entry) = change { entry } else { nil }
    }
    let games = try KeptGame.games(of: journal, as: .host)
    let digests = try #require(games.first).digests(as: .host)
    let line = GameLine(game: 0, remaining: 0, digests: digests.dropLast() + [7])
    let comparison = RecordComparison(role: .host, games: games)
    let common = try #require(comparison.common(with: [line]))
    screen.session(.suspended(Situation.peer, .lost(.disconnected)))
    screen.session(.differs(journal, Situation.peer), .compared([line], Situation.peer))
    return (screen, .wentBack(common.journal))
  }

  @Test func `the question stands beside the position that both have`() throws {
    var (screen, wentBack) = try asked()
    #expect(screen.match?.record.moves.count == 3)
    #expect(screen.text.contains("They agree up to"))
    #expect(screen.text.contains("1. h8  i9"))
    #expect(!screen.text.contains("2. h9"))
    #expect(screen.bottom.hasPrefix(" Yes or no:"))
    screen.enter("yes")
    #expect(screen.text.contains("Waiting for Gus to answer too."))
    #expect(screen.reply == nil)
    screen.session(wentBack)
    // What became of the other record is not passed over.
    #expect(screen.text.contains("The match continues from there."))
    #expect(screen.moves == "h8 i9")
  }

  @Test(arguments: [Size(rows: 20, columns: 40), Size(rows: 20, columns: 60)], ["yes", "no"])
  func `a question that a small screen has no room for is shown whole over the board`(
    size: Size,
    answer: String
  ) throws {
    var (screen, _) = try asked(size)
    #expect(screen.text.contains("Your record of this match"))
    #expect(screen.text.contains("Type yes or"))
    #expect(screen.bottom.contains("y yes  n no  other keys: the board"))
    screen.press(.escape)
    #expect(screen.text.contains("Gomoku"))
    #expect(screen.bottom.hasPrefix(" Yes or no:"))
    (screen, _) = try asked(size)
    screen.enter(answer)
    #expect(screen.text.contains("Gomoku"))
    #expect(screen.text.contains("Waiting for Gus") == (answer == "yes"))
    #expect(screen.reply == nil)
  }
}
