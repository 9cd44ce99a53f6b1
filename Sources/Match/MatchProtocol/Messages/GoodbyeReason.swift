/// Why a side leaves.
public enum GoodbyeReason: Hashable, Sendable, CaseIterable {
  /// Its player wants to, or says no reason that this version knows.
  case left

  /// The game is over and both know it.
  case gameOver

  /// The other side made a move that the rules forbid.
  case illegalMove

  /// The other side broke the protocol.
  case protocolViolation

  /// Its program cannot go on.
  case failed

  /// Its player does not take the other side for who it should be.
  case notAccepted

  /// It plays with the other side, and not this match.
  case unknownMatch

  /// What it keeps of the match is something else than what the other side keeps.
  case recordsDiffer

  /// Its host plays with players only whom it knows.
  case notInvited

  /// Its host has sent the other side away.
  case kicked

  /// As many watch as may.
  case noPlace
  /// Its player does not want to play as the other side has asked.
  case challengeDeclined

  /// Its player has not answered in time what the other side has asked.
  case challengeExpired

  /// The same player has gone on with the match on another link, from another computer perhaps.
  case takenOver
}

extension GoodbyeReason {
  /// Whether it is about a link, and no message of the match.
  var isOfLink: Bool {
    switch self {
    case .unknownMatch, .recordsDiffer, .takenOver: true
    case .left, .gameOver, .illegalMove, .protocolViolation, .failed, .notAccepted, .notInvited,
      .kicked, .noPlace, .challengeDeclined, .challengeExpired:
      false
    }
  }

  var wire: WireGoodbye {
    var wire = WireGoodbye()
    wire.reason =
      switch self {
      case .left: .left
      case .gameOver: .gameOver
      case .illegalMove: .illegalMove
      case .protocolViolation: .protocolViolation
      case .failed: .failed
      case .notAccepted: .notAccepted
      case .unknownMatch: .unknownMatch
      case .recordsDiffer: .recordsDiffer
      case .notInvited: .notInvited
      case .kicked: .kicked
      case .noPlace: .noPlace
      case .challengeDeclined: .challengeDeclined
      case .challengeExpired: .challengeExpired
      case .takenOver: .takenOver
      }
    return wire
  }

  init(_ wire: WireGoodbye) {
    self =
      switch wire.reason {
      case .left, .UNRECOGNIZED: .left
      case .gameOver: .gameOver
      case .illegalMove: .illegalMove
      case .protocolViolation: .protocolViolation
      case .failed: .failed
      case .notAccepted: .notAccepted
      case .unknownMatch: .unknownMatch
      case .recordsDiffer: .recordsDiffer
      case .notInvited: .notInvited
      case .kicked: .kicked
      case .noPlace: .noPlace
      case .challengeDeclined: .challengeDeclined
      case .challengeExpired: .challengeExpired
      case .takenOver: .takenOver
      }
  }
}
