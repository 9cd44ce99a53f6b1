public import MatchProtocol

/// The session of either side, for what treats both alike.
public struct SimulatedSession: MatchSession {
  private var host: HostSession?
  private var guest: GuestSession?

  /// The session of a host.
  public static func host(_ session: HostSession) -> Self { Self(host: session, guest: nil) }

  /// The session of a guest.
  public static func guest(_ session: GuestSession) -> Self { Self(host: nil, guest: session) }

  /// The state of the session.
  public var state: SessionState { host?.state ?? guest?.state ?? .over }

  /// When something is due.
  public var deadline: Duration? { host?.deadline ?? guest?.deadline }

  /// The progress of the chat messages.
  public var receipts: Receipts { host?.receipts ?? guest?.receipts ?? Receipts() }

  /// True if the other side's program takes files.
  public var takesFiles: Bool { host?.takesFiles ?? guest?.takesFiles ?? false }

  /// The files that are under way.
  public var transfers: [Transfer] { host?.transfers ?? guest?.transfers ?? [] }

  /// The letter that the other side should find.
  public var letter: Letter? { host?.letter ?? guest?.letter }

  /// Takes what the transport reports.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    host?.receive(event, now: now) ?? guest?.receive(event, now: now) ?? Step()
  }

  /// Says `message`.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    host?.submit(message, now: now) ?? guest?.submit(message, now: now) ?? Step()
  }

  /// Says `words`.
  public mutating func say(_ words: Words, now: Duration) -> Step {
    host?.say(words, now: now) ?? guest?.say(words, now: now) ?? Step()
  }

  /// Does what the owner wants besides the match.
  public mutating func perform(_ action: SideAction, now: Duration) -> Step {
    host?.perform(action, now: now) ?? guest?.perform(action, now: now) ?? Step()
  }

  /// Notes what the player has seen.
  public mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step {
    host?.note(hasSeen: hasSeen, isDeaf: isDeaf, isTyping: isTyping, now: now) ?? guest?.note(
      hasSeen: hasSeen,
      isDeaf: isDeaf,
      isTyping: isTyping,
      now: now
    ) ?? Step()
  }

  /// Takes the other player for the right one.
  public mutating func accept(now: Duration) -> Step {
    host?.accept(now: now) ?? guest?.accept(now: now) ?? Step()
  }

  /// Turns the other player away.
  public mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step {
    host?.decline(reason, now: now) ?? guest?.decline(reason, now: now) ?? Step()
  }

  /// Goes on with what was told again.
  public mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step {
    host?.adopt(entries, now: now) ?? guest?.adopt(entries, now: now) ?? Step()
  }

  /// Sends the guest away.
  public mutating func dismissPlayer(now: Duration) -> Step {
    host?.dismissPlayer(now: now) ?? guest?.dismissPlayer(now: now) ?? Step()
  }

  /// Ends the session.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    host?.close(reason, now: now) ?? guest?.close(reason, now: now) ?? Step()
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step {
    host?.tick(now: now) ?? guest?.tick(now: now) ?? Step()
  }
}
