/// Text from outside, made fit for a terminal.
///
/// A name that the other side chose may hold escape sequences that move the cursor or change the
/// window's title, characters that turn the direction of the line, or a thousand letters.
struct PrintableText: Hashable, Sendable {
  /// What is printed.
  let text: String

  /// Keeps at most `limit` characters of `raw` and drops everything that is not seen.
  init(_ raw: String, limit: Int = 40) {
    let visible = raw.unicodeScalars.lazy
      .filter { !Self.isInvisible($0) }
      .prefix(limit * 4)
    let kept = String(String.UnicodeScalarView(visible)).prefix(limit)
    text = kept.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .spaceSeparator:
      false
    @unknown default:
      true
    }
  }
}

/// Text for what shows one line only.
public enum PrintableLine {
  /// At most 200 characters of `text` in one line, without anything that is not seen.
  public static func clean(_ text: String) -> String { PrintableText(text, limit: 200).text }
}
