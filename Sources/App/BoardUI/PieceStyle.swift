/// The style of the pieces of Xiangqi and chess on the board.
public enum PieceStyle: String, CaseIterable, Sendable {
  /// 俥傌炮 and 車馬砲: the characters that stand on the pieces, two columns wide each.
  case han
  /// The letters of a FEN, capitals for Red.
  case latin

  /// The style for a terminal of which only its environment is known.
  ///
  /// Characters where the locale is UTF-8; letters elsewhere, and on the console of the kernel,
  /// whose fonts
  /// have no such characters.
  ///
  /// - Parameters:
  ///   - locale: the values of `LC_ALL`, `LC_CTYPE` and `LANG`; the first that is not empty counts.
  ///   - terminal: the value of `TERM`.
  public init(locale: [String?], terminal: String?) {
    let name = locale.lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
    let charset = name.lowercased().filter { $0 != "-" }
    self = charset.contains(".utf8") && terminal != "linux" ? .han : .latin
  }
}
