import GameRules
public import MatchProtocol

extension Match {
  /// A match as it was when its program ended.
  public struct Restored: Hashable, Sendable {
    /// The match.
    public let match: Match

    /// The automatic messages of its board that were not sent.
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

  /// Does again what this board has said.
  mutating func say(_ message: MatchMessage) throws(MatchViolation) {
    guard doAgain(message) == message else { throw .unexpectedMessage }
  }

  private mutating func doAgain(_ message: MatchMessage) -> MatchMessage? {
    switch message {
    case .move(let move):
      (try? position.move(from: move.text)).flatMap { try? play($0, spent: move.spent) }
    case .resign: try? resign()
    case .flag: try? flag()
    case .ask(let ask): try? askAgain(ask)
    case .answer(let answer): try? self.answer(answer.agrees)
    case .pause(let pause): try? self.pause(pause.isOn)
    case .start, .coin, .differ: nil
    }
  }

  /// A player who asked for another game took the own resignation for final.
  private mutating func askAgain(
    _ ask: MatchMessage.Ask
  ) throws(MatchRefusal) -> MatchMessage {
    if ask.request == .rematch { settle() }
    if let move = ask.move.flatMap({ try? position.move(from: $0) }) {
      return try claim(with: move)
    }
    return try self.ask(ask.request)
  }
}

extension MatchMessage {
  var isStart: Bool {
    if case .start = self { true } else { false }
  }
}
