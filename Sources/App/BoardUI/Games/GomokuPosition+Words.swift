import GameRules
import Phrases

extension GomokuPosition: GameWords {
  static var gameName: String { say("Gomoku") }

  static var gameWord: String { say("gomoku") }

  var gameTitle: String { say("Gomoku (\(RecordStrings.rule(terms.rule.rawValue)))") }

  var houseRules: [String] {
    var words: [String] = []
    if terms.size != 15 { words.append(say("\(terms.size.columns) by \(terms.size.rows) points")) }
    if terms.opening == .swap2 { words.append("swap2") }
    if terms.fouls == .loses { words.append(say("a forbidden move loses")) }
    switch terms.edgeFives {
    case .count: break
    case .off: words.append(say("a five on an edge line does not count"))
    case .wrap: words.append(say("rows continue behind the right edge"))
    }
    return words
  }

  func sideName(_ side: Side) -> String {
    if isOpening { return side == .first ? say("Player 1") : say("Player 2") }
    return blackSide == side ? say("Black") : say("White")
  }

  // MARK: Moves

  var exampleMove: String { "h8" }

  var wantedMove: String {
    let choices = position.choices
    guard choices.isEmpty else {
      return choices.contains(.two) ? say("black, white or two") : say("black or white")
    }
    return say("a letter and a number, like \(MoveStrings.example("h8", in: position))")
  }

  var task: String? {
    guard isOpening else { return nil }
    guard position.choices.isEmpty else { return say("choose \(wantedMove)") }
    return colourToMove == .first ? say("put a black stone") : say("put a white stone")
  }

  var legalList: String {
    guard position.choices.isEmpty else { return say("You may type: ") + wantedMove }
    let forbidden = colourToMove == .first ? forbiddenPoints : []
    guard !forbidden.isEmpty else { return say("You may play on any empty point.") }
    let points = forbidden.map { "\($0.point) (\(Self.short($0.foul)))" }
      .joined(separator: say(", "))
    return say("You may play on any empty point except \(points).")
  }

  private static func short(_ foul: RenjuFoul) -> String {
    switch foul {
    case .overline: say("overline")
    case .doubleFour: say("two fours")
    case .doubleThree: say("two threes")
    }
  }

  func noMove(_ text: String) -> String {
    XiangqiPosition.isPhrase(text)
      ? Strings.unknown(text, .gomoku) : MoveStrings.offBoard(text, in: position)
  }

  func stopped(_ from: Point, _ to: Point, by obstacle: Obstacle) -> String {
    say("Gomoku stones do not move.")
  }

  func plays(_ move: Move, _ who: String, to after: GomokuPosition) -> String {
    switch move.action {
    case .choose(.black): say("\(who) takes Black. White moves next.")
    case .choose(.white): say("\(who) takes White and moves next.")
    case .choose(.two): say("\(who) places two more stones, white and black.")
    case .place where isOpening:
      colourToMove == .first
        ? say("\(who) places a black stone on \(move).")
        : say("\(who) places a white stone on \(move).")
    case .place, .remove, .step, .carry: say("\(who) plays \(move).")
    }
  }

  func moveHelp(_ pieces: PieceStyle) -> String {
    say(
      """
      h8         put a stone on column h, row 8
      """
    )
  }

  func how(_ outcome: Outcome) -> String? {
    let row = winningRow
    guard outcome.reason == .five, let first = row.first, let last = row.last else { return nil }
    return say("\(Self.count(row.count)) in a row (\(first) to \(last))")
  }

  private static func count(_ stones: Int) -> String {
    switch stones {
    case 5: say("five")
    case 6: say("six")
    case 7: say("seven")
    case 8: say("eight")
    case 9: say("nine")
    default: "\(stones)"
    }
  }

  // MARK: Rules

  var ruleSentence: String {
    switch terms.rule {
    case .freestyle: say("Gomoku, freestyle: five or more stones in a row win.")
    case .standard: say("Gomoku, standard: exactly five stones in a row win.")
    case .renju:
      say(
        """
        Gomoku, renju: five stones in a row win. Black may not make six in a row, \
        two fours at once or two threes at once.
        """
      )
    }
  }

  var rulesPage: String {
    let edges =
      switch terms.edgeFives {
      case .count: ""
      case .off: say("\nA row along an edge of the board does not count.")
      case .wrap: say("\nA row continues behind the right edge at the left of the row below.")
      }
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
    let (columns, rows) = (terms.size.columns, terms.size.rows)
    return say(
      """
      Gomoku (\(RecordStrings.rule(terms.rule.rawValue))), \(columns) by \(rows) points.
      \(opening)
      Players take turns placing one stone on an empty point; stones never move.
      \(rowSentence)\(edges)
      Lines run along rows, columns and diagonals. A full board is a draw.
      """
    )
  }

  private var rowSentence: String {
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
}
