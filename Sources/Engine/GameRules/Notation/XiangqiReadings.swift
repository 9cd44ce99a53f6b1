/// The games that a record of Xiangqi may be: one, unless a move names several pieces.
///
/// Some programs write `P7+1` for either of two pawns on a file, and leave it to the rest of the
/// game which of them it was. Each is followed until its game goes on with no legal move.
struct XiangqiReadings {
  /// A move that several pieces can make.
  struct Doubt {
    /// What it may mean.
    let expected: String
    /// Its place in the file.
    let offset: Int
    /// The number of moves before it.
    let ply: Int
  }

  /// The most games that are followed at a time; each is as much work as a record without doubts.
  private static let mostGames = 8
  /// The most moves that only later ones decide; each copies the game so far.
  private static let mostDoubts = 100
  /// The most moves that may follow before a doubt is decided.
  private static let longestDoubt = 400

  private static let usual = GameRecord(from: .xiangqi(XiangqiPosition()))

  /// Never empty.
  private var games = [XiangqiReadings.usual]
  private var doubts = 0
  /// True if a doubt was not decided in time; only the first game is followed then.
  private var isUndecided = false
  /// The first move that nothing has decided yet.
  private(set) var doubt: Doubt?

  /// The game, or the first of those that it may be.
  var game: GameRecord { games[0] }

  /// Changes each of the games.
  mutating func update(_ change: (inout GameRecord) -> Void) {
    for index in games.indices { change(&games[index]) }
  }

  /// Plays the move at the beginning of `text`.
  ///
  /// - Parameters:
  ///   - text: The rest of a word.
  ///   - words: What reads it.
  ///   - notation: What a move is to look like, where it does not say so itself.
  ///   - offset: The place of the text in the file.
  /// - Returns: The length of the move; nil if no game has one.
  mutating func play(
    _ text: Substring,
    by words: XiangqiWord,
    in notation: XiangqiNotation,
    at offset: Int
  ) -> Int? {
    if let doubt, game.position.ply - doubt.ply > Self.longestDoubt {
      isUndecided = true
      games.removeLast(games.count - 1)
    }
    for length in XiangqiWord.lengths(of: text) {
      let part = String(text.prefix(length))
      let choices = games.map { words.moves(part, in: $0) }
      let count = choices.reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      if choices.contains(where: { $0.count > 1 }) {
        guard count <= Self.mostGames, doubts < Self.mostDoubts else { return nil }
        doubts += 1
        let expected = expectation(of: part, by: words, in: notation)
        doubt = doubt ?? Doubt(expected: expected, offset: offset, ply: game.position.ply)
      }
      return choose(choices) ? length : nil
    }
    return nil
  }

  /// Plays the moves with which each game may go on, and gives up games without one.
  ///
  /// False if none of them can be played.
  private mutating func choose(_ choices: [[Move]]) -> Bool {
    var others: [GameRecord] = []
    for (index, moves) in choices.enumerated() {
      for move in moves.dropFirst() {
        var other = games[index]
        if (try? other.play(move)) != nil { others.append(other) }
      }
    }
    // In place: a copy of each game at each move would take the square of their length.
    for (index, moves) in choices.enumerated().reversed() {
      if let move = moves.first, (try? games[index].play(move)) != nil { continue }
      guard games.count + others.count > 1 else { return false }
      games.remove(at: index)
    }
    games += others
    if games.count == 1, !isUndecided { doubt = nil }
    return true
  }

  /// What stands for a move here, in the notation of `text` if it has one.
  func expectation(
    of text: String,
    by words: XiangqiWord,
    in notation: XiangqiNotation
  ) -> String {
    if game.position.outcome != nil { return IllegalMove.gameOver.expectation }
    let form = XiangqiNotation(of: text)
    let isForm = form != .wxf || XiangqiPhrase(wxf: text) != nil
    guard case .xiangqi(let position) = game.position else { return "a legal move" }
    return words.expectation(of: text, in: position, isForm ? form : notation)
  }
}

extension XiangqiWord {
  /// The legal moves of a game, whether it has ended or not, that `text` may mean.
  fileprivate func moves(_ text: String, in game: GameRecord) -> [Move] {
    guard case .xiangqi(let position) = game.position.withoutEnd else { return [] }
    return moves(text, in: position)
  }
}
