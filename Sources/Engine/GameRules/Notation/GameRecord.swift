/// A game that a reader takes out of a file, move by move to the end of the record.
struct GameRecord {
  private(set) var position: Position
  var tags: [GameFile.Tag: String] = [:]
  var result = GameFile.Result.unknown
  private(set) var comments: [Int: String] = [:]
  /// True if the record goes on after an end by the rules.
  private var goesOn = false

  init(from position: Position) {
    self.position = position
  }

  /// Begins at another position, which stands after other tags.
  mutating func start(from position: Position) {
    self.position = position
  }

  /// Plays `move`, and notes an end by the rules that the players did not claim.
  mutating func play(_ move: Move) throws(IllegalMove) {
    guard !goesOn else { return try position.playUnjudged(move) }
    guard let end = position.outcome else { return try position.play(move) }
    let ply = position.ply
    try position.playOn(move)
    goesOn = true
    noteOnce("by the rules the game ended here: \(Self.words(end))", after: ply)
  }

  /// Adds a comment on the position after `ply` moves.
  mutating func note(_ comment: String, after ply: Int) {
    if comments[ply] == nil {
      comments[ply] = comment
    } else {
      comments[ply, default: ""] += " " + comment
    }
  }

  /// Adds a comment that the file may have already, from this program.
  private mutating func noteOnce(_ comment: String, after ply: Int) {
    if !(comments[ply] ?? "").contains(text: comment) { note(comment, after: ply) }
  }

  /// The game, with a note where its result is not that of the rules.
  func file() -> GameFile {
    var record = self
    if goesOn { record.position.judge() }
    if let end = record.position.outcome, result != .unknown, result != GameFile.Result(end) {
      record.noteOnce("the result by the rules: \(Self.words(end))", after: position.ply)
    }
    return GameFile(record.position, tags: tags, result: result, comments: record.comments)
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
