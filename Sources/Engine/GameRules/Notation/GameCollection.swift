/// Reads the games of a file one by one, while its text arrives.
///
/// A game that cannot be read does not stop the ones after it. The memory that this takes does not
/// depend on the number of games.
public struct GameCollection {
  /// One game of the file.
  public struct Entry: Hashable, Sendable {
    /// Its number in the file, from 1.
    public let number: Int
    /// The game, or the place in the file at which it is broken.
    public let game: Result<GameFile, BrokenFile>
    /// The line with that place; nil if the game is not broken.
    public let line: SourceLine?
  }

  private let format: GameFormat
  private let rule: GomokuRule?
  private let size: Int?
  private var splitter: GameSplitter
  private var count = 0

  /// A file of which no text has arrived yet.
  ///
  /// - Parameters:
  ///   - format: which format it is in.
  ///   - rule: what wins in Gomoku; nil for what the file says, or else freestyle.
  ///   - size: how many points a side of the Gomoku board has, where the file does not say it.
  public init(as format: GameFormat, rule: GomokuRule? = nil, size: Int? = nil) {
    self.format = format
    self.rule = rule
    self.size = size
    splitter = GameSplitter(format)
  }

  /// Takes the next part of the text.
  public mutating func append(_ text: String) {
    splitter.append(text)
  }

  /// Says that no more text follows.
  public mutating func finish() {
    splitter.finish()
  }

  /// The next game; nil if more text is needed, or after the last one.
  public mutating func next() -> Entry? {
    guard let piece = splitter.next() else { return nil }
    count += 1
    do {
      return Entry(number: count, game: .success(try read(piece)), line: nil)
    } catch {
      let isFirstLine = error.line == 1
      let place = BrokenFile(
        line: piece.line + error.line - 1,
        column: error.column + (isFirstLine ? piece.column - 1 : 0),
        found: error.found,
        expected: error.expected
      )
      let line = SourceLine(of: error, in: piece.text, from: piece.line)
      return Entry(number: count, game: .failure(place), line: line)
    }
  }

  private func read(_ piece: GameSplitter.Piece) throws(BrokenFile) -> GameFile {
    if piece.isTooLong {
      let limit = GameFile.maximumSize
      throw BrokenFile(
        line: 1,
        column: 1,
        found: "a game of more than \(limit) bytes",
        expected: "at most \(limit)"
      )
    }
    return try GameFile(reading: piece.text, as: format, rule: rule, size: size)
  }
}
