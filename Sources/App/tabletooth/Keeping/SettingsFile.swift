internal import BoardUI
internal import BrokerTransport
internal import Glibc
internal import Phrases
internal import ProcessIO
internal import TOML

/// The file of settings: read at the start, written by the settings screen.
enum SettingsFile {
  /// The largest file that is read, in bytes.
  private static let longest = 65_536

  /// The path of the file, by the XDG base directory specification; nil if nothing names a folder.
  static var path: String? {
    for (variable, rest) in [("XDG_CONFIG_HOME", ""), ("HOME", "/.config")] {
      if let folder = Environment.variable(variable), folder.hasPrefix("/") {
        return folder + rest + "/tabletooth/settings.toml"
      }
    }
    return nil
  }

  /// True if a command with these arguments, or the start menu, obeys the file.
  static func matters(to arguments: [String]) -> Bool {
    let commands = [
      "host", "join", "challenge", "play", "resume", "scan", "doctor", "send", "receive",
      "pipe", "bridge",
    ]
    return arguments.first.map(commands.contains) ?? true
      || arguments.starts(with: ["games", "replay"])
  }

  /// The settings in the file at `path`; none if there is no file.
  ///
  /// - Throws: `ExitReason`, with the line of what is wrong and what is allowed.
  static func settings(at path: String?) throws(ExitReason) -> Settings {
    guard let path, let text = try text(at: path) else { return Settings() }
    return try settings(in: text, path)
  }

  /// Sets one value in the file at `path`, or takes it out, and leaves all else in it as it is.
  ///
  /// - Returns: What is set now.
  /// - Throws: `ExitReason` where the file cannot be written, or another line of it is wrong.
  static func set(
    _ setting: Setting,
    to value: String?,
    at path: String?
  ) throws(ExitReason) -> Settings {
    guard let path else { throw .noFolder }
    let old = try text(at: path) ?? ""
    let text = Self.text(old, setting, value)
    let settings = try settings(in: text, path)
    try write(text, to: path)
    return settings
  }

  // MARK: Text

  /// The settings in `text`.
  static func settings(in text: String, _ path: String) throws(ExitReason) -> Settings {
    let file: TOMLFile
    do throws(TOMLFile.Broken) {
      file = try TOMLFile(text)
    } catch {
      throw .settings(place: "\(path):\(error.line)", error, in: text)
    }
    var settings = Settings()
    for entry in file.entries {
      let place = "\(path):\(entry.line)"
      guard let setting = Setting(rawValue: entry.key) else {
        throw .settings(
          place: place,
          found: SettingsStrings.unknown(entry.key),
          expected: SettingsStrings.all
        )
      }
      guard let value = setting.text(of: entry.value) else {
        throw .settings(
          place: place,
          found: SettingsStrings.found(setting),
          expected: SettingsStrings.allowed(setting)
        )
      }
      settings[setting] = value
    }
    try checkTables(in: text, path)
    return settings
  }

  /// Refuses a table in which nothing stands; all settings stand before any.
  private static func checkTables(in text: String, _ path: String) throws(ExitReason) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let index = lines.firstIndex(where: { $0.drop { " \t".contains($0) }.hasPrefix("[") })
    else { return }
    throw .settings(
      place: "\(path):\(index + 1)",
      found: SettingsStrings.table(lines[index].trimmed),
      expected: SettingsStrings.lines
    )
  }

  /// The text of a file with another value in the line of `setting`, or with one line more or less.
  static func text(_ old: String, _ setting: Setting, _ value: String?) -> String {
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    // All settings stand before the first table.
    let end = lines.firstIndex { $0.drop { $0 == " " }.hasPrefix("[") } ?? lines.count
    let index = lines[..<end].firstIndex { line in
      let key = line.prefix { $0 != "=" }.filter { !" \t\"'".contains($0) }
      return line.contains("=") && key == setting.rawValue
    }
    let line = value.map { "\(setting.rawValue) = \(setting.literal($0))" }
    switch (index, line) {
    case (let index?, let line?): lines[index] = line
    case (let index?, nil): lines.remove(at: index)
    case (nil, let line?): lines.insert(line, at: end)
    case (nil, nil): break
    }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  // MARK: The disk

  private static func text(at path: String) throws(ExitReason) -> String? {
    guard unsafe access(path, F_OK) == 0 else { return nil }
    do throws(WholeFile.Unreadable) {
      // A pipe in its place must not be waited for.
      var status = stat()
      guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw WholeFile.Unreadable(reason: say("not a regular file"))
      }
      let bytes = try WholeFile.bytes(of: path, limit: longest)
      guard bytes.count <= longest, let text = String(validating: bytes, as: UTF8.self) else {
        throw WholeFile.Unreadable(reason: "no text of at most \(longest) bytes")
      }
      return text
    } catch {
      throw .settings(place: path, found: error.reason, expected: SettingsStrings.lines)
    }
  }

  /// Writes a new file in place of the old one, which is there until the new one is whole.
  private static func write(_ text: String, to path: String) throws(ExitReason) {
    let folder = path.split(separator: "/").dropLast()
    for count in 1...max(folder.count, 1) {
      _ = unsafe mkdir("/" + folder.prefix(count).joined(separator: "/"), 0o700)
    }
    let new = path + ".new"
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    let bytes = Array(text.utf8)
    let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
    let isWritten = count == bytes.count && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWritten, unsafe rename(new, path) == 0 else {
      throw failure(path)
    }
  }

  private static func failure(_ path: String) -> ExitReason {
    .unusable(path: path, words: unsafe String(cString: strerror(errno)))
  }
}

extension Substring {
  /// Without the spaces at both ends.
  var trimmed: String {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

extension ExitReason {
  /// A file that is no TOML: of a setting it is said what may stand there.
  fileprivate static func settings(
    place: String,
    _ broken: TOMLFile.Broken,
    in text: String
  ) -> Self {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.indices.contains(broken.line - 1) ? lines[broken.line - 1] : ""
    let parts = line.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let setting = Setting(rawValue: parts[0].trimmed) else {
      return .settings(place: place, found: broken.words, expected: SettingsStrings.lines)
    }
    return .settings(
      place: place,
      found: parts[1].trimmed,
      expected: SettingsStrings.allowed(setting)
    )
  }
}

extension Setting {
  /// A value of a file as the text that is kept of it; nil where it is not allowed.
  fileprivate func text(of value: TOMLFile.Value) -> String? {
    let text: String
    switch (kind, value) {
    case (.word, .string(let string)), (.text, .string(let string)): text = string
    case (.number, .integer(let number)): text = "\(number)"
    case (.flag, .boolean(let isOn)): text = "\(isOn)"
    case (.word, _), (.text, _), (.number, _), (.flag, _): return nil
    }
    guard allows(text), self != .broker || BrokerList(text) != nil else { return nil }
    return text
  }

  /// A value as a file has it.
  func literal(_ value: String) -> String {
    switch kind {
    case .number, .flag: return value
    case .word, .text:
      let escaped = value.map { character in
        ["\\", "\""].contains(character) ? "\\\(character)" : "\(character)"
      }
      return "\"\(escaped.joined())\""
    }
  }
}
