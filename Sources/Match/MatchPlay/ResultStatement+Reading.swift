public import GameRules
internal import MatchProtocol

/// Why a text is no signed result.
public struct UnreadableResult: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// What stands there, and what could.
  public let found: String, expected: String
}

extension SignedResult {
  /// How long a file with a result may be, in bytes of UTF-8: a game of 10,000 moves takes half of
  /// it.
  public static var longestText: Int { 131_072 }

  /// Reads what ``text`` writes, and plays the game again; the signatures need not be right.
  ///
  /// Lines that begin with `#` are read over, and so is what mail programs do to a text: a byte
  /// order mark, other line ends, spaces at the ends of lines, and long lines that are broken
  /// between words.
  ///
  /// - Throws: ``UnreadableResult`` for anything that ``text`` cannot have written.
  public init(reading text: String) throws(UnreadableResult) {
    var lines = ResultLines(text)
    try lines.take("Tabletooth result", "Tabletooth result 1") { $0 == "1" ? () : nil }
    let (session, number) = try lines.take("match", "match, 32 digits, game and its number") {
      Self.match($0)
    }
    let game = try lines.take("rules", "rules and a game that this version knows") {
      Self.game($0)
    }
    let isHostFirst = try lines.take("first", "first host, or first guest") {
      ["host": true, "guest": false][$0]
    }
    let position = try lines.take("moves", "moves that the rules allow") {
      Self.position(after: $0, in: game)
    }
    let end = try lines.take("end", "end and who won, as the moves have it") {
      ResultStatement.End(rawValue: $0).flatMap { $0.fits(position) ? $0 : nil }
    }
    var keys: [[UInt8]] = []
    for name in ["host", "guest"] {
      keys.append(try lines.take(name, "\(name) and 64 digits") { Self.bytes($0, 32) })
    }
    var signatures: [[UInt8]] = []
    for _ in keys {
      signatures.append(try lines.take("signed", "signed and 128 digits") { Self.bytes($0, 64) })
    }
    try lines.end()
    let record = Match(goingOn: position, seats: .both).record
    self.init(
      result: ResultStatement(
        session: session,
        number: number,
        record: record,
        isHostFirst: isHostFirst,
        end: end,
        keys: keys
      ),
      signatures: signatures
    )
  }

  private static func match(_ text: String) -> (SessionID, UInt32)? {
    let words = text.split(separator: " ")
    guard words.count == 3, words[1] == "game", words[0].count == 32,
      let id = UInt128(words[0], radix: 16), let number = UInt32(words[2])
    else { return nil }
    return (SessionID(rawValue: id), number)
  }

  private static func game(_ text: String) -> Game? {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    return GameKind(rawValue: words.first ?? "").flatMap {
      Game($0, options: words.count > 1 ? words[1] : "")
    }
  }

  private static func position(after text: String, in game: Game) -> Position? {
    var position = Position(game: game)
    for word in text.split(separator: " ") {
      guard let move = try? position.move(from: String(word)), (try? position.play(move)) != nil
      else { return nil }
    }
    return position
  }

  private static func bytes(_ text: String, _ count: Int) -> [UInt8]? {
    [UInt8](hexadecimal: text).flatMap { $0.count == count ? $0 : nil }
  }
}

extension ResultStatement {
  /// The position at the end of the game.
  public var position: Position {
    var position = Position(game: record.game)
    // They were played by the rules before.
    for move in record.moves { try? position.play(move) }
    return position
  }

  /// How the game ended in `position`; nil where the rules have another end than is said.
  public func outcome(in position: Position) -> MatchOutcome? {
    switch end {
    case .firstByRules, .secondByRules, .drawByRules: position.outcome.map { .byRules($0) }
    case .firstByResignation: .resignation(.second)
    case .secondByResignation: .resignation(.first)
    case .firstByTime: .timeout(.second)
    case .secondByTime: .timeout(.first)
    case .drawByAgreement: .agreement
    }
  }
}

extension ResultStatement.End {
  /// Whether a game may end so in `position`.
  fileprivate func fits(_ position: Position) -> Bool {
    guard let outcome = position.outcome else {
      return ![.firstByRules, .secondByRules, .drawByRules].contains(self)
    }
    return self == Self(.byRules(outcome))
  }
}

/// The lines of a result, each a word and what follows it.
private struct ResultLines {
  /// With what stands in the first of the lines that each was broken into.
  private var lines: ArraySlice<(number: Int, text: String, first: String)>
  private let count: Int

  /// The words that lines begin with; a line with another one goes on with the line before.
  private static let words: Set<Substring> = [
    "Tabletooth", "match", "rules", "first", "moves", "end", "host", "guest", "signed",
  ]

  init(_ text: String) {
    let text = text.first == "\u{feff}" ? text.dropFirst() : text[...]
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var lines: [(number: Int, text: String, first: String)] = []
    for (number, line) in all.enumerated() where !line.hasPrefix("#") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      let text = words.joined(separator: " ")
      if !Self.words.contains(first), !lines.isEmpty {
        lines[lines.count - 1].text += " \(text)"
      } else {
        lines.append((number + 1, text, text))
      }
    }
    self.lines = lines[...]
    count = all.count
  }

  /// What follows `word` in the next line, as `read` has it.
  mutating func take<Value>(
    _ word: String,
    _ expected: String,
    _ read: (String) -> Value?
  ) throws(UnreadableResult) -> Value {
    guard let line = lines.popFirst() else {
      throw UnreadableResult(line: count, found: "the end of the file", expected: expected)
    }
    guard line.text == word || line.text.hasPrefix("\(word) "),
      let value = read(String(line.text.dropFirst(word.count + 1)))
    else {
      throw UnreadableResult(line: line.number, found: line.first, expected: expected)
    }
    return value
  }

  mutating func end() throws(UnreadableResult) {
    guard let line = lines.first else { return }
    throw UnreadableResult(line: line.number, found: line.first, expected: "the end")
  }
}
