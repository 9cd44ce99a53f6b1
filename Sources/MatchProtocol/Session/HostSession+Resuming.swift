extension HostSession {
  /// A guest who has come back, was told so, and has not been heard on the new link yet.
  struct Return: Sendable {
    let peer: PeerID
    let nonce: Nonce
    let answer: Resumed
    /// How many messages of ours the guest had when it let go of the old link.
    let received: UInt32
    let until: Duration
    var repeats = HandshakeReassembler()
  }

  /// Somebody with the link of `peer` wants to go on with a match.
  mutating func welcomeBack(
    _ resume: Resume,
    from peer: PeerID,
    now: Duration
  ) -> [SessionAction] {
    if case .offered(let offer) = seat, offer.welcome.session == resume.session {
      // It was welcomed on a link that it has lost, and what it said there did not come: it is to ask again.
      seat = .empty
      return (offer.peer == peer ? [] : [.disconnect(offer.peer)])
        + say(.unknownMatch, to: resume.nonce)
    }
    guard case .taken(var guest) = seat,
      guest.conversation.session == resume.session,
      guest.conversation.canResume(after: resume.received)
    else {
      return refuse(resume.nonce, from: peer, .unknownMatch, now: now)
    }
    guard resume.nonce != guest.nonce else {
      return []  // a late copy of what led to the link that stands
    }
    // Only one of the two has a link.
    let old = guest.returning?.peer ?? guest.conversation.peer
    let hasOldLink = guest.returning != nil || !guest.conversation.isSuspended
    let letGo = guest.conversation.letGo(now: now)
    guard !guest.conversation.isOver else {
      return settle(guest, say(.unknownMatch, to: resume.nonce) + [.disconnect(peer)] + letGo)
    }
    strangers.forget(peer)
    let answer = Resumed(
      nonce: resume.nonce,
      linkID: nextLinkID(),
      received: guest.conversation.received
    )
    guest.returning = Return(
      peer: peer,
      nonce: resume.nonce,
      answer: answer,
      received: resume.received,
      until: now + SessionTimes.handshake
    )
    seat = .taken(guest)
    return (hasOldLink && old != peer ? [.disconnect(old)] : []) + letGo
      + greetings.sendActions(for: .resumed(answer))
  }

  /// A packet of the guest who comes back: the greeting again, or the first packet on the new link.
  mutating func receive(
    _ packet: [UInt8],
    fromReturning guest: Guest,
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    guard var returning = guest.returning else {
      return []
    }
    if let header = try? FragmentHeader(decoding: packet), header.linkID == returning.answer.linkID
    {
      let link = Link(
        peer: returning.peer,
        id: header.linkID,
        packetSize: maximumPacketSize,
        now: now
      )
      return goOn(on: link, returning, guest, now: now)
        + converse { $0.receive(packet, packetSize: maximumPacketSize, now: now) }
    }
    let verdict = returning.repeats.verdict(on: packet)
    var guest = guest
    guest.returning = returning
    seat = .taken(guest)
    switch verdict {
    case .nothing:
      return []
    case .resumes(let resume) where resume.nonce == returning.nonce:
      return greetings.sendActions(for: .resumed(returning.answer))
    case .resumes(let resume):
      return welcomeBack(resume, from: returning.peer, now: now)
    case .greets, .isRejected:
      // Whoever this is, it is not the guest that was answered.
      guest.returning = nil
      seat = .taken(guest)
      return judge(verdict, of: returning.peer, now: now)
    }
  }

  private mutating func goOn(
    on link: Link,
    _ returning: Return,
    _ guest: Guest,
    now: Duration
  ) -> [SessionAction] {
    var guest = guest
    guest.returning = nil
    guest.nonce = returning.nonce
    guest.greetings = HandshakeReassembler()
    do {
      let actions = try guest.conversation.resume(on: link, after: returning.received)
      return settle(guest, actions)
    } catch {
      // Its program has been started anew meanwhile, and that ended the match.
      return settle(guest, [.disconnect(returning.peer)])
    }
  }

  /// A guest who said that it is back and then nothing has lost this link too.
  mutating func giveUp(on guest: Guest, now: Duration) -> [SessionAction] {
    guard let returning = guest.returning, now >= returning.until else {
      return []
    }
    var guest = guest
    guest.returning = nil
    seat = .taken(guest)
    return [.disconnect(returning.peer)]
  }
}
