/// The name of a service on a network, as DNS-SD allows it.
enum InstanceName {
  /// The length of a label of DNS, in bytes (RFC 6763, 4.1.1).
  static let longest = 63

  /// The part of `text` that can be a name: at most 63 bytes of UTF-8, cut between characters,
  /// without control characters.
  ///
  /// A first character of more than 63 bytes is cut between its scalars.
  static func fitting(_ text: String) -> String {
    let printable = String(String.UnicodeScalarView(text.unicodeScalars.filter(isPrintable)))
    let characters = cut(printable) { String($0) }
    return characters.isEmpty ? cut(printable.unicodeScalars) { String($0) } : characters
  }

  private static func cut<Parts: Sequence>(
    _ parts: Parts,
    _ text: (Parts.Element) -> String
  ) -> String {
    var name = ""
    for part in parts {
      let part = text(part)
      guard name.utf8.count + part.utf8.count <= longest else { break }
      name += part
    }
    return name
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0x7f
  }
}
