import MatchProtocol

/// The session of the player in this page, or of one who watches.
///
/// A table is compiled once for both. It does not copy them, which saves 15 KB of the module. There
/// is one thread.
final class PageSession: MatchSession, @unchecked Sendable {
  private var player: GuestSession?
  private var spectator: WatchSession?

  /// The session of a player.
  init(_ player: GuestSession) { self.player = player }

  /// The session of a spectator.
  init(_ spectator: WatchSession) { self.spectator = spectator }

  var state: SessionState { player?.state ?? spectator?.state ?? .over }

  var deadline: Duration? { player?.deadline ?? spectator?.deadline }

  var receipts: Receipts { player?.receipts ?? Receipts() }

  var takesFiles: Bool { false }

  func receive(_ event: LinkEvent, now: Duration) -> Step {
    player?.receive(event, now: now) ?? spectator?.receive(event, now: now) ?? Step()
  }

  func tick(now: Duration) -> Step {
    player?.tick(now: now) ?? spectator?.tick(now: now) ?? Step()
  }

  func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    player?.close(reason, now: now) ?? spectator?.close(reason, now: now) ?? Step()
  }

  // MARK: What players do

  func submit(_ message: MatchMessage, now: Duration) -> Step {
    player?.submit(message, now: now) ?? Step()
  }

  func say(_ words: Words, now: Duration) -> Step {
    player?.say(words, now: now) ?? Step()
  }

  func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step {
    player?.note(hasSeen: hasSeen, isDeaf: isDeaf, isTyping: isTyping, now: now) ?? Step()
  }

  func perform(_ action: SideAction, now: Duration) -> Step {
    player?.perform(action, now: now) ?? Step()
  }

  func accept(now: Duration) -> Step { player?.accept(now: now) ?? Step() }

  func decline(_ reason: GoodbyeReason, now: Duration) -> Step {
    player?.decline(reason, now: now) ?? Step()
  }

  func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step {
    player?.adopt(entries, now: now) ?? Step()
  }
}
