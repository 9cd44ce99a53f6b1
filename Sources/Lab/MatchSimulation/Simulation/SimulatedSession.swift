public import MatchProtocol

/// The session of either side, for what treats both alike.
public struct SimulatedSession: MatchSession {
  private var session: any MatchSession

  /// The session of a host.
  public static func host(_ session: HostSession) -> Self { SimulatedSession(session: session) }

  /// The session of a guest.
  public static func guest(_ session: GuestSession) -> Self { SimulatedSession(session: session) }

  /// The state of the session.
  public var state: SessionState { session.state }

  /// When something is due.
  public var deadline: Duration? { session.deadline }

  /// The progress of the chat messages.
  public var receipts: Receipts { session.receipts }

  /// True if the other side's program takes files.
  public var takesFiles: Bool { session.takesFiles }

  /// Takes what the transport reports.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    session.receive(event, now: now)
  }

  /// Says `message`.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    session.submit(message, now: now)
  }

  /// Says `words`.
  public mutating func say(_ words: Words, now: Duration) -> Step { session.say(words, now: now) }

  /// Does what the owner wants besides the match.
  public mutating func perform(_ action: SideAction, now: Duration) -> Step {
    session.perform(action, now: now)
  }

  /// Notes what the player has seen.
  public mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step {
    session.note(hasSeen: hasSeen, isDeaf: isDeaf, isTyping: isTyping, now: now)
  }

  /// Takes the other player for the right one.
  public mutating func accept(now: Duration) -> Step { session.accept(now: now) }

  /// Turns the other player away.
  public mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step {
    session.decline(reason, now: now)
  }

  /// Goes on with what was told again.
  public mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step {
    session.adopt(entries, now: now)
  }

  /// Sends the guest away.
  public mutating func dismissPlayer(now: Duration) -> Step { session.dismissPlayer(now: now) }

  /// Ends the session.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    session.close(reason, now: now)
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step { session.tick(now: now) }
}
