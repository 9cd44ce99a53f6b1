/// A violation of the protocol by the other side, one case for each cause.
public enum ProtocolError: Error, Hashable, Sendable {
  /// A packet with fewer bytes than its header needs.
  case packetTooShort(length: Int, minimum: Int)

  /// A packet with more bytes than any Bluetooth attribute has, or than link 0 allows.
  case packetTooLong(length: Int, maximum: Int)

  /// A header whose layout this program does not know.
  case unknownFrameVersion(UInt8)

  /// A kind of packet that is reserved.
  case unknownKind(UInt8)

  /// A fragment that carries no byte of its message.
  case emptyFragment(sequence: UInt16)

  /// A message began before the one in progress was whole.
  case unexpectedFirst(sequence: UInt16)

  /// A fragment continues a message that never began.
  case unexpectedContinuation(sequence: UInt16)

  /// A message shorter or longer than its first fragment said.
  case wrongLength(claimed: Int, actual: Int)

  /// A message whose CRC-16 is not the one its first fragment said.
  case wrongChecksum(claimed: UInt16, actual: UInt16)

  /// A length field that claims more than a message may have.
  case messageTooLarge(claimed: UInt64, limit: Int)

  /// Bytes that are not a message of `match.proto`.
  case undecodable

  /// An envelope of `match.proto` that holds no message this version knows.
  case unknownMessage

  /// A number that its field does not allow.
  case valueOutOfRange(MessageField, UInt64)

  /// A text that is empty, too long, or has characters that its field does not allow.
  case forbiddenText(MessageField)

  /// A message that does not belong here, such as a second Hello in the middle of a match.
  case unexpectedMessage

  /// A packet that is too far ahead of the one expected: those between must be lost.
  case outsideWindow(sequence: UInt16, expected: UInt16)

  /// An acknowledgement of a packet that was never sent.
  case unsentAcknowledged(number: UInt16, next: UInt16)

  /// A packet that was repeated as often as it may be and never acknowledged.
  case lostPacket(sequence: UInt16)

  /// A count of received messages that cannot be: only `known` can.
  case impossibleCount(claimed: UInt32, known: ClosedRange<UInt32>)

  /// A message that does not open, or an exchange of keys that fails.
  case insecure(SecurityError)
}

extension ProtocolError {
  /// The three kinds of fault that a program answers differently.
  public enum Fault: Hashable, Sendable {
    /// The other side does not speak this protocol.
    case garbage

    /// The other side claims more than the limits allow.
    case tooLarge

    /// The link between the two lost something.
    case lostPacket
  }

  /// Which kind of fault this is.
  public var fault: Fault {
    switch self {
    case .messageTooLarge:
      .tooLarge
    case .outsideWindow, .lostPacket:
      .lostPacket
    case .packetTooShort, .packetTooLong, .unknownFrameVersion, .unknownKind, .emptyFragment,
      .unexpectedFirst, .unexpectedContinuation, .wrongLength, .wrongChecksum, .undecodable,
      .unknownMessage, .valueOutOfRange, .forbiddenText, .unexpectedMessage,
      .unsentAcknowledged, .impossibleCount, .insecure:
      .garbage
    }
  }
}

/// The fields of `match.proto` whose values have rules of their own.
public enum MessageField: String, Hashable, Sendable {
  /// The range of protocol versions in Hello and Refuse, and the chosen one in Welcome.
  case version

  /// A commitment or a number of a coin, by its length in bytes.
  case coin

  /// The link id in Welcome and Resumed.
  case linkID

  /// The name of a player.
  case name

  /// The name and version of a program.
  case program

  /// The reason why the host refuses.
  case refusalReason

  /// The game that is played.
  case game

  /// The rule it is played by.
  case rule

  /// The side that plays first.
  case first

  /// House rules and the clock.
  case options

  /// The number of moves that were played before.
  case ply

  /// A move in its game's notation.
  case move

  /// The time that a player thought about a move.
  case spent

  /// A player's request.
  case request

  /// The number of moves that are left after others were taken back.
  case remaining

  /// A chat message.
  case words

  /// The name, the hash, the size or a part of a file.
  case file

  /// A place in a pipe, in bytes.
  case pipe

  /// The number of an entry of a room's record.
  case entry

  /// The digests of a game; how many there are is told.
  case digests
}
