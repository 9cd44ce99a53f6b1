public import GameRules
public import MatchPlay
import MatchProtocol

/// How the game ended, and what goes into the last line.
extension Strings {
  // MARK: The end

  /// The line that is the same on both boards.
  static func result(_ outcome: MatchOutcome, of position: Position) -> String {
    let how =
      switch outcome {
      case .resignation(let loser): "\(side(loser, in: position)) resigned"
      case .timeout(let loser): "\(side(loser, in: position)) has no time left"
      case .agreement: "both players agreed on it"
      case .begunAnew: "both players began anew"
      case .byRules(let outcome): how(outcome, in: position)
      }
    if outcome == .begunAnew { return "No result: \(how)." }
    guard let winner = outcome.winner else { return "Draw: \(how)." }
    return "\(side(winner, in: position)) wins: \(how)."
  }

  private static func how(_ outcome: Outcome, in position: Position) -> String {
    let loser = outcome.winner.map { side($0.other, in: position) }
    switch outcome.reason {
    case .five: return five(in: position)
    case .boardFull: return "the board is full"
    case .overline: return "Black \(foul(.overline))"
    case .doubleFour: return "Black \(foul(.doubleFour))"
    case .doubleThree: return "Black \(foul(.doubleThree))"
    case .onlyForbidden: return "every empty point is forbidden to Black"
    case .belowThree:
      let few = "fewer than \(way(position).fewestStones == 4 ? "four" : "three") stones"
      return loser.map { "\($0) has \(few)" } ?? "both sides have \(few)"
    case .blocked: return "\(loser ?? "the other side") has no step left"
    case .repetition: return "the same position stood for the third time"
    case .quietMoves:
      return way(position).quietLimit == 100
        ? "a hundred moves without a capture"
        : "\(way(position).quietLimit) moves without a capture"
    case .checkmate: return "checkmate"
    case .stalemate: return "stalemate, \(loser ?? "the other side") has no legal move"
    case .perpetualCheck:
      return "\(loser ?? "the other side") repeated the position by nothing but checks"
    case .perpetualChase:
      return "\(loser ?? "the other side") repeated the position by chasing one piece"
    case .sixtyMove: return "sixty moves of each side without a capture"
    case .noAttackers: return "neither side has a piece that can cross the river"
    }
  }

  private static func way(_ position: Position) -> LiuzhouWay {
    if case .liuzhou(let liuzhou) = position { liuzhou.terms.way } else { .fengyang }
  }

  private static func five(in position: Position) -> String {
    guard case .gomoku(let gomoku) = position, let first = gomoku.winningRow.first,
      let last = gomoku.winningRow.last
    else { return "five in a row" }
    return "\(count(gomoku.winningRow.count)) in a row (\(first) to \(last))"
  }

  static func foul(_ foul: RenjuFoul) -> String {
    switch foul {
    case .overline: "made six or more in a row"
    case .doubleFour: "made two fours at once"
    case .doubleThree: "made two threes at once"
    }
  }

  private static func count(_ stones: Int) -> String {
    switch stones {
    case 5: "five"
    case 6: "six"
    case 7: "seven"
    case 8: "eight"
    case 9: "nine"
    default: "\(stones)"
    }
  }

  static func personal(_ outcome: MatchOutcome, own: Side) -> String {
    switch outcome.winner {
    case own: "You won."
    case nil: "Nobody won."
    case .some: "You lost."
    }
  }

  static func moves(_ record: GameRecord) -> String {
    record.moves.isEmpty ? "No moves yet." : "Moves so far: \(record)"
  }

  static func unfinished(_ record: GameRecord) -> String {
    "The game is not finished. \(moves(record))"
  }

  // MARK: What goes into the last line

  static func tooManyLines(_ limit: Int) -> String {
    "more than \(limit) lines wait to be played"
  }
  static func robotErred(_ move: Move) -> String { "the robot chose \(move), which is not allowed" }
  static func otherVersion(_ versions: ClosedRange<UInt16>) -> String {
    let spoken =
      versions.count == 1
      ? "version \(versions.lowerBound)"
      : "versions \(versions.lowerBound) to \(versions.upperBound)"
    return "the host speaks \(spoken) of the protocol, and this program does not"
  }
  static func unknownTerms(_ terms: MatchMessage.Start) -> String {
    let options = terms.options.isEmpty ? "" : " and \(terms.options)"
    return """
      the host plays \(terms.game) by the rule \(terms.rule)\(options), which this program does not know
      """
  }
  static func violation(_ violation: MatchViolation) -> String {
    switch violation {
    case .unknownTerms(let terms): unknownTerms(terms)
    case .otherTerms: "it begins with other rules than it offered"
    case .unexpectedMessage: "a message out of place"
    case .timeIsUp(let text): "it played \(text) when its time was up"
    case .unreadableMove(let text): "\(text) is not a move"
    case .illegalMove(let text, .occupied): "it played \(text), where a stone stands"
    case .illegalMove(let text, .offBoard): "it played \(text), which is not on the board"
    case .illegalMove(let text, .gameOver), .gameOver(let text): "it played \(text) after the end"
    case .illegalMove(let text, .otherGame): "\(text) is a move of another game"
    case .illegalMove(let text, .forbidden): "it played \(text), which is forbidden to Black"
    case .illegalMove(let text, .facesGeneral), .illegalMove(let text, .leavesCheck),
      .illegalMove(let text, .exposesGeneral):
      "it played \(text), which gives up its general"
    case .illegalMove(let text, .captureDue): "it played \(text) instead of a capture"
    case .illegalMove(let text, .notTakeable): "it played \(text), which may not be captured"
    case .illegalMove(let text, .noSuchStep): "it played \(text), and nothing goes there"
    case .wrongPly(let expected, let actual):
      "it sent move number \(actual + 1) instead of \(expected + 1)"
    case .outOfTurn(let text): "it played \(text) out of turn"
    }
  }
}

extension MatchOutcome {
  /// How the game ended, as a sentence without its full stop.
  ///
  /// - Parameter position: Where it ended.
  /// - Returns: The sentence, such as `Black wins: five in a row (h8 to l8)`.
  public func summary(of position: Position) -> String {
    String(Strings.result(self, of: position).dropLast())
  }
}
