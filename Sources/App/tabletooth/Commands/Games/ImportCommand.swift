internal import ArgumentParser
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import Glibc
internal import MatchProtocol
internal import MatchStore

extension GamesCommand {
  /// `tabletooth games import`.
  struct ImportCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Import all the games in a file.",
      discussion: """
        tabletooth games import games.pgn
        tabletooth games import positions.pos --size 19

        Tabletooth lists the games that it cannot read, and saves the others.
        """
    )

    @Argument(help: "The file; - is standard input.")
    var file: String

    @OptionGroup var reading: ReadingOptions

    func run(in environment: Environment) throws {
      var games = try GameStream(of: file, reading)
      var importing = try GameImport(into: PlayerData.open(in: environment).store, from: file)
      while let entry = try games.next() { try importing.take(entry) }
      try importing.finish()
    }
  }
}

extension GameFile {
  /// True if it has neither a move nor a position to move from.
  fileprivate var isEmpty: Bool { position == Position(game: game) }
}

extension BrokenFile {
  /// The fault of a file whose games are all without a move.
  fileprivate static let empty = BrokenFile(
    line: 1,
    column: 1,
    found: "no move",
    expected: "a game with a move or a start position"
  )
}

/// The games of a file on their way into the store, some hundreds at a time.
private struct GameImport {
  /// The number of games that are written in one transaction.
  private static let batchSize = 500

  private let store: MatchStore
  private let path: String
  private let now = Timestamp.now.seconds
  private var known: KnownGames
  private var batch: [(RecordedGame, GameScore)] = []
  private var kept: ClosedRange<Int64>?
  private var (keptCount, readCount, brokenCount, emptyCount) = (0, 0, 0, 0)
  /// The number of games that are kept up to a pass.
  private var cutCount = 0
  /// The fault of the first game, until another one shows that the file has several.
  private var firstFault: (BrokenFile, SourceLine?)?

  init(into store: MatchStore, from path: String) throws {
    self.store = store
    self.path = path
    known = try store.knownGames()
  }

  /// Takes the next game of the file, or tells why it cannot be read.
  mutating func take(_ entry: GameCollection.Entry) throws {
    if let (fault, line) = firstFault { tell(fault, line, of: 1) }
    firstFault = nil
    readCount += 1
    switch entry.game {
    case .success(let file):
      if file.isEmpty { emptyCount += 1 } else { batch.append(row(file)) }
      if file.endsBeforePass, !file.isEmpty { cutCount += 1 }
    case .failure(let fault):
      brokenCount += 1
      if entry.number == 1 {
        firstFault = (fault, entry.line)
      } else {
        tell(fault, entry.line, of: entry.number)
      }
    }
    if batch.count == Self.batchSize { try write() }
  }

  /// Writes what is left, and says what was kept.
  ///
  /// - Throws: `ExitReason` if a game could not be read.
  mutating func finish() throws {
    try write()
    showProgress(nil)
    if let (fault, line) = firstFault { throw ExitReason.broken(fault, line, in: path) }
    if emptyCount == readCount { throw ExitReason.broken(.empty, in: path) }
    let known = readCount - brokenCount - emptyCount - keptCount
    let told = [
      RecordStrings.imported(kept, count: keptCount, known: known),
      cutCount == 0 ? nil : RecordStrings.cut(cutCount),
      emptyCount == 0 ? nil : RecordStrings.leftOut(emptyCount), "",
    ].compactMap(\.self)
    guard StandardOutput.tell(told.joined(separator: "\n")) else { throw ExitReason.outputClosed }
    if brokenCount > 0 {
      throw ExitReason.brokenGames(brokenCount, of: readCount, in: path)
    }
  }

  private func row(_ file: GameFile) -> (RecordedGame, GameScore) {
    let name = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
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

  private mutating func write() throws {
    let numbers = try store.add(batch, unless: &known)
    batch = []
    keptCount += numbers.count
    if let first = numbers.first, let last = numbers.last {
      kept = (kept?.lowerBound ?? first)...last
    }
    showProgress(RecordStrings.importing(readCount))
  }

  private func tell(_ fault: BrokenFile, _ line: SourceLine?, of number: Int) {
    showProgress(nil)
    StandardOutput.complain(
      RecordStrings.brokenGame(
        number,
        place: "\(path):\(fault.line):\(fault.column)",
        found: fault.found,
        expected: fault.expected
      )
    )
    if let line { StandardOutput.complain(source: RecordStrings.source(line)) }
  }

  /// Rewrites one line of a terminal; nil removes it.
  private func showProgress(_ text: String?) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    StandardOutput.show("\r\u{1b}[K" + (text ?? ""))
  }
}
