internal import BoardUI
internal import GameRules
internal import Phrases
internal import ProcessIO

/// The games of a file.
enum GameText {
  /// Reads the game in the file at `path`, or in standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - reading: what the player says of it.
  /// - Returns: the game.
  /// - Throws: `ExitReason`, where there is no file, no format or no game.
  static func game(of path: String, _ reading: ReadingOptions) throws -> GameFile {
    var text = ""
    do {
      let bytes = try WholeFile.bytes(of: path, limit: BinaryGames.maximumSize)
      if let games = BinaryGames(bytes, rule: reading.rule, decode: TextDecoding.simplified) {
        return try games.onlyGame()
      }
      try ForeignFile.refuse(bytes, path)
      text = try decode(bytes)
      return try GameFile(
        reading: text,
        as: reading.from?.refined(by: text) ?? self.format(of: path, text),
        rule: reading.rule,
        size: reading.size
      )
    } catch let error as BrokenFile {
      let line = text.isEmpty ? nil : SourceLine(of: error, in: text)
      throw ExitReason.broken(error, line, in: path)
    } catch let error as WholeFile.Unreadable {
      throw ExitReason.unreadable(path, error)
    }
  }

  /// The one format that the name or the text of a file tells.
  fileprivate static func format(of path: String, _ text: String) throws -> GameFormat {
    let fitting = GameFormat.fitting(text, fileName: path)
    guard let format = fitting.first else {
      throw ExitReason.usage(say("the format of \(path) is unclear; name it with --from"))
    }
    guard fitting.count == 1 else {
      let names = fitting.map { "\($0.name) (\($0.game.rawValue))" }
      let (first, second) = (names[0], names[1])
      throw ExitReason.usage(
        say("\(path) may be \(first) or \(second); name the format with --from")
      )
    }
    return format
  }

  /// Decodes a file of at most ``GameFile/maximumSize`` bytes.
  static func decode(_ bytes: [UInt8]) throws(BrokenFile) -> String {
    guard bytes.count <= GameFile.maximumSize else {
      throw BrokenFile(
        line: 1,
        column: 1,
        found: "a file of more than \(GameFile.maximumSize) bytes",
        expected: "a game"
      )
    }
    return try TextDecoding.text(bytes)
  }
}

/// The games of a file, read one by one.
struct GameStream: ~Copyable {
  private let path: String
  private var file: PartedFile
  private var parts: TextParts
  private var games: GameCollection
  /// The games of a file that is no text.
  private var binary: BinaryGames?
  private var isAtEnd = false

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - reading: what the player says of it.
  /// - Throws: `ExitReason`, where there is no file or no format.
  init(of path: String, _ reading: ReadingOptions) throws {
    do {
      var file = try PartedFile(at: path, partsOf: 1 << 18)
      var parts = TextParts()
      let start = try file.next()
      try ForeignFile.refuse(start, path)
      binary = try Self.binary(start, &file, reading.rule)
      let text = binary == nil ? try parts.text(of: start) : ""
      let format = binary == nil ? reading.from?.refined(by: text) : .fen
      games = GameCollection(
        as: try format ?? GameText.format(of: path, text),
        rule: reading.rule,
        size: reading.size
      )
      games.append(text)
      (self.parts, self.path) = (parts, path)
      self.file = file
    } catch let error as BrokenFile {
      throw ExitReason.broken(error, in: path)
    } catch let error as WholeFile.Unreadable {
      throw ExitReason.unreadable(path, error)
    }
  }

  /// The games of a file that begins with `start`; nil if it is a text.
  private static func binary(
    _ start: ArraySlice<UInt8>,
    _ file: inout PartedFile,
    _ rule: GomokuRule?
  ) throws -> BinaryGames? {
    guard BinaryFormat(start) != nil else { return nil }
    var bytes = Array(start)
    while bytes.count < BinaryGames.maximumSize, case let part = try file.next(), !part.isEmpty {
      bytes += part
    }
    return BinaryGames(bytes, rule: rule, decode: TextDecoding.simplified)
  }

  /// Reads the next game; nil after the last one.
  ///
  /// - Throws: `ExitReason`, where the file cannot be read on.
  mutating func next() throws -> GameCollection.Entry? {
    if binary != nil { return binary?.next() }
    do {
      while true {
        if let entry = games.next() { return entry }
        if isAtEnd { return nil }
        let part = try file.next()
        games.append(try parts.text(of: part))
        isAtEnd = part.isEmpty
        if isAtEnd { games.finish() }
      }
    } catch let error as BrokenFile {
      throw ExitReason.broken(error, in: path)
    } catch let error as WholeFile.Unreadable {
      throw ExitReason.unreadable(path, error)
    }
  }
}

extension ExitReason {
  /// The file at `path` is broken, on this line if that is known.
  static func broken(_ error: BrokenFile, _ line: SourceLine? = nil, in path: String) -> Self {
    brokenFile(
      place: "\(path):\(error.line):\(error.column)",
      found: error.found,
      expected: error.expected,
      source: line.map(RecordStrings.source) ?? []
    )
  }

  /// The file at `path` cannot be read.
  fileprivate static func unreadable(_ path: String, _ error: WholeFile.Unreadable) -> Self {
    .usage(say("cannot read \(path): \(error.reason)"))
  }
}
