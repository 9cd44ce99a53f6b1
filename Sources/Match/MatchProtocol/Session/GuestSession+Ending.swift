/// The session after a conversation ends, or a greeting fails.
extension GuestSession {
  /// Gives the conversation an input, if there is one.
  mutating func converse(_ input: (inout Conversation) -> Step) -> Step {
    switch phase {
    case .returning(let greeting, var conversation, let link):
      let step = input(&conversation)
      guard conversation.state == .over else {
        phase = .returning(greeting, conversation, link)
        return step
      }
      phase = .over
      return step + .hangingUp(on: greeting.peer)
    case .conversing(var conversation, let retryUntil):
      let host = conversation.peer
      let step = input(&conversation)
      guard conversation.state == .over else {
        // A link that is lost while the players compare digits may have had somebody in between:
        // nobody tries again unasked.
        let mayRetry = conversation.state == .meeting
        phase = .conversing(conversation, retryUntil: mayRetry ? retryUntil : nil)
        return step + giveUpSeat(at: host)
      }
      return retry(until: conversation.hasJoined ? nil : retryUntil, after: step)
    case .unlinked, .greeting, .over:
      return Step()
    }
  }

  /// If the right host, on whose link the last input came, says that it does not know the match, as
  /// it plays another one with this player: gives the seat up, or says so where that costs a game.
  private mutating func giveUpSeat(at host: PeerID?) -> Step {
    guard let host, case .conversing(let conversation, _) = phase,
      let time = conversation.unknownThereUntil
    else {
      return Step()
    }
    guard conversation.isUntouched else {
      return .telling(.strangerRejected(host, .otherMatch))
    }
    former = conversation.opponent
    phase = .unlinked(until: time)
    return .telling(.vacated(host))
  }

  /// The conversation is over by `step`: the session too, unless it waits for another link.
  private mutating func retry(until time: Duration?, after step: Step) -> Step {
    guard let time, step.end?.mayPass == true else {
      phase = .over
      return step
    }
    phase = .unlinked(until: time)
    var step = step
    step.end = nil
    return step
  }

  mutating func receiveOnLink(_ packet: ReceivedPacket, now: Duration) -> Step {
    converse { conversation in
      guard let id = conversation.linkID, packet.isFor(id) else { return Step() }
      return conversation.receive(
        packet.bytes,
        packetSize: packet.maximumPacketSize,
        now: now
      )
    }
  }

  /// The greeting has failed: a match that goes on waits for another link, and a first one ends.
  mutating func fallBack(_ why: SessionEnd) -> Step {
    switch phase {
    case .returning(_, let conversation, _):
      phase = .conversing(conversation, retryUntil: nil)
      return Step()
    case .greeting(_, let until?) where why.mayPass:
      phase = .unlinked(until: until)
      return Step()
    case .unlinked, .greeting, .conversing, .over:
      phase = .over
      return .ending(why)
    }
  }

  /// Whoever answers does not let the guest in: a first meeting ends, and a match that goes on is
  /// looked for elsewhere and later, as anybody may say so.
  mutating func giveUp(_ rejection: StrangerRejection, _ why: SessionEnd) -> Step {
    switch phase {
    case .returning(let greeting, _, _): reject(greeting.peer, rejection, why)
    case .greeting(let greeting, .some): .hangingUp(on: greeting.peer) + fallBack(why)
    case .greeting(_, nil), .unlinked, .conversing, .over: end(why)
    }
  }

  /// Turns away from somebody who is not the host that this guest looks for.
  mutating func reject(_ peer: PeerID, _ rejection: StrangerRejection, _ why: SessionEnd) -> Step {
    .telling(.strangerRejected(peer, rejection)) + .hangingUp(on: peer) + fallBack(why)
  }

  /// Ends the session, and the link of a greeting.
  mutating func end(_ end: SessionEnd) -> Step {
    let peer: PeerID? =
      switch phase {
      case .greeting(let greeting, _), .returning(let greeting, _, _): greeting.peer
      case .unlinked, .conversing, .over: nil
      }
    phase = .over
    return Step(hangUps: peer.map { [$0] } ?? [], end: end)
  }
}

extension SessionEnd {
  /// True if another link may do better.
  fileprivate var mayPass: Bool {
    switch self {
    case .linkLost, .silent, .handshakeTimeout, .protocolViolation, .refused: true
    default: false
    }
  }
}
