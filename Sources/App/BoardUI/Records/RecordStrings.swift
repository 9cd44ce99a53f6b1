public import GameRules
import Phrases
import Terminal

/// Messages of lists of games, and of players' results.
public enum RecordStrings {
  /// The message if there is no game.
  public static var noGames: String { say("No games yet.") }

  /// A game in the lists.
  public static func name(_ kind: GameKind) -> String {
    kind.word
  }

  /// A match that goes on, among others.
  public static func match(_ game: Int64, with player: String, begun time: String) -> String {
    say("game \(game) with \(player) (started \(time))")
  }

  /// A side by the word that `tabletooth-engine inspect` has for its colour.
  public static func side(_ colour: String) -> String {
    switch colour {
    case "black": say("Black")
    case "white": say("White")
    case "red": say("Red")
    default: colour
    }
  }

  /// The end of a game, as one part of a line: `you won: five in a row`.
  ///
  /// - Parameters:
  ///   - winner: Who won, as the line names that one; nil for a draw.
  ///   - reason: The word for the reason, as `tabletooth-engine inspect` has it, if that is known.
  /// - Returns: The words.
  public static func end(winner: String?, reason: String?) -> String {
    if reason == "begun-anew" { return say("no result: started over") }
    if reason == "set-aside" { return say("no result: both players went back") }
    let who = winner.map { say("\($0) won") } ?? say("draw")
    return reason.map { say("\(who): \(words(for: $0))") } ?? who
  }

  /// The words for a reason; one that this version does not know stands as it is.
  public static func words(for reason: String) -> String {
    switch Outcome.Reason(rawValue: reason) {
    case .five: say("five in a row")
    case .boardFull: say("the board is full")
    case .overline: say("six or more in a row")
    case .doubleFour: say("two fours at once")
    case .doubleThree: say("two threes at once")
    case .onlyForbidden: say("every point is forbidden")
    case .belowThree: say("too few stones")
    case .blocked: say("no move is left")
    case .repetition: say("repetition")
    case .checkmate: say("checkmate")
    case .stalemate: say("stalemate")
    case .perpetualCheck: say("perpetual check")
    case .perpetualChase: say("perpetual chase")
    case .sixtyMove: say("sixty moves without a capture")
    case .noAttackers: say("nobody can attack")
    case .quietMoves: say("too many moves without a capture")
    case .deadPosition: say("nobody can checkmate")
    case .fivefoldRepetition: say("the same position for the fifth time")
    case .seventyFiveMoves: say("75 moves without a capture or a pawn move")
    case .fiftyMoves: say("50 moves without a capture or a pawn move")
    case .cannotMate: say("no time left, but the other player cannot checkmate")
    case nil:
      otherWords(for: reason)
    }
  }

  /// The words for a reason that no rule of a game is.
  private static func otherWords(for reason: String) -> String {
    switch reason {
    case "timeout": say("on time")
    case "agreement": say("agreed")
    case "resignation": say("resignation")
    default: reason
    }
  }

  /// A rule of Gomoku by its word on the command line.
  public static func rule(_ word: String) -> String {
    switch GomokuRule(rawValue: word) {
    case .freestyle: say("freestyle")
    case .standard: say("standard")
    case .renju: say("renju")
    case nil: word
    }
  }

  /// That a game cannot be kept, and why.
  public static func notKept(because reason: ExitReason) -> String {
    let line = reason.line ?? ""
    return say("tabletooth: this game is not saved: \(line.dropFirst("tabletooth: ".count))")
  }

  /// That no game leads to a position, because of the pieces on `points`.
  public static func cannotArise(_ points: [String]) -> String {
    let list = points.joined(separator: say(", "))
    return say("tabletooth: this position cannot arise in a game: no such piece can reach \(list)")
  }

  /// That a damaged database was set aside.
  public static func recovered(_ path: String, games: Int) -> String {
    let what = say("\(games, "game was", "games were")")
    return say("tabletooth: the database was damaged and is now \(path); \(what) recovered")
  }

  /// That another program holds the database, for which this one waits up to `limit`.
  public static func waiting(for path: String, upTo limit: Duration) -> String {
    say(
      """
      tabletooth: another program is using \(path); waiting for up to \
      \(limit.components.seconds) seconds
      """
    )
  }

  /// That so many players cannot be recognised any more.
  public static func lostPlayers(_ count: Int) -> String {
    let whom = say("\(count, "player", "players")")
    return say("tabletooth: the record of \(whom) is damaged; run tabletooth players to see it")
  }

  /// That the key by which others know the player was made.
  public static func keyMade(_ path: String) -> String {
    say("Your player key was created and saved in \(path).")
  }

  /// The number of moves, in words.
  public static func moves(_ count: Int) -> String { say("\(count, "move", "moves")") }

  /// That a game at this terminal goes on when that is typed.
  public static func kept(_ number: Int64) -> String {
    say("The game is saved. To continue, run: tabletooth resume \(number)")
  }
}

extension RecordStrings {
  /// The origin of a game that was continued from another.
  public static func origin(_ number: Int64?, _ ply: Int) -> String {
    let from = number.map { say("game \($0)") } ?? say("a file")
    return say("Continued from \(from) after \(moves(ply)).")
  }

  /// The numbers under which games are kept from now on, and how many were here already.
  public static func imported(_ numbers: ClosedRange<Int64>?, count: Int, known: Int) -> String {
    guard let numbers else {
      return known == 0
        ? say("No game was saved.")
        : say("Nothing new: \(known, "game of the file is", "games of the file are") already here.")
    }
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    let kept =
      count == 1 ? say("Saved as game \(first).") : say("Saved as games \(first) to \(last).")
    guard known > 0 else { return kept }
    return kept + say(" \(known, "game was", "games were") already here.")
  }

  /// That so many games of a file were not kept.
  public static func leftOut(_ count: Int) -> String {
    say("\(count, "game without a move was", "games without a move were") left out.")
  }

  /// That so many games were kept up to a pass only.
  public static func cut(_ count: Int) -> String {
    say(
      """
      \(count, "game continues", "games continue") with a pass, which these rules do not have: what \
      comes after it was left out.
      """
    )
  }

  /// The progress of reading a file with many games.
  public static func importing(_ count: Int) -> String { say("\(count, "game", "games") read") }

  /// A game of a file that cannot be read; `place` is the file's name, line and column.
  public static func brokenGame(
    _ number: Int,
    place: String,
    found: String,
    expected: String
  ) -> String {
    let found = FaultStrings.found(found)
    let expected = FaultStrings.expected(expected)
    let text = say("\(place): game \(number): found \(found); expected \(expected)")
    return PrintableText(text, limit: 600).text
  }

  /// A line of a file with its number, and below it a mark under the place that is meant.
  public static func source(_ line: SourceLine) -> [String] {
    let margin = "  \(line.number) | "
    let indent = CharacterWidth.columns(of: line.before)
    return [
      margin + line.text,
      String(repeating: " ", count: margin.count - 2) + "| "
        + String(repeating: " ", count: indent) + "^",
    ]
  }

  /// The players of a game that was read from `file`, if it names them.
  public static func read(from file: String, _ players: [String]?) -> String {
    let file = PrintableText(file, limit: 60).text
    guard let players else { return say("from \(file)") }
    let names = players.map { PrintableText($0, limit: 60).text }.joined(separator: " – ")
    return say("\(names) (from \(file))")
  }

  /// When a game was played, as a file writes that.
  public static func date(_ text: String) -> String { PrintableText(text, limit: 40).text }

  /// The board of `position`, with the last move in brackets, and what the board does not show.
  public static func board(_ position: Position, _ pieces: PieceStyle) -> String {
    let lines = BoardText(position, pieces).lines
    return (lines + [position.words.status].compactMap(\.self)).joined(separator: "\n")
  }

  /// All moves of `position` in one line, the one after `ply` moves in brackets.
  public static func moveList(_ position: Position, marking ply: Int? = nil) -> String {
    guard position.ply > 0 else { return say("No moves.") }
    let texts = position.start.texts(of: position.moves)
    let moves = texts.enumerated().map { number, text in
      number + 1 == ply ? "(\(text))" : text
    }
    return say("Moves: \(moves.joined(separator: " "))")
  }
}
