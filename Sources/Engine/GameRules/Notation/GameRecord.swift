/// A game that a reader takes out of a file, move by move to the end of the record.
struct GameRecord {
  private(set) var position: Position
  var tags: [GameFile.Tag: String] = [:]
  var result = GameFile.Result.unknown
  private(set) var comments: [Int: String] = [:]

  init(from position: Position) {
    self.position = position
  }

  /// Begins at another position, which stands after other tags.
  mutating func start(from position: Position) {
    self.position = position
  }

  /// Plays `move`, and notes an end by the rules that the players did not claim.
  mutating func play(_ move: Move) throws(IllegalMove) {
    let end = position.outcome
    let ply = position.ply
    try position.playOn(move)
    if let end { note("by the rules the game ended here: \(Self.words(end))", after: ply) }
  }

  /// Adds a comment on the position after `ply` moves, unless it has it already.
  mutating func note(_ comment: String, after ply: Int) {
    guard let before = comments[ply] else {
      comments[ply] = comment
      return
    }
    if !before.contains(text: comment) { comments[ply] = before + " " + comment }
  }

  /// The game, with a note where its result is not that of the rules.
  func file() -> GameFile {
    var record = self
    if let end = position.outcome, result != .unknown, result != GameFile.Result(end) {
      record.note("the result by the rules: \(Self.words(end))", after: position.ply)
    }
    return GameFile(position, tags: tags, result: result, comments: record.comments)
  }

  private static func words(_ end: Outcome) -> String {
    let winner =
      switch end.winner {
      case .first: "the first player wins"
      case .second: "the second player wins"
      case nil: "a draw"
      }
    return "\(winner) (\(end.reason.rawValue))"
  }
}
