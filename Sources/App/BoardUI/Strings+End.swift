public import GameRules
public import MatchPlay
import MatchProtocol
import Phrases

/// Messages about the end of a game.
extension Strings {
  /// The game does not count for a rating, because of this help.
  static func unrated(_ assistance: Assistance) -> String {
    let reasons = [
      assistance.contains(.hints) ? say("you asked for a hint") : nil,
      assistance.contains(.takeBacks) ? say("moves were taken back") : nil,
      assistance.contains(.levels) ? say("the level was changed") : nil,
      assistance.contains(.machine) ? say("the robot moved for you") : nil,
    ].compactMap(\.self)
    return say("This game is unrated: \(reasons.joined(separator: say(", "))).")
  }

  // MARK: The end

  /// The line that is the same on both boards.
  static func result(_ outcome: MatchOutcome, of position: Position) -> String {
    let how =
      switch outcome {
      case .resignation(let loser): say("\(side(loser, in: position)) resigned")
      case .timeout(let loser): say("\(side(loser, in: position)) ran out of time")
      case .agreement: say("both players agreed")
      case .begunAnew: say("both players started over")
      case .byRules(let outcome): how(outcome, in: position)
      }
    if outcome == .begunAnew { return say("No result: \(how).") }
    guard let winner = outcome.winner else { return say("Draw: \(how).") }
    return say("\(side(winner, in: position)) wins: \(how).")
  }

  private static func how(_ outcome: Outcome, in position: Position) -> String {
    if let how = position.words.how(outcome) { return how }
    let loser = outcome.winner.map { side($0.other, in: position) } ?? say("the other player")
    switch outcome.reason {
    case .five, .belowThree, .quietMoves, .deadPosition, .fivefoldRepetition, .seventyFiveMoves,
      .fiftyMoves, .cannotMate:
      return RecordStrings.words(for: outcome.reason.rawValue)
    case .boardFull: return say("the board is full")
    case .overline: return say("Black \(foul(.overline))")
    case .doubleFour: return say("Black \(foul(.doubleFour))")
    case .doubleThree: return say("Black \(foul(.doubleThree))")
    case .onlyForbidden: return say("every empty point is forbidden to Black")
    case .blocked: return say("\(loser) has no move left")
    case .repetition: return say("the same position occurred for the third time")
    case .checkmate: return say("checkmate")
    case .stalemate: return say("stalemate, \(loser) has no legal move")
    case .perpetualCheck:
      return say("\(loser) repeated the position with nothing but checks")
    case .perpetualChase:
      return say("\(loser) repeated the position by chasing one piece")
    case .sixtyMove: return say("sixty moves by each side without a capture")
    case .noAttackers: return say("neither side has a piece that can cross the river")
    }
  }

  static func foul(_ foul: RenjuFoul) -> String {
    switch foul {
    case .overline: say("made six or more in a row")
    case .doubleFour: say("made two fours at once")
    case .doubleThree: say("made two threes at once")
    }
  }

  static func personal(_ outcome: MatchOutcome, own: Side) -> String {
    switch outcome.winner {
    case own: say("You won.")
    case nil: say("Nobody won.")
    case .some: say("You lost.")
    }
  }

  static func moves(_ record: GameRecord) -> String {
    record.moves.isEmpty ? say("No moves yet.") : say("Moves so far: \(record.shown)")
  }

  static func unfinished(_ record: GameRecord) -> String {
    say("The game is not finished. \(moves(record))")
  }

  // MARK: What goes into the last line

  static func tooManyLines(_ limit: Int) -> String {
    say("more than \(limit) input lines are pending")
  }
  static func robotErred(_ move: Move) -> String {
    say("the robot chose \(move), which is not allowed")
  }
  static func otherVersion(_ versions: ClosedRange<UInt16>) -> String {
    let spoken =
      versions.count == 1
      ? say("version \(versions.lowerBound)")
      : say("versions \(versions.lowerBound) to \(versions.upperBound)")
    return say("the host uses protocol \(spoken), which this program does not support")
  }
  static func unknownTerms(_ terms: MatchMessage.Start) -> String {
    let options = terms.options.isEmpty ? "" : say(" and \(terms.options)")
    return say(
      """
      the host plays \(terms.game) with the rule \(terms.rule)\(options), which this program does \
      not know
      """
    )
  }
  static func violation(_ violation: MatchViolation) -> String {
    switch violation {
    case .unknownTerms(let terms): unknownTerms(terms)
    case .otherTerms: say("it started with different rules than offered")
    case .unexpectedMessage: say("an unexpected message")
    case .tooManyRequests: say("too many requests and pauses")
    case .timeIsUp(let text): say("it played \(text) after its time ran out")
    case .unreadableMove(let text): say("\(text) is not a move")
    case .illegalMove(let text, .occupied): say("it played \(text), where a stone stands")
    case .illegalMove(let text, .offBoard): say("it played \(text), which is not on the board")
    case .illegalMove(let text, .gameOver), .gameOver(let text):
      say("it played \(text) after the end")
    case .illegalMove(let text, .otherGame): say("\(text) is a move of another game")
    case .illegalMove(let text, .forbidden): say("it played \(text), which is forbidden to Black")
    case .illegalMove(let text, .facesGeneral), .illegalMove(let text, .leavesCheck),
      .illegalMove(let text, .exposesGeneral):
      say("it played \(text), which exposes its general")
    case .illegalMove(let text, .captureDue): say("it played \(text) instead of a capture")
    case .illegalMove(let text, .notTakeable): say("it played \(text), which may not be captured")
    case .illegalMove(let text, .noSuchStep): say("it played \(text), where nothing can move")
    case .illegalMove(let text, .against): say("it played \(text), which is against the rules")
    case .wrongPly(let expected, let actual):
      say("it sent move number \(actual + 1) instead of \(expected + 1)")
    case .outOfTurn(let text): say("it played \(text) out of turn")
    }
  }
}

extension MatchOutcome {
  /// The result of the game, as a sentence without its full stop.
  ///
  /// - Parameter position: Where it ended.
  /// - Returns: The sentence, such as `Black wins: five in a row (h8 to l8)`.
  public func summary(of position: Position) -> String {
    String(Strings.result(self, of: position).dropLast())
  }
}
