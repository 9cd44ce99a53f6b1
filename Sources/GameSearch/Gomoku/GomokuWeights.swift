/// What lines and cells are worth, in units of which ``GomokuWeights/unit`` are one hundred.
enum GomokuWeights {
  /// How many units make one hundredth of a stone.
  static let unit = 1

  /// By ``LinePattern``, to the side to move.
  static let movingLine = [0, 1, 3, 4, 9, 11, 13, 11, 22, 26, 24, 30, 40, 40, 0, 0]
  /// By ``LinePattern``, to the waiting side.
  static let waitingLine = [0, 1, 2, 3, 7, 8, 10, 8, 16, 19, 18, 22, 30, 30, 0, 0]
  /// By ``CellClass``, to the side to move.
  static let movingClass = [0, 0, 0, 8, 0, 12, 40, 0, 10, 60, 40, 0]
  /// By ``CellClass``, to the waiting side.
  static let waitingClass = [0, 0, 0, 5, 0, 8, 20, 0, 5, 30, 20, 0]
  /// By ``CellClass``, how much earlier a cell is tried.
  static let orderClass = [0, 2, 20, 60, 120, 180, 300, 80, 160, 600, 900, 1_000]
  /// What it is worth to be the one to move.
  static let tempo = 30

  /// How early a cell is tried, before its class is looked at.
  static func order(_ lines: some Sequence<UInt8>) -> Int {
    lines.reduce(0) { $0 + movingLine[Int($1)] * 2 }
  }
}
