internal import Glibc

/// The folder for received files if the player names none: the desktop's folder for downloads.
enum DownloadFolder {
  /// The maximum number of bytes of `user-dirs.dirs` that are read; a desktop writes about 700.
  private static let limit = 1 << 16

  /// The first of the folders that exists and takes files, or that can be made.
  static var path: String { path(environment: Environment.variable) }

  /// The same in another environment.
  static func path(environment: (String) -> String?) -> String {
    candidates(environment: environment).first { isUsable($0) } ?? "."
  }

  /// The folders by preference: what the environment and the desktop name, `~/Downloads`, and the
  /// home folder.
  private static func candidates(environment: (String) -> String?) -> [String] {
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let settings =
      environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? home.map { $0 + "/.config" }
    let named = settings.flatMap { text(of: $0 + "/user-dirs.dirs") }
    return [
      environment("XDG_DOWNLOAD_DIR").flatMap { $0.isEmpty ? nil : $0 },
      named.flatMap { folder(in: $0, home: home ?? "") },
      home.map { $0 + "/Downloads" }, home,
    ].compactMap(\.self)
  }

  /// The folder for downloads that the text of `user-dirs.dirs` names; nil if it names none.
  ///
  /// A value is an absolute path, or one behind `$HOME`, in quotes and escaped as for a shell
  /// (user-dirs.dirs(5)). The last line counts.
  static func folder(in text: String, home: String) -> String? {
    text.split(whereSeparator: \.isNewline).reversed().lazy.compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.drop(while: \.isWhitespace) }
      guard parts.count == 2, parts[0].prefix(while: { !$0.isWhitespace }) == "XDG_DOWNLOAD_DIR",
        parts[1].first == "\"", let value = unquoted(parts[1].dropFirst())
      else { return nil }
      guard value.hasPrefix("$HOME") else { return value.hasPrefix("/") ? value : nil }
      let rest = value.dropFirst("$HOME".count)
      guard !home.isEmpty, rest.isEmpty || rest.hasPrefix("/") else { return nil }
      return home + rest
    }.first
  }

  /// The text up to the next quote, without the marks that escape characters.
  private static func unquoted(_ text: Substring) -> String? {
    var value = ""
    var isEscaped = false
    for character in text {
      if isEscaped || character != "\\" && character != "\"" {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        return value
      }
    }
    return nil
  }

  private static func text(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return String(decoding: FileStore.read(descriptor, 0, limit), as: UTF8.self)
  }

  /// True if the folder takes files, or the next one above it that exists takes new folders.
  private static func isUsable(_ path: String) -> Bool {
    var path = path[...]
    while !path.isEmpty {
      if unsafe access(String(path), W_OK | X_OK) == 0 { return true }
      guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { return false }
      path = path[..<slash]
    }
    return false
  }

  /// Makes the folder, and those above it, if they do not exist.
  static func make(_ path: String) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      _ = unsafe mkdir(String(path[..<end]), 0o755)
    }
    // Whoever writes there sees whether it worked.
    _ = unsafe mkdir(path, 0o755)
  }
}
