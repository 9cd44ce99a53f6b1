internal import GRDB
internal import GameRecords
internal import GameRules
internal import MatchPlay
public import MatchProtocol
internal import Sodium

// How a game stands in its rows.

extension SavedMatch.Seat {
  /// The side of the link.
  public var role: Role {
    switch self {
    case .host: .host
    case .guest: .guest
    }
  }
}

extension RecordedGame {
  /// A game of `match`, of which nothing more is known.
  init(of match: SavedMatch) {
    self.init(
      nil,
      setting: .link(opponent: match.opponent, name: match.opponentName),
      side: nil,
      startedAt: match.startedAt
    )
  }

  /// What stands in the columns from `setting` to `originPly`.
  var columns: StatementArguments {
    let opponent: String?
    let words: (setting: String, name: String?, level: Int?)
    switch setting {
    case .link(let key, let name):
      (opponent, words) = (key.column, ("link", name.description, nil))
    case .terminal: (opponent, words) = (nil, ("terminal", nil, nil))
    case .machine(let name, let level): (opponent, words) = (nil, ("machine", name, level))
    case .file(let name): (opponent, words) = (nil, ("file", name, nil))
    }
    return [
      words.setting, opponent, words.name, words.level, side?.rawValue, terms?.name,
      terms?.options ?? "", isFirstWhite, moveCount, end?.column,
      end?.reason, startedAt, endedAt, origin?.number, origin?.ply,
    ]
  }
}

extension ListedGame {
  /// Reads a row of `MatchStore.games()`; what is damaged of it is left out.
  init(_ row: Row) throws {
    let columns = NumberedColumns(row: row)
    number = try columns.value(columns.number(0), "id")
    match = columns.number(1).map(SavedMatch.ID.init)
    seat = columns.text(17).flatMap(SavedMatch.Seat.init)
    isLeft = columns.number(18) != nil
    leftBy = columns.text(20).flatMap(SavedMatch.Seat.init)
    game = try? RecordedGame(columns)
    tags = columns.text(19).flatMap(GameScore.tags) ?? [:]
  }
}

/// What two games from files have in common that are the same one.
struct FileGame: Hashable {
  private let words: [String?]

  init(_ game: RecordedGame, _ score: GameScore) {
    words = [
      game.terms?.name, game.terms?.options ?? "", game.end?.column, score.start,
      score.moves.joined(separator: " "), score.tagText, score.commentText,
    ]
  }

  fileprivate init(_ row: Row) {
    words = (0..<7).map { String.fromDatabaseValue(row[$0]) }
  }
}

/// The games that came from files, and how often each of them is here.
///
/// A game is known by its hash of 64 bits, so that many games take little memory.
public struct KnownGames {
  private var counts: [Int: Int] = [:]

  init(in database: Database) throws {
    let sql = """
      SELECT game.kind, game.options, game.winner, score.start, score.moves, score.tags,
          score.comments
        FROM game JOIN score ON score.game = game.id WHERE game.setting = 'file'
      """
    let cursor = try Row.fetchCursor(database, sql: sql)
    while let row = try cursor.next() { counts[FileGame(row).hashValue, default: 0] += 1 }
  }

  /// Removes a game once, or says that it is not here.
  mutating func remove(_ game: FileGame) -> Bool {
    guard let count = counts[game.hashValue], count > 0 else { return false }
    counts[game.hashValue] = count - 1
    return true
  }
}

extension RecordedGame.End {
  /// Who won, as the column has it.
  fileprivate var column: String { winner?.rawValue ?? "draw" }
}

extension RecordedGame {
  fileprivate init(_ columns: NumberedColumns) throws(StoreError) {
    var terms: GameTerms?
    if let kind = columns.text(7) {
      terms = GameTerms(name: kind, options: try columns.value(columns.text(8), "options"))
      guard terms?.isReadable == true else { throw columns.damaged("kind") }
    }
    self.init(
      terms,
      setting: try Setting(columns),
      side: try columns.text(6).map { text throws(StoreError) in try columns.side(text, "side") },
      startedAt: try columns.value(columns.number(13), "startedAt")
    )
    isFirstWhite = columns.number(9) == 1
    guard let ply = columns.number(10), 0...65_536 ~= ply else { throw columns.damaged("ply") }
    moveCount = Int(ply)
    if let winner = columns.text(11) {
      let side = winner == "draw" ? nil : try columns.side(winner, "winner")
      end = End(winner: side, reason: columns.text(12))
    }
    endedAt = columns.number(14)
    if let ply = columns.number(16) {
      origin = Origin(number: columns.number(15), ply: Int(ply))
    }
    assistance = Assistance(rawValue: columns.number(21).map { Int(truncatingIfNeeded: $0) } ?? 0)
  }
}

extension RecordedGame.Setting {
  fileprivate init(_ columns: NumberedColumns) throws(StoreError) {
    let name = columns.text(4)
    switch columns.text(2) {
    case "link":
      guard let key = columns.text(3).flatMap(PlayerID.init(column:)) else {
        throw columns.damaged("opponent")
      }
      guard let name = name.flatMap(PlayerName.init(_:)) else { throw columns.damaged("name") }
      self = .link(opponent: key, name: name)
    case "terminal": self = .terminal
    case "machine":
      self = .machine(name: name ?? "", level: columns.number(5).map { Int($0) })
    case "file": self = .file(name: name ?? "")
    case .some, nil: throw columns.damaged("setting")
    }
  }
}

extension GameTerms {
  /// Whether name and options are words that this program could have written, or a later one.
  fileprivate var isReadable: Bool {
    guard kind == nil else { return game != nil }
    return !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }
}

/// A row whose columns are known by their number, which in a list of thousands is quicker.
private struct NumberedColumns {
  let row: Row

  func text(_ index: Int) -> String? { String.fromDatabaseValue(row[index]) }

  func number(_ index: Int) -> Int64? { Int64.fromDatabaseValue(row[index]) }

  /// What must be there.
  func value<Value>(_ value: Value?, _ name: String) throws(StoreError) -> Value {
    guard let value else { throw damaged(name) }
    return value
  }

  func side(_ text: String, _ name: String) throws(StoreError) -> Side {
    guard let side = Side(rawValue: text) else { throw damaged(name) }
    return side
  }

  func damaged(_ column: String) -> StoreError { .damagedRow(table: "game", column: column) }
}

// MARK: - The score

extension GameScore {
  /// The tags, one a line, each with its name before it.
  var tagText: String {
    tags.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: "\n")
  }

  /// The comments, one a line, each with the number of moves before it.
  var commentText: String {
    comments.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.split(whereSeparator: \.isNewline).joined(separator: " "))" }
      .joined(separator: "\n")
  }

  init(_ columns: Columns) throws(StoreError) {
    let moves: String = try columns["moves"]
    let start: String? = try columns["start"]
    self.init(start: start, moves: moves.split(separator: " ").map(String.init))
    guard let tags = Self.tags(in: try columns["tags"]) else { throw columns.damaged("tags") }
    self.tags = tags
    let commentText: String = try columns["comments"]
    for (ply, value) in Self.pairs(commentText) {
      guard let ply = Int(ply) else { throw columns.damaged("comments") }
      comments[ply] = value
    }
  }

  /// Reads ``tagText``; nil where this program would not have written that.
  static func tags(in text: String) -> [GameFile.Tag: String]? {
    var tags: [GameFile.Tag: String] = [:]
    for (name, value) in pairs(text) {
      guard let tag = GameFile.Tag(rawValue: name) else { return nil }
      tags[tag] = value
    }
    return tags
  }

  private static func pairs(_ text: String) -> [(String, String)] {
    text.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return (words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
    }
  }
}
