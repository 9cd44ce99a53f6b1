/// The values of lines and cells in the evaluation, fitted to the results of self-play.
///
/// By logistic regression (docs/dev/tuning.md), so that a position of worth w is won in
/// 1 / (1 + exp(-w / 150)) of the cases. What is never seen in such a position was set by hand.
enum GomokuWeights {
  /// By ``LinePattern``, how much earlier a cell is tried.
  static let orderLine = [0, 2, 6, 8, 18, 22, 26, 22, 44, 52, 48, 60, 80, 80, 0, 0]
  /// By ``CellClass``, how much earlier a cell is tried.
  static let orderClass = [0, 2, 20, 60, 120, 180, 300, 80, 160, 600, 900, 1_000]
}
