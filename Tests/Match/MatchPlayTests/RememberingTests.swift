import GameRules
import MatchPlay
import MatchProtocol
import Testing

/// What a side makes of what it is told again.
@Suite struct RememberingTests {
  private static let terms = MatchMessage.start(.init(.gomoku(), first: .host))

  /// The messages of a game that begins with these moves.
  private func moves(_ texts: String...) -> [MatchMessage] {
    var position = Position(game: .gomoku())
    return texts.enumerated().map { ply, text in
      _ = try? position.play(position.move(from: text))
      return .move(.init(ply: ply, text: text, position: position.textHash))
    }
  }

  /// A journal as the host has it, in which the moves alternate.
  private func hostJournal(_ moves: [MatchMessage]) -> [JournalEntry] {
    [JournalEntry(isMine: true, Self.terms)]
      + moves.enumerated().map { JournalEntry(isMine: $0 % 2 == 0, $1) }
  }

  private func swapped(_ journal: [JournalEntry]) -> [JournalEntry] {
    journal.map { JournalEntry(isMine: !$0.isMine, $0.message) }
  }

  @Test(arguments: 0...5)
  func `a guest that has only the beginning gets the rest`(kept: Int) {
    let journal = swapped(hostJournal(moves("h8", "h9", "i8", "i9")))
    let found = Match.remembering(
      Array(journal.dropFirst(kept)),
      after: Array(journal.prefix(kept)),
      as: .guest
    )
    #expect(found?.entries == Array(journal.dropFirst(kept)))
    #expect(found?.changes == journal.dropFirst(kept).map(JournalChange.append))
  }

  @Test func `what crossed is put in an order that it may have had here`() throws {
    let moves = moves("h8", "h9", "i8")
    // The guest offered a draw while the host made its second move.
    let offer = MatchMessage.ask(.init(.draw, ply: 2))
    var heard = hostJournal(moves)
    heard.append(JournalEntry(isMine: false, offer))
    let found = try #require(Match.remembering(swapped(heard), after: [], as: .guest)).entries
    #expect(found.map(\.message) == [Self.terms, moves[0], moves[1], offer, moves[2]])
    #expect(try Match.restored(from: found, as: .guest)?.match.record.moves.count == 3)
  }

  @Test func `a move that nobody can have made is not believed`() {
    let journal = swapped(hostJournal(moves("h8", "h9", "h9")))
    #expect(Match.remembering(journal, after: [], as: .guest) == nil)
  }

  @Test func `a game that was followed by another one is kept as one that has ended`() throws {
    let moves = moves("h8", "h9")
    let journal =
      swapped(hostJournal(moves)) + [
        JournalEntry(isMine: false, .resign),
        JournalEntry(isMine: true, .answer(.init(.rematch, ply: 2, agrees: false))),
        JournalEntry(isMine: true, .ask(.init(.rematch, ply: 2))),
        JournalEntry(isMine: false, .ask(.init(.rematch, ply: 2))),
        JournalEntry(isMine: false, .start(.init(.gomoku(), first: .guest))),
      ]
    let found = try #require(Match.remembering(journal, after: [], as: .guest))
    #expect(found.entries == journal)
    guard case .finish(let outcome, _) = found.changes[found.changes.count - 2] else {
      Issue.record("no end of the first game in \(found.changes)")
      return
    }
    #expect(outcome == .resignation(.first))
  }
}
