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
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What this process blocks or ignores, and control-C, are no matter of the child.
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawn(&process, words[0], &actions, &attributes, &pointers, environ)
    return status == 0 ? process : nil
  }
}
