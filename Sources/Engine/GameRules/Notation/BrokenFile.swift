/// A file that cannot be read: where it goes wrong, what stands there and what should.
public struct BrokenFile: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in characters as a person counts them; a Chinese one counts as one.
  public let column: Int
  /// What stands there, such as `«z9»` or `the end of the file`.
  public let found: String
  /// What was expected there.
  public let expected: String

  /// States where a file is broken.
  ///
  /// - Parameters:
  ///   - line: from 1.
  ///   - column: from 1, in characters.
  ///   - found: what stands there.
  ///   - expected: what should.
  public init(line: Int, column: Int, found: String, expected: String) {
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }
}

extension BrokenFile: CustomStringConvertible {
  /// One line, such as `line 3, column 7: found «z9»; expected a point like h8`.
  public var description: String {
    "line \(line), column \(column): found \(found); expected \(expected)"
  }
}

extension TextCursor {
  /// The error that this place gives, or another one.
  func broken(_ expected: String, at offset: Int? = nil) -> BrokenFile {
    var there = self
    there.rewind(to: offset ?? self.offset)
    let place = there.expected(expected)
    return BrokenFile(
      line: place.line,
      column: place.column,
      found: there.takeFinding(),
      expected: expected
    )
  }

  /// Names what comes next, in at most 20 characters.
  private mutating func takeFinding() -> String {
    guard let next else { return "the end of the file" }
    if next.isNewline { return "the end of the line" }
    if next.isWhitespace { return "a space" }
    var left = 20
    let word = take { character in
      left -= 1
      return left >= 0 && !character.isWhitespace
    }
    return "«\(word.withoutControls)»"
  }

  /// Passes over a byte order mark, which editors put at the beginning.
  mutating func skipByteOrderMark() {
    _ = skip("\u{feff}")
  }

  /// Reads up to the end of the line, which is left.
  mutating func takeLine() -> String {
    take { !$0.isNewline }
  }
}

extension IllegalMove {
  /// What should have stood in a file in place of this move.
  var expectation: String {
    switch self {
    case .gameOver: "the end of the moves, as the game is over"
    case .offBoard: "a point of the board"
    case .occupied: "an empty point"
    case .captureDue: "a capture, which is due"
    case .notTakeable: "a stone that may be taken"
    case .forbidden: "a point that is not forbidden to Black"
    case .noSuchStep(_, _, .nothingThere): "a move of a piece, and none stands there"
    case .noSuchStep(_, _, .notOwn): "a move of the other side"
    case .otherGame, .noSuchStep, .against: "a legal move"
    case .facesGeneral: "a move after which the generals do not face each other"
    case .leavesCheck: "a move that parries the check"
    case .exposesGeneral: "a move that does not expose the general"
    }
  }
}
