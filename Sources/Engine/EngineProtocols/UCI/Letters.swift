internal import GameRules

/// The letters for horses and elephants in the text of a position that is sent to an engine.
///
/// Most take N and B, the letters of chess; Sjaak II takes H and E alone.
struct Letters {
  /// N and B, until an engine does not take a text.
  static let usual = Letters()

  private var areOther = false
  /// True if the engine has answered in a position that was sent as text, or all was tried.
  private var isSettled = false

  /// The text of `start` in these letters.
  func text(of start: Position) -> String {
    guard areOther, start.game.kind == .xiangqi else { return start.text }
    let board = start.text.prefix { $0 != " " }
    let letters: [Character: Character] = ["n": "h", "b": "e", "N": "H", "B": "E"]
    return String(board.map { letters[$0] ?? $0 }) + start.text.dropFirst(board.count)
  }

  /// Changes to the other letters, and says whether it makes sense to ask about `position` again.
  mutating func next(for position: Position) -> Bool {
    guard !isSettled, Self.areSent(position) else { return false }
    areOther = true
    isSettled = true
    return text(of: position.start) != position.start.text
  }

  /// Keeps the letters, as the engine has answered about `position`.
  mutating func confirm(for position: Position) {
    if Self.areSent(position) { isSettled = true }
  }

  private static func areSent(_ position: Position) -> Bool {
    position.game.kind == .xiangqi && position.start != Position(game: position.game)
  }
}
