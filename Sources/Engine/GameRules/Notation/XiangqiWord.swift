/// One word of a record of Xiangqi, which may hold several moves: `1.炮二平五马8进7`.
///
/// A move is in Chinese, in WXF, in coordinates with ranks from 0 or from 1, or algebraic as XBoard
/// writes it, such as `Che2`, `Hxe6` and `c4`.
struct XiangqiWord {
  /// The number of Red's first rank where moves are coordinates or algebraic: 0 or 1.
  let firstRank: Int

  /// How long the move at the beginning of `text` may be, the longest first.
  ///
  /// Between moves that are glued together nothing tells where one ends.
  static func lengths(of text: Substring) -> [Int] {
    [text.count] + [5, 4].filter { $0 < text.count }
  }

  /// True if `text` begins with what looks like a move, legal or not.
  func isMove(_ text: String) -> Bool {
    // Every move has a number.
    guard text.utf8.contains(where: { $0 >= 0x80 || (0x30...0x39).contains($0) }) else {
      return false
    }
    return coordinates(text) != nil || Algebraic(text, firstRank: firstRank) != nil
      || [4, 5].contains { length in
        let start = String(text.prefix(length))
        return XiangqiPhrase(chinese: start) != nil || XiangqiPhrase(wxf: start) != nil
      }
  }

  /// The legal moves that `text` may mean: none, one, or several if it does not name one piece.
  func moves(_ text: String, in position: XiangqiPosition) -> [Move] {
    // `C2e2` is a cannon of rank 2; `c2e2` and `C2-E2` are coordinates.
    let letters = text.filter { $0.isLetter }
    let isMixed = letters.count == 2 && letters.first?.isUppercase != letters.last?.isUppercase
    if !isMixed, let move = coordinates(text), position.isLegal(move) { return [move] }
    let said = phrase(text).map { phrase in
      phrase.moves(of: position.legalMoves(of: phrase.kind ?? .pawn), in: position)
    }
    if !isMixed, let said, !said.isEmpty { return said }
    let legal = position.legalMoves
    let algebraic = Algebraic(text, firstRank: firstRank)?.moves(of: legal, in: position) ?? []
    guard isMixed, algebraic.isEmpty else { return algebraic }
    if let move = coordinates(text), legal.contains(move) { return [move] }
    return said ?? []
  }

  private func phrase(_ text: String) -> XiangqiPhrase? {
    text.allSatisfy { $0.isASCII } ? XiangqiPhrase(wxf: text) : XiangqiPhrase(chinese: text)
  }

  /// What should stand in place of `text`, which is no move, written in `notation`.
  ///
  /// If the text may mean several moves, it is these. Otherwise it is what its piece can do.
  func expectation(
    of text: String,
    in position: XiangqiPosition,
    _ notation: XiangqiNotation
  ) -> String {
    let several = moves(text, in: position)
    let write = { (move: Move) in position.text(of: move, in: notation) }
    if several.count > 1 {
      return "one of several moves it may mean, \(Self.list(several.compactMap(write)))"
    }
    let legal = position.legalMoves
    let own: [Move] =
      if let move = coordinates(text), case .carry(let from, _) = move.action {
        legal.filter { if case .carry(from, _) = $0.action { true } else { false } }
      } else {
        phrase(text)?.movesOfSubject(of: legal, in: position) ?? []
      }
    let examples = own.prefix(3).compactMap(write)
    return "a legal move like \(examples.isEmpty ? notation.example : Self.list(examples))"
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Reads `h2e2`, `H2-E2` or, with ranks from 1, `h10g8`; nil for any other text.
  func coordinates(_ text: String) -> Move? {
    guard firstRank == 1 else { return XiangqiPosition.move(text) }
    let points = text.lowercased().filter { $0 != "-" }
    guard let second = points.lastIndex(where: { $0.isLetter }), second != points.startIndex,
      let from = Point(String(points[..<second])), let to = Point(String(points[second...])),
      from.isOnXiangqiBoard, to.isOnXiangqiBoard
    else { return nil }
    return .carry(from: from, to: to)
  }
}

/// A move as XBoard writes it: piece, what is needed of the start, `x` for a capture, and the end.
private struct Algebraic {
  let kind: XiangqiPiece.Kind
  let column: Int?
  let row: Int?
  let end: Point

  /// Reads a move; nil for any other text.
  init?(_ text: String, firstRank: Int) {
    let text = text.last.map { "+#".contains($0) } == true ? String(text.dropLast()) : text
    guard text.allSatisfy({ $0.isASCII }), text.count <= 8,
      let letter = text.lastIndex(where: { ("a"..."i").contains($0) }),
      let end = Self.point(text[letter...], firstRank)
    else { return nil }
    self.end = end
    var start = text[..<letter]
    if let first = start.first, first.isUppercase {
      guard let piece = XiangqiPiece(letter: first) else { return nil }
      kind = piece.kind
      start.removeFirst()
    } else {
      kind = .pawn
    }
    if let last = start.last, "x-".contains(last) { start.removeLast() }
    let file = start.first.flatMap { ("a"..."i").contains($0) ? Self.column($0) : nil }
    column = file
    if file != nil { start.removeFirst() }
    row = Self.number(start).map { $0 - firstRank }
    guard start.isEmpty || row != nil else { return nil }
  }

  /// The moves of `legal` that this may be; a pawn without a column goes straight ahead if it can.
  func moves(of legal: [Move], in position: XiangqiPosition) -> [Move] {
    let fitting = legal.filter { fits($0, in: position) }
    guard kind == .pawn, column == nil else { return fitting }
    let ahead = fitting.filter { move in
      if case .carry(let from, _) = move.action { from.column == end.column } else { false }
    }
    return ahead.isEmpty ? fitting : ahead
  }

  private func fits(_ move: Move, in position: XiangqiPosition) -> Bool {
    guard case .carry(let from, let to) = move.action else { return false }
    return to == end && position.piece(at: from)?.kind == kind
      && (column == nil || column == from.column) && (row == nil || row == from.row)
  }

  private static func column(_ letter: Character) -> Int? {
    letter.asciiValue.map { Int($0) - Int(UInt8(ascii: "a")) }
  }

  /// A number without a sign, which would be a direction in WXF.
  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }

  private static func point(_ text: Substring, _ firstRank: Int) -> Point? {
    guard let column = text.first.flatMap(column), let rank = number(text.dropFirst()),
      let point = Point(column: column, row: rank - firstRank), point.isOnXiangqiBoard
    else { return nil }
    return point
  }
}

extension Character {
  /// The ASCII character for a wide one, such as `C` for `Ｃ`; any other character as it is.
  public var narrow: Character {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first,
      (0xff01...0xff5e).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xfee0)
    else { return self }
    return Character(narrow)
  }
}
