/// The ranks of a board in a position text: letters, and numbers for the empty cells between them.
enum RankText {
  /// Writes a board of `rows` from the last row down, with slashes between the ranks.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - columns: The number of columns.
  ///   - letter: The letter of the cell of this index, row by row; nil for an empty one.
  /// - Returns: The text.
  static func write(rows: Int, columns: Int, letter: (Int) -> Character?) -> String {
    var text = ""
    for row in (0..<rows).reversed() {
      var empty = 0
      for column in 0..<columns {
        guard let letter = letter(row * columns + column) else {
          empty += 1
          continue
        }
        if empty > 0 { text += String(empty) }
        text.append(letter)
        empty = 0
      }
      if empty > 0 { text += String(empty) }
      if row > 0 { text += "/" }
    }
    return text
  }
}
