internal import ArgumentParser
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchProtocol
internal import MatchStore
internal import Phrases

extension GamesCommand {
  /// `tabletooth games delete`.
  struct DeleteCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract: "Delete a game and its chat messages.",
      discussion: """
        tabletooth games delete 3
        """
    )

    @Argument(help: "The number of the game, as `tabletooth games` shows it.")
    var number: Int64

    func run(in environment: Environment) throws {
      try PlayerData.open(in: environment).store.delete(number)
    }
  }
}

extension GameScore {
  /// The moves of a file, and what else it says.
  init(_ file: GameFile) {
    self.init(file.position)
    tags = file.tags
    comments = file.comments
  }
}

extension Position {
  /// The position after `ply` of the moves; nil where there are fewer.
  func at(ply: Int) -> Position? {
    guard 0...self.ply ~= ply else { return nil }
    var position = self
    while position.ply > ply { position.takeBack() }
    return position
  }
}

extension PlayerData {
  /// A game as a file holds it, with the names of who played.
  ///
  /// - Throws: `ExitReason` where it cannot be played again, or a `StoreError`.
  func file(of number: Int64) throws -> GameFile {
    let kept = try game(number)
    let position = try kept.position(in: store)
    let score = try kept.score(in: store)
    guard let game = kept.game else { throw ExitReason.damagedMatch(number) }
    var tags = score.tags
    tags.merge(try names(in: game)) { $1 }
    if game.setting.isPlayed { tags[.date] = game.date }
    return GameFile(
      position,
      tags: tags,
      result: game.end.map(GameFile.Result.init) ?? .unknown,
      comments: score.comments
    )
  }

  /// The names of both players, where one of them is the player here.
  private func names(in game: RecordedGame) throws -> [GameFile.Tag: String] {
    guard let side = game.side else { return [:] }
    let other = OtherSide(game.setting, among: try store.trustBook().players)
    let name = other.level.map { "\(other.name):\($0)" } ?? other.name
    let own = try ownName(nil).description
    return side == .first
      ? [.firstPlayer: own, .secondPlayer: name] : [.firstPlayer: name, .secondPlayer: own]
  }
}

extension RecordedGame {
  /// The day on which it began, UTC, as SGF writes it; for PGN, with dots in place of dashes.
  fileprivate var date: String {
    let day = Timestamp(seconds: startedAt).utc.prefix(10)
    return terms?.kind == .xiangqi ? String(day.map { $0 == "-" ? "." : $0 }) : String(day)
  }
}

extension GameFile.Result {
  /// Makes the result of the end of a game.
  init(_ end: RecordedGame.End) {
    switch end.winner {
    case .first: self = .firstWon
    case .second: self = .secondWon
    case nil: self = .draw
    }
  }
}

extension RecordedGame.Setting {
  /// True if the game was played with this program, and not read from a file.
  var isPlayed: Bool {
    switch self {
    case .link, .terminal, .machine: true
    case .file: false
    }
  }
}
