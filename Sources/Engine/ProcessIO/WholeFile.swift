internal import Glibc

/// A file that is read as a whole, up to a limit.
public enum WholeFile {
  /// The reason why a file gives no bytes, in the words of the system.
  public struct Unreadable: Error, Hashable {
    /// The words.
    public let reason: String

    /// States why.
    public init(reason: String) {
      self.reason = reason
    }

    /// The error in `errno`.
    static var ofSystem: Self {
      Self(reason: unsafe String(cString: strerror(errno)))
    }
  }

  /// Reads the file at `path`, or standard input for `-`.
  ///
  /// Not much more than `limit` bytes are read, so that an endless file ends too.
  ///
  /// - Throws: ``Unreadable``.
  public static func bytes(of path: String, limit: Int) throws(Unreadable) -> [UInt8] {
    var file = try PartedFile(at: path, partsOf: min(65_536, limit + 1))
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let part = try file.next()
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}
