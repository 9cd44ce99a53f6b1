import MatchPlay
import MatchProtocol
import Phrases

extension ExitReason {
  /// Makes the reason of the end of a table.
  ///
  /// - Parameters:
  ///   - end: How the table ended.
  ///   - name: What the one on the other side is called, as far as that is known.
  init(_ end: TableEnd, with name: String?) {
    let name = name ?? Strings.nobody
    switch end {
    case .gameOver: self = .gameFinished
    case .left: self = .quit
    case .notAccepted(let isKeyChanged):
      self = .notAccepted(name: name, why: isKeyChanged ? .keyChanged : .here)
    case .otherPlayer: self = .notAccepted(name: name, why: .here)
    case .session(let end, .open): self.init(end, before: name)
    case .session(let end, .introduced): self.init(end, introducing: name)
    case .session(let end, .seated): self.init(end, with: name)
    case .violation(let violation): self.init(violation)
    case .damagedJournal: self = .damagedMatch(nil)
    case .pipeBroken: self = .pipeBroken(name: name)
    }
  }

  /// Makes the reason of the end of the session with `name`, for a player who has a seat.
  private init(_ end: SessionEnd, with name: String) {
    switch end {
    case .closed(let reason):
      self = .internalError(say("the session closed unexpectedly (\(String(describing: reason)))"))
    case .peerLeft(let reason):
      self.init(reason, of: name)
    case .notAccepted(let limit):
      self = .notAccepted(name: name, why: .noAnswer(for: limit))
    case .linkLost(.disconnected), .linkLost(.cut), .linkLost(.serviceGone):
      self = .linkLost(name: name, cause: .disconnected)
    case .linkLost(.transportGone):
      self = .linkLost(name: name, cause: .bluetoothGone)
    case .silent(let duration):
      self = .linkLost(name: name, cause: .silent(for: duration))
    case .recordsDiffer:
      self = .recordsDiffer(name: name)
    case .outboxFull(let limit):
      self = .internalError(say("more than \(limit) messages are waiting to be sent"))
    case .refused(let reason):
      self.init(reason, by: name)
    case .protocolViolation(let error):
      self =
        switch error.fault {
        case .garbage: .garbage(say("a message that the protocol does not allow"))
        case .tooLarge: .garbage(say("a message that is far too long"))
        case .lostPacket: .linkLost(name: name, cause: .packetLost)
        }
    case .hungUp(let limit): self = .couldNotConnect(to: name, because: .hungUp(for: limit))
    case .handshakeTimeout:
      let limit = SessionTimes.handshake
      self = .couldNotConnect(to: name, because: .noAnswer(for: limit))
    }
  }

  /// Makes the reason of the goodbye of `name`.
  private init(_ goodbye: GoodbyeReason, of name: String) {
    switch goodbye {
    case .notAccepted: self = .notAccepted(name: name, why: .there)
    case .notInvited: self = .notLetIn(name: name, why: .notInvited)
    case .kicked: self = .notLetIn(name: name, why: .kicked)
    case .noPlace: self = .notLetIn(name: name, why: .watchersFull)
    case .challengeDeclined: self = .notLetIn(name: name, why: .challengeDeclined)
    case .challengeExpired: self = .notLetIn(name: name, why: .challengeExpired)
    case .takenOver: self = .notLetIn(name: name, why: .takenOver)
    case .left, .gameOver, .illegalMove, .protocolViolation, .failed, .unknownMatch,
      .recordsDiffer:
      self = .otherSideLeft(name: name, why: goodbye)
    }
  }

  /// Makes the reason of a refusal by the host called `name`.
  private init(_ refusal: RefusalReason, by name: String) {
    switch refusal {
    case .roomFull: self = .notLetIn(name: name, why: .taken)
    case .seatKept: self = .notLetIn(name: name, why: .kept)
    case .closed: self = .notLetIn(name: name, why: .closed)
    case .tooManyTries(let seconds):
      self = .notLetIn(name: name, why: .tooManyTries(seconds: seconds))
    case .watchersFull: self = .notLetIn(name: name, why: .watchersFull)
    case .notShown: self = .notLetIn(name: name, why: .notShown)
    case .notInvited: self = .notLetIn(name: name, why: .notInvited)
    case .later: self = .keptShut(name: name)
    case .unknownMatch: self = .otherSideLeft(name: name, why: .left)
    case .protocolVersion(let versions): self = .otherVersion(Strings.otherVersion(versions))
    }
  }

  /// The same for a player who has no seat yet: a link that breaks then never stood.
  private init(_ end: SessionEnd, before name: String) {
    switch end {
    case .linkLost(.disconnected), .linkLost(.cut), .linkLost(.serviceGone), .silent:
      self = .couldNotConnect(to: name, because: .linkBroke)
    case _: self.init(end, with: name)
    }
  }

  /// The same while players are introduced to each other.
  private init(_ end: SessionEnd, introducing name: String) {
    switch end {
    case .closed(.notAccepted):
      self = .notAccepted(name: name, why: .here)
    case .peerLeft(.left):
      self = .notAccepted(name: name, why: .there)
    case .linkLost(.disconnected), .linkLost(.cut), .linkLost(.serviceGone), .silent:
      self = .notAccepted(name: name, why: .linkBroke)
    case _: self.init(end, with: name)
    }
  }

  private init(_ violation: MatchViolation) {
    switch violation {
    case .unknownTerms(let terms):
      self = .otherVersion(Strings.unknownTerms(terms))
    case .unexpectedMessage, .otherTerms, .tooManyRequests:
      self = .garbage(Strings.violation(violation))
    case .unreadableMove, .illegalMove, .wrongPly, .outOfTurn, .timeIsUp, .gameOver:
      self = .illegalMove(Strings.violation(violation))
    }
  }
}
