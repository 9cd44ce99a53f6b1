/// What a typed move says: `Nf3`, `e2e4`, `exd8=Q`, `O-O`.
struct ChessPhrase: Hashable {
  /// The piece; nil where only squares are named.
  var kind: ChessPiece.Kind?
  var column: Int?
  var row: Int?
  var to = Point(index: 0, size: 8)
  var promotion: ChessPiece.Kind?
  var wing: ChessWing?

  /// The most characters of a move, with signs and marks behind it.
  private static let longest = 16

  /// What `text` may mean, the likelier first; empty where it has no form of a move.
  ///
  /// A `b` is a column or a bishop.
  static func readings(of text: String) -> [ChessPhrase] {
    guard let letters = ascii(text) else { return [] }
    if let wing = wing(letters) { return [ChessPhrase(wing: wing)] }
    guard let first = letters.first else { return [] }
    var readings = [ChessPhrase(letters[...], kind: nil)]
    if let kind = ChessPiece.Kind(rawValue: first.lowercased()) {
      readings.append(ChessPhrase(letters.dropFirst(), kind: kind))
    }
    return (first == "B" ? readings.reversed() : readings).compactMap { $0 }
  }

  /// The letters of a move, figures as letters, without marks behind it; nil for any other text.
  private static func ascii(_ text: String) -> [Character]? {
    var letters: [Character] = []
    for scalar in text.unicodeScalars {
      // Asks for a figure instead of a picture.
      if scalar.value == 0xfe0e { continue }
      guard letters.count < longest, let letter = letter(scalar) else { return nil }
      letters.append(letter)
    }
    while let last = letters.last, "+#!?".contains(last) { letters.removeLast() }
    for ending in ["e.p.", "ep"] where letters.count > ending.count + 1 {
      if letters.suffix(ending.count).elementsEqual(ending) { letters.removeLast(ending.count) }
    }
    return letters
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Character? {
    switch scalar.value {
    case 0x21..<0x7f: Character(scalar)
    case 0x2654...0x265f: Array("KQRBNP")[Int(scalar.value - 0x2654) % 6]
    // The sign of multiplication, and dashes.
    case 0xd7: "x"
    case 0x2010...0x2015, 0x2212: "-"
    default: hanLetters.first { $0.han == scalar }?.letter
    }
  }

  /// What the pieces are called in Chinese.
  private static let hanLetters: [(han: Unicode.Scalar, letter: Character)] = [
    ("王", "K"), ("后", "Q"), ("车", "R"), ("車", "R"), ("象", "B"), ("马", "N"), ("馬", "N"),
    ("兵", "P"),
  ]

  private static func wing(_ letters: [Character]) -> ChessWing? {
    guard letters.allSatisfy({ "oO0-".contains($0) }) else { return nil }
    switch String(letters.map { $0 == "-" ? "-" : "O" }) {
    case "O-O", "OO": return .king
    case "O-O-O", "OOO": return .queen
    default: return nil
    }
  }

  private init(wing: ChessWing) { self.wing = wing }

  /// Reads what follows the letter of a piece.
  private init?(_ letters: ArraySlice<Character>, kind: ChessPiece.Kind?) {
    self.kind = kind
    var rest = letters.filter { !"x:-".contains($0) }
    guard takePromotion(&rest) else { return nil }
    guard rest.count >= 2, rest.count <= 4, let to = Point(String(rest.suffix(2))),
      to.isOnBoard(ofSize: 8)
    else { return nil }
    self.to = to
    rest.removeLast(2)
    if let letter = rest.first, let column = "abcdefgh".firstPlace(of: letter.lowercased()) {
      self.column = column
      rest.removeFirst()
    }
    if let digit = rest.first, let row = "12345678".firstPlace(of: String(digit)) {
      self.row = row
      rest.removeFirst()
    }
    // A pawn's own column is not named: `bb5` is a bishop's move.
    let isSame = column == to.column && (row ?? to.row) == to.row
    guard rest.isEmpty, kind != nil || !isSame else { return nil }
    completePawn()
  }

  /// Reads `=Q`, `Q`, `/Q` or `(Q)` at the end; false where something else stands there.
  private mutating func takePromotion(_ rest: inout [Character]) -> Bool {
    guard let last = rest.last, !("1"..."8").contains(last) else { return true }
    if last == ")" { rest.removeLast() }
    guard let letter = rest.popLast(), let piece = ChessPiece.Kind(rawValue: letter.lowercased()),
      ChessPiece.Kind.promotions.contains(piece)
    else { return false }
    promotion = piece
    if let sign = rest.last, (last == ")" ? "(" : "=/").contains(sign) { rest.removeLast() }
    return true
  }

  /// Without a letter, anything less than two whole squares is a pawn's move.
  private mutating func completePawn() {
    if column == nil || row == nil { kind = kind ?? .pawn }
    if kind == .pawn { column = column ?? to.column }
  }

  /// True if a piece of this kind on this square can be meant.
  func means(_ piece: ChessPiece.Kind, on point: Point) -> Bool {
    (kind ?? piece) == piece && (column ?? point.column) == point.column
      && (row ?? point.row) == point.row
  }
}

extension String {
  fileprivate func firstPlace(of letter: String) -> Int? {
    enumerated().first { String($0.element) == letter }?.offset
  }
}
