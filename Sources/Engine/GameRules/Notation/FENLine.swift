/// Xiangqi as one line: the FEN of the start, and after the word `moves` the moves in ICCS.
///
/// It is what UCI and UCCI engines are told as a position.
enum FENLine {
  static func read(_ text: String) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    let start = cursor.offset
    let fen = takeFEN(&cursor)
    var game = GameRecord(from: .xiangqi(try XiangqiPosition(fen: fen, at: start, cursor)))
    if cursor.next == "m" {
      _ = cursor.takeWord()
      cursor.skipSpaces()
      while let next = cursor.next, !next.isNewline {
        let offset = cursor.offset
        let word = cursor.takeWord()
        guard let move = XiangqiPosition.move(word) else {
          throw cursor.broken("a move like h2e2", at: offset)
        }
        do {
          try game.play(move)
        } catch {
          throw cursor.broken(error.expectation, at: offset)
        }
        cursor.skipSpaces()
      }
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.broken("the end of the file, after its one line") }
    return game.file()
  }

  static func write(_ start: Position, _ moves: [Move]) -> String {
    let moves = moves.map { $0.description }
    return ([start.text] + (moves.isEmpty ? [] : ["moves"]) + moves).joined(separator: " ") + "\n"
  }

  /// Takes the line up to the word `moves`.
  private static func takeFEN(_ cursor: inout TextCursor) -> String {
    var fen = ""
    while let next = cursor.next, !next.isNewline {
      var ahead = cursor
      if ahead.takeWord() == "moves" {
        cursor.skipSpaces()
        return fen
      }
      fen += cursor.take { $0.isWhitespace && !$0.isNewline }
      fen += cursor.take { !$0.isWhitespace }
    }
    return fen
  }
}

extension XiangqiPosition {
  /// Reads a FEN that stands at `offset` of a file, on one line.
  init(fen: String, at offset: Int, _ cursor: TextCursor) throws(BrokenFile) {
    do {
      self = try XiangqiPosition(text: fen)
    } catch {
      throw cursor.broken(error.expected, at: offset + error.column - 1)
    }
  }
}
