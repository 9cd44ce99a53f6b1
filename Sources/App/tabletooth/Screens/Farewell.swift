internal import BoardUI
internal import Synchronization

/// What remains of the game that was played last on a screen, for the terminal below it.
enum Farewell {
  private static let lines = Mutex<[String]>([])

  /// Takes `lines` in place of those of a game before; a screen without a game leaves them.
  static func keep(_ lines: [String]) {
    if !lines.isEmpty { Self.lines.withLock { $0 = lines } }
  }

  /// Prints what remains, once.
  static func tell() {
    let lines = lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
    _ = StandardOutput.tell(lines.map { $0 + "\n" }.joined())
  }
}

extension Display {
  /// Gives the terminal back as it was found, and prints there what remains of the last game.
  func closeAfterGame() {
    close()
    Farewell.tell()
  }
}
