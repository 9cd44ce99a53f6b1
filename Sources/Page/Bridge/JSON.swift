/// A value for `JSON.parse` of the page.
indirect enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case text(String)
  case list([JSON])
  case object([(name: String, value: JSON)])

  /// A text, or null.
  init(_ text: String?) {
    self = text.map(JSON.text) ?? .null
  }

  /// The value as JSON.
  var written: String {
    switch self {
    case .null: "null"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): Self.quoted(text)
    case .list(let values): "[" + values.map { $0.written }.joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ":" + $0.value.written }.joined(separator: ",")
        + "}"
    }
  }

  /// An object that names its kind before `members`.
  static func tagged(_ kind: String, _ members: (name: String, value: JSON)...) -> JSON {
    .object([("kind", .text(kind))] + members)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
