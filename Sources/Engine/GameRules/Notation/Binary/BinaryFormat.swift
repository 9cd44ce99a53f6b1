/// The formats of games that are no text, known by their first bytes.
public enum BinaryFormat: String, CaseIterable, Sendable {
  /// Xiangqi as XQStudio keeps it, in all its versions.
  case xqf
  /// Xiangqi as CCBridge (象棋桥) keeps one game.
  case cbr
  /// Many games of ``cbr`` in one file.
  case cbl
  /// A tree of moves of Renju, as RenLib keeps it.
  case lib

  /// The first bytes of a file in this format.
  private var mark: [UInt8] {
    switch self {
    case .xqf: Array("XQ".utf8)
    case .cbr: Array("CCBridge Record".utf8)
    case .cbl: Array("CCBridgeLibrary".utf8)
    case .lib: [0xff] + Array("RenLib".utf8) + [0xff]
    }
  }

  /// The format that a file begins with; nil if it is none of these.
  public init?(_ bytes: some Sequence<UInt8>) {
    let start = Array(bytes.prefix(16))
    // The byte behind `XQ` is a version, which no text has there.
    let isText = start.dropFirst(2).prefix(1).allSatisfy { $0 >= 0x20 }
    let found = Self.allCases.first { format in
      start.starts(with: format.mark) && !(format == .xqf && isText)
    }
    guard let found else { return nil }
    self = found
  }
}

/// The games of a file that is no text.
public struct BinaryGames {
  /// The largest file that is read, in bytes.
  public static let maximumSize = 64 << 20
  /// What makes a text of bytes in GB18030, which most of these formats have.
  public typealias Decoder = ([UInt8]) -> String

  private let bytes: [UInt8]
  private let format: BinaryFormat
  private let rule: GomokuRule?
  private let decode: Decoder
  /// Where each game begins.
  private let starts: [Int]
  private var count = 0

  /// The games in `bytes`; nil if they are none.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - rule: what wins in Gomoku; nil for Renju.
  ///   - decode: what makes a text of bytes in GB18030.
  public init?(_ bytes: [UInt8], rule: GomokuRule? = nil, decode: @escaping Decoder) {
    guard let format = BinaryFormat(bytes) else { return nil }
    self.bytes = bytes
    self.format = format
    self.rule = rule
    self.decode = decode
    starts = format == .cbl ? CCBridgeFile.starts(in: bytes) : [0]
  }

  /// Reads the only game.
  ///
  /// - Throws: the place that is broken, whose column is the number of the byte.
  public func onlyGame() throws(BrokenFile) -> GameFile {
    var games = self
    let (first, second) = (games.next(), games.next())
    guard let first, second == nil else {
      throw BrokenFile(
        line: 1,
        column: 1,
        found: first == nil ? "no game" : "\(starts.count) games",
        expected: "one game; games import reads all of them"
      )
    }
    return try first.game.get()
  }

  /// Reads the next game; nil after the last one.
  public mutating func next() -> GameCollection.Entry? {
    while count < starts.count {
      count += 1
      do {
        guard let game = try read(at: starts[count - 1]) else { continue }
        return GameCollection.Entry(number: count, game: .success(game), line: nil)
      } catch {
        return GameCollection.Entry(number: count, game: .failure(error), line: nil)
      }
    }
    return nil
  }

  /// Reads the game at `start`; nil if a page without a game stands there.
  private func read(at start: Int) throws(BrokenFile) -> GameFile? {
    var cursor = ByteCursor(bytes, at: start)
    return switch format {
    case .xqf: try XQStudioFile.read(&cursor, decode)
    case .cbr, .cbl: try CCBridgeFile.read(&cursor)
    case .lib: try RenLibFile.read(&cursor, rule: rule ?? .renju, decode)
    }
  }
}

/// A place in bytes that are being read.
struct ByteCursor {
  let bytes: [UInt8]
  /// Where the game begins in ``bytes``.
  let start: Int
  private(set) var offset: Int

  init(_ bytes: [UInt8], at start: Int = 0) {
    self.bytes = bytes
    self.start = start
    offset = start
  }

  var isAtEnd: Bool { offset >= bytes.count }

  /// Goes to a place counted from the beginning of the game.
  mutating func go(to place: Int) { offset = start + place }

  /// The next byte; nil at the end.
  mutating func next() -> UInt8? {
    guard offset < bytes.count else { return nil }
    offset += 1
    return bytes[offset - 1]
  }

  /// Takes `count` bytes.
  mutating func take(_ count: Int, _ what: String) throws(BrokenFile) -> [UInt8] {
    guard count >= 0, count <= bytes.count - offset else { throw broken(what) }
    offset += count
    return Array(bytes[(offset - count)..<offset])
  }

  /// The bytes from `place` of the game on.
  func slice(_ place: Int, _ count: Int) -> [UInt8] {
    Array(bytes.dropFirst(start + place).prefix(count))
  }

  /// The error of a file that ends before `what`.
  func broken(_ what: String) -> BrokenFile {
    broken(found: "the end of the file", what, at: bytes.count)
  }

  /// The error of the byte at `place`.
  func broken(found: String, _ what: String, at place: Int) -> BrokenFile {
    BrokenFile(line: 1, column: place + 1, found: found, expected: what)
  }

  /// The error of a move at `place` that is not legal.
  func illegal(_ move: Move, _ what: String, at place: Int) -> BrokenFile {
    broken(found: "«\(move)»", what, at: place)
  }
}
