public import GameRules
import GameSearch
import Phrases

extension ExitReason {
  /// That no machine knows the house rules of `game`.
  public static func machineUnfit(for game: Game) -> ExitReason {
    .usage(RobotStrings.unknownRules(of: game))
  }
}

/// Messages about the robot's play and its hints.
enum RobotStrings {
  static func name(_ machine: Machine) -> String {
    switch machine {
    case .robot: say("Robot")
    case .program(let name), .app(let name): PrintableText(name, limit: 40).text
    }
  }

  /// The machine that one sits down with.
  static func seated(_ machine: Machine) -> String {
    if let app = machine.app { return wordless(app) }
    let level =
      machine.level.map {
        say(
          """
          The robot plays at level \($0.number) of \(SearchLevel.range.upperBound). To change \
          that, type for example level 7.

          """
        )
      } ?? ""
    return level + say("Type hint for a good move, undo to take yours back.")
  }

  static func thinks(_ name: String) -> String {
    say("\(name) is thinking. Control-C forces a move.")
  }

  /// What cannot be done in a game with somebody at another app.
  static func wordless(_ app: String) -> String {
    say("\(app) knows only moves: there is no chat, no undo, no draw offer and no other game.")
  }

  static var lookingForHint: String {
    say("Looking for a good move. Control-C shows the best one so far.")
  }

  /// The reason why no machine sits down to a game by house rules.
  static func unknownRules(of game: Game) -> String {
    say("neither the robot nor an engine can play \(game.unsearchableRule ?? game.options)")
  }

  // MARK: Levels

  static func level(_ level: SearchLevel) -> String {
    say("The robot plays at level \(level.number) from its next move.")
  }

  static func levels(_ level: SearchLevel) -> String {
    let (first, last) = (SearchLevel.range.lowerBound, SearchLevel.range.upperBound)
    return say(
      """
      The robot plays at level \(level.number). Type level and a number from \(first) (easy) to \
      \(last).
      """
    )
  }

  static var noLevel: String { say("There is no robot with a level here.") }

  // MARK: Hints

  /// A hint for the side to move in `position`.
  static func hint(_ move: Move, _ reason: MoveReason, in position: Position) -> String {
    let text = position.text(of: move)
    let why = why(reason, of: position.toMove)
    if case .choose = move.action { return say("Choose \(text): \(why).") }
    return say("Try \(text): \(why).")
  }

  private static func why(_ reason: MoveReason, of side: Side) -> String {
    switch reason {
    case .only: say("it is the only move")
    case .wins(1): say("it wins at once")
    case .wins(let moves): say("it wins in \(moves) moves")
    case .holdsOut(1): say("every move loses, and this one holds out for one move")
    case .holdsOut(let moves): say("every move loses, and this one holds out for \(moves) moves")
    case .stopsFour: say("it stops a four")
    case .stopsThree: say("it stops an open three")
    case .makesFour: say("it makes a four, which must be answered")
    case .makesThree: say("it makes an open three")
    case .takes(let kind): say("it takes \(MoveStrings.one(XiangqiPiece(kind, side.other)))")
    case .captures(let kind): say("it captures the \(kind.name)")
    case .checks: say("it gives check")
    case .makes(let kind): say("it makes \(Strings.name(kind))")
    case .stops(let kind): say("it stops \(Strings.name(kind))")
    case .likedBest(let score): say("it looks best and leaves you \(standing(score))")
    }
  }

  /// The standing of the side that a score is for, in words: a person cannot do much with a number.
  private static func standing(_ score: Int) -> String {
    let side = score > 0 ? say("ahead") : say("behind")
    return switch abs(score) {
    case ..<60: say("about even")
    case ..<250: say("a little \(side)")
    case ..<700: side
    default: say("far \(side)")
    }
  }

  static func noHint(_ refusal: HintRefusal, _ name: String) -> String {
    switch refusal {
    case .notYourTurn: say("It is not your turn. Hints are for your own moves.")
    case .notAlone: say("There are no hints against \(name), who gets none either.")
    case .underWay: say("Already looking for a good move.")
    case .unknownRules: say("The robot does not know these house rules, so it has no hint.")
    }
  }
}
