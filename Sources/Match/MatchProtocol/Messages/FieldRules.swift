/// The rules for the fields of a message.
enum FieldRules {
  static let longestGameName = 32
  static let longestMove = 16
  static let longestOptions = 128
  static let longestProgram = 32
  static let largestPly = 65_535
  /// A little more than a year, in milliseconds.
  static let longestTime: Int64 = 1 << 35

  /// Checks that `text` is printable ASCII without spaces, at least 1 character and at most
  /// `maximum`.
  static func checkToken(
    _ text: String,
    _ field: MessageField,
    maximum: Int
  ) throws(ProtocolError) {
    guard (1...maximum).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else {
      throw .forbiddenText(field)
    }
  }

  /// Checks that `text` is empty, or words of printable ASCII with single spaces between them.
  ///
  /// Together they have at most `maximum` characters.
  static func checkWords(
    _ text: String,
    _ field: MessageField,
    maximum: Int
  ) throws(ProtocolError) {
    if text.isEmpty { return }
    guard text.utf8.count <= maximum else { throw .forbiddenText(field) }
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      try checkToken(String(word), field, maximum: maximum)
    }
  }

  /// The range `lowest...highest` of protocol versions, which begin at 1.
  static func versions(
    _ lowest: UInt32,
    _ highest: UInt32
  ) throws(ProtocolError) -> ClosedRange<UInt16> {
    let lowest = try version(lowest)
    let highest = try version(highest)
    guard lowest <= highest else {
      throw .valueOutOfRange(.version, UInt64(lowest))
    }
    return lowest...highest
  }

  /// One protocol version.
  static func version(_ value: UInt32) throws(ProtocolError) -> UInt16 {
    guard let version = UInt16(exactly: value), version > 0 else {
      throw .valueOutOfRange(.version, UInt64(value))
    }
    return version
  }

  /// Checks that a time is none or more, and at most ``longestTime``.
  static func checkTime(_ time: Duration) throws(ProtocolError) {
    guard .zero ... .milliseconds(longestTime) ~= time else {
      throw .valueOutOfRange(.spent, UInt64(clamping: time.wholeMilliseconds))
    }
  }

  /// So many milliseconds, at most ``longestTime``.
  static func time(_ milliseconds: UInt64) throws(ProtocolError) -> Duration {
    guard milliseconds <= UInt64(longestTime) else { throw .valueOutOfRange(.spent, milliseconds) }
    return .milliseconds(Int64(milliseconds))
  }

  static func checkPly(_ ply: Int) throws(ProtocolError) {
    guard (0...largestPly).contains(ply) else {
      throw .valueOutOfRange(.ply, UInt64(clamping: ply))
    }
  }
}

extension Duration {
  /// The milliseconds, without parts of one.
  var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
