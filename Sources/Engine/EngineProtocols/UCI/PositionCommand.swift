internal import GameRules

/// The argument of `position` in UCI and UCCI: `startpos` or `fen TEXT`, and `moves M1 M2 …`.
struct PositionCommand {
  /// The reason why there is no position.
  struct Unusable: Error {
    let what: String
  }

  /// The game that the position has to be of.
  let game: Game
  /// The notation of the moves.
  let notation: MoveNotation

  /// Reads what follows the word `position`.
  func read(_ words: inout Words) throws(Unusable) -> Position {
    var position: Position
    switch words.next() {
    case "startpos":
      position = Position(game: game)
    case "fen":
      let text = words.take(until: ["moves"]).joined(separator: " ")
      do {
        position = try Position(game: game, text: text)
      } catch {
        throw Unusable(what: "column \(error.column) of the position: expected \(error.expected)")
      }
    default:
      throw Unusable(what: "expected startpos or fen after position")
    }
    guard let word = words.next() else { return position }
    guard word == "moves" else { throw Unusable(what: "expected moves after the position") }
    while let text = words.next() { try play(text, on: &position) }
    return position
  }

  /// Plays one word of `moves`.
  func play(_ text: String, on position: inout Position) throws(Unusable) {
    guard let moves = notation.moves(text, in: position) else {
      throw Unusable(what: "\(text) is no move")
    }
    for move in moves {
      do {
        try position.playOn(move)
      } catch {
        throw Unusable(what: "\(text) is not legal")
      }
    }
  }
}
