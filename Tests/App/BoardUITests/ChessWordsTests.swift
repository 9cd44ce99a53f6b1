import GameRules
import MatchPlay
import Phrases
import Terminal
import Testing

@testable import BoardUI

/// What is said and shown of chess.
@Suite struct ChessWordsTests {
  private static let start = ChessPosition.startText

  private static func why(_ text: String, in board: String) throws -> String {
    let position = try Position(game: .chess, text: board)
    switch TypedMove(text, in: position) {
    case .move(let move):
      var next = position
      do throws(IllegalMove) {
        try next.play(move)
        return position.text(of: move)
      } catch {
        return MoveStrings.refused(move, error, in: position)
      }
    case .unplayable(let why), .unreadable(let why): return why
    }
  }

  @Test(arguments: [
    ("nf3", start, "Nf3"), ("e2e4", start, "e4"), ("Bb5", "4k3/7p/8/8/8/8/4B3/4K3 w", "Bb5+"),
    ("Ke3", start, "The king cannot move from e1 to e3: one step in any direction."),
    (
      "e2e5", start,
      "The pawn cannot move from e2 to e5: one step forward, two from its start, "
        + "diagonally only to capture."
    ),
    ("Bc4", start, "The pawn on e2 is blocking the move."),
    ("Kf2", "4k3/p7/8/8/7b/8/8/4K3 w", "On f2 your king would be in check from the bishop on h4."),
    ("O-O", "4k3/5r2/8/8/8/8/8/4K2R w K", "You cannot castle: the rook on f7 attacks f1."),
    ("b0", start, "b0 is not on the board: columns a to h, rows 1 to 8."),
    (
      "e8", "7k/4P3/8/8/8/8/8/K7 w",
      "Choose the piece for the pawn: type e8=Q+, e8=R+, e8=B or e8=N."
    ),
    (
      "e7e8", "7k/4P3/8/8/8/8/8/K7 w",
      "Choose the piece for the pawn: type e8=Q+, e8=R+, e8=B or e8=N."
    ),
    ("Rd1", "4k3/8/8/8/8/4K3/8/R6R w", "Rd1 could be several moves. Type Rad1 or Rhd1."),
  ])
  func `C15 a typed move is played, or refused with the reason`(
    text: String,
    board: String,
    answer: String
  ) throws {
    let why = try Language.$ofTask.withValue(.english) { try Self.why(text, in: board) }
    #expect(why == answer)
  }

  @Test(arguments: [
    ("f3", "4k3/p7/8/8/8/5N2/P7/4K3 b", "The knight on f3 is White's."),
    ("a1", "4k3/8/8/8/8/8/8/R3K3 w", "You may type: "),
    ("a1", start, "The piece on a1 has no legal move."), ("f3", start, "You may type: f3"),
  ])
  func `legal names what stands on a square`(text: String, board: String, answer: String) throws {
    let position = try Position(game: .chess, text: board)
    Language.$ofTask.withValue(.english) {
      #expect(MoveStrings.legal(position, text).hasPrefix(answer))
    }
  }

  @Test func `legal knows the rows of Xiangqi`() {
    Language.$ofTask.withValue(.english) {
      let lines = ["a9", "a1"].map { MoveStrings.legal(Position(game: .xiangqi), $0) }
      #expect(lines[0] == "The rook on a9 is Black's.")
      #expect(!lines[1].contains("has no legal move"))
    }
  }

  @Test func `a capture from column h and a move of the king are typed on the screen`() {
    var screen = ScriptedScreen(.chess)
    for move in ["h4", "g5", "hxg5", "h6", "gxh6", "e5", "e4", "ke7"] { screen.enter(move) }
    #expect(screen.moves == "h2h4 g7g5 h4g5 h7h6 g5h6 e7e5 e2e4 e8e7")
  }

  @Test func `a pawn that is pointed to the last row asks what it becomes`() throws {
    let position = try Position(game: .chess, text: "7k/4P3/8/8/8/8/8/K7 w")
    let (from, to) = (try #require(Point("e7")), try #require(Point("e8")))
    guard case .play(let move) = position.choice(of: to, picked: from) else {
      Issue.record("the pawn is not moved")
      return
    }
    #expect(position.choice(of: from, picked: nil) == .pick(from))
    let steps = position.steps(from: from)
    #expect(ScreenStrings.picked(from, steps, in: position) == "e7: e8")
    #expect(move.description == "e7e8")
  }

  @Test func `what was taken and who is ahead is said`() throws {
    let position = try Position(game: .chess, text: "4k3/pppp4/8/8/8/8/PPPPP3/4K3 w")
    Language.$ofTask.withValue(.english) {
      #expect(position.words.losses(of: .second, .latin).hasSuffix("ppppnnbbrrq"))
      #expect(position.words.losses(of: .first, .latin).hasSuffix("PPPNNBBRRQ +1"))
    }
    let promoted = try Position(game: .chess, text: "4k3/8/8/8/8/8/PPPPPP2/RNBQKBNQ w")
    Language.$ofTask.withValue(.english) {
      #expect(promoted.words.losses(of: .first, .latin).hasPrefix("has lost PR "))
    }
  }

  @Test func `without colours darker cells are shaded, and white pieces are hollow`() {
    let lines = BoardText(Position(game: .chess), .han).lines
    #expect(lines[1].hasSuffix("♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"))
    #expect(lines[3] == " 6  . : . : . : . :")
    #expect(lines[8].hasSuffix("♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"))
  }

  @Test func `each cell of a board is as large as any other, and a1 is dark`() throws {
    let size = Size(rows: 20, columns: 50)
    let layout = try #require(BoardLayout(Position(game: .chess), isTurned: false, in: size))
    var counts = [false: 0, true: 0]
    for row in layout.origin.row - 1...layout.bottom {
      for column in layout.origin.column - 2...layout.right {
        let quarters = (0..<4).map { layout.isDark($0, of: Place(row, column)) }
        for isDark in quarters { counts[isDark, default: 0] += 1 }
      }
    }
    // 32 dark cells of so many quarters.
    #expect(counts[true] == 32 * 2 * layout.height * 2 * layout.width)
    #expect(layout.isDark(0, of: layout.place(of: try #require(Point("a1")))))
    #expect(!layout.isDark(0, of: layout.place(of: try #require(Point("h1")))))
  }
}
