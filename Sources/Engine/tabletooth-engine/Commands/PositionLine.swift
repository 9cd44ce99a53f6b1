internal import GameRules

/// A position as another program writes it: `startpos [moves M1 M2 …]` or `fen TEXT [moves …]`.
///
/// docs/reference/inspect.md describes it.
struct PositionLine {
  /// The reason why a line gives no position.
  struct Unusable: Error, Hashable {
    /// The byte at which it goes wrong, from 1.
    let column: Int
    /// What was expected there, or what is wrong.
    let what: String
  }

  private struct Word {
    let bytes: ArraySlice<UInt8>
    var column: Int { bytes.startIndex + 1 }
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private let bytes: [UInt8]
  private let words: [Word]
  private let rules: RulesOptions

  /// Reads `bytes` as a position of the game that `rules` name.
  ///
  /// - Parameters:
  ///   - bytes: the line, without its end.
  ///   - rules: which game.
  ///   - isFenAssumed: whether `fen` may be left out.
  /// - Returns: the position after all moves.
  /// - Throws: ``Unusable``.
  static func position(
    _ bytes: [UInt8],
    _ rules: RulesOptions,
    isFenAssumed: Bool = false
  ) throws(Unusable) -> Position {
    if let index = bytes.firstIndex(where: { !isText($0) }) {
      let number = String(bytes[index], radix: 16)
      throw Unusable(
        column: index + 1,
        what: "expected ASCII text, found the byte 0x\(number)"
      )
    }
    return try PositionLine(bytes, rules).read(isFenAssumed: isFenAssumed)
  }

  private init(_ bytes: [UInt8], _ rules: RulesOptions) {
    self.bytes = bytes
    self.rules = rules
    words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map(Word.init)
  }

  private static func isText(_ byte: UInt8) -> Bool {
    (0x20...0x7e).contains(byte) || byte == UInt8(ascii: "\t")
  }

  private func read(isFenAssumed: Bool) throws(Unusable) -> Position {
    switch words.first?.text {
    case "startpos": return try play(from: rules.start, words.dropFirst())
    case "fen": return try readText(from: words.first?.bytes.endIndex ?? 0)
    case .some where isFenAssumed: return try readText(from: 0)
    default:
      throw Unusable(column: words.first?.column ?? 1, what: "expected startpos or fen")
    }
  }

  /// Reads the text that begins at `start` and ends before `moves`.
  private func readText(from start: Int) throws(Unusable) -> Position {
    let moves = words.firstIndex { $0.text == "moves" } ?? words.endIndex
    let end = moves < words.endIndex ? words[moves].bytes.startIndex : bytes.count
    let text = start < end ? bytes[start..<end] : []
    let position: Position
    do {
      position = try rules.position(String(decoding: text, as: UTF8.self))
    } catch {
      throw Unusable(column: start + error.column, what: "expected \(error.expected)")
    }
    return try play(from: position, words[moves...])
  }

  private func play(
    from start: Position,
    _ words: ArraySlice<Word>
  ) throws(Unusable) -> Position {
    var position = start
    guard let first = words.first else { return position }
    guard first.text == "moves" else {
      throw Unusable(column: first.column, what: "expected moves or the end of the line")
    }
    for (index, word) in words.dropFirst().enumerated() {
      do throws(Refusal) {
        try Self.play(word.text, on: &position)
      } catch {
        throw Unusable(column: word.column, what: "move \(index + 1): \(error.what)")
      }
    }
    return position
  }

  /// The reason why one word of the moves cannot be played.
  private struct Refusal: Error {
    let what: String
  }

  private static func play(_ word: String, on position: inout Position) throws(Refusal) {
    let moves: [Move]
    do {
      moves = try position.turn(from: word)
    } catch {
      throw Refusal(what: "expected \(error.expected), found \(cut(word))")
    }
    for move in moves {
      do {
        try position.play(move)
      } catch {
        throw Refusal(what: "\(cut(word)) is not legal: \(error.words(for: move, in: position))")
      }
    }
  }

  /// Enough of a word to know it by.
  private static func cut(_ word: String) -> String {
    word.utf8.count > 40 ? "\(word.prefix(40))..." : word
  }
}

extension PositionLine.Unusable: CustomStringConvertible {
  /// One line, such as `column 1: expected startpos or fen`.
  var description: String { "column \(column): \(what)" }
}

extension IllegalMove {
  /// What the rules have against `move` in `position`.
  fileprivate func words(for move: Move, in position: Position) -> String {
    switch self {
    case .gameOver: "the game has ended (\(position.outcome?.reason.rawValue ?? "by its rules"))"
    case .offBoard(let point): "the board has no \(point)"
    case .occupied(let point): "\(point) is not empty"
    case .otherGame: "\(move) is not a move in this phase"
    case .captureDue: "a stone has to be taken first"
    case .notTakeable(let point, _): "there is no capturable stone on \(point)"
    case .noSuchStep: "the side to move has no such move"
    case .facesGeneral, .leavesCheck, .exposesGeneral: "the general could then be captured"
    case .forbidden(_, let foul): "it is forbidden to Black (\(foul.rawValue))"
    case .against(let rule): "it is against a rule of the game (\(rule.name))"
    }
  }
}
