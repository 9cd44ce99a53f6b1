import GameRules
import GameSearch
import MatchPlay
import MatchSimulation
import Phrases
import TestSupport
import Testing

@testable import BoardUI

/// Moves of Xiangqi that are typed in WXF or in Chinese and cannot be played.
@Suite struct TypedMoveTests {
  /// What the program answers to `text` after `moves`, or in the position of a FEN.
  private static func answer(_ text: String, _ start: String) throws -> String? {
    var position = Position(game: .xiangqi)
    if start.contains("/") {
      position = .xiangqi(try XiangqiPosition(text: start))
    } else {
      for move in start.split(separator: " ") {
        try position.play(try position.move(from: String(move)))
      }
    }
    switch TypedMove(text, in: position) {
    case .unplayable(let why), .unreadable(let why): return why
    case .move(let move):
      var next = position
      do throws(IllegalMove) {
        try next.play(move)
        return nil
      } catch {
        return MoveStrings.refused(move, error, in: position)
      }
    }
  }

  private static let notItsWay =
    "The horse cannot move like that: one step straight, then one diagonally outward."
  private static let twoRooks = "4k4/9/9/8R/9/9/8R/9/9/3K5 w"
  private static let elephants = "3k5/9/9/9/9/6B2/9/9/3p5/2B1K4 w"

  @Test(arguments: [
    ("C2.5", "h2e2 h9g7", "No cannon of yours stands on file 2."),
    ("c8=5", "h2e2", nil),
    ("c1=5", "h2e2", "No cannon of yours stands on file 1."),
    ("H2+4", "", "The horse on h0 is blocked by the piece beside it on g0."),
    ("H2+9", "", notItsWay),
    ("H2=3", "", notItsWay),
    ("R1+9", "", "Your own pawn blocks the path on i3."),
    ("R1-1", "", "The rook on i0 would leave the board."),
    (
      "K5+2", "",
      "The general cannot move from e0 to e2: one step straight, inside the palace."
    ),
    ("K5=6", "", "Your own advisor is on d0."),
    ("+R-1", "", "No file has 2 of your pieces named rook."),
    ("P5=4", "", "The pawn moves one step forward, and sideways only after crossing the river."),
    ("R1=2", twoRooks, "R1=2 could be several moves. Type i3h3 or i6h6."),
    ("E3+5", elephants, "The elephant may not cross the river."),
    ("e7+5", elephants, "The elephant on c0 is blocked by a piece halfway, on d1."),
    ("K5+1", "3k5/9/9/9/9/P8/9/9/9/4K4 w", nil),
    (
      "H6+5", "3k5/9/9/9/9/9/9/9/3N5/3K5 w",
      "After d1e3 the two generals would face each other on an open column."
    ),
    ("炮二平五", "h2e2 h9g7", "No cannon of yours stands on file 2."),
  ])
  func `a move by its form that cannot be played gets its reason`(
    text: String,
    start: String,
    reason: String?
  ) throws {
    #expect(try Self.answer(text, start) == reason)
  }

  @Test(arguments: [
    ("炮二平五", "h2e2 h9g7", "二路上没有你的炮。"),
    ("炮1平5", "h2e2", "1 路上没有你的炮。"),
    ("马一进二", "", "一路上没有你的马。"),
    ("马二进四", "", "h0 的马走不了：g0 有子，蹩马腿。"),
    ("车一进九", "", "你自己的兵在 i3 挡住去路。"),
    ("帅五进二", "", "帅不能从 e0 走到 e2：在九宫内直走一步。"),
    ("前车退一", "", "没有哪一路上有你的 2 个车。"),
    ("卒5平4", "h2e2", "卒只能前进一步，过河后才可横走。"),
    ("车一平二", twoRooks, "车一平二可能是几种着法。请输入 前车平二 或 后车平二。"),
    ("相三进五", elephants, "相不能过河。"),
    ("相七进五", elephants, "c0 的相走不了：d1 有子，塞象眼。"),
    ("马六进五", "3k5/9/9/9/9/9/9/9/3N5/3K5 w", "走 马六进五 后将帅照面，中间无子。"),
    ("C2.5", "h2e2 h9g7", "二路上没有你的炮。"),
  ])
  func `the reason is Chinese in Chinese`(text: String, start: String, reason: String) throws {
    try Language.$ofTask.withValue(.chinese) {
      let answer = try Self.answer(text, start)
      #expect(answer == reason)
    }
  }

  @Test(arguments: ["C2.5", "h2e2", "炮二平五"])
  func `the players at one board read the reason`(text: String) {
    var screen = ScriptedScreen(.xiangqi)
    for move in ["炮二平五", "h9g7"] { screen.enter(move) }
    screen.enter(text)
    #expect(
      screen.reply
        == (text == "h2e2"
          ? "There is no piece on h2." : "No cannon of yours stands on file 2.")
    )
    screen.enter("legal \(text)")
    #expect(screen.reply?.hasSuffix(text == "h2e2" ? "on h2." : "on file 2.") == true)
  }

  @Test(arguments: [
    ("Z99", "Z99 is not a move here: type"), ("C2.Q", "I do not understand C2.Q. Type a move"),
    ("Legal Z99", "Z99 is not a move here: type"),
  ])
  func `the letters of what was typed stay as they are`(text: String, answer: String) {
    var screen = ScriptedScreen(.xiangqi)
    screen.enter(text)
    #expect(screen.reply?.hasPrefix(answer) == true)
  }

  @Test(arguments: ["马二进四", "炮一平五", "C2=5"])
  func `a move in the other player's turn is refused for that alone`(text: String) {
    var screen = ScriptedScreen(.xiangqi, against: .second)
    screen.enter("炮二平五")
    screen.enter(text)
    #expect(screen.reply?.hasPrefix("It is not your turn.") == true)
  }

  @Test(arguments: [("炮二平五", "马二进三"), ("C2=5", "H2+3")])
  func `moves that are piped in wait for their turn`(first: String, second: String) {
    var boards = TwoBoards(game: .xiangqi, host: .pipe)
    boards.join()
    boards.type(first, at: .host)
    boards.type(second, at: .host)
    boards.type("马8进7", at: .guest)
    #expect(boards.match(of: .guest)?.record.description == "h2e2 h9g7 h0g2")
  }

  @Test func `a move of Xiangqi is none of Gomoku`() {
    var screen = ScriptedScreen(.gomoku())
    screen.enter("炮二平五")
    #expect(screen.reply == "I do not understand 炮二平五. Type a move like h8, or help.")
  }

  @Test func `no text of a move's form ends the program`() throws {
    let pieces = Array("CHREAKPchreakp炮马车相象仕士帅将兵卒前中后+-123456789一二三四五六七八九")
    let ways = Array("+-=.进退平")
    var random = SeededGenerator(seed: 52)
    let positions = try [Self.twoRooks, Self.elephants].map { try XiangqiPosition(text: $0) }
    for _ in 0..<3_000 {
      let start = (0..<Int.random(in: 2...3, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? "C"
      }
      let way = ways.randomElement(using: &random) ?? "+"
      let end = [way, "123456789".randomElement(using: &random) ?? "1"]
      for position in positions {
        guard let move = try? position.move(typed: String(start + end)) else { continue }
        var next = position
        try? next.play(move)
      }
    }
  }

  @Test func `pieces have the names of their side`() throws {
    try Language.$ofTask.withValue(.chinese) {
      var screen = ScriptedScreen(.xiangqi)
      for move in ["炮二平五", "马8进7", "炮五进四"] { screen.enter(move) }
      #expect(screen.text.contains("红方：炮五进四，吃卒。"))
      let legal = try #require(screen.match?.position).words.legalList
      let lines = legal.split(separator: "\n").dropFirst()
      #expect(lines.contains { $0.hasPrefix("卒1进1") })
      #expect(lines.allSatisfy { !$0.contains("：") })
      let start = Position(game: .xiangqi)
      let move = try start.move(from: "h2h9")
      #expect(RobotStrings.hint(move, .takes(.elephant), in: start).contains("吃象"))
    }
  }
}
