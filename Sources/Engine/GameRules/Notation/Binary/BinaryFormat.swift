/// The formats of games that are known by their first bytes: binary ones, and XML.
public enum BinaryFormat: String, CaseIterable, Sendable {
  /// Xiangqi as XQStudio keeps it, in all its versions.
  case xqf
  /// Xiangqi as CCBridge (象棋桥) keeps one game.
  case cbr
  /// Many games of ``cbr`` in one file.
  case cbl
  /// A tree of moves of Renju, as RenLib keeps it.
  case lib
  /// The games of RenjuNet's database, in XML.
  case rif
  /// One game of Xiangqi as CCBridge writes it in XML.
  case cbf

  /// The first bytes of a file in this format; in XML, its first element.
  private var mark: [UInt8] {
    switch self {
    case .xqf: Array("XQ".utf8)
    case .cbr: Array("CCBridge Record".utf8)
    case .cbl: Array("CCBridgeLibrary".utf8)
    case .lib: [0xff] + Array("RenLib".utf8) + [0xff]
    case .rif: Array("database".utf8)
    case .cbf: Array("ChineseChessRecord".utf8)
    }
  }

  /// The format that a file begins with; nil if it is none of these.
  public init?(_ bytes: some Sequence<UInt8>) {
    let start = Array(bytes.prefix(8_000))
    // The byte behind `XQ` is a version, which no text has there.
    let isText = start.dropFirst(2).prefix(1).allSatisfy { $0 >= 0x20 }
    let found = Self.allCases.first { format in
      switch format {
      case .xqf: !isText && start.starts(with: format.mark)
      case .cbr, .cbl, .lib: start.starts(with: format.mark)
      case .rif, .cbf: Self.firstElement(start).map { Array($0.utf8) == format.mark } ?? false
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// The name of the first element if these bytes begin an XML file.
  private static func firstElement(_ start: [UInt8]) -> String? {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let first = start.drop { mark.contains($0) || $0 <= 0x20 }.first
    guard first == UInt8(ascii: "<") else { return nil }
    var reader = MarkupReader(start) { String(decoding: $0, as: UTF8.self) }
    return reader.next()?.name
  }
}

/// The games of a file in one of these formats.
public struct BinaryGames {
  /// The largest file that is read, in bytes.
  public static let maximumSize = 64 << 20
  /// What makes a text of bytes in GB18030, which most of these formats have.
  public typealias Decoder = ([UInt8]) -> String
  /// What makes the error of an XML file, of what was found, of what was expected, and its place.
  typealias Fault = (_ found: String, _ expected: String, _ offset: Int) -> BrokenFile

  private let bytes: [UInt8]
  private let format: BinaryFormat
  private let rule: GomokuRule?
  private let decode: Decoder
  /// The tables of RenjuNet's database.
  private let tables: RenjuNetFile?
  /// Where each game begins.
  private let starts: [Int]
  private var count = 0
  /// Where in an XML file the game begins that is read: its line, the place of that, and its own.
  private var place = (line: 1, start: 0, offset: 0)

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
    tables = format == .rif ? RenjuNetFile(MarkupReader(bytes, decode)) : nil
    starts = tables?.starts ?? (format == .cbl ? CCBridgeFile.starts(in: bytes) : [0])
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
      if tables != nil {
        let (line, start) = line(of: starts[count - 1])
        place = (line, start, starts[count - 1])
      }
      do {
        guard let game = try read(count - 1) else { continue }
        return GameCollection.Entry(number: count, game: .success(game), line: nil)
      } catch {
        return GameCollection.Entry(number: count, game: .failure(error), line: nil)
      }
    }
    return nil
  }

  /// Reads a game, by its number from 0; nil if a page without one stands there.
  private func read(_ number: Int) throws(BrokenFile) -> GameFile? {
    let start = starts[number]
    // A record without an end would go through all the others.
    let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    var cursor = ByteCursor(bytes, at: start, upTo: end)
    return switch format {
    case .xqf: try XQStudioFile.read(&cursor, decode)
    case .cbr, .cbl: try CCBridgeFile.read(&cursor)
    case .lib: try RenLibFile.read(&cursor, rule: rule ?? .renju, decode)
    case .cbf: try CCBridgeMarkup.read(MarkupReader(bytes, at: start, decode), broken: broken)
    case .rif:
      try tables?.read(MarkupReader(bytes, at: start, decode), rule: rule, broken: broken)
    }
  }

  /// The error of an XML file at a place behind the beginning of the game that is read.
  private func broken(_ found: String, _ expected: String, _ offset: Int) -> BrokenFile {
    let (line, start) = line(of: offset)
    return BrokenFile(line: line, column: offset - start + 1, found: found, expected: expected)
  }

  /// The line of a place that is not before the last one, and where it begins.
  private func line(of offset: Int) -> (line: Int, start: Int) {
    let lines = MarkupReader(bytes, decode).lines(in: place.offset..<max(place.offset, offset))
    return (place.line + lines.count, lines.last ?? place.start)
  }
}

/// A place in bytes that are being read.
struct ByteCursor {
  let bytes: [UInt8]
  /// Where the game begins in ``bytes``, and where the next one does.
  let start: Int
  private let end: Int
  private(set) var offset: Int

  init(_ bytes: [UInt8], at start: Int = 0, upTo end: Int? = nil) {
    self.bytes = bytes
    self.start = start
    self.end = end ?? bytes.count
    offset = start
  }

  var isAtEnd: Bool { offset >= end }

  /// Goes to a place counted from the beginning of the game.
  mutating func go(to place: Int) { offset = start + place }

  /// The next byte; nil at the end.
  mutating func next() -> UInt8? {
    guard !isAtEnd else { return nil }
    offset += 1
    return bytes[offset - 1]
  }

  /// Takes `count` bytes.
  mutating func take(_ count: Int, _ what: String) throws(BrokenFile) -> [UInt8] {
    guard count >= 0, count <= end - offset else { throw broken(what) }
    offset += count
    return Array(bytes[(offset - count)..<offset])
  }

  /// The bytes from `place` of the game on.
  func slice(_ place: Int, _ count: Int) -> [UInt8] {
    Array(bytes.dropFirst(start + place).prefix(count))
  }

  /// The error of a file that ends before `what`.
  func broken(_ what: String) -> BrokenFile {
    broken(found: "the end of the \(end == bytes.count ? "file" : "record")", what, at: end)
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
