/// What a phrase needs to know of a move: the piece among its like, and the way it goes.
///
/// Files are counted from the mover's right, 1 to 9.
struct XiangqiStep {
  let side: Side
  let kind: XiangqiPiece.Kind
  /// The file the piece leaves.
  let file: Int
  let way: XiangqiPhrase.Way
  /// The steps of a piece that goes straight forward or back, else the file it goes to.
  let number: Int
  private let from: Point
  private let position: XiangqiPosition

  /// Looks at `move`; nil where no piece stands at its start.
  init?(_ move: Move, in position: XiangqiPosition) {
    guard case .carry(let from, let to) = move.action, let piece = position.piece(at: from) else {
      return nil
    }
    self.position = position
    self.from = from
    side = piece.side
    kind = piece.kind
    file = Self.file(from.column, side)
    if from.row == to.row {
      way = .level
    } else {
      way = (to.row > from.row) == (side == .first) ? .advance : .retreat
    }
    number = from.column == to.column ? abs(to.row - from.row) : Self.file(to.column, side)
  }

  /// How many pieces of this kind and side stand on the file, and how many of them further ahead.
  var rank: (index: Int, count: Int) {
    let rows = rows(ofColumn: from.column)
    return (rows.count { side == .first ? $0 > from.row : $0 < from.row }, rows.count)
  }

  /// How many pawns in tandem stand on files further right.
  var pawnsToTheRight: Int {
    (0..<9).filter { Self.file($0, side) < file }.map { rows(ofColumn: $0).count }
      .filter { $0 > 1 }.reduce(0, +)
  }

  private func rows(ofColumn column: Int) -> [Int] {
    let piece = XiangqiPiece(kind, side)
    return (0..<10).filter { position.board[$0 * 9 + column] == piece }
  }

  /// True if pawns stand in tandem on several files, so that the file has to be named.
  private var isFileNeeded: Bool {
    kind == .pawn && (0..<9).count { rows(ofColumn: $0).count > 1 } > 1
  }

  /// True if the piece is named by its place on the file.
  ///
  /// Of two advisors or elephants on a file only one can go forward, and only the other one back.
  private var isOrdered: Bool {
    switch kind {
    case .rook, .horse, .cannon, .pawn: rank.count > 1
    case .advisor, .elephant, .general: false
    }
  }

  private static func file(_ column: Int, _ side: Side) -> Int {
    side == .first ? 9 - column : column + 1
  }

  /// The move in WXF.
  var wxf: String {
    let capital = String(XiangqiPiece(kind, .first).letter)
    let letter =
      switch kind {
      case .elephant: "E"
      case .horse: "H"
      case .general, .advisor, .rook, .cannon, .pawn: capital
      }
    let name = side == .first ? letter : letter.lowercased()
    let (index, count) = rank
    let subject =
      if !isOrdered {
        "\(name)\(file)"
      } else if count > 2 || isFileNeeded {
        "\(index + 1)\(file)"
      } else {
        "\(index == 0 ? "+" : "-")\(name)"
      }
    let sign =
      switch way {
      case .advance: "+"
      // Some programs, such as vschess, read no other sign.
      case .level: "."
      case .retreat: "-"
      }
    return "\(subject)\(sign)\(number)"
  }

  /// The move in Chinese.
  func chinese(_ script: XiangqiHan.Script) -> String {
    let name = String(XiangqiHan.name(kind, side, script))
    let fileName = XiangqiHan.numeral(file, side)
    let subject =
      if !isOrdered {
        name + fileName
      } else {
        order(script) + (isFileNeeded ? fileName : name)
      }
    let word =
      switch way {
      case .advance: script == .simplified ? "进" : "進"
      case .level: "平"
      case .retreat: "退"
      }
    return subject + word + XiangqiHan.numeral(number, side)
  }

  private func order(_ script: XiangqiHan.Script) -> String {
    let (index, count) = rank
    if index == 0 { return "前" }
    if index == count - 1 { return script == .simplified ? "后" : "後" }
    return count == 3 ? "中" : XiangqiHan.numeral(index + 1, .first)
  }
}
