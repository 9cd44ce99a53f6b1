internal import Glibc

/// A file that is read part by part.
public struct PartedFile: ~Copyable {
  private let descriptor: CInt
  private var buffer: [UInt8]

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - length: how many bytes a part has at most.
  /// - Throws: `WholeFile.Unreadable`.
  public init(at path: String, partsOf length: Int) throws(WholeFile.Unreadable) {
    let opened = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .ofSystem }
    descriptor = opened
    buffer = [UInt8](repeating: 0, count: length)
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Reads the next part; empty at the end of the file.
  ///
  /// - Throws: `WholeFile.Unreadable`.
  public mutating func next() throws(WholeFile.Unreadable) -> ArraySlice<UInt8> {
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count >= 0 { return buffer[..<count] }
      if errno != EINTR { throw .ofSystem }
    }
  }
}
