internal import GameRules
internal import GameSearch

/// A line of `info` in UCI and UCCI.
struct InfoLine {
  private var line: [Move] = []
  private var score = 0
  private var mate: Int?
  private var depth = 0
  private var nodes = 0

  /// Reads a line about `position`; what is not understood is passed over.
  init(_ text: String, _ notation: MoveNotation, _ position: Position) {
    var words = Words(text)
    while let word = words.next() { read(word, &words, notation, position) }
  }

  /// The report in the line, if it has a move.
  var report: SearchReport? {
    line.first.map { move in
      SearchReport(
        move: move,
        line: line,
        score: score,
        mate: mate,
        depth: depth,
        nodes: UInt64(max(nodes, 0))
      )
    }
  }

  private mutating func read(
    _ word: String,
    _ words: inout Words,
    _ notation: MoveNotation,
    _ position: Position
  ) {
    switch word {
    case "depth": depth = words.number() ?? 0
    case "nodes": nodes = words.number() ?? 0
    case "cp": score = words.number() ?? 0
    case "score": if let number = words.number() { score = number }
    // In moves of the winner; in plies the winner has the last one.
    case "mate": mate = words.number().map { $0 > 0 ? $0 * 2 - 1 : $0 * 2 }
    case "pv": line = Self.line(words.take(until: []), notation, position)
    // A remark, or a line that is not the best one.
    case "string": words = Words("")
    case "multipv": if let number = words.number(), number > 1 { words = Words("") }
    default: break
    }
  }

  /// The moves up to the first that cannot be played.
  private static func line(
    _ texts: [String],
    _ notation: MoveNotation,
    _ position: Position
  ) -> [Move] {
    var position = position
    var line: [Move] = []
    for text in texts {
      guard let moves = notation.moves(text, in: position) else { return line }
      for move in moves {
        guard (try? position.play(move)) != nil else { return line }
        line.append(move)
      }
    }
    return line
  }
}
