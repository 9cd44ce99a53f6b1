internal import BoardUI
internal import GameRules
internal import Glibc
internal import Phrases

/// The text of a game's file: UTF-8, or else GB18030.
///
/// Older Chinese programs write GB2312 or GBK, which GB18030 contains.
enum GameText {
  /// Why a file gives no bytes, in the words of the system.
  struct Unreadable: Error {
    let reason: String
  }

  /// Reads the game in the file at `path`, or in standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format; nil where its name or its text tells.
  ///   - rule: the rule of Gomoku; nil for what the file says.
  /// - Returns: the game.
  /// - Throws: `ExitReason`, where there is no file, no format or no game.
  static func game(of path: String, format: GameFormat?, rule: GomokuRule?) throws -> GameFile {
    try parsed(path, format) { text, format in
      try GameFile(reading: text, as: format, rule: rule)
    }
  }

  /// Reads all games in the file at `path`, or in standard input for `-`; of which formats a file
  /// may hold many, ``GameFile/games(reading:as:rule:)`` says.
  static func games(of path: String, format: GameFormat?, rule: GomokuRule?) throws -> [GameFile] {
    try parsed(path, format, limit: GameFile.maximumCollectionSize) { text, format in
      try GameFile.games(reading: text, as: format, rule: rule)
    }
  }

  private static func parsed<Result>(
    _ path: String,
    _ format: GameFormat?,
    limit: Int = GameFile.maximumSize,
    by parse: (String, GameFormat) throws -> Result
  ) throws -> Result {
    do {
      let text = try decode(bytes(of: path, limit: limit), limit: limit)
      guard let format = format ?? GameFormat(fileName: path) ?? GameFormat(detecting: text) else {
        throw ExitReason.usage(say("nothing tells the format of \(path); name it with --from"))
      }
      return try parse(text, format)
    } catch let error as BrokenFile {
      throw ExitReason.brokenFile(
        place: "\(path):\(error.line):\(error.column)",
        found: error.found,
        expected: error.expected
      )
    } catch let error as Unreadable {
      throw ExitReason.usage(say("\(path) cannot be read: \(error.reason)"))
    }
  }

  /// Reads the file at `path`, or standard input for `-`.
  ///
  /// At most one byte more than a game may have is read, so that an endless file ends too.
  static func bytes(
    of path: String,
    limit: Int = GameFile.maximumSize
  ) throws(Unreadable) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(reason: unsafe String(cString: strerror(errno))) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let wanted = min(buffer.count, limit + 1 - bytes.count)
      let count = unsafe read(descriptor, &buffer, wanted)
      if count == 0 { break }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw Unreadable(reason: unsafe String(cString: strerror(errno)))
      }
    }
    return bytes
  }

  /// Decodes UTF-8, with a byte order mark or without; what is not valid UTF-8 is read as GB18030.
  ///
  /// - Throws: the place of the first bytes that are neither.
  static func decode(
    _ bytes: [UInt8],
    limit: Int = GameFile.maximumSize
  ) throws(BrokenFile) -> String {
    guard bytes.count <= limit else {
      throw BrokenFile(
        line: 1,
        column: 1,
        found: "a file of more than \(limit) bytes",
        expected: "a game"
      )
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let (text, isWhole) = fromGB18030(bytes)
    guard isWhole else {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      throw BrokenFile(
        line: lines.count,
        column: (lines.last?.count ?? 0) + 1,
        found: "bytes that are no text",
        expected: "UTF-8 or GB18030"
      )
    }
    return text
  }

  /// Decodes up to the end or the first bytes that are not GB18030.
  private static func fromGB18030(_ bytes: [UInt8]) -> (text: String, isWhole: Bool) {
    let converter = unsafe iconv_open("UTF-8", "GB18030")
    // The value that iconv_open gives where glibc has no such table.
    guard Int(bitPattern: converter) != -1 else { return ("", false) }
    defer { unsafe iconv_close(converter) }
    var source = bytes.map(CChar.init(bitPattern:))
    // No character of GB18030 is longer in UTF-8 than one and a half times its length there.
    var target = [CChar](repeating: 0, count: bytes.count * 2)
    var left = source.count
    var room = target.count
    let isWhole = unsafe source.withUnsafeMutableBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { target in
        var input = source.baseAddress
        var output = target.baseAddress
        let status = unsafe iconv(converter, &input, &left, &output, &room)
        return status != -1 && left == 0
      }
    }
    let written = target.prefix(target.count - room).map(UInt8.init(bitPattern:))
    return (String(decoding: written, as: UTF8.self), isWhole)
  }
}
