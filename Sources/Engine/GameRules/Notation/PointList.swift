/// Gomoku as one line of points, `h8i9j10`: what Gomocalc and Rapfi call a position.
///
/// Neither the size of the board is written, which is 15 by 15 unless the reader is told, nor the
/// rule.
enum PointList {
  static func read(
    _ text: String,
    rule: GomokuRule?,
    size: Int?
  ) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    let start = try GomokuPosition(
      rule: rule ?? .freestyle,
      size: size.map { BoardSize($0) } ?? 15,
      at: 0,
      cursor
    )
    var game = GameRecord(from: .gomoku(start))
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    while skipNumber(&cursor), let next = cursor.next, !next.isNewline {
      let start = cursor.offset
      cursor.advance()
      let digits = cursor.take { ("0"..."9").contains($0) }
      guard let point = Point("\(next)\(digits)") else {
        throw cursor.broken("a point like h8", at: start)
      }
      if size == nil, !point.isOnBoard(ofSize: 15) {
        throw cursor.broken("a point of 15 by 15 (or --size 19, or --size 20)", at: start)
      }
      do {
        try game.play(.place(point))
      } catch {
        throw cursor.broken(error.expectation, at: start)
      }
      cursor.skipSpaces()
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.broken("the end of the file, after its one line") }
    return game.file()
  }

  /// Passes over the number of a move, such as `1.`.
  private static func skipNumber(_ cursor: inout TextCursor) -> Bool {
    var ahead = cursor
    let digits = ahead.take { ("0"..."9").contains($0) }
    guard !digits.isEmpty, ahead.skip(".") else { return true }
    ahead.skipSpaces()
    cursor = ahead
    return true
  }

  /// True if `word` is one point or several.
  static func isPoints(_ word: String) -> Bool {
    var cursor = TextCursor(word)
    while let next = cursor.next {
      cursor.advance()
      let digits = cursor.take { ("0"..."9").contains($0) }
      guard let point = Point("\(next)\(digits)"), point.isOnBoard(ofSize: 15) else { return false }
    }
    return true
  }

  static func write(
    _ file: GameFile,
    _ game: GomokuPosition
  ) throws(Inexpressible) -> String {
    guard game.size == 15 else { throw .boardSize(.pos, game.size) }
    guard file.beginsEmpty else { throw .startPosition(.pos) }
    return game.moves.compactMap { $0.placedPoint?.description }.joined() + "\n"
  }
}

extension GameFile {
  /// True if a game of Gomoku begins with Black and no stone.
  var beginsEmpty: Bool {
    guard case .gomoku(let start) = start else { return false }
    return start.emptyCount == start.stones.count && start.colourToMove == .first
  }
}
