public import MatchProtocol

extension SavedSession {
  /// True if the journal shows that the other side knows how the game ended that this one ended,
  /// and neither side wants another game: then nobody waits for anybody.
  public func isEndHeard(as role: Role) -> Bool {
    guard let begin = journal.lastIndex(where: { $0.message.isStart }) else { return false }
    var reader = EndReader(replay: JournalReplay(as: role))
    for entry in journal[begin...] {
      guard reader.add(entry) else { return false }
    }
    return reader.isHeard
  }
}

/// Reads in a journal who knows of the end of its game.
private struct EndReader {
  var replay: JournalReplay
  private var hasEnded = false
  private var hasNotice = false

  init(replay: JournalReplay) {
    self.replay = replay
  }

  /// True if the other side knows the end, and neither side wants another game.
  var isHeard: Bool {
    guard hasNotice, let match = replay.match, match.outcome != .begunAnew else { return false }
    return match.mine.question == nil && match.theirs.question == nil
  }

  /// Reads the next entry; false where the other side has brought the end, and is not known to have
  /// heard that it came.
  mutating func add(_ entry: JournalEntry) -> Bool {
    guard (try? replay.add(entry)) != nil else { return false }
    let isNotice = !entry.isMine && entry.message.isEndNotice
    if !hasEnded, replay.match?.outcome != nil {
      guard entry.isMine || isNotice else { return false }
      hasEnded = true
    }
    hasNotice = hasNotice || hasEnded && isNotice
    return true
  }
}

extension MatchMessage {
  /// True if only a side says so that knows how the game ended.
  fileprivate var isEndNotice: Bool {
    switch self {
    case .answer(let answer): answer.subject == .rematch
    case .start, .coin, .move, .resign, .ask, .pause, .flag, .differ: false
    }
  }
}
