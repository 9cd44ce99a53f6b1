internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// A game as it is kept, from wherever that is: its row, or the journal of a match that goes on.
struct KeptGame {
  /// The state of a game.
  enum State: String, Encodable {
    /// It goes on when it is resumed; over a link, when both type what they typed to begin it.
    case unfinished
    /// It goes on when both type `tabletooth resume`.
    case left
    case finished
    /// It was read from a file that tells no result: nobody here goes on with it.
    case withoutResult = "no-result"
    /// The record is not what this program has written.
    case damaged

    /// The state of a game that is not part of a match.
    init(of game: RecordedGame) {
      self =
        game.end != nil ? .finished : game.setting.isPlayed ? .unfinished : .withoutResult
    }

    /// The state for a person, and whether this player left.
    func words(isLeftHere: Bool?) -> String {
      switch self {
      case .unfinished: say("unfinished")
      case .left:
        isLeftHere.map { $0 ? say("you left") : say("the other player left") } ?? say("left")
      case .finished: say("finished")
      case .withoutResult: say("no result")
      case .damaged: say("damaged")
      }
    }
  }

  let number: Int64
  /// The record, as far as it can be read.
  let game: RecordedGame?
  /// The side of the link, if it was played over one.
  let seat: SavedMatch.Seat?
  /// The match of which it is a game, if that is kept.
  let match: SavedMatch.ID?
  /// The tags of its file, if it was read from one.
  let tags: [GameFile.Tag: String]
  let state: State
  /// True if this player left it, false if the other one did; nil if neither did.
  var isLeftHere: Bool?
  /// True if the player here is to move or to answer, false if the other one is; nil where the game
  /// does not go on, or not over a link.
  private(set) var isYourTurn: Bool?
  /// True if anything was said in it: a match is kept before the other side has accepted it too.
  var hasBegun = true
  /// The moves of the last game of a match that goes on, which are in its journal.
  private let journalled: GameScore?

  /// The game of `listed`, with what the journal in `store` says of it.
  ///
  /// - Throws: a `StoreError` of the store, and never one of this game.
  init(_ listed: ListedGame, in store: MatchStore) throws(StoreError) {
    number = listed.number
    seat = listed.seat
    match = listed.match
    tags = listed.tags
    guard var game = listed.game else {
      (self.game, state, journalled) = (nil, .damaged, nil)
      return
    }
    guard game.end == nil, case .link = game.setting else {
      state = State(of: game)
      (self.game, journalled) = (game, nil)
      return
    }
    guard let last = try Self.lastGame(of: listed, in: store) else {
      (self.game, state, journalled) = (game, .damaged, nil)
      return
    }
    hasBegun = !last.isEmpty
    if let seat = listed.seat { last.game?.note(in: &game, as: seat.role) }
    self.game = game
    state = game.end != nil ? .finished : listed.isLeft ? .left : .unfinished
    isLeftHere = listed.leftBy.map { $0 == listed.seat }
    journalled = last.game?.score
    isYourTurn = state.isOpen ? last.game?.match?.isYourTurn : nil
  }

  /// The last game of a journal, if any has begun there.
  fileprivate struct LastGame {
    let game: JournalGame?
    let isEmpty: Bool
  }

  /// The game of the journal; nil if it is damaged, or belongs to no match any longer.
  private static func lastGame(
    of listed: ListedGame,
    in store: MatchStore
  ) throws(StoreError) -> LastGame? {
    guard let match = listed.match, let seat = listed.seat else { return nil }
    return try lastGame(of: match, seat, in: store)
  }

  fileprivate static func lastGame(
    of match: SavedMatch.ID,
    _ seat: SavedMatch.Seat,
    in store: MatchStore
  ) throws(StoreError) -> LastGame? {
    do throws(StoreError) {
      let journal = try store.savedSession(of: match).journal
      let last = JournalGame.games(in: journal, as: seat.role, isOver: false).last
      if let last, last.match == nil { return nil }
      return LastGame(game: last, isEmpty: journal.isEmpty)
    } catch .damagedRow {
      return nil
    }
  }

  /// The moves, and what else is kept of them.
  ///
  /// - Throws: `ExitReason` where that is damaged, or a `StoreError`.
  func score(in store: MatchStore) throws -> GameScore {
    guard state != .damaged else { throw ExitReason.damagedMatch(number) }
    if let journalled { return journalled }
    let score: GameScore?
    do throws(StoreError) {
      score = try store.score(of: number)
    } catch {
      guard case .damagedRow = error else { throw error }
      throw ExitReason.damagedMatch(number)
    }
    return score ?? GameScore()
  }

  /// The last position, with the moves that led there.
  ///
  /// - Throws: `ExitReason` where they cannot be played, or a `StoreError`.
  func position(in store: MatchStore) throws -> Position {
    let score = try score(in: store)
    guard let terms = game?.terms else {
      throw ExitReason.usage(say("game \(number) has no moves"))
    }
    guard terms.game != nil else {
      throw ExitReason.otherVersion("game \(number) is one of \(terms.name) \(terms.options)")
    }
    guard let position = score.position(by: terms) else {
      throw ExitReason.damagedMatch(number)
    }
    return position
  }
}

extension PlayerData {
  /// The game of this number.
  ///
  /// - Throws: a `StoreError`.
  func game(_ number: Int64) throws(StoreError) -> KeptGame {
    try KeptGame(try store.game(number), in: store)
  }

  /// All games: those that did not end first, then the latest first.
  ///
  /// - Throws: a `StoreError`.
  func games() throws(StoreError) -> [KeptGame] {
    var games: [KeptGame] = []
    for listed in try store.games() {
      let game = try KeptGame(listed, in: store)
      if game.hasBegun { games.append(game) }
    }
    let open = games.filter { $0.state.isOpen }
    return open.isEmpty ? games : open + games.filter { !$0.state.isOpen }
  }
}

extension Match {
  /// True if the player here is to move, or to answer; nil after the end.
  var isYourTurn: Bool? { outcome == nil ? isLocalTurn || isAnswerDue : nil }
}

extension PlayerData {
  /// The number of matches in which the player here is to move or to answer.
  ///
  /// - Throws: a `StoreError`.
  func waitingCount() throws(StoreError) -> Int {
    var count = 0
    for (id, match) in try store.matches() where match.result == nil {
      let last = try KeptGame.lastGame(of: id, match.seat, in: store)
      if last?.game?.match?.isYourTurn == true { count += 1 }
    }
    return count
  }
}

extension KeptGame.State {
  /// True if the game may go on.
  var isOpen: Bool {
    switch self {
    case .unfinished, .left: true
    case .finished, .withoutResult, .damaged: false
    }
  }
}
