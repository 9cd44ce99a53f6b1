import GameRules
import MatchPlay
import MatchProtocol

/// Every text that a person reads during play, in simple English.
///
/// Each is made for the ear as well as for the eye: whole sentences, the side named before the point,
/// and no picture but the board.
enum Strings {
  // MARK: Sides and rules

  static func side(_ side: Side, in game: GameKind) -> String {
    switch (game, side) {
    case (.gomoku, .first), (.liuzhou, .second): "Black"
    case (.gomoku, .second), (.liuzhou, .first): "White"
    case (.xiangqi, .first): "Red"
    case (.xiangqi, .second): "Black"
    }
  }

  /// What the pieces of a side look like on the board.
  static func mark(_ side: Side, in game: GameKind) -> String {
    switch (game, side) {
    case (.gomoku, .first), (.liuzhou, .second): "X"
    case (.gomoku, .second), (.liuzhou, .first): "O"
    case (.xiangqi, .first): "capital letters"
    case (.xiangqi, .second): "small letters"
    }
  }

  static func rule(_ game: GameKind, _ rule: GomokuRule) -> String {
    switch (game, rule) {
    case (.gomoku, .freestyle): "Gomoku, freestyle: five or more stones in a row win."
    case (.gomoku, .standard): "Gomoku, standard: exactly five stones in a row win."
    case (.gomoku, .renju):
      """
      Gomoku, renju: five stones in a row win. Black may not make six in a row, \
      two fours at once or two threes at once.
      """
    case (.liuzhou, _):
      """
      Liuzhou chess: squares, diagonals and inner rows of six capture. \
      Place all stones, then move; who has fewer than three loses.
      """
    case (.xiangqi, _):
      "Xiangqi: who cannot move, in check or not, loses."
    }
  }

  // MARK: Before the game

  static let nobody = "the other player"
  static let looking = "Looking for a table. Type quit to stop."
  static func open(_ name: String) -> String {
    """
    Your table \(name) is open. On the other computer, type: tabletooth join \(quoted(name))
    Type quit to stop waiting.
    """
  }
  static func found(_ name: String) -> String { "Found the table \(name)." }
  static func connecting(_ name: String) -> String { "Connecting to \(name)." }
  static func connected(_ name: String) -> String { "Connected to \(name)." }
  static func joined(_ name: String) -> String { "\(name) joined your table." }
  static func vacated(_ name: String) -> String { "\(name) started the program anew." }
  static func seated(_ name: String) -> String { "You sit at the table of \(name)." }
  static let strangerRejected = "A device that does not play Tabletooth was sent away."
  static let guestRefused = "Another player asked for a seat and was sent away."
  static let otherVersionRefused = """
    A player with another version of Tabletooth asked for a seat and was sent away.
    Install the same version on both computers.
    """

  /// A name as a shell takes it: in single quotes unless it is one plain word.
  private static func quoted(_ name: String) -> String {
    let isPlain =
      name.utf8.first != UInt8(ascii: "-")
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.:".unicodeScalars.contains($0)
      }
    guard !isPlain || name.isEmpty else { return name }
    let escaped = name.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#)
    return "'\(escaped)'"
  }

  // MARK: While the link stands

  static func quiet(_ name: String, _ duration: Duration) -> String {
    let limit = SessionTimes.silence.components.seconds
    return "\(name) has not been heard for \(duration.components.seconds) seconds. "
      + "After \(limit) the game is given up."
  }
  static func heardAgain(_ name: String) -> String { "\(name) is heard again." }
  static let bluetoothGone = "Bluetooth on this computer stopped. Waiting for it to come back."
  static let bluetoothBack = "Bluetooth on this computer is back."

  // MARK: The game

  static func opening(_ match: Match, other: String) -> String {
    let game = match.record.game
    let rule = rule(game, match.record.rule)
    let (first, second) = (side(.first, in: game), side(.second, in: game))
    let who =
      switch match.seats {
      case .both:
        """
        Two players at this terminal: \(first) is \(mark(.first, in: game)), \
        \(second) is \(mark(.second, in: game)).
        """
      case .one(let own):
        """
        You are \(side(own, in: game)), \(mark(own, in: game)) on the board. \
        \(other) is \(side(own.other, in: game)), \(mark(own.other, in: game)).
        """
      }
    return """
      \(rule)
      \(who)
      \(first) plays first. Type a move like \(example(game)), or help.
      """
  }

  /// A first move as it is typed.
  static func example(_ game: GameKind) -> String {
    switch game {
    case .gomoku: "h8"
    case .liuzhou: "c3"
    case .xiangqi: "h2e2"
    }
  }

  static func plays(_ side: Side, _ move: Move, in game: GameKind) -> String {
    "\(self.side(side, in: game)) plays \(move)."
  }
  static let prompt = "Your move: "
  static func prompt(_ side: Side, in game: GameKind) -> String {
    "\(self.side(side, in: game)) to move: "
  }
  static func waiting(for name: String) -> String { "Waiting for \(name) to move." }
  static func resigning(_ name: String) -> String { "You resign. Telling \(name)." }

  // MARK: The end

  /// The line that is the same on both boards.
  static func result(_ outcome: MatchOutcome, of position: Position) -> String {
    switch (outcome, position) {
    case (.resignation(let loser), _):
      "\(side(loser.other, in: position.game)) wins: \(side(loser, in: position.game)) resigned."
    case (.byRules(let outcome), .gomoku(let gomoku)):
      result(outcome, in: position.game, row: gomoku.winningRow)
    case (.byRules(let outcome), .liuzhou), (.byRules(let outcome), .xiangqi):
      result(outcome, in: position.game, row: [])
    }
  }

  private static func result(_ outcome: Outcome, in game: GameKind, row: [Point]) -> String {
    let how =
      switch outcome.reason {
      case .five:
        if let first = row.first, let last = row.last {
          "\(count(row.count)) in a row (\(first) to \(last))"
        } else {
          "five in a row"
        }
      case .boardFull: "the board is full"
      case .overline: "Black \(foul(.overline))"
      case .doubleFour: "Black \(foul(.doubleFour))"
      case .doubleThree: "Black \(foul(.doubleThree))"
      case .onlyForbidden: "every empty point is forbidden to Black"
      case .belowThree: "fewer than three stones are left"
      case .blocked: "the other side cannot move"
      case .repetition: "the same position stood three times"
      case .quietMoves: "a hundred moves without a capture"
      case .checkmate: "checkmate"
      case .stalemate: "the other side has no move"
      case .perpetualCheck: "the other side checked without end"
      case .perpetualChase: "the other side chased one piece without end"
      case .sixtyMove: "sixty moves of each side without a capture"
      case .noAttackers: "neither side has a piece that can attack"
      }
    return outcome.winner.map { "\(side($0, in: game)) wins: \(how)." } ?? "Draw: \(how)."
  }

  private static func foul(_ foul: RenjuFoul) -> String {
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

  // MARK: Answers to what was typed

  static let help = """
    h8         put a stone on column h, row 8
    c3c4       move the stone or piece on c3 to c4; rows of Xiangqi count from 0
    xd4        capture the stone on d4 (Liuzhou chess)
    board      show the board again
    board off  do not show the board after each move; board on shows it
    moves      list the moves so far
    resign     give up the game
    quit       leave; the game ends unfinished
    help       this list
    """
  static func unknown(_ text: String) -> String {
    "I do not understand \(text). Type a move like h8, or help."
  }
  static let noGameYet = "The game has not begun. Type quit to stop, or help."
  static func notYourTurn(_ name: String) -> String { "It is not your turn. \(waiting(for: name))" }
  static func offBoard(_ text: String) -> String {
    "\(text) is not on the board: columns a to o, rows 1 to 15."
  }
  static func noMove(_ error: UnreadableMove, in game: GameKind) -> String {
    switch game {
    case .gomoku: offBoard(error.text)
    case .liuzhou, .xiangqi: "\(error.text) is no move here: type \(error.expected)."
    }
  }
  static func refused(_ move: Move, _ why: IllegalMove, in game: GameKind) -> String {
    switch why {
    case .occupied(let point): "There is a stone on \(point) already."
    case .offBoard(let point) where game == .gomoku: offBoard(point.description)
    case .offBoard(let point): "\(point) is not on the board."
    case .gameOver: "The game is over."
    case .otherGame: "\(move) cannot be played now."
    case .exposesGeneral: "\(move) would leave your general to be taken."
    case .captureDue: "You must capture first: type x and a point, like xd4."
    case .notTakeable(let point): "Nothing on \(point) may be captured."
    case .noSuchStep where game == .xiangqi: "No piece of yours moves like \(move)."
    case .noSuchStep(let from, let to): "Nothing of yours goes from \(from) to \(to)."
    case .forbidden(let point, let foul):
      "\(point) is forbidden: Black would have \(self.foul(foul))."
    }
  }
  static let alreadyResigned = "You have resigned."
  static let robotSeat = "The robot plays this seat. You can type board, moves, resign or quit."
  static let drawingOff = "The board is not shown after moves now. Type board to see it."
  static let drawingOn = "The board is shown after each move now."

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
  static func unknownTerms(_ game: String, _ rule: String) -> String {
    "the host plays \(game) by the rule \(rule), which this program does not know"
  }
  static func violation(_ violation: MatchViolation) -> String {
    switch violation {
    case .unknownTerms(let game, let rule): unknownTerms(game, rule)
    case .unexpectedMessage: "a message out of place"
    case .unreadableMove(let text): "\(text) is not a move"
    case .illegalMove(let text, .occupied): "it played \(text), where a stone stands"
    case .illegalMove(let text, .offBoard): "it played \(text), which is not on the board"
    case .illegalMove(let text, .gameOver), .gameOver(let text): "it played \(text) after the end"
    case .illegalMove(let text, .otherGame): "\(text) is a move of another game"
    case .illegalMove(let text, .forbidden): "it played \(text), which is forbidden to Black"
    case .illegalMove(let text, .exposesGeneral): "it played \(text), which gives up its general"
    case .illegalMove(let text, .captureDue): "it played \(text) instead of a capture"
    case .illegalMove(let text, .notTakeable): "it played \(text), which may not be captured"
    case .illegalMove(let text, .noSuchStep): "it played \(text), and nothing goes there"
    case .wrongPly(let expected, let actual):
      "it sent move number \(actual + 1) instead of \(expected + 1)"
    case .outOfTurn(let text): "it played \(text) out of turn"
    }
  }
}
