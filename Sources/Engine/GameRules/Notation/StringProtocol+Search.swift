/// Searching for a text in a text, which Embedded Swift lacks.
extension StringProtocol {
  /// Whether `text` begins anywhere in this text.
  func contains(text: String) -> Bool {
    text.isEmpty || indices.contains { self[$0...].starts(with: text) }
  }

  /// This text with `replacement` in place of every `text`, which must not be empty.
  func replacing(text: String, with replacement: String) -> String {
    var replaced = ""
    var rest = self[...]
    while let character = rest.first {
      if rest.starts(with: text) {
        replaced += replacement
        rest = rest.dropFirst(text.count)
      } else {
        replaced.append(character)
        rest = rest.dropFirst()
      }
    }
    return replaced
  }
}
