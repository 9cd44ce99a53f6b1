internal import BoardUI
internal import FoundationEssentials
internal import GameRecords
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import ProcessIO

/// A game as `tabletooth games` lists it; with `--json`, these are the members of an object.
struct GameEntry: Encodable {
  /// The kind of the opponent.
  enum Against: String, Encodable {
    case player, robot, program, terminal, file
  }

  /// The game that this one was played on from.
  struct Origin: Encodable {
    let number: Int64?
    let ply: Int
  }

  let number: Int64
  /// Nil where what is kept is damaged, as is all that can be.
  let against: Against?
  let opponent: String?
  let fingerprint: FingerprintEntry?
  /// The side of the link; nil where there was none.
  let seat: String?
  /// The level of the robot, from 1 to 10.
  let level: Int?
  /// Nil until the host has named what is played.
  let game: String?
  /// The rule of Gomoku; nil in the other games.
  let rule: String?
  /// The other differences from the usual rules, such as `size=19`.
  let options: String?
  /// The colour of the player here; nil where that one had both or none.
  let color: String?
  /// Those that were taken back are left out; nil where what is kept is damaged.
  let moves: Int?
  let startedAt: Timestamp?
  let endedAt: Timestamp?
  let state: KeptGame.State
  /// Who is to move in a match that goes on, `you` or `opponent`.
  let turn: String?
  /// The colour that won, or `draw`.
  let winner: String?
  /// The reason, in the word that `tabletooth-engine inspect` has for it, or resignation, timeout
  /// or agreement.
  let reason: String?
  /// The result for the player here; nil if that one had both sides or none.
  let result: String?
  /// The help for which the game does not count for a rating; nil if there was none.
  let unrated: [String]?
  let origin: Origin?
  /// The players, if a file names them, the one who moved first before the other.
  let players: [String]?
  /// When it was played, as a file writes that.
  let date: String?

  /// The winner, for a person.
  private let winnersName: String?
  /// True if this player left it, false if the other one did.
  private let isLeftHere: Bool?

  private enum CodingKeys: CodingKey {
    case number, against, opponent, fingerprint, seat, level, game, rule, options, color, moves
    case startedAt, endedAt, state, turn, winner, reason, result, unrated, origin, players, date
  }

  /// The entry of `kept` where these players are known.
  init(_ kept: KeptGame, among players: [KnownPlayer]) {
    let game = kept.game
    let other = game.map { OtherSide($0.setting, among: players) }
    let colour = { (side: Side) in game?.colour(of: side) }
    number = kept.number
    against = other?.against
    opponent = other?.name
    fingerprint = other?.key.map(FingerprintEntry.init)
    seat = kept.seat?.rawValue
    level = other?.level
    self.game = game?.terms?.name
    rule = game?.terms?.rule
    options = game?.terms?.otherOptions
    color = game?.side.flatMap(colour)
    moves = kept.state == .damaged ? nil : game?.moveCount ?? 0
    startedAt = game.map { Timestamp(seconds: $0.startedAt) }
    endedAt = game?.endedAt.map(Timestamp.init)
    state = kept.state
    turn = kept.isYourTurn.map { $0 ? "you" : "opponent" }
    let end = kept.state == .finished ? game?.end : nil
    winner = end.map { $0.winner.flatMap(colour) ?? "draw" }
    reason = end?.reason
    result = end == nil ? nil : game?.result?.rawValue
    unrated = game?.assistance.words
    origin = game?.origin.map { Origin(number: $0.number, ply: $0.ply) }
    self.players = kept.filePlayers
    date = kept.tags[.date]
    isLeftHere = kept.isLeftHere
    winnersName = end?.winner.map { side in
      switch game?.side {
      case nil: game?.colour(of: side).map(RecordStrings.side) ?? side.rawValue
      case side: say("you")
      case .some:
        other.map { $0.against == .robot ? say("robot") : $0.name } ?? say("the other player")
      }
    }
  }

  /// The entry for a person.
  var line: String {
    var parts = ["\(number)"]
    if let date {
      parts.append(RecordStrings.date(date))
    } else if let startedAt, startedAt.seconds > 0 {
      parts.append(startedAt.local)
    }
    if let who { parts.append(who) }
    if let game {
      let rules = [rule == "freestyle" ? nil : rule.map(RecordStrings.rule), options].compactMap(
        \.self
      )
      let title = GameKind(rawValue: game).map { RecordStrings.name($0) } ?? game
      let name = rules.isEmpty ? title : "\(title) (\(rules.joined(separator: " ")))"
      let words = [name, playersColour, moves.map(RecordStrings.moves)]
      let clauses = words.compactMap(\.self)
      parts.append(clauses.dropFirst().reduce(clauses[0]) { say("\($0), \($1)") })
    } else if state != .damaged {
      parts.append(say("nothing played"))
    }
    parts.append(state == .finished ? ending : state.words(isLeftHere: isLeftHere))
    if let turn, let opponent {
      parts.append(turn == "you" ? say("your move") : say("\(opponent) to move"))
    }
    if unrated != nil, color != nil { parts.append(say("unrated")) }
    return parts.joined(separator: "  ")
  }

  /// The players, for a person.
  private var who: String? {
    guard let opponent else { return nil }
    return switch against {
    case .terminal: say("this terminal")
    case .file: RecordStrings.read(from: opponent, players)
    case .robot: level.map { say("robot, level \($0)") } ?? say("robot")
    case .player, .program, nil: opponent
    }
  }

  private var playersColour: String? { color.map { say("you \(RecordStrings.side($0))") } }

  private var ending: String { RecordStrings.end(winner: winnersName, reason: reason) }

  /// The entry for another program, as one line.
  var json: String { JSON.line(self) }
}

/// The fingerprint of a key, which is computed where it is shown.
struct FingerprintEntry: Encodable {
  let key: PlayerID

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Fingerprint(of: key).description)
  }
}

/// The opponent, in words.
struct OtherSide {
  let against: GameEntry.Against
  let name: String
  var key: PlayerID?
  var level: Int?

  /// The other side of `setting` where these players are known.
  init(_ setting: RecordedGame.Setting, among players: [KnownPlayer]) {
    switch setting {
    case .link(let key, let name):
      self.key = key
      against = .player
      self.name = (players.first { $0.key == key }?.displayName ?? name).description
    case .terminal: (against, name) = (.terminal, "this terminal")
    case .machine(let name, let level?):
      (against, self.name) = (.robot, name)
      self.level = level
    case .machine(let name, nil): (against, self.name) = (.program, name)
    case .file(let name): (against, self.name) = (.file, name)
    }
  }
}

extension Assistance {
  /// Each kind of help in a word; nil if there was none.
  fileprivate var words: [String]? {
    let all: [(Assistance, String)] = [
      (.hints, "hints"), (.takeBacks, "takebacks"), (.levels, "level"), (.machine, "robot"),
    ]
    return isEmpty ? nil : all.filter { contains($0.0) }.map(\.1)
  }
}

extension RecordedGame {
  /// The colour of a side, in the word that `tabletooth-engine inspect` has for it.
  func colour(of side: Side) -> String? {
    terms?.kind.map { (isFirstWhite ? side.other : side).colour(in: $0) }
  }
}

extension GameTerms {
  /// The rule of Gomoku; nil in the other games, which have none to choose.
  var rule: String? {
    guard kind == .gomoku else { return nil }
    return values.first { $0.hasPrefix("rule=") }.map { String($0.dropFirst(5)) } ?? "freestyle"
  }

  /// The other differences from the usual rules; nil if there are none.
  var otherOptions: String? {
    let others = values.filter { !$0.hasPrefix("rule=") }
    return others.isEmpty ? nil : others.joined(separator: " ")
  }

  private var values: [Substring] { options.split(separator: " ") }
}

extension KeptGame {
  /// The players that a file names, the one who moved first before the other; nil if it names
  /// nobody.
  fileprivate var filePlayers: [String]? {
    let names = [GameFile.Tag.firstPlayer, .secondPlayer].map { tags[$0] }
    return names == [nil, nil] ? nil : names.map { $0 ?? "?" }
  }
}
