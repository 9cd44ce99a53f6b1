import GameRules

/// A typed text as a move in a position.
enum TypedMove: Hashable {
  /// This move, legal or not.
  case move(Move)
  /// A move by its form, which no piece of the side to move could make.
  case unplayable(why: String)
  /// No move at all.
  case unreadable(why: String)

  /// Reads `text` in any notation of the game.
  init(_ text: String, in position: Position) {
    // In chess `B` is a bishop, and `b` may be a column.
    let read = (try? position.move(from: text)) ?? (try? position.move(from: text.lowercased()))
    if let move = read {
      self = .move(move)
      return
    }
    if case .xiangqi(let xiangqi) = position {
      do throws(UnplayablePhrase) {
        if let move = try xiangqi.move(typed: text) {
          self = .move(move)
          return
        }
      } catch {
        self = .unplayable(why: MoveStrings.unplayable(text, error, in: xiangqi))
        return
      }
    }
    self = .unreadable(why: position.words.noMove(PrintableText(text, limit: 300).text))
  }
}
