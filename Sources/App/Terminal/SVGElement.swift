/// An element of an SVG picture as text.
public enum SVGElement {
  /// An element with these attributes; without content it ends at once.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - attributes: their names and values, which hold no quotes.
  ///   - content: the text in it, which is made safe.
  /// - Returns: the element.
  public static func text(
    _ name: String,
    _ attributes: KeyValuePairs<String, String>,
    _ content: String? = nil
  ) -> String {
    let words = attributes.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: " ")
    guard let content else { return "<\(name) \(words)/>" }
    return "<\(name) \(words)>\(content.map(escaped).joined())</\(name)>"
  }

  /// The first line of a picture of this size in pixels; `</svg>` ends it.
  public static func opening(width: Int, height: Int, font: String) -> String {
    let size = "viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) font-family=\"\(font)\">"
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: String(character)
    }
  }
}
