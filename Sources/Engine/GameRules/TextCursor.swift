/// A place in a text that is being read, which knows its line and column.
struct TextCursor {
  private let characters: [Character]
  private(set) var offset = 0

  init(_ text: String) {
    characters = Array(text)
  }

  var isAtEnd: Bool { offset >= characters.count }

  var next: Character? { offset < characters.count ? characters[offset] : nil }

  /// The error that this place gives.
  func expected(_ what: String) -> TextError {
    var line = 1
    var column = 1
    for character in characters[..<min(offset, characters.count)] {
      if character.isNewline {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return TextError(line: line, column: column, expected: what)
  }

  mutating func advance() {
    offset += 1
  }

  /// Goes back to an earlier ``offset``.
  mutating func rewind(to offset: Int) {
    self.offset = min(max(0, offset), characters.count)
  }

  /// Passes over `character`, or says whether it was there.
  mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    offset += 1
    return true
  }

  mutating func skipSpaces() {
    while let character = next, character == " " || character == "\t" { offset += 1 }
  }

  mutating func skipWhitespace() {
    while let character = next, character.isWhitespace { offset += 1 }
  }

  /// Reads while `isWanted`; empty where the next character is not.
  mutating func take(while isWanted: (Character) -> Bool) -> String {
    let start = offset
    while let character = next, isWanted(character) { offset += 1 }
    return String(characters[start..<offset])
  }

  /// The longest variation of a PGN that becomes a comment, in characters.
  static let longestVariation = 20_000

  /// The characters from the offset `start` to here, `limit` of them at most.
  func text(from start: Int, upTo limit: Int) -> String {
    String(characters[start..<min(offset, start + limit)])
  }

  /// Reads up to the next space or the end.
  mutating func takeWord() -> String {
    skipSpaces()
    return take { !$0.isWhitespace }
  }

  /// Reads a decimal number of at most `limit`.
  mutating func takeNumber<Number: FixedWidthInteger>(
    upTo limit: Number,
    _ what: String
  ) throws(TextError) -> Number {
    let start = offset
    let digits = take { ("0"..."9").contains($0) }
    guard let number = Number(digits), number <= limit else {
      offset = start
      throw expected(what)
    }
    return number
  }
}
