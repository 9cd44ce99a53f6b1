internal import BoardUI
internal import GameRules
internal import Phrases

/// Files that hold no game that can be read, known by their first bytes or by their names.
enum ForeignFile {
  private static let archives = ["PK\u{3}\u{4}", "Rar!", "7z\u{bc}\u{af}", "\u{1f}\u{8b}"]
  private static let others = [
    ("%PDF", "PDF"), ("\u{89}PNG", "PNG"), ("GIF8", "GIF"), ("\u{ff}\u{d8}\u{ff}", "JPEG"),
    ("SQLite format 3", "SQLite"), ("<!DOCTYPE html", "HTML"), ("<html", "HTML"),
  ]

  /// The ends of names of files in formats that nobody has described.
  private static let closed = [".che": "QQ", ".sav": "Yixin", ".pfc": "PFC"]

  /// Refuses a file whose first bytes or name tell that it is something else, and says what to do.
  ///
  /// - Throws: `ExitReason`.
  static func refuse(_ bytes: some Collection<UInt8>, _ path: String) throws(ExitReason) {
    // Each byte as a character, as the marks above have it.
    let start = String(String.UnicodeScalarView(bytes.prefix(16).map(Unicode.Scalar.init)))
    if archives.contains(where: start.hasPrefix) {
      throw .usage(say("\(path) is an archive: unpack it, and name a file from it"))
    }
    if let kind = others.first(where: { start.hasPrefix($0.0) })?.1,
      kind != "HTML"
        || !GameFormat.fitting(String(decoding: bytes, as: UTF8.self)).contains(.dhtmlxq)
    {
      throw .usage(say("\(path) is in \(kind) format, not a game: export the game as PGN or SGF"))
    }
    if let program = closed.first(where: { path.lowercased().hasSuffix($0.key) })?.value {
      throw .usage(
        say(
          "\(path) is in the format of \(program), which Tabletooth cannot read; save it as PGN or SGF"
        )
      )
    }
  }
}
