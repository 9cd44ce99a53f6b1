public import MatchProtocol

/// A host's description of its table at a broker, for those who ask at one of its rendezvous.
public struct TableSign: Hashable, Sendable {
  /// The name of the table.
  public var name: PlayerName
  /// The advertisement of the table.
  public var presence: Presence
  /// True if a new guest may come.
  public var isOpen: Bool
  /// The digest of the host's key, from which the table is found; nil for those who are there
  /// already.
  public var table: TableDigest?

  /// The sign of an open table.
  public init(_ name: PlayerName, _ presence: Presence, table: TableDigest? = nil) {
    (self.name, self.presence, self.table) = (name, presence, table)
    isOpen = true
  }

  /// One byte whether it is open, two of presence, the digest or as many zeros, and the name.
  var bytes: [UInt8] {
    [isOpen ? 1 : 0] + presence.bytes.prefix(Presence.length)
      + (table?.bytes ?? Array(repeating: 0, count: TableDigest.size))
      + Array(name.description.utf8)
  }

  /// Reads a sign; nil for what is none.
  init?(_ bytes: [UInt8]) {
    let start = 1 + Presence.length + TableDigest.size
    guard bytes.count > start, bytes[0] <= 1,
      let presence = Presence(Array(bytes[1..<1 + Presence.length])),
      let text = String(validating: bytes[start...], as: UTF8.self), let name = PlayerName(text)
    else { return nil }
    let digest = Array(bytes[1 + Presence.length..<start])
    self.init(
      name,
      presence,
      table: digest.contains { $0 != 0 } ? TableDigest(digest) : nil
    )
    isOpen = bytes[0] == 1
  }
}

/// A question for a ``TableSign``, which its answer repeats: an answer that was recorded answers no
/// other question.
package struct TableLook: Hashable, Sendable {
  private static let half = 8
  /// The size in bytes.
  static let size = 2 * half

  /// Eight random bytes; zeros where nobody has asked.
  let challenge: [UInt8]
  /// By what a player knows its own words again, where two have the same door; zeros at a table's.
  let mark: [UInt8]

  /// The query that nobody has sent.
  static let none = Self([], mark: [])

  /// A new question.
  static func random(mark: [UInt8] = []) -> Self { Self(randomBytes(half), mark: mark) }

  private init(_ challenge: [UInt8], mark: [UInt8]) {
    self.challenge = Self.filled(challenge)
    self.mark = Self.filled(mark)
  }

  /// Reads a question; nil if it has another length.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.init(Array(bytes.prefix(Self.half)), mark: Array(bytes.suffix(Self.half)))
  }

  /// The same question, answered by the one with this mark.
  func answered(by mark: [UInt8]) -> Self { Self(challenge, mark: mark) }

  var bytes: [UInt8] { challenge + mark }

  private static func filled(_ bytes: [UInt8]) -> [UInt8] {
    Array((bytes + Array(repeating: 0, count: half)).prefix(half))
  }
}
