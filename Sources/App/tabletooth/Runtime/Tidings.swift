internal import Synchronization

/// What is to be told while the start menu has the screen, which a printed line would spoil.
enum Tidings {
  private static let lines = Mutex<[String]>([])

  /// Keeps a line for the menu, and says whether there is one.
  static func keep(_ line: String) -> Bool {
    guard FaceChoice.lent != nil else { return false }
    lines.withLock { $0.append(line) }
    return true
  }

  /// Hands over what is to be told.
  static func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
