/// One side of a match, for an owner to whom it is the same which side.
///
/// A session has no clock, task or link of its own. Every input takes the time since it began and
/// returns what to do.
public protocol MatchSession: Sendable {
  /// The state of docs/reference/protocol.md.
  var state: SessionState { get }

  /// When to call ``tick(now:)``, or `nil` if nothing is due until something else comes.
  var deadline: Duration? { get }

  /// Takes what the transport reports.
  mutating func receive(_ event: LinkEvent, now: Duration) -> Step

  /// Says `message` to the other side; goes nowhere while nobody has joined.
  mutating func submit(_ message: MatchMessage, now: Duration) -> Step

  /// The progress of the chat messages sent here.
  var receipts: Receipts { get }

  /// Says `words` to the other player, besides the match; goes nowhere while nobody has joined.
  mutating func say(_ words: Words, now: Duration) -> Step

  /// The player here has seen all that was heard, if `hasSeen`, and wants words or does not.
  mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step

  /// Does what the owner wants besides the match; goes nowhere while nobody has joined.
  mutating func perform(_ action: SideAction, now: Duration) -> Step

  /// True if the other side's program takes files.
  var takesFiles: Bool { get }

  /// The files that are under way, the oldest first.
  var transfers: [Transfer] { get }

  /// Takes the one for the right player of whom ``SessionEvent/introduced(_:)`` told.
  mutating func accept(now: Duration) -> Step

  /// Does not play with that one, who is told this reason: a host's seat is free again, a guest's
  /// session ends.
  mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step

  /// Lets others in from now on, or nobody new; a guest does nothing.
  mutating func admit(_ isOpen: Bool)

  /// Sends away the one who watches on the link to `peer`; a guest does nothing.
  mutating func dismiss(_ peer: PeerID, now: Duration) -> Step

  /// Sends away the one who plays, whose seat is free then; a guest does nothing.
  mutating func dismissPlayer(now: Duration) -> Step

  /// Notes, for those who watch, how long was thought in the turn that goes on, and whether that
  /// time runs; a guest does nothing.
  mutating func noteTurn(_ thought: Duration, isRunning: Bool, now: Duration)

  /// Notes, for those who watch, what the guest is called; a guest does nothing.
  mutating func noteGuest(_ name: PlayerName)

  /// Goes on with a match of which this side had lost a part.
  ///
  /// It answers ``SessionEvent/remembered(_:after:)``: with what was told again, in an order in
  /// which it may have been said and heard here, or with nil if there is none.
  mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step

  /// Ends the session: with a goodbye if both have joined, at once if not.
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step

  /// The letter that the other player should find as long as there is no link; nil for none.
  var letter: Letter? { get }

  /// Does what is due.
  mutating func tick(now: Duration) -> Step
}

extension MatchSession {
  /// Takes that one for the wrong player.
  public mutating func decline(now: Duration) -> Step { decline(.notAccepted, now: now) }

  /// Does what the owner wants with files.
  public mutating func perform(_ action: FileAction, now: Duration) -> Step {
    perform(.file(action), now: now)
  }

  /// None, where nobody writes any.
  public var letter: Letter? { nil }

  /// None, where nobody sends any.
  public var transfers: [Transfer] { [] }

  /// Does nothing, as nobody comes to a guest.
  public mutating func admit(_ isOpen: Bool) {}

  /// Does nothing, as nobody watches at a guest.
  public mutating func dismiss(_ peer: PeerID, now: Duration) -> Step { Step() }

  /// Does nothing, as nobody comes to a guest.
  public mutating func dismissPlayer(now: Duration) -> Step { Step() }

  /// Does nothing, as nobody watches at a guest.
  public mutating func noteTurn(_ thought: Duration, isRunning: Bool, now: Duration) {}

  /// Does nothing, as nobody watches at a guest.
  public mutating func noteGuest(_ name: PlayerName) {}
}

/// An action of a side that is no part of the match.
public enum SideAction: Hashable, Sendable {
  /// Something with a file.
  case file(FileAction)
  /// Something with a record of the match that differs from the other side's.
  case record(RecordAction)
  /// Something with the pipe.
  case pipe(PipeAction)
}

extension HostSession: MatchSession {
  /// The progress of the chat messages sent to the guest.
  public var receipts: Receipts {
    switch room.player?.phase {
    case .conversing(let guest): guest.conversation.receipts
    case .offered, nil: Receipts()
    }
  }

  /// The letter for the guest.
  public var letter: Letter? { room.player?.guest?.conversation.letter }

  /// Says `words` to the guest, besides the match.
  public mutating func say(_ words: Words, now: Duration) -> Step {
    converse { $0.say(words, now: now) } + gallery.tell(Remark(words.text), now: now)
  }

  /// Does what the host wants besides the match.
  public mutating func perform(_ action: SideAction, now: Duration) -> Step {
    converse { $0.perform(action, now: now) }
  }

  /// True if the guest's program takes files.
  public var takesFiles: Bool { room.player?.guest?.conversation.files.isUnderstood ?? false }

  /// The files that go to the guest, or come.
  public var transfers: [Transfer] { room.player?.guest?.conversation.files.transfers ?? [] }

  /// Notes what the host's player has seen.
  public mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step {
    converse { $0.note(hasSeen: hasSeen, isDeaf: isDeaf, isTyping: isTyping, now: now) }
  }

  /// Takes what the transport reports; a host learns of a peer by its first packet.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    switch event {
    case .up: Step()
    case .packet(let packet, let peer, let size):
      receive(packet, from: peer, maximumPacketSize: size, now: now)
    case .letter(let letter): converse { $0.read(letter, now: now) }
    case .down(let peer, let loss): linkDown(peer, loss, now: now)
    }
  }
}

extension GuestSession: MatchSession {
  /// The progress of the chat messages sent to the host.
  public var receipts: Receipts { conversation?.receipts ?? Receipts() }

  private var conversation: Conversation? {
    switch phase {
    case .returning(_, let conversation, _), .conversing(let conversation, _): conversation
    case .unlinked, .greeting, .over: nil
    }
  }

  /// The letter for the host.
  public var letter: Letter? { conversation?.letter }

  /// Says `words` to the host, besides the match.
  public mutating func say(_ words: Words, now: Duration) -> Step {
    converse { $0.say(words, now: now) }
  }

  /// Does what the guest wants besides the match.
  public mutating func perform(_ action: SideAction, now: Duration) -> Step {
    converse { $0.perform(action, now: now) }
  }

  /// True if the host's program takes files.
  public var takesFiles: Bool { conversation?.files.isUnderstood ?? false }

  /// The files that go to the host, or come.
  public var transfers: [Transfer] { conversation?.files.transfers ?? [] }

  /// Notes what the guest's player has seen.
  public mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step {
    converse { $0.note(hasSeen: hasSeen, isDeaf: isDeaf, isTyping: isTyping, now: now) }
  }

  /// Takes what the transport reports.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    switch event {
    case .up(let peer, let size): linkUp(peer, maximumPacketSize: size, now: now)
    case .packet(let packet, let peer, let size):
      receive(packet, from: peer, maximumPacketSize: size, now: now)
    case .letter(let letter): converse { $0.read(letter, now: now) }
    case .down(let peer, let loss): linkDown(peer, loss, now: now)
    }
  }
}
