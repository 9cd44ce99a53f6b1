internal import ArgumentParser
internal import BoardUI
internal import FoundationEssentials
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// `tabletooth games`: lists what was played.
struct GamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List the matches that were begun, the latest first."
  )

  @Flag(help: "Print one JSON object a line, and nothing else.")
  var json = false

  func run() throws {
    let entries = try Self.entries(PlayerData.open())
    let lines = entries.map { json ? $0.json : $0.line }
    let text = entries.isEmpty && !json ? ["No games yet."] : lines
    guard StandardOutput.write(text.map { $0 + "\n" }.joined()) else {
      throw ExitReason.outputClosed
    }
  }

  /// All matches that are kept, the latest first.
  static func entries(_ playerData: PlayerData) throws -> [Entry] {
    let players = try playerData.store.trustBook().players
    let readable = try playerData.store.matches().map { id, match in
      let name = match.opponentName(among: players)
      do throws(StoreError) {
        return Entry(id, match, try playerData.store.savedSession(of: id), against: name)
      } catch .damagedRow {
        return Entry(damaged: id, match, against: name)
      }
    }
    let damaged = try playerData.store.damagedMatches().map { Entry(damaged: $0) }
    return (readable + damaged).sorted { $0.number > $1.number }
  }
}

extension GamesCommand {
  /// The members of an object of `--json`.
  struct Entry: Encodable {
    enum State: String, Encodable {
      /// It goes on when both type what they typed to begin it.
      case unfinished
      /// It goes on when both type `tabletooth resume`.
      case left
      case finished
      /// What is kept of it is not what this program has written.
      case damaged
    }

    let number: Int64
    /// Nil where that is damaged, as is all up to the seat.
    let opponent: String?
    let fingerprint: String?
    let seat: String?
    /// Nil until the host has named what is played.
    let game: String?
    /// The rule of Gomoku; nil in the other games, which have no choice of rules.
    let rule: String?
    /// The moves of the last game, those that were taken back left out.
    let moves: Int
    let startedAt: String?
    let state: State
    let result: String?

    /// When it began, for a person.
    private let began: String?

    private enum CodingKeys: CodingKey {
      case number, opponent, fingerprint, seat, game, rule, moves, startedAt, state, result
    }

    init(
      _ id: SavedMatch.ID,
      _ match: SavedMatch,
      _ past: SavedSession,
      against name: PlayerName
    ) {
      number = id.rawValue
      opponent = name.description
      fingerprint = Fingerprint(of: match.opponent).description
      seat = match.seat.rawValue
      game = past.terms?.game
      rule = past.terms.flatMap(Self.rule)
      startedAt = Timestamp(seconds: match.startedAt).utc
      began = Timestamp(seconds: match.startedAt).local
      result = match.result
      let side: Role =
        switch match.seat {
        case .host: .host
        case .guest: .guest
        }
      do {
        moves = try Match.restored(from: past.journal, as: side)?.match.record.moves.count ?? 0
        state = match.result != nil ? .finished : match.leftAt != nil ? .left : .unfinished
      } catch {
        moves = 0
        state = .damaged
      }
    }

    /// A match of which what is kept cannot be read: all of it, or what was said.
    init(damaged id: SavedMatch.ID, _ match: SavedMatch? = nil, against name: PlayerName? = nil) {
      number = id.rawValue
      opponent = name?.description
      fingerprint = match.map { Fingerprint(of: $0.opponent).description }
      seat = match?.seat.rawValue
      game = nil
      rule = nil
      moves = 0
      startedAt = match.map { Timestamp(seconds: $0.startedAt).utc }
      began = match.map { Timestamp(seconds: $0.startedAt).local }
      state = .damaged
      result = nil
    }

    private static func rule(_ terms: MatchMessage.Start) -> String? {
      switch Game(terms) {
      case .gomoku(let terms): terms.rule.rawValue
      case .liuzhou, .xiangqi: nil
      case nil: terms.rule
      }
    }

    var line: String {
      let played = game.map { "\($0), \(moves) \(moves == 1 ? "move" : "moves")" }
      let nothing = state == .damaged ? nil : "nothing played"
      let outcome = state == .damaged ? state.rawValue : result ?? state.rawValue
      return ["\(number)", began, opponent, played ?? nothing, outcome].compactMap(\.self)
        .joined(separator: "  ")
    }

    var json: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(self) else {
        fatalError("plain members cannot be encoded")
      }
      return String(decoding: data, as: UTF8.self)
    }
  }
}
