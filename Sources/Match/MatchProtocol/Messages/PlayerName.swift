/// The name of a player, safe to show on a terminal.
///
/// 1 to 64 bytes of UTF-8. No control characters, no line or paragraph separators, and no format
/// characters, which could turn the line round or hide in it; only the two joiners that scripts and
/// emoji need. At most ``mostMarks`` marks combine with one character. At least one character can
/// be seen: no space, not ignorable by default (Unicode Standard Annex 44), as joiners and the
/// fillers of Hangul are, not the empty Braille pattern, and none for private use, which each font
/// shows as something else.
public struct PlayerName: Hashable, Sendable, CustomStringConvertible {
  /// The maximum length of a name, in bytes of UTF-8.
  public static let maximumLength = 64

  /// The maximum number of marks that combine with one character, more than any script needs.
  static let mostMarks = 8

  /// The name.
  public let description: String

  /// `text`, if it is a name.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength,
      text.unicodeScalars.allSatisfy(Self.isAllowed),
      Self.limitingMarks(text.unicodeScalars).elementsEqual(text.unicodeScalars),
      text.unicodeScalars.contains(where: Self.isVisible)
    else {
      return nil
    }
    description = text
  }

  /// Makes a name of `text`: without the characters it may not have, cut after whole characters.
  ///
  /// If nothing is left, the name is "player".
  public init(cleaning text: String) {
    var kept = ""
    let scalars = Self.limitingMarks(text.unicodeScalars.filter(Self.isAllowed))
    for character in String(String.UnicodeScalarView(scalars)) {
      guard kept.utf8.count + character.utf8.count <= Self.maximumLength else {
        break
      }
      kept.append(character)
    }
    description = kept.unicodeScalars.contains(where: Self.isVisible) ? kept : "player"
  }

  private static let joiners: ClosedRange<Unicode.Scalar> = "\u{200C}"..."\u{200D}"

  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate:
      false
    case .format:
      joiners.contains(scalar)
    default:
      true
    }
  }

  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .privateUse && scalar != "\u{2800}"
  }

  /// `scalars` without marks beyond ``mostMarks`` in a row, which would cover the lines around.
  static func limitingMarks(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var marks = 0
    return scalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: marks += 1
      default: marks = 0
      }
      return marks <= mostMarks
    }
  }
}
