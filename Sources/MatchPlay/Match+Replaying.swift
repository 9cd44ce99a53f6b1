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
    let begin = journal.lastIndex { $0.message.isStart }
    guard let begin, case .start(let terms) = journal[begin].message else { return nil }
    var match = try Match(terms, as: role)
    var unsaid: [MatchMessage] = []
    for entry in journal[(begin + 1)...] {
      if !entry.isMine {
        if let reply = try match.receive(entry.message).reply { unsaid.append(reply) }
      } else if unsaid.first == entry.message {
        unsaid.removeFirst()
      } else {
        try match.say(entry.message)
      }
    }
    return Restored(match: match, unsaid: unsaid)
  }

  /// Does again what this board has said.
  private mutating func say(_ message: MatchMessage) throws(MatchViolation) {
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
    case .start, .differ: nil
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
}
