/// How many columns of a terminal a character takes.
public enum CharacterWidth {
  /// The first and the last of each range of wide scalars: East Asian Width `W` and `F` of Unicode
  /// 15, with what lies between them unassigned.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320,
    0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
    0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
    0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2,
    0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB,
    0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// 1 or 2, and 0 for what is not seen or belongs to the character before it.
  public static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .nonspacingMark,
      .enclosingMark:
      return 0
    default:
      return isWide(first.value) ? 2 : 1
    }
  }

  /// The number of columns `text`, which is one line, takes.
  public static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x1100 else { return false }
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].contains(scalar) { return true }
      if scalar < wide[middle].lowerBound { high = middle } else { low = middle + 1 }
    }
    return false
  }
}

extension String {
  /// The text in lines of at most `columns`, broken between words, or between Han characters, which
  /// need no space; a word that is longer is cut.
  ///
  /// - Parameter columns: the width; below two counts as two.
  /// - Returns: at least one line.
  public func wrapped(to columns: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      Self.wrap(line, max(columns, 2))
    }
  }

  /// Wide characters that no line begins with (GB/T 15834-2011, 5.1.2 and 5.1.3).
  private static let closing: Set<Character> = [
    "。", "，", "、", "；", "：", "？", "！", "）", "》", "」", "』", "】", "〕",
  ]

  /// Characters that no line ends with (5.1.2, too).
  private static let opening: Set<Character> = ["（", "《", "「", "『", "【", "〔", "“", "‘", "("]

  private static func wrap(_ text: Substring, _ limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    var lastBreak: String.Index?
    for character in text {
      let columns = CharacterWidth.columns(of: character)
      let mayBegin = mayBegin(character, after: line.last)
      if width + columns > limit {
        if character == " " {
          lines.append(line)
          (line, width, lastBreak) = ("", 0, nil)
          continue
        }
        let end = mayBegin ? line.endIndex : lastBreak ?? line.endIndex
        let rest = line[end...].drop { $0 == " " }
        lines.append(trimmed(line[..<end]))
        line = String(rest)
        (width, lastBreak) = (CharacterWidth.columns(of: line), nil)
      }
      if !line.isEmpty, character == " " || mayBegin { lastBreak = line.endIndex }
      line.append(character)
      width += columns
    }
    return lines + [line]
  }

  /// True if a line may end between `last` and `character`, where no space is.
  private static func mayBegin(_ character: Character, after last: Character?) -> Bool {
    guard let last, !opening.contains(last), !closing.contains(character) else {
      return last == nil && CharacterWidth.columns(of: character) == 2
    }
    // Behind a mark such as 、 a word of other letters may begin a line, too.
    return CharacterWidth.columns(of: character) == 2
      || character != " " && closing.contains(last)
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
