public import GameRules
import MatchPlay
import Phrases

/// The rules of a game on one screen, by the terms that it is played by.
public enum RulesText {
  /// The rules of the game that is played, and its clock: at most 23 lines of 80 columns.
  static func lines(_ match: Match) -> String {
    let clock = match.clock.map { TermStrings.clock($0.control) }
    return ([lines(match.record.game)] + [clock].compactMap(\.self)).joined(separator: "\n")
  }

  /// The rules of `game`: at most 22 lines of 80 columns.
  public static func lines(_ game: Game) -> String {
    switch game {
    case .gomoku(let terms): gomoku(terms)
    case .liuzhou(let terms): liuzhou(terms)
    case .xiangqi: xiangqi
    }
  }

  private static func gomoku(_ terms: GomokuTerms) -> String {
    let edges =
      terms.edgeFives == .count
      ? "" : say("\nA row along an edge of the board does not count.")
    let opening =
      switch terms.opening {
      case .free: say("Black moves first, anywhere.")
      case .swap2:
        say(
          """
          Player 1 places black, white and black. Player 2 takes black or white, or adds
          a white and a black stone and leaves the choice to player 1.
          """
        )
      }
    return say(
      """
      Gomoku (\(RecordStrings.rule(terms.rule.rawValue))), \(terms.size) by \(terms.size) points.
      \(opening)
      Players take turns placing one stone on an empty point; stones never move.
      \(row(terms))\(edges)
      Lines run along rows, columns and diagonals. A full board is a draw.
      """
    )
  }

  private static func row(_ terms: GomokuTerms) -> String {
    let fouls =
      terms.fouls == .loses
      ? say("Such a move can be played, but loses.") : say("Such a move is refused.")
    return switch terms.rule {
    case .freestyle: say("Five or more stones of one colour in an unbroken line win.")
    case .standard:
      say("Exactly five stones of one colour in an unbroken line win; six do not count.")
    case .renju:
      say(
        """
        White wins with five or more in an unbroken line, Black with exactly five.
        Black may not make six or more in a line, or two fours or two threes with one
        stone. A five that is made at the same time still wins.
        A four is one stone short of a five; a three is one short of a four that can be
        completed at both ends.
        \(fouls)
        """
      )
    }
  }

  private static func liuzhou(_ terms: LiuzhouTerms) -> String {
    let count =
      switch terms.count {
      case .best: say("Of several made at once only the most valuable counts.")
      case .sum: say("Several made at once count together (house rule).")
      }
    let reuse =
      switch terms.reuse {
      case .always: say("A formation that is broken and remade counts again.")
      case .shortOnly: say("A six or a five counts only the first time (house rule).")
      }
    let first = RecordStrings.side(terms.way.firstToRemove == .first ? "white" : "black")
    let second = RecordStrings.side(terms.way.firstToRemove == .first ? "black" : "white")
    return say(
      """
      Liuzhou chess, \(name(terms.way)) rules: 6 by 6 points, 18 stones each.
      Placing: White first, in turn, one stone on an empty point.
      Completing a formation of your own colour takes enemy stones at once:
      \(formations(terms.way))
      \(count)
      \(reuse)
      A stone in a complete formation can be taken only if no other stone can.
      During placing, a taken stone is only marked: it keeps its point and is neutral.
      When all are placed the marked stones come off. If none is marked, \(first) and then
      \(second) take one enemy stone each.
      Moving: Black first, one step along a row or column to an empty point.
      A player with fewer than \(terms.way.fewestStones) stones, or with no step, loses.
      The same position for the third time, or \(terms.way.quietLimit) turns without a capture: a \
      draw.
      """
    )
  }

  private static func name(_ way: LiuzhouWay) -> String {
    switch way {
    case .fengyang: say("Fengyang")
    case .huainan: say("Huainan")
    case .shandong: say("Shandong")
    }
  }

  /// The formations, and the number of stones that each takes: a line for each.
  static func formations(_ way: LiuzhouWay) -> String {
    switch way {
    case .fengyang:
      say(
        """
          six in a row, column or long diagonal, but not on an edge   3 stones
          a diagonal of five from edge to edge                         2 stones
          a diagonal of four or three from edge to edge, a square      1 stone
        """
      )
    case .huainan:
      say(
        """
          six in a row, column or long diagonal, but not on an edge   2 stones
          a diagonal of five from edge to edge                         2 stones
          six on an edge, a diagonal of four or three, a square        1 stone
        """
      )
    case .shandong:
      say(
        """
          six in a row or a column, edges too                          2 stones
          a square                                                     1 stone
        """
      )
    }
  }

  private static var xiangqi: String {
    say(
      """
      Xiangqi: 9 columns, 10 rows, a river in the middle. Red moves first.
      General: one step straight, in the palace (columns d to f, three rows). The two
        generals may not face each other on an open column.
      Advisor: one step diagonally, in the palace.
      Elephant: two steps diagonally over an empty point, never across the river.
      Horse: one step straight to an empty point, then one diagonally outward.
      Rook: any distance straight. Cannon: the same; captures over exactly one piece.
      Pawn: one step forward; across the river also sideways; never back.
      A player who cannot move, in check or not, loses.
      The same position a third time: a player who checked with each move loses;
        else one who chased the same piece with each move loses; else it is a draw.
      Sixty moves by each side without a capture, or no side able to attack: a draw.
      """
    )
  }
}
