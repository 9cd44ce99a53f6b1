import Glibc

/// A text file beside the tests, or one that the environment names.
enum Fixture {
  /// The lines of `name` in the folder Fixtures; empty where there is no such file.
  static func lines(_ name: String) -> [String] {
    split(text(name))
  }

  /// The text of `name` in the folder Fixtures; empty where there is no such file.
  static func text(_ name: String) -> String {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return read("/\(folder)/Fixtures/\(name)")
  }

  /// The lines of the file that the environment variable `name` names; empty where it is not set.
  static func lines(environment name: String) -> [String] {
    guard let path = unsafe getenv(name) else { return [] }
    return split(read(unsafe String(cString: path)))
  }

  /// The number in the environment variable `name`, or `standard`.
  static func count(environment name: String, standard: Int) -> Int {
    guard let text = unsafe getenv(name) else { return standard }
    return Int(unsafe String(cString: text)) ?? standard
  }

  /// Writes `lines` to the file that the environment variable `name` names, if it is set.
  static func write(_ lines: [String], environment name: String) {
    guard let path = unsafe getenv(name), let file = unsafe fopen(path, "w") else { return }
    defer { unsafe fclose(file) }
    for line in lines { unsafe fputs(line + "\n", file) }
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private static func read(_ path: String) -> String {
    guard let file = unsafe fopen(path, "r") else { return "" }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
