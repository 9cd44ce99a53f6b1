internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchPlay
internal import MatchStore

/// The game at this terminal as it is kept, move by move.
struct GameJournal: Journal {
  private let store: MatchStore
  private var setting: RecordedGame.Setting
  /// From where the first game was played on, if it was.
  private var origin: RecordedGame.Origin?
  /// The game that is kept, once there is one.
  private var kept: (number: Int64, game: RecordedGame)?
  /// The clocks after the last move, where there are any.
  private var clock: GameClock?

  /// For games with the other side at `setting`, the first one of which was played on from
  /// `origin`, if it was.
  init(_ store: MatchStore, setting: RecordedGame.Setting, origin: RecordedGame.Origin? = nil) {
    self.store = store
    self.setting = setting
    self.origin = origin
  }

  /// For a game that goes on.
  init(_ store: MatchStore, resuming number: Int64, _ game: RecordedGame) {
    self.init(store, setting: game.setting)
    kept = (number, game)
  }

  /// The number of the game that is kept, if it did not end.
  var unfinishedGame: Int64? { kept.flatMap { $0.game.end == nil ? $0.number : nil } }

  mutating func keep(_ change: JournalChange, level: Int?) throws(StoreError) {
    if case .machine(let name, .some) = setting { setting = .machine(name: name, level: level) }
    switch change {
    case .game(let match, let isNew): try keep(match, isNew: isNew)
    case .clock(let turn):
      if let kept { try store.keep(SavedClock(turn, clock), of: .game(kept.number)) }
    default: break
    }
  }

  var ratingChange: RatingChange? { kept.flatMap { RatingChange(by: $0.number, in: store) } }

  func log(_ player: String) -> [String] { TalkLog.lines(in: store, player, or: nil) }

  private mutating func keep(_ match: Match, isNew: Bool) throws(StoreError) {
    clock = match.clock
    let now = Timestamp.now.seconds
    if let (number, before) = kept, !isNew {
      var game = before
      game.setting = setting
      game.note(match)
      game.endedAt = match.outcome == nil ? nil : now
      try store.update(number, game, GameScore(match.position))
      kept = (number, game)
      return try keepClock(after: match)
    }
    var game = RecordedGame(
      GameTerms(match.record.game, clock: match.clock?.control),
      setting: setting,
      side: match.seats.side,
      startedAt: now
    )
    game.origin = origin
    origin = nil
    game.note(match)
    game.endedAt = match.outcome == nil ? nil : now
    let number = try store.add(game, GameScore(match.position))
    try store.takeGame(number)
    kept = (number, game)
    try keepClock(after: match)
  }

  /// Keeps what both sides have left after a move, where there is a clock.
  private func keepClock(after match: Match) throws(StoreError) {
    guard let kept, let clock = match.clock else { return }
    let turn = KeptTurn(
      ply: match.ply,
      thought: .zero,
      isByCalendar: clock.control.isByCalendar
    )
    try store.keep(SavedClock(turn, clock), of: .game(kept.number))
  }
}

extension Match.Seats {
  /// The one side that is played at this board; nil for both.
  fileprivate var side: Side? {
    switch self {
    case .both, .nobody: nil
    case .one(let side): side
    }
  }
}
