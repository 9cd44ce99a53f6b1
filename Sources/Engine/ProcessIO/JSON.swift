internal import FoundationEssentials

/// JSON for other programs.
public enum JSON {
  /// An object as one line, without its end; the members are sorted.
  public static func line(_ object: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(object) else {
      fatalError("texts, lists, numbers and truth values cannot be encoded")
    }
    return escaped(String(decoding: data, as: UTF8.self))
  }

  /// JSON in which characters that control a terminal or turn the direction of a line are escaped.
  private static func escaped(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
