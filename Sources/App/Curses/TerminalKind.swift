internal import CNcurses
internal import Glibc

/// What a terminal is called, and whether a screen can be drawn on it.
public enum TerminalKind {
  /// The reason why there is no screen.
  public enum Unfit: Error, Hashable, Sendable {
    /// There is no description of a terminal of this name.
    case unknown(String)
    /// It cannot move its cursor.
    case plain
  }

  /// Checks the terminal that TERM names.
  ///
  /// - Throws: why no screen can be drawn on it.
  public static func check() throws(Unfit) {
    let name = environment("TERM") ?? ""
    guard !name.isEmpty else { throw .plain }
    guard isDescribed(name) else { throw .unknown(name) }
    guard unsafe tabletooth_capability("cup") != nil else { throw .plain }
  }

  /// The description of this terminal that has colours of 24 bits, where the environment says that
  /// it has them.
  static var direct: String? {
    guard ["truecolor", "24bit"].contains(environment("COLORTERM") ?? ""),
      let name = environment("TERM")
    else { return nil }
    let base = name.hasSuffix("-256color") ? String(name.dropLast(9)) : name
    return isDescribed(base + "-direct") ? base + "-direct" : nil
  }

  /// True if its window has a title that can be set, and put aside meanwhile.
  static var hasTitle: Bool {
    let families = [
      "xterm", "tmux", "screen", "rxvt", "foot", "alacritty", "kitty", "wezterm", "vte",
    ]
    let name = environment("TERM") ?? ""
    return families.contains { name.contains($0) }
  }

  private static func isDescribed(_ name: String) -> Bool {
    var found: CInt = 0
    return unsafe setupterm(name, STDOUT_FILENO, &found) == OK
  }

  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

/// The character set of the terminal.
public enum CharacterSet {
  /// Takes the locale of the environment, and says whether it is UTF-8.
  ///
  /// A locale that is named and not installed counts by its name.
  public static func takeLocale() -> Bool {
    if unsafe setlocale(LC_CTYPE, "") == nil {
      let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(TerminalKind.environment)
      let name = names.first { !$0.isEmpty }?.lowercased().filter { $0 != "-" } ?? ""
      guard name.contains(".utf8"), unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil else {
        return false
      }
    }
    return unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) } == "UTF-8"
  }
}
