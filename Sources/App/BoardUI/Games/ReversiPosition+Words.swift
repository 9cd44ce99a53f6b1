import GameRules
import Phrases

extension ReversiPosition: GameWords {
  static var gameName: String { say("Reversi") }

  static var gameWord: String { say("reversi") }

  func sideName(_ side: Side) -> String { side == .first ? say("Black") : say("White") }

  // MARK: Moves

  var exampleMove: String { "d3" }

  var wantedMove: String {
    say("a letter and a number, like \(MoveStrings.example("d3", in: position))")
  }

  func occupied(_ point: Point) -> String { say("There is a disc on \(point) already.") }

  func stopped(_ from: Point, _ to: Point, by obstacle: Obstacle) -> String {
    say("Reversi discs do not move.")
  }

  func broken(_ rule: GameRule) -> String {
    say("A disc on \(rule.point) turns nothing: enclose a line of the other colour.")
  }

  func plays(_ move: Move, _ who: String, to after: ReversiPosition) -> String {
    let turned = after.count(of: toMove) - count(of: toMove) - 1
    let text = say("\(who) plays \(move) and turns \(turned, "disc", "discs").")
    guard after.outcome == nil, after.toMove == toMove else { return text }
    return text + "\n" + say("\(sideName(toMove.other)) has no move and passes.")
  }

  var status: String? {
    say("Discs: Black \(count(of: .first)), White \(count(of: .second)).")
  }

  func losses(of side: Side, _ pieces: PieceStyle) -> String {
    say("\(count(of: side), "disc", "discs")")
  }

  func how(_ outcome: Outcome) -> String? {
    let counts = Side.allCases.map { count(of: $0) }.sorted(by: >)
    return say("\(counts[0]) discs to \(counts[1])")
  }

  func moveHelp(_ pieces: PieceStyle) -> String {
    say(
      """
      d3         put a disc on column d, row 3
      """
    )
  }

  // MARK: Rules

  var ruleSentence: String {
    say("Reversi: discs that you enclose in a line turn to your colour. Most discs win.")
  }

  var rulesPage: String {
    say(
      """
      Reversi, 8 by 8 cells, by the rules of Othello. Black moves first.
      At the start White is on d4 and e5, Black on d5 and e4.
      Put a disc on an empty cell so that it encloses discs of the other colour between
      itself and another disc of yours, in a row, column or diagonal without a gap.
      All discs enclosed in any direction turn to your colour.
      A player who can turn nothing passes, which happens automatically.
      When neither player can move, the one with more discs wins; as many each: a draw.
      """
    )
  }
}
