/// What becomes of the seat when a conversation goes on or ends.
extension HostSession {
  mutating func settle(
    _ conversation: Conversation,
    _ actions: [SessionAction]
  ) -> [SessionAction] {
    guard case .taken(var guest) = seat else {
      return actions
    }
    guest.conversation = conversation
    guard conversation.isOver else {
      seat = .taken(guest)
      return actions
    }
    guard conversation.hasJoined else {
      return free(guest, actions)
    }
    seat = .over
    return hangUp() + returnsDismissed(guest) + actions
  }

  /// Nobody has joined: the table is open again, and the end of the conversation is a stranger's.
  private mutating func free(_ guest: Guest, _ actions: [SessionAction]) -> [SessionAction] {
    seat = .empty
    return actions.compactMap { action in
      guard case .event(.ended(let end)) = action, let peer = guest.conversation.peer else {
        return action
      }
      return end.rejection.map { .event(.strangerRejected(peer, $0)) }
    }
  }

  /// Ends the links of all who have no seat.
  mutating func hangUp() -> [SessionAction] {
    let peers = strangers.peers
    strangers = UnseatedPeers()
    return peers.map { .disconnect($0) }
  }

  func returnsDismissed(_ guest: Guest) -> [SessionAction] {
    guest.returns.keys.sorted { $0.rawValue < $1.rawValue }.map { .disconnect($0) }
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
