import GameRules
public import MatchProtocol

extension Match {
  /// A match as it was when its program ended.
  public struct Restored: Hashable, Sendable {
    /// The match.
    public let match: Match

    /// What its board had to say by itself and has not said.
    public let unsaid: [MatchMessage]
  }

  /// The last match of a journal, with open questions and pauses; nil if none has begun.
  ///
  /// - Throws: ``MatchViolation`` if the journal cannot be one of this program.
  public static func restored(
    from journal: [JournalEntry],
    as role: Role
  ) throws(MatchViolation) -> Restored? {
    guard let begin = journal.lastIndex(where: { $0.message.isStart }) else { return nil }
    var replay = JournalReplay(as: role)
    for entry in journal[begin...] { try replay.add(entry) }
    return replay.match.map { Restored(match: $0, unsaid: replay.unsaid) }
  }

  /// Whether the journal shows that the other side knows how the game ended that this one ended,
  /// and neither side wants another game: then nobody waits for anybody.
  public static func isEndHeard(by journal: [JournalEntry], as role: Role) -> Bool {
    guard let begin = journal.lastIndex(where: { $0.message.isStart }) else { return false }
    var replay = JournalReplay(as: role)
    var hasEnded = false
    var isHeard = false
    for entry in journal[begin...] {
      guard (try? replay.add(entry)) != nil else { return false }
      let isEnd = !hasEnded && replay.match?.outcome != nil
      // A move of the other side that ends the game is not known to have been heard there.
      if isEnd, !entry.isMine, !entry.message.isEndNotice { return false }
      hasEnded = hasEnded || isEnd
      isHeard = isHeard || hasEnded && !entry.isMine && entry.message.isEndNotice
    }
    guard let match = replay.match, match.outcome != .begunAnew else { return false }
    return isHeard && match.mine.question == nil && match.theirs.question == nil
  }

  /// Does again what this board has said.
  mutating func say(_ message: MatchMessage) throws(MatchViolation) {
    guard (try? doAgain(message)) == message else { throw .unexpectedMessage }
  }

  private mutating func doAgain(_ message: MatchMessage) throws -> MatchMessage? {
    switch message {
    case .move(let move): try play(position.move(from: move.text), spent: move.spent)
    case .resign: try resign()
    case .flag: try flag()
    case .ask(let ask): try askAgain(ask.request)
    case .answer(let answer): try self.answer(answer.agrees)
    case .pause(let pause): try self.pause(pause.isOn)
    case .start, .coin, .differ, .sign: nil
    }
  }

  /// Who asked for another game took the own resignation for final.
  private mutating func askAgain(
    _ request: MatchMessage.Ask.Request
  ) throws(MatchRefusal) -> MatchMessage {
    if request == .rematch { settle() }
    return try ask(request)
  }
}

extension MatchMessage {
  fileprivate var isStart: Bool {
    if case .start = self { true } else { false }
  }

  /// Whether only a side says so that knows how the game ended.
  fileprivate var isEndNotice: Bool {
    switch self {
    case .answer(let answer): answer.subject == .rematch
    case .sign(.signature): true
    case .start, .coin, .move, .resign, .ask, .pause, .flag, .differ, .sign: false
    }
  }
}
