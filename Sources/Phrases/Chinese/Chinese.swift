/// The table of Simplified Chinese: for each key of a ``Phrase`` its text.
///
/// `{1}` is the first argument of the English sentence, `{2}` the second; their order is free.
public enum Chinese {
  /// The table in parts, as people meet the sentences.
  public static let parts: [KeyValuePairs<String, String>] = [
    ChineseMoves.texts, ChineseTable.texts, ChineseRoom.texts, ChineseWatching.texts,
    ChineseBoard.texts,
    ChineseHelp.texts,
    ChineseScreen.texts, ChineseSettings.texts, ChineseRecords.texts, ChineseDoctor.texts,
    ChineseEnds.texts, ChineseNetwork.texts, ChineseTalk.texts, ChineseFiles.texts,
  ]

  /// The whole table.
  public static let texts = [String: String](
    parts.joined().map { ($0.key, $0.value) },
    uniquingKeysWith: { first, _ in first }
  )

  /// What the help of the commands says: for each English text the Chinese one.
  public static let help = [String: String](
    [ChineseHelpPlay.texts, ChineseHelpRecords.texts, ChineseHelpTools.texts].joined()
      .map { ($0.key, $0.value) },
    uniquingKeysWith: { first, _ in first }
  )
}
