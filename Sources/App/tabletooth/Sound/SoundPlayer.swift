internal import ChildProcesses
internal import Glibc

/// A player of the desktop: a program that plays one file and ends.
struct SoundPlayer: Hashable, Sendable {
  /// The programs that are looked for, in this order.
  private static let names = ["paplay", "pw-play", "aplay"]

  private let name: String
  private let path: String

  /// The first of them that is in `PATH`; nil where none is.
  init?(in path: String? = PlayerOptions.variable("PATH")) {
    let folders = (path ?? "").split(separator: ":")
    for name in Self.names {
      for folder in folders where unsafe access("\(folder)/\(name)", X_OK) == 0 {
        self.name = name
        self.path = "\(folder)/\(name)"
        return
      }
    }
    return nil
  }

  /// Begins to play a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - volume: how loud, from 0 to 100; nil leaves it as the file has it. aplay cannot change it.
  /// - Returns: the number of the process; nil where it cannot be started.
  func play(_ file: String, volume: Int? = nil) -> pid_t? {
    var words = [path]
    if let volume {
      switch name {
      case "paplay": words.append("--volume=\(65_536 * volume / 100)")
      case "pw-play": words.append("--volume=\(volume / 100).\(volume % 100 / 10)\(volume % 10)")
      default: break
      }
    }
    return Self.spawn(words + [file])
  }

  /// Starts a program that reads nothing and says nothing.
  static func spawn(_ words: [String]) -> pid_t? {
    var start = ProgramStart(words, in: .ownGroup)
    start.errors = .none
    return try? start.run()
  }
}
