/// Lines of standard input one by one, for a command that does nothing but answer them.
///
/// Whoever asks for a line waits for it.
public struct InputLines {
  /// A line without its end, which is a newline or a carriage return and a newline.
  public enum Line: Hashable {
    /// It had at most as many bytes as the limit.
    case bytes([UInt8])
    /// It had more bytes than the limit and was thrown away.
    case tooLong
  }

  private let limit: Int
  private var read: ArraySlice<UInt8> = []

  /// Takes lines of at most `limit` bytes.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Waits for the next line; nil at the end.
  public mutating func next() -> Line? {
    var line: [UInt8] = []
    var hasBegun = false
    while true {
      if read.isEmpty {
        guard let bytes = StandardStreams.read() else {
          return hasBegun ? finish(line) : nil
        }
        read = bytes
      }
      hasBegun = true
      let end = read.firstIndex(of: UInt8(ascii: "\n"))
      // One byte more than a line may have tells a long line from one that just fits; a carriage
      // return is another.
      line += read[..<(end ?? read.endIndex)].prefix(limit + 2 - line.count)
      read = end.map { read[($0 + 1)...] } ?? []
      if end != nil { return finish(line) }
    }
  }

  private func finish(_ line: [UInt8]) -> Line {
    let bytes = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    return bytes.count > limit ? .tooLong : .bytes(bytes)
  }
}
