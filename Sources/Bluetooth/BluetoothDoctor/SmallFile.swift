internal import Glibc

/// A file of text that is read as a whole: an attribute of the kernel, or a daemon's configuration.
public enum SmallFile {
  /// The maximum number of bytes that are read.
  ///
  /// BlueZ's `main.conf`, the longest file that anybody reads here, has 12 KiB with all its
  /// comments.
  public static let limit = 1 << 17

  /// The first ``limit`` bytes of the file, or `nil` when it cannot be read.
  ///
  /// Bytes that are not UTF-8 become replacement characters.
  public static func text(_ path: String) -> String? {
    guard let stream = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe fread(&bytes, 1, limit, stream)
    guard unsafe ferror(stream) == 0 else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The first line of the file, or `nil` when it cannot be read.
  static func line(_ path: String) -> String? {
    guard let text = text(path) else { return nil }
    return String(text.prefix { !$0.isNewline })
  }
}
