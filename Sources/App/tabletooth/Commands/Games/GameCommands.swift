internal import ArgumentParser
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchProtocol
internal import MatchStore
internal import Phrases

extension GamesCommand {
  /// `tabletooth games show`.
  struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show a game: who played, the board, and the moves."
    )

    @Argument(help: "The number of the game, as «tabletooth games» shows it.")
    var number: Int64

    @Option(help: "Show the board after so many moves.")
    var ply: Int?

    @Option(help: "Xiangqi as characters (han) or letters (latin).")
    var pieces: PieceStyle?

    func run() throws {
      let playerData = try PlayerData.open()
      let kept = try playerData.game(number)
      let players = try playerData.store.trustBook().players
      let entry = GameEntry(kept, among: players)
      let position = try kept.position(in: playerData.store)
      let shown = ply ?? position.ply
      guard let board = position.at(ply: shown) else {
        throw ExitReason.usage(say("game \(number) has \(RecordStrings.moves(position.ply))"))
      }
      var text = [entry.line]
      if let origin = kept.game?.origin {
        text.append(RecordStrings.origin(origin.number, origin.ply))
      }
      text.append(RecordStrings.board(board, pieces ?? PieceStyle.ofTerminal))
      text.append(RecordStrings.moveList(position, marking: ply))
      guard StandardOutput.tell(text.joined(separator: "\n") + "\n") else {
        throw ExitReason.outputClosed
      }
    }
  }

  /// `tabletooth games export`.
  struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Print a game as a file.",
      discussion: """
        Gomoku: sgf, psq, pos. Xiangqi: fen, and PGN in iccs, wxf or chinese. Liuzhou chess: turns.
        """
    )

    @Argument(help: "The number of the game, as «tabletooth games» shows it.")
    var number: Int64

    @Option(help: "The format to print.")
    var to: GameFormat?

    @Flag(help: "Print the result as both players have signed it, for «tabletooth verify».")
    var signed = false

    func validate() throws {
      guard (to != nil) != signed else {
        throw ValidationError("Expected --to with a format, or --signed.")
      }
    }

    func run() throws {
      let playerData = try PlayerData.open()
      guard let to else { return try printSigned(playerData) }
      let file = try playerData.file(of: number)
      do {
        guard StandardOutput.write(try file.text(as: to)) else { throw ExitReason.outputClosed }
      } catch let error as Inexpressible {
        throw ExitReason.usage("\(error)")
      }
    }

    private func printSigned(_ playerData: PlayerData) throws {
      _ = try playerData.game(number)
      guard let text = try playerData.store.signedResult(of: number) else {
        throw ExitReason.usage(say("both players have not signed a result of game \(number)"))
      }
      guard StandardOutput.write(text) else { throw ExitReason.outputClosed }
    }
  }

  /// `tabletooth games delete`.
  struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract: "Forget a game, and all that was said in it."
    )

    @Argument(help: "The number of the game, as «tabletooth games» shows it.")
    var number: Int64

    func run() throws {
      try PlayerData.open().store.delete(number)
    }
  }

  /// `tabletooth games import`.
  struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Keep the games of a file; an SGF or a PGN may hold many."
    )

    @Argument(help: "The file, in UTF-8 or GBK; - is standard input.")
    var file: String

    @Option(help: "The format of the file, where neither its name nor its text tells.")
    var from: GameFormat?

    @Option(help: "The rule of Gomoku, whatever the file says: freestyle, standard or renju.")
    var rule: GomokuRule?

    func run() throws {
      let files = try GameText.games(of: file, format: from, rule: rule)
      let playerData = try PlayerData.open()
      let now = Timestamp.now.seconds
      let name = file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "")
      let games = files.map { file in
        var game = RecordedGame(
          GameTerms(file.game),
          setting: .file(name: name),
          side: nil,
          startedAt: now
        )
        game.note(file.position)
        game.end = RecordedGame.End(file)
        return (game, GameScore(file))
      }
      let numbers = try playerData.store.add(games)
      guard
        StandardOutput.tell(
          RecordStrings.imported(numbers, known: games.count - numbers.count) + "\n"
        )
      else {
        throw ExitReason.outputClosed
      }
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
    guard let game = kept.game else { throw ExitReason.kept(.damagedMatch(number)) }
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
  /// What the end of a game comes to.
  init(_ end: RecordedGame.End) {
    switch end.winner {
    case .first: self = .firstWon
    case .second: self = .secondWon
    case nil: self = .draw
    }
  }
}

extension RecordedGame.Setting {
  /// Whether the game was played with this program, and not read from a file.
  var isPlayed: Bool {
    switch self {
    case .link, .terminal, .machine: true
    case .file: false
    }
  }
}
