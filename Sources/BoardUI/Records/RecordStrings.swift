public import GameRules

/// What lists of games, and the records of players, say.
public enum RecordStrings {
  /// What stands where there is no game.
  public static let noGames = "No games yet."
  /// What stands where the filters leave none.
  public static let noSuchGames = "No game fits."
  /// What stands for a game of which the host has not named anything.
  public static let nothingPlayed = "nothing played"

  /// How a game ended, as one part of a line: `you won: five in a row`.
  ///
  /// - Parameters:
  ///   - winner: Who won, as the line names that one; nil for a draw.
  ///   - reason: The word for the reason, as `tabletooth inspect` has it, if that is known.
  /// - Returns: The words.
  public static func end(winner: String?, reason: String?) -> String {
    if reason == "begun-anew" { return "no result: begun anew" }
    let who = winner.map { "\($0) won" } ?? "draw"
    return reason.map { "\(who): \(words(for: $0))" } ?? who
  }

  /// The words for a reason; one that this version does not know stands as it is.
  public static func words(for reason: String) -> String {
    switch Outcome.Reason(rawValue: reason) {
    case .five: "five in a row"
    case .boardFull: "the board is full"
    case .overline: "six or more in a row"
    case .doubleFour: "two fours at once"
    case .doubleThree: "two threes at once"
    case .onlyForbidden: "every point is forbidden"
    case .belowThree: "too few stones"
    case .blocked: "no step is left"
    case .repetition: "repetition"
    case .checkmate: "checkmate"
    case .stalemate: "stalemate"
    case .perpetualCheck: "perpetual check"
    case .perpetualChase: "perpetual chase"
    case .sixtyMove: "sixty moves without a capture"
    case .noAttackers: "nobody can attack"
    case .quietMoves: "too many moves without a capture"
    case nil: reason == "timeout" ? "on time" : reason == "agreement" ? "agreed" : reason
    }
  }

  /// That a game cannot be kept, and why.
  public static func notKept(because reason: ExitReason) -> String {
    let line = reason.line ?? ""
    return "tabletooth: this game is not kept: \(line.dropFirst("tabletooth: ".count))"
  }

  /// That a damaged database was set aside.
  public static func recovered(_ path: String, games: Int) -> String {
    let what = games == 1 ? "1 game of it was" : "\(games) games of it were"
    return "tabletooth: the database was damaged and is now \(path); \(what) taken over"
  }

  /// That the key by which others know the player was made.
  public static func keyMade(_ path: String) -> String {
    "Your player's key was made and is kept in \(path)."
  }

  /// How many moves, in words.
  public static func moves(_ count: Int) -> String { "\(count) \(count == 1 ? "move" : "moves")" }

  /// That a game at this terminal goes on when that is typed.
  public static func kept(_ number: Int64) -> String {
    "The game is kept. To go on, type: tabletooth resume \(number)"
  }
}

extension RecordStrings {
  /// Where a game was played on from.
  public static func origin(_ number: Int64?, _ ply: Int) -> String {
    let from = number.map { "game \($0)" } ?? "a file"
    return "Played on from \(from) after \(moves(ply))."
  }

  /// The numbers under which games are kept from now on.
  public static func imported(_ numbers: [Int64]) -> String {
    guard let first = numbers.first, let last = numbers.last else { return "No game was kept." }
    return first == last ? "Kept as game \(first)." : "Kept as games \(first) to \(last)."
  }

  /// The board of `position`, with the last move in brackets, and what the board does not show.
  public static func board(_ position: Position, _ pieces: PieceStyle) -> String {
    let last = position.moves.last
    let board =
      switch position {
      case .gomoku(let position): BoardText(position, last: last)
      case .liuzhou(let position): BoardText(position, last: last)
      case .xiangqi(let position): BoardText(position, last: last, pieces: pieces)
      }
    return (board.lines + [Strings.status(position)].compactMap(\.self)).joined(separator: "\n")
  }

  /// All moves of `position` in one line, the one after `ply` moves in brackets.
  public static func moveList(_ position: Position, marking ply: Int? = nil) -> String {
    guard position.ply > 0 else { return "No moves." }
    let moves = position.moves.enumerated().map { number, move in
      number + 1 == ply ? "(\(move))" : "\(move)"
    }
    return "Moves: \(moves.joined(separator: " "))"
  }
}
