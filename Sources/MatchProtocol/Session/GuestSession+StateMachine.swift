extension GuestSession: Conversing {
  /// A greeting that waits for its answer.
  struct Greeting: Sendable {
    let peer: PeerID
    let until: Duration
    var repeatAt: Duration
    var outgoing = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
    var incoming = HandshakeReassembler()
  }

  /// How far the guest has come.
  enum State: Sendable {
    /// The host cannot be reached yet.
    case unlinked

    /// Hello was said.
    case greeting(Greeting)

    /// The host has given a seat, until one side leaves.
    case seated(Conversation)

    /// The session is over.
    case over
  }

  var conversation: Conversation? {
    switch state {
    case .seated(let conversation): conversation
    case .unlinked, .greeting, .over: nil
    }
  }

  /// Says Hello, and when to say it again.
  mutating func greet(_ greeting: Greeting, now: Duration) -> [SessionAction] {
    var greeting = greeting
    let packets = greeting.outgoing.sendActions(
      for: .hello(hello),
      packetSize: PacketSize.smallest
    )
    greeting.repeatAt = now + SessionTimes.helloRepeat
    state = .greeting(greeting)
    return packets
  }

  /// A packet of the host before there is a seat; all but link 0 is for other guests.
  mutating func receive(
    _ packet: [UInt8],
    in greeting: Greeting,
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    guard Self.isFor(.unassigned, packet) else {
      return []
    }
    var greeting = greeting
    do {
      let message = try greeting.incoming.append(packet, FragmentHeader(decoding: packet))
      state = .greeting(greeting)
      guard let message, let answer = try answer(in: message) else {
        return []
      }
      switch answer {
      case .welcome(let welcome):
        return try sit(welcome, greeting, maximumPacketSize: maximumPacketSize, now: now)
      case .refuse(let refusal):
        return end(greeting, .refused(refusal.reason))
      case .hello, .goodbye, .match:
        return []
      }
    } catch {
      return end(greeting, .protocolViolation(error))
    }
  }

  /// A packet of the host on this guest's link; others are for other guests.
  mutating func receiveOnLink(
    _ packet: [UInt8],
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    converse { conversation in
      guard Self.isFor(conversation.linkID, packet) else {
        return []
      }
      return conversation.receive(packet, packetSize: maximumPacketSize, now: now)
    }
  }

  /// Keeps what became of a conversation.
  mutating func settle(
    _ conversation: Conversation,
    _ actions: [SessionAction]
  ) -> [SessionAction] {
    state = conversation.isOver ? .over : .seated(conversation)
    return actions
  }

  /// Ends a session that has no seat.
  mutating func end(_ greeting: Greeting, _ end: SessionEnd) -> [SessionAction] {
    state = .over
    return [.disconnect(greeting.peer), .event(.ended(end))]
  }

  private mutating func sit(
    _ welcome: Welcome,
    _ greeting: Greeting,
    maximumPacketSize: Int,
    now: Duration
  ) throws(ProtocolError) -> [SessionAction] {
    guard ProtocolVersion.supported.contains(welcome.version) else {
      throw .valueOutOfRange(.version, UInt64(welcome.version))
    }
    var link = Link(
      peer: greeting.peer,
      id: welcome.linkID,
      packetSize: maximumPacketSize,
      now: now
    )
    // The host says nothing on the link before it has heard from the guest there.
    let seen = link.keepAlive(now: now)
    state = .seated(Conversation(link: link))
    return [seen, .event(.joined(name: welcome.name.description, peer: greeting.peer))]
  }

  /// What the host says to this guest in `message`, if anything.
  ///
  /// Other guests may speak later versions, with messages and reasons that this one does not know.
  private func answer(in message: [UInt8]) throws(ProtocolError) -> Envelope? {
    let envelope: Envelope
    do {
      envelope = try Envelope(decoding: message)
    } catch .unknownMessage, .valueOutOfRange(.refusalReason, _) {
      return nil
    }
    switch envelope {
    case .welcome(let welcome): return welcome.nonce == hello.nonce ? envelope : nil
    case .refuse(let refusal): return refusal.nonce == hello.nonce ? envelope : nil
    case .hello, .goodbye, .match: return nil
    }
  }

  /// Whether `packet` is for `linkID`, or so broken that nobody can tell.
  ///
  /// Nothing else of a packet for others is looked at.
  private static func isFor(_ linkID: LinkID, _ packet: [UInt8]) -> Bool {
    packet.count < FragmentHeader.size || packet[1] == linkID.rawValue
  }
}
