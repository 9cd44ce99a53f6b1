/// What wins in Gomoku.
public enum GomokuRule: String, CaseIterable, Sendable {
  /// Five or more in a row win.
  case freestyle
  /// Exactly five in a row win; a longer row is nothing.
  case standard
}
