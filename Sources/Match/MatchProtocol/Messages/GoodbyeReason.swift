/// The reason why a side leaves, by its number in `match.proto`.
public enum GoodbyeReason: Int32, Hashable, Sendable, CaseIterable {
  /// Its player wants to, or says no reason that this version knows.
  case left = 0

  /// The game is over and both know it.
  case gameOver = 1

  /// The other side made a move that the rules forbid.
  case illegalMove = 2

  /// The other side broke the protocol.
  case protocolViolation = 3

  /// Its program cannot go on.
  case failed = 4

  /// Its player does not take the other side for who it should be.
  case notAccepted = 5

  /// It plays with the other side, and not this match.
  case unknownMatch = 6

  /// The records of the match on the two sides differ.
  case recordsDiffer = 7

  /// Its host plays with players only whom it knows.
  case notInvited = 10

  /// Its host has sent the other side away.
  case kicked = 11

  /// As many watch as may.
  case noPlace = 13

  /// Its player does not want to play as the other side has asked.
  case challengeDeclined = 16

  /// Its player has not answered in time what the other side has asked.
  case challengeExpired = 17

  /// The same player has gone on with the match on another link, from another computer perhaps.
  case takenOver = 18
}

extension GoodbyeReason {
  /// True if it is about a link, and no message of the match.
  var isOfLink: Bool {
    switch self {
    case .unknownMatch, .recordsDiffer, .takenOver: true
    default: false
    }
  }

  func write(to fields: inout WireWriter) { fields.varint(1, rawValue) }

  init(_ fields: WireReader) { self = GoodbyeReason(rawValue: fields.choice(1)) ?? .left }
}
