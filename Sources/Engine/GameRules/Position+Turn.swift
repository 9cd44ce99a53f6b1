extension Position {
  /// Reads what one word of a record plays: a move, or a whole turn of Liuzhou chess (R20).
  ///
  /// A turn is a stone placed or stepped and what it takes, such as `c3xd4,e5` or `c3c4xd4`, or
  /// only what is taken, `xd4,e5`. Whether it is legal, ``play(_:)`` says move by move.
  public func turn(from text: String) throws(UnreadableMove) -> [Move] {
    guard case .liuzhou = self else { return [try move(from: text)] }
    guard let cross = text.firstIndex(of: "x") else { return [try move(from: text)] }
    var moves = cross == text.startIndex ? [] : [try move(from: String(text[..<cross]))]
    let taken = text[text.index(after: cross)...]
    for word in taken.split(separator: ",", omittingEmptySubsequences: false) {
      guard let point = Point(String(word)) else {
        throw UnreadableMove(text: text, expected: "a turn like c3xd4,e5")
      }
      moves.append(.remove(point))
    }
    return moves
  }
}
