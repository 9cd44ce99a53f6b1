/// What lines and cells are worth to the evaluation, fitted to the results of games against itself.
///
/// By logistic regression over 14,000 quiet positions, so that a position of worth w is won in
/// 1 / (1 + exp(-w / 150)) of the cases. What is never seen in a quiet position was set by hand.
enum GomokuWeights {
  /// By ``LinePattern``, to the side to move.
  static let movingLine = [0, 1, 1, 7, 10, 14, 27, 12, 35, 34, 47, 88, 60, 60, 0, 3]
  /// By ``LinePattern``, to the waiting side.
  static let waitingLine = [0, 1, 0, 5, 3, 4, 11, 9, 14, 12, 57, 60, 60, 60, 0, -12]
  /// What it is worth to be the one to move.
  static let tempo = -11

  /// By the best ``LinePattern`` of a cell and the second best, on top of both, to the side to
  /// move.
  static let movingPair = [
    [0],
    [4, 7],
    [5, 8, 6],
    [-1, -2, -2, -5],
    [4, -7, -2, -10, -1],
    [-30, -7, -17, -16, -21, -22],
    [-7, -21, -20, -17, -20, -34, -24],
    [-5, 6, -4, -10, -2, -17, -6, -14],
    [-16, -13, -6, -12, 22, -2, 10, 16, -4],
    [-19, -19, -18, -23, -4, 22, 25, 18, 9, 0],
    [-32, -37, -11, -18, 20, 34, 30, 19, 0, 0, 0],
    [0, 0, -17, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]

  /// By the best ``LinePattern`` of a cell and the second best, on top of both, to the waiting
  /// side.
  static let waitingPair = [
    [0],
    [7, 9],
    [3, 7, 8],
    [2, 2, 1, -3],
    [4, 10, 7, 2, 13],
    [4, 0, -5, -4, -3, -2],
    [-4, -4, -5, 1, -2, -10, 0],
    [-8, 2, 1, -3, 4, -2, 0, -10],
    [-10, -10, 7, -11, -6, -3, -2, 7, -13],
    [-13, -25, 4, -7, -3, 16, 13, -3, -9, -5],
    [-51, -13, -30, -31, -3, 3, 11, 15, 67, 40, 0],
    [0, 0, -14, -20, 0, 0, 0, 18, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]

  /// By ``LinePattern``, how much earlier a cell is tried.
  static let orderLine = [0, 2, 6, 8, 18, 22, 26, 22, 44, 52, 48, 60, 80, 80, 0, 0]
  /// By ``CellClass``, how much earlier a cell is tried.
  static let orderClass = [0, 2, 20, 60, 120, 180, 300, 80, 160, 600, 900, 1_000]
}
