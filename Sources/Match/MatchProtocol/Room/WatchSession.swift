/// The side of one who watches, from the moment it looks for the host.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
public struct WatchSession: Sendable {
  /// The stage of the spectator.
  private enum Phase: Sendable {
    /// The host cannot be reached; if there is a time, it could before, and the session ends then.
    case unlinked(until: Duration?)
    /// Hello was said.
    case greeting(GuestSession.Greeting)
    /// Keys are exchanged, with a host of this name.
    case meeting(SecureLink, PlayerName, until: Duration)
    /// The host is known, and shows the room when it has let this side in.
    case watching(SecureLink)
    case over
  }

  private let hello: Hello
  private let credentials: Credentials
  private let patience: Duration
  private var phase = Phase.unlinked(until: nil)
  private var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  private var greetingsMade: UInt64 = 0
  private var view = RoomView()
  /// The host, once it is known.
  private var host: (name: PlayerName, player: Acquaintance)?
  /// Until when another link is looked for, once the host had let this side in.
  private var searchUntil: Duration?
  /// The number of entries when this spectator was admitted last.
  private var oldEntries: UInt32 = 0
  /// True if spectators may chat.
  private var mayTalk = false
  /// True if the owner knows that the old entries have come.
  private var isCaughtUp = true

  /// A session for `name`, recognised by `nonce`.
  ///
  /// - Parameters:
  ///   - name: The player's name.
  ///   - program: The program and its version for the host, in ASCII without spaces.
  ///   - credentials: Whom the player knows.
  ///   - nonce: Eight random bytes; further greetings have the numbers after it.
  ///   - patience: How long to look for a host whose link was lost.
  public init(
    name: PlayerName,
    program: String,
    credentials: Credentials,
    nonce: Nonce,
    patience: Duration = SessionTimes.seat
  ) {
    var hello = Hello(
      versions: ProtocolVersion.supported,
      nonce: nonce,
      name: name,
      program: program
    )
    hello.watches = true
    self.hello = hello
    self.credentials = credentials
    self.patience = patience
  }

  /// The state of the session, by the names of a guest's states.
  public var state: SessionState {
    switch phase {
    case .unlinked: host == nil ? .unlinked : .suspended
    case .greeting: .greeting
    case .meeting: .meeting
    case .watching: .talking
    case .over: .over
    }
  }

  /// When to call ``tick(now:)``, or `nil` if nothing is due until something else comes.
  public var deadline: Duration? {
    switch phase {
    case .unlinked(let until): until
    case .greeting(let greeting): greeting.deadline
    case .meeting(let link, _, let until): min(link.deadline, until)
    case .watching(let link): link.deadline
    case .over: nil
    }
  }
}

// MARK: - Inputs

extension WatchSession: MatchSession {
  /// Takes what the transport reports.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    switch (event, phase) {
    case (.up(let peer, _), .unlinked): greet(peer, now: now)
    case (.packet(let bytes, let peer, let size), .greeting(let greeting))
    where greeting.peer == peer:
      receiveAnswer(ReceivedPacket(bytes, from: peer, maximumPacketSize: size), greeting, now: now)
    case (.packet(let bytes, let peer, let size), .meeting(let link, _, _))
    where link.peer == peer:
      receive(ReceivedPacket(bytes, from: peer, maximumPacketSize: size), on: link, now: now)
    case (.packet(let bytes, let peer, let size), .watching(let link)) where link.peer == peer:
      receive(ReceivedPacket(bytes, from: peer, maximumPacketSize: size), on: link, now: now)
    case (.down(let peer, let loss), _) where peer == self.peer:
      lose(.linkLost(loss), now: now)
    case (.down(_, let loss), .unlinked(nil)): finish(.linkLost(loss))
    case (.up, _), (.packet, _), (.letter, _), (.down, _): Step()
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step {
    switch phase {
    case .unlinked(let until?) where now >= until:
      return finish(.linkLost(.disconnected))
    case .greeting(let greeting) where now >= greeting.until:
      return .hangingUp(on: greeting.peer) + lose(.handshakeTimeout, now: now)
    case .greeting(let greeting) where now >= greeting.repeatAt:
      return say(greeting, now: now)
    case .meeting(let link, _, let until) where now >= until:
      return .hangingUp(on: link.peer) + lose(.handshakeTimeout, now: now)
    case .meeting(let link, _, _), .watching(let link):
      if link.uselessness(now: now) != nil {
        return .hangingUp(on: link.peer)
          + lose(.silent(after: SessionTimes.silence), now: now)
      }
      return send(now: now)
    case .unlinked, .greeting, .over: return Step()
    }
  }

  /// Ends the session, with a goodbye to a host that has let this side in.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    guard case .watching(var link) = phase else {
      return Step(hangUps: peer.map { [$0] } ?? []) + finish(.closed(reason))
    }
    link.submit(.goodbye(reason))
    phase = .watching(link)
    return send(now: now) + .hangingUp(on: link.peer) + finish(.closed(reason))
  }

  /// Nothing is said by one who watches.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step { Step() }
  /// Nothing is said.
  public var receipts: Receipts { Receipts() }
  /// Says `words` to all at the table, if those who watch may talk there.
  public mutating func say(_ words: Words, now: Duration) -> Step {
    guard case .watching(var link) = phase, mayTalk,
      link.waitingCount(on: .words) < Channel.mostWaiting
    else { return Step() }
    link.submit(Envelope.remark(Remark(words.text)).encoded, on: .words)
    phase = .watching(link)
    return send(now: now)
  }
  /// Nothing is said by one who watches.
  public mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step {
    Step()
  }
  /// Nothing is sent by one who watches.
  public mutating func perform(_ action: SideAction, now: Duration) -> Step { Step() }
  /// No files come to one who watches.
  public var takesFiles: Bool { false }
  /// Nobody is asked: the host lets watch whom it lets watch.
  public mutating func accept(now: Duration) -> Step { Step() }
  /// Ends the session.
  public mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step {
    close(reason, now: now)
  }
  /// No match is kept.
  public mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step { Step() }
}

// MARK: - The way in

extension WatchSession {
  private var peer: PeerID? {
    switch phase {
    case .unlinked, .over: nil
    case .greeting(let greeting): greeting.peer
    case .meeting(let link, _, _), .watching(let link): link.peer
    }
  }

  private mutating func greet(_ peer: PeerID, now: Duration) -> Step {
    var hello = hello
    hello.nonce = Nonce(rawValue: self.hello.nonce.rawValue &+ greetingsMade)
    greetingsMade &+= 1
    return say(
      GuestSession.Greeting(
        peer: peer,
        envelope: .hello(hello),
        nonce: hello.nonce,
        until: now + SessionTimes.handshake,
        repeatAt: now
      ),
      now: now
    )
  }

  private mutating func say(_ greeting: GuestSession.Greeting, now: Duration) -> Step {
    var greeting = greeting
    greeting.noteSaid(now: now)
    phase = .greeting(greeting)
    return .sending(greetings.packets(for: greeting.envelope))
  }

  private mutating func receiveAnswer(
    _ packet: ReceivedPacket,
    _ greeting: GuestSession.Greeting,
    now: Duration
  ) -> Step {
    guard packet.isFor(.unassigned) else { return Step() }
    var greeting = greeting
    do {
      let answer = try greeting.receive(packet)
      phase = .greeting(greeting)
      switch answer {
      case (.welcome(let welcome), let bytes)?:
        return try begin(welcome, bytes, greeting, packet, now: now)
      case (.refusal(let reason), _)?:
        return .hangingUp(on: greeting.peer) + lose(.refused(reason), now: now)
      case (.resumed, _)?, nil: return Step()
      }
    } catch {
      return .hangingUp(on: greeting.peer) + lose(.protocolViolation(error), now: now)
    }
  }

  private mutating func begin(
    _ welcome: Welcome,
    _ answer: [UInt8],
    _ greeting: GuestSession.Greeting,
    _ packet: ReceivedPacket,
    now: Duration
  ) throws(ProtocolError) -> Step {
    guard ProtocolVersion.supported.contains(welcome.version) else {
      throw .valueOutOfRange(.version, UInt64(welcome.version))
    }
    let exchange = credentials.exchange(
      as: .initiator,
      with: host?.player,
      called: welcome.name,
      prologue: KeyExchange.prologue(hello: greeting.envelope.encoded, welcome: answer)
    )
    let link = packet.link(welcome.linkID, exchange, now: now)
    phase = .meeting(link, welcome.name, until: now + SessionTimes.handshake)
    return send(now: now)
  }
}

// MARK: - The room

extension WatchSession {
  private mutating func receive(
    _ packet: ReceivedPacket,
    on link: SecureLink,
    now: Duration
  ) -> Step {
    if let id = packet.linkID, id != link.id { return Step() }
    var link = link
    do throws(SecureLink.Failure) {
      let size = packet.maximumPacketSize
      let received = try link.receive(packet.bytes, packetSize: size, now: now)
      keep(link)
      meet(on: link)
      var step = Step()
      for envelope in received.envelopes { step += try hear(envelope, now: now) }
      return step + send(now: now)
    } catch {
      return .hangingUp(on: link.peer) + lose(.protocolViolation(error.cause), now: now)
    }
  }

  private mutating func keep(_ link: SecureLink) {
    switch phase {
    case .meeting(_, let name, let until): phase = .meeting(link, name, until: until)
    case .watching: phase = .watching(link)
    case .unlinked, .greeting, .over: break
    }
  }

  /// Notes who the host is, once keys are exchanged.
  private mutating func meet(on link: SecureLink) {
    guard case .meeting(_, let name, _) = phase, let proof = link.proof else { return }
    host = (name, proof.player)
    phase = .watching(link)
  }

  private mutating func hear(_ envelope: Envelope, now: Duration) throws(SecureLink.Failure) -> Step
  {
    guard case .watching(var link) = phase, let host else { return Step() }
    switch envelope {
    case .watching(let watching):
      let isFirst = searchUntil != nil || view.room == nil
      let isOther = view.enter(watching)
      searchUntil = nil
      mayTalk = watching.mayTalk
      var step = Step.telling(.watched(.mayTalk(mayTalk)))
      if isFirst || isOther {
        (oldEntries, isCaughtUp) = (watching.count, false)
        let entered = WatchEvent.entered(host.name, host.player, thought: watching.thought)
        step.events.append(.watched(entered))
      }
      if isOther { step.events.append(.watched(.begins)) }
      if view.next < watching.count {
        link.submit(.want(Want(first: view.next)))
        phase = .watching(link)
      }
      noteCaughtUp(&step.events)
      return step
    case .shown(let shown):
      guard let (number, entry) = view.take(shown) else { return Step() }
      var step = Step.telling(.watched(.entry(entry, isNew: number >= oldEntries)))
      noteCaughtUp(&step.events)
      return step
    case .remark(let remark):
      return remark.words.map { .telling(.watched(.remark($0, by: remark.name))) } ?? Step()
    case .goodbye(let reason):
      return .hangingUp(on: link.peer) + finish(.peerLeft(reason))
    case .hello, .welcome, .refuse, .resume, .resumed, .confirm, .recall, .gameLine, .goBack,
      .match, .say, .seen,
      .file, .pipe, .want, .watchers, .room, .challenge:
      throw SecureLink.Failure.violated(.unexpectedMessage)
    }
  }

  /// Tells once that the old entries have come.
  private mutating func noteCaughtUp(_ events: inout [SessionEvent]) {
    guard !isCaughtUp, view.next >= oldEntries else { return }
    isCaughtUp = true
    events.append(.watched(.caughtUp))
  }

  /// All packets that are to be sent by now.
  private mutating func send(now: Duration) -> Step {
    var link: SecureLink
    switch phase {
    case .meeting(let current, _, _), .watching(let current): link = current
    case .unlinked, .greeting, .over: return Step()
    }
    _ = link.growsQuiet(now: now)
    let packets = link.send(now: now)
    keep(link)
    return .sending(packets)
  }

  // MARK: The end

  /// The link is of no use: one who was let in looks for another, one who was not is at the end.
  private mutating func lose(_ end: SessionEnd, now: Duration) -> Step {
    guard view.room != nil, patience > .zero else { return finish(end) }
    let isFirst = searchUntil == nil
    let until = searchUntil ?? now + patience
    searchUntil = until
    phase = .unlinked(until: until)
    return isFirst ? .telling(.watched(.linkLost)) : Step()
  }

  /// The session is over, once.
  private mutating func finish(_ end: SessionEnd) -> Step {
    if case .over = phase { return Step() }
    phase = .over
    return .ending(end)
  }
}
