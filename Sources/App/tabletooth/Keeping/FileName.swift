internal import BoardUI

/// The name of a file that is safe in any folder.
struct FileName: Hashable {
  /// The maximum length of a name, in bytes: room is left for a number.
  private static let longest = 200
  /// Letters and signs of Unicode that show nothing: the fillers of Hangul, and the empty pattern
  /// of Braille.
  private static let blanks: Set<Character> = [
    "\u{115F}", "\u{1160}", "\u{3164}", "\u{FFA0}", "\u{2800}",
  ]
  private let stem: String
  private let ending: String

  /// Makes a name of `text`: the part behind the last slash or backslash, without characters that
  /// are not seen, and none that hides the file or means something to a shell or a system.
  init(cleaning text: String) {
    let last = text.split(omittingEmptySubsequences: false) { "/\\".contains($0) }.last ?? ""
    let seen = PrintableLine.clean(String(last)).filter { !Self.blanks.contains($0) }
    var clean = seen.map { ":*?\"<>|".contains($0) ? "_" : $0 }[...]
    while let first = clean.first, ".-~ ".contains(first) { clean = clean.dropFirst() }
    while let end = clean.last, ". ".contains(end) { clean = clean.dropLast() }
    while String(clean).utf8.count > Self.longest { clean = clean.dropLast() }
    let name = String(clean)
    let dot = name.lastIndex(of: ".")
    if Self.isReserved(name) {
      (stem, ending) = ("file" + (name.isEmpty ? "" : "-" + name), "")
    } else if let dot, dot > name.startIndex, name[dot...].count <= 12 {
      (stem, ending) = (String(name[..<dot]), String(name[dot...]))
    } else {
      (stem, ending) = (name, "")
    }
  }

  /// True if the name means something to a system.
  private static func isReserved(_ name: String) -> Bool {
    let base = name.prefix { $0 != "." }.uppercased()
    let isPort = base.count == 4 && (base.hasPrefix("COM") || base.hasPrefix("LPT"))
    return isPort || ["", "CON", "PRN", "AUX", "NUL"].contains(base)
  }

  /// The name, or the one after `number` - 1 others of the kind.
  func text(_ number: Int = 1) -> String {
    number == 1 ? stem + ending : "\(stem) (\(number))\(ending)"
  }
}
