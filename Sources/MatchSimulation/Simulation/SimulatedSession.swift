public import MatchProtocol

/// The session of either side, for what treats both alike.
public enum SimulatedSession: MatchSession {
  /// The session of a host.
  case host(HostSession)
  /// The session of a guest.
  case guest(GuestSession)

  /// Where the session is.
  public var state: SessionState {
    switch self {
    case .host(let session): session.state
    case .guest(let session): session.state
    }
  }

  /// When something is due.
  public var deadline: Duration? {
    switch self {
    case .host(let session): session.deadline
    case .guest(let session): session.deadline
    }
  }

  /// Takes what the transport reports.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    step {
      $0.receive(event, now: now)
    } guest: {
      $0.receive(event, now: now)
    }
  }

  /// Says `message`.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    step {
      $0.submit(message, now: now)
    } guest: {
      $0.submit(message, now: now)
    }
  }

  /// How far what was said has come.
  public var receipts: Receipts {
    switch self {
    case .host(let session): session.receipts
    case .guest(let session): session.receipts
    }
  }

  /// Says `words`.
  public mutating func say(_ words: Words, now: Duration) -> Step {
    step {
      $0.say(words, now: now)
    } guest: {
      $0.say(words, now: now)
    }
  }

  /// Does what the owner wants besides the match.
  public mutating func perform(_ action: SideAction, now: Duration) -> Step {
    step {
      $0.perform(action, now: now)
    } guest: {
      $0.perform(action, now: now)
    }
  }

  /// Whether the other side's program takes files.
  public var takesFiles: Bool {
    switch self {
    case .host(let session): session.takesFiles
    case .guest(let session): session.takesFiles
    }
  }

  /// Notes what the player has seen.
  public mutating func note(hasSeen: Bool, isDeaf: Bool, now: Duration) -> Step {
    step {
      $0.note(hasSeen: hasSeen, isDeaf: isDeaf, now: now)
    } guest: {
      $0.note(hasSeen: hasSeen, isDeaf: isDeaf, now: now)
    }
  }

  /// Takes the other player for the right one.
  public mutating func accept(now: Duration) -> Step {
    step {
      $0.accept(now: now)
    } guest: {
      $0.accept(now: now)
    }
  }

  /// Turns the other player away.
  public mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step {
    step {
      $0.decline(reason, now: now)
    } guest: {
      $0.decline(reason, now: now)
    }
  }

  /// Goes on with what was told again.
  public mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step {
    step {
      $0.adopt(entries, now: now)
    } guest: {
      $0.adopt(entries, now: now)
    }
  }

  /// Ends the session.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    step {
      $0.close(reason, now: now)
    } guest: {
      $0.close(reason, now: now)
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step {
    step {
      $0.tick(now: now)
    } guest: {
      $0.tick(now: now)
    }
  }

  private mutating func step(
    host: (inout HostSession) -> Step,
    guest: (inout GuestSession) -> Step
  ) -> Step {
    switch self {
    case .host(var session):
      defer { self = .host(session) }
      return host(&session)
    case .guest(var session):
      defer { self = .guest(session) }
      return guest(&session)
    }
  }
}
