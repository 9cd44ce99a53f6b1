/// Text from outside, made fit for a terminal.
///
/// A name that the other side chose may hold escape sequences that move the cursor or change the
/// window's title, characters that turn the direction of the line, or a thousand letters.
struct PrintableText: Hashable, Sendable {
  /// The text.
  let text: String

  /// The most marks that stay on one letter; vowels and tones of the scripts in use need three.
  private static let marksPerLetter = 3

  /// Keeps at most `limit` characters of `raw`, drops everything that is not seen, and all but the
  /// first marks on each letter: a pile of them would be drawn over the lines above.
  init(_ raw: String, limit: Int = 40) {
    var visible = String.UnicodeScalarView()
    var marks = 0
    for scalar in raw.unicodeScalars where !Self.isInvisible(scalar) {
      marks = Self.isMark(scalar) ? marks + 1 : 0
      if marks <= Self.marksPerLetter { visible.append(scalar) }
      if visible.count == limit * 4 { break }
    }
    let kept = String(visible).prefix(limit)
    text = kept.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
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
