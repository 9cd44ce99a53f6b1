/// What becomes of the seat when a conversation goes on or ends.
extension HostSession {
  mutating func settle(
    _ conversation: Conversation,
    _ step: Step
  ) -> Step {
    guard case .taken(var guest) = seat else {
      return step
    }
    guest.conversation = conversation
    guard conversation.isOver else {
      seat = .taken(guest)
      return step
    }
    guard conversation.hasJoined else {
      return free(guest, step)
    }
    seat = .over
    let others = guest.returns.keys.sorted { $0.rawValue < $1.rawValue }
    return Step(hangUps: hangUp() + others) + step
  }

  /// Nobody has joined: the table is open again, and the end of the conversation is a stranger's.
  private mutating func free(_ guest: Guest, _ step: Step) -> Step {
    seat = .empty
    var step = step
    if let peer = guest.conversation.peer, let rejection = step.end?.rejection {
      step.events.append(.strangerRejected(peer, rejection))
    }
    step.end = nil
    return step
  }

  /// Ends the links of all who have no seat.
  mutating func hangUp() -> [PeerID] {
    let peers = strangers.peers
    strangers = UnseatedPeers()
    return peers
  }
}

extension SessionEnd {
  /// What it means for a host when somebody ends so who has not joined; nil if the host has done it.
  fileprivate var rejection: StrangerRejection? {
    switch self {
    case .closed: nil
    case .protocolViolation(let error): .garbage(error)
    case .handshakeTimeout: .handshakeTimeout
    case .peerLeft, .notAccepted, .linkLost, .silent, .outboxFull, .refused: .left
    }
  }
}
