import GameRules
import Phrases

extension LiuzhouPosition: GameWords {
  static var gameName: String { say("Liuzhou chess") }

  static var gameWord: String { say("liuzhou") }

  var houseRules: [String] {
    var words: [String] = []
    switch terms.way {
    case .fengyang: break
    case .huainan: words.append(say("Huainan rules"))
    case .shandong: words.append(say("Shandong rules"))
    }
    if terms.count == .sum { words.append(say("several formations at once count together")) }
    if terms.reuse != terms.way.reuse {
      let often = terms.reuse == .always ? say("each time") : say("only the first time")
      words.append(say("a six or a five captures \(often)"))
    }
    return words
  }

  func sideName(_ side: Side) -> String { side == .first ? say("White") : say("Black") }

  // MARK: Moves

  var exampleMove: String { "c3" }

  var wantedMove: String {
    if capturesDue > 0 {
      return say("x and a point, like \(MoveStrings.example("xd4", in: position))")
    }
    return phase == .placing
      ? say("an empty point, like \(MoveStrings.example("c3", in: position))")
      : say("a step, like \(MoveStrings.example("c3c4", in: position))")
  }

  var task: String? {
    let due = capturesDue == 1 ? say("a stone") : say("\(capturesDue) stones")
    switch phase {
    case .placing: return capturesDue > 0 ? say("mark \(due)") : say("place a stone")
    case .removing: return say("remove a stone")
    case .moving: return capturesDue > 0 ? say("capture \(due)") : nil
    }
  }

  func stopped(_ from: Point, _ to: Point, by obstacle: Obstacle) -> String {
    switch obstacle {
    case .nothingThere: say("There is no stone on \(from).")
    case .notOwn: say("The stone on \(from) is \(sideName(toMove.other))'s.")
    case .notItsWay, .leg, .eye, .piece, .screens, .palace, .river, .pawnTooEarly:
      say("A stone moves one step along a row or column, not from \(from) to \(to).")
    }
  }

  func plays(_ move: Move, _ who: String, to after: LiuzhouPosition) -> String {
    var text = say("\(who) plays \(move)")
    switch move.action {
    case .remove(let point):
      text = say("\(who) takes \(point)") + taken(after)
    case .place(let point), .step(_, let point):
      let made = after.capturesDue > 0 && after.toMove == toMove
      if made, let kind = after.formations(at: point).first {
        text += say(" and makes \(Strings.name(kind))")
      }
      text += say(".")
    case .carry, .choose:
      text += say(".")
    }
    return ([text] + [phaseChange(to: after)].compactMap(\.self)).joined(separator: "\n")
  }

  private func taken(_ after: LiuzhouPosition) -> String {
    guard phase == .moving else {
      return phase == .placing
        ? say(": the stone is marked.") : say(": the stone comes off.")
    }
    let loser = toMove.other
    return say(": \(sideName(loser)) has \(Self.stones(after.count(loser))) left.")
  }

  private func phaseChange(to after: LiuzhouPosition) -> String? {
    guard phase != after.phase else { return nil }
    switch after.phase {
    case .placing: return nil
    case .removing where after.toMove == .second:
      return say(
        """
        The board is full and no stone is marked: Black removes a white stone, then White a black \
        one.
        """
      )
    case .removing:
      return say(
        """
        The board is full and no stone is marked: White removes a black stone, then Black a white \
        one.
        """
      )
    case .moving:
      let end =
        phase == .placing ? say("All stones are placed. The marked ones come off. ") : ""
      return say(
        """
        \(end)White has \(Self.stones(after.count(.first))), Black has \(after.count(.second)). \
        Black moves first.
        """
      )
    }
  }

  private func count(_ side: Side) -> Int { shape.points.count { stone(at: $0) == side } }

  private static func stones(_ count: Int) -> String { say("\(count, "stone", "stones")") }

  func how(_ outcome: Outcome) -> String? {
    switch outcome.reason {
    case .belowThree:
      let isThree = terms.way.fewestStones == 3
      let few = isThree ? say("fewer than three stones") : say("fewer than four stones")
      guard let winner = outcome.winner else { return say("both sides have \(few)") }
      return say("\(sideName(winner.other)) has \(few)")
    case .quietMoves:
      let limit = terms.way.quietLimit
      return limit == 100
        ? say("a hundred moves without a capture") : say("\(limit) moves without a capture")
    default: return nil
    }
  }

  func losses(of side: Side, _ pieces: PieceStyle) -> String {
    phase == .placing ? say("\(hand(of: side), "stone", "stones") in hand") : ""
  }

  var status: String? {
    guard outcome == nil else { return nil }
    switch phase {
    case .placing:
      let isAnyMarked = shape.points.contains { isMarked(at: $0) }
      let note = isAnyMarked ? say(" Stones in brackets are marked.") : ""
      return say("In hand: White \(hand(of: .first)), Black \(hand(of: .second)).\(note)")
    case .removing: return nil
    case .moving:
      return say("On the board: White \(count(.first)), Black \(count(.second)).")
    }
  }

  func moveHelp(_ pieces: PieceStyle) -> String {
    let formations = formationLines.split(separator: "\n")
      .map { String(repeating: " ", count: 9) + $0 }.joined(separator: "\n")
    return say(
      """
      c3         place a stone on column c, row 3, until all are placed
      c3c4       then move the stone on c3 to c4, one step along a row or column
      xd4        after making a formation, mark or capture the stone on d4:
      \(formations)
                 Stones in a complete formation can be taken only if no others can.
      """
    )
  }

  // MARK: Rules

  var ruleSentence: String {
    switch terms.way {
    case .fengyang:
      say(
        """
        Liuzhou chess: squares, diagonals and inner rows of six capture. Place all stones, then \
        move. A player with fewer than three loses.
        """
      )
    case .huainan:
      say(
        """
        Liuzhou chess, Huainan rules: squares, diagonals and rows of six capture. Place all \
        stones, then move. A player with fewer than three loses.
        """
      )
    case .shandong:
      say(
        """
        Liuzhou chess, Shandong rules: squares and rows of six capture. Place all stones, then \
        move. A player with fewer than four loses.
        """
      )
    }
  }

  var rulesPage: String {
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
      Liuzhou chess, \(Self.name(terms.way)) rules: 6 by 6 points, 18 stones each.
      Placing: White first, in turn, one stone on an empty point.
      Completing a formation of your own colour takes enemy stones at once:
      \(formationLines)
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
  private var formationLines: String {
    switch terms.way {
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
}
