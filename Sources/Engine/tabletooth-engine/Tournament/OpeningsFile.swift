internal import GameRules
internal import Glibc
internal import ProcessIO

/// A file of openings: a position a line, as `inspect` reads it, or in Gomoku points like
/// `h8i9j10`.
enum OpeningsFile {
  /// The reason why a file has no openings.
  struct Unusable: Error, Hashable {
    let what: String
  }

  /// Reads the file at `path`; empty lines and lines that begin with `#` are passed over.
  static func read(_ path: String, _ rules: RulesOptions) throws(Unusable) -> [Position] {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.bytes(of: path, limit: GameFile.maximumSize)
    } catch {
      throw Unusable(what: error.reason)
    }
    var positions: [Position] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let line = Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      let position = try read(line, rules, number + 1)
      guard position.outcome == nil else {
        throw Unusable(what: "line \(number + 1): the game has ended")
      }
      if let warning = position.start.warning {
        throw Unusable(what: "line \(number + 1): \(warning)")
      }
      positions.append(position)
    }
    guard !positions.isEmpty else { throw Unusable(what: "it has no openings") }
    return positions
  }

  private static func read(
    _ line: [UInt8],
    _ rules: RulesOptions,
    _ number: Int
  ) throws(Unusable) -> Position {
    if let position = points(line, rules) { return position }
    do {
      return try PositionLine.position(line, rules)
    } catch {
      throw Unusable(what: "line \(number), \(error)")
    }
  }

  /// A position of Gomoku that is written as its points in the order of play.
  private static func points(_ line: [UInt8], _ rules: RulesOptions) -> Position? {
    guard rules.game == .gomoku else { return nil }
    var position = rules.start
    var text = ""
    let isLetter: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    for (index, byte) in line.enumerated() {
      text += String(UnicodeScalar(byte))
      let isEnd = index + 1 == line.count || isLetter(line[index + 1])
      guard isEnd else { continue }
      guard let point = Point(text), (try? position.play(.place(point))) != nil else { return nil }
      text = ""
    }
    return position
  }
}

/// A file that games are written to, one line each: the position's text, its moves and how it
/// ended.
struct GameRecordFile {
  private let descriptor: CInt

  /// Opens the file at `path` and empties it.
  init(_ path: String) throws {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw Refusal("--record \(path): \(reason)")
    }
  }

  /// Writes one game.
  func write(_ game: MatchRunner.PlayedGame) {
    let position = game.record.position
    let moves = position.moves.map(\.description).joined(separator: " ")
    let first = game.isFirst ? "a" : "b"
    let result =
      switch game.record.end.winner {
      case .first: "1-0"
      case .second: "0-1"
      case nil: "1/2"
      }
    let line =
      "fen \(position.start.text) moves \(moves) # \(first) first, \(result), "
      + "\(game.record.end.word)\n"
    _ = unsafe Glibc.write(descriptor, line, line.utf8.count)
  }
}
