/// A chat message, fit to be shown.
///
/// 1 to 500 code points in one line: no control characters, no line or paragraph separators, and no
/// format characters, which could turn the line round or hide in it, but for the two joiners that
/// scripts and emoji need, and few marks on each character. At least one can be seen.
public struct Words: Hashable, Sendable {
  /// The reason why a text is none.
  public enum Flaw: Error, Hashable, Sendable {
    /// Nothing in it can be seen.
    case empty
    /// It has so many code points.
    case tooLong(Int)
  }

  /// The maximum number of code points.
  public static let longest = 500

  /// The words.
  public let text: String

  /// Makes a message of the part of `text` that can be shown; each run of white space in it is one
  /// space.
  public init(_ text: String) throws(Flaw) {
    let scalars = text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
      .filter(PlayerName.isAllowed)
    let limited = PlayerName.limitingMarks(scalars)
    let kept = String(String.UnicodeScalarView(limited)).split(separator: " ")
      .joined(separator: " ")
    guard kept.unicodeScalars.contains(where: PlayerName.isVisible) else { throw .empty }
    guard kept.unicodeScalars.count <= Self.longest else {
      throw .tooLong(kept.unicodeScalars.count)
    }
    self.text = kept
  }
}

/// Words on their way, with their number.
public struct Say: Hashable, Sendable {
  /// The number of words that its sender has said before in this session: 0 to 4,294,967,295.
  public var number: UInt32
  /// The text: 1 to 500 code points of any kind; a receiver cleans it.
  public var text: String

  /// `text`, after `number` others.
  public init(number: UInt32, text: String) {
    self.number = number
    self.text = text
  }
}

/// The messages that a player has seen: all before the last prompt.
public struct Seen: Hashable, Sendable {
  /// All words before this number.
  public var words: UInt32
  /// So many messages of the match.
  public var match: UInt32
  /// True if the player wants to hear no words.
  public var isDeaf: Bool
  /// True if the player is typing words.
  public var isTyping: Bool

  /// So many words, and so many messages of the match.
  public init(
    words: UInt32 = 0,
    match: UInt32 = 0,
    isDeaf: Bool = false,
    isTyping: Bool = false
  ) {
    self.words = words
    self.match = match
    self.isDeaf = isDeaf
    self.isTyping = isTyping
  }
}

/// The state of a side's chat at the beginning of a link, if its program takes any.
public struct TalkState: Hashable, Sendable {
  /// The number of the words that it expects next.
  public var received: UInt32
  /// The messages that its player has seen.
  public var seen: Seen
  /// True if its program takes files, too.
  public var takesFiles: Bool
  /// The maximum length of a packet on this link that it accepts; 0 for the usual one.
  public var packetSize: Int

  /// A side that expects the words of this number next.
  public init(
    received: UInt32 = 0,
    seen: Seen = Seen(),
    takesFiles: Bool = false,
    packetSize: Int = 0
  ) {
    self.takesFiles = takesFiles
    self.packetSize = packetSize
    self.received = received
    self.seen = seen
  }
}

/// Words that were said or heard, in a match that is kept.
public struct SpokenWords: Hashable, Sendable {
  /// True if they were said here; otherwise they were heard.
  public var isMine: Bool
  /// Their number among those of their side in the session.
  public var number: UInt32
  /// The message.
  public var words: Words

  /// Words number `number` of a side.
  public init(isMine: Bool, number: UInt32, _ words: Words) {
    self.isMine = isMine
    self.number = number
    self.words = words
  }
}

extension Say {
  func check() throws(ProtocolError) {
    guard 1...Words.longest ~= text.unicodeScalars.count else { throw .forbiddenText(.words) }
  }

  func write(to fields: inout WireWriter) {
    fields.varint(1, number)
    fields.string(2, text)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(number: fields.uint32(1), text: try fields.string(2))
    try check()
  }
}

extension Seen {
  func write(to fields: inout WireWriter) {
    fields.varint(1, words)
    fields.varint(2, match)
    fields.bool(3, isDeaf)
    fields.bool(4, isTyping)
  }

  init(_ fields: WireReader) {
    self.init(
      words: fields.uint32(1),
      match: fields.uint32(2),
      isDeaf: fields.bool(3),
      isTyping: fields.bool(4)
    )
  }
}

extension TalkState {
  func write(to fields: inout WireWriter) {
    fields.varint(1, received)
    if seen != Seen() { fields.message(2, seen.write) }
    fields.bool(3, takesFiles)
    fields.varint(4, packetSize)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let seen = try fields.message(2)
    self.init(
      received: fields.uint32(1),
      seen: seen.map { Seen($0) } ?? Seen(),
      takesFiles: fields.bool(3),
      packetSize: Int(clamping: fields.uint32(4))
    )
  }
}
