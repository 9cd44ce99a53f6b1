/// The advertisement of a table: four bytes beside its name, or two from older versions.
///
/// Nobody vouches for it: whoever forges it misleads a list of tables and nothing else, as all of
/// it is said again under seal.
public struct Presence: Hashable, Sendable {
  /// The availability of the seat.
  public enum State: UInt8, Hashable, Sendable, CaseIterable {
    /// A seat is free.
    case free = 0
    /// The player of the match has lost the link and is waited for; nobody else gets the seat.
    case interrupted = 1
    /// A match is played.
    case playing = 2
    /// Nobody new is let in at the moment.
    case closed = 3
  }

  /// The number of bytes it has without a number.
  public static let length = 2
  /// The number of bytes it has with a number, or with a rank.
  package static let numberedLength = 4
  /// The upper three bits of the number of a table that somebody opened on purpose; lower ones are
  /// the age of a room.
  ///
  /// Older versions take the highest age for a room that stays, as such a table does.
  private static let onPurpose: UInt16 = 7
  /// The most places for watchers that can be told; it stands for more of them, too.
  public static let mostPlaces = 7

  /// The highest version of the protocol that the host speaks, 1 to 7.
  public var version: UInt16
  /// The game; nil if the host does not tell, or has another version.
  public var game: PresenceGame?
  /// The availability of the seat; nil if the host has another version.
  public var state: State?
  /// The number of spectators who may still come, up to ``mostPlaces``.
  public var places: Int
  /// True if there is a clock.
  public var hasClock: Bool
  /// True if something differs from the rules that ``game`` names; what, is said at the table.
  public var hasHouseRules: Bool
  /// True if only players get in whom the host knows.
  public var isForKnown: Bool
  /// True if the room stays where another one was opened too; nil for a table that somebody opened
  /// on purpose.
  public var rank: RoomRank?
  /// The number of a table without a rank; nil if its version is older, or nobody can connect.
  public var ownNumber: TableNumber?

  /// The number by which it is the same table over another transport; nil if it has none.
  public var number: TableNumber? { rank?.tableNumber ?? ownNumber }

  /// The presence of a table of this version.
  public init(
    game: PresenceGame? = nil,
    state: State = .free,
    places: Int = 0,
    hasClock: Bool = false,
    hasHouseRules: Bool = false,
    isForKnown: Bool = false
  ) {
    version = ProtocolVersion.supported.upperBound
    self.game = game
    self.state = state
    self.places = min(max(places, 0), Self.mostPlaces)
    self.hasClock = hasClock
    self.hasHouseRules = hasHouseRules
    self.isForKnown = isForKnown
  }

  /// The presence of a table where `terms` are played.
  public init(_ terms: MatchMessage.Start, state: State = .free) {
    let words = terms.options.split(separator: " ")
    let rules = words.filter { !$0.hasPrefix("clock=") }.map(String.init)
    let game = PresenceGame(terms.game, terms.rule, rules)
    let known = game?.options ?? rules
    self.init(
      game: game,
      state: state,
      hasClock: words.count != rules.count,
      hasHouseRules: !rules.allSatisfy(known.contains) || !known.allSatisfy(rules.contains)
    )
  }

  /// The presence that `bytes` are; nil when they are none.
  ///
  /// Of another version only the version is read.
  public init?(_ bytes: [UInt8]) {
    guard [Self.length, Self.numberedLength].contains(bytes.count), bytes[0] >> 5 > 0 else {
      return nil
    }
    self.init()
    version = UInt16(bytes[0] >> 5)
    guard version == ProtocolVersion.supported.upperBound else {
      state = nil
      return
    }
    game = PresenceGame(rawValue: bytes[0] & 0x1F)
    state = State(rawValue: bytes[1] >> 6)
    places = Int(bytes[1] >> 3 & 7)
    hasClock = bytes[1] & 4 != 0
    hasHouseRules = bytes[1] & 2 != 0
    isForKnown = bytes[1] & 1 != 0
    guard bytes.count == Self.numberedLength else { return }
    let last = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    if last >> TableNumber.bits == Self.onPurpose {
      ownNumber = TableNumber(lowBitsOf: last)
    } else {
      rank = RoomRank(rawValue: last)
    }
  }

  /// The bytes that say it.
  public var bytes: [UInt8] {
    let flags = (hasClock ? 4 : 0) | (hasHouseRules ? 2 : 0) | (isForKnown ? 1 : 0)
    let bytes = [
      UInt8(version & 7) << 5 | (game?.rawValue ?? 0),
      (state ?? .free).rawValue << 6 | UInt8(places) << 3 | UInt8(flags),
    ]
    let own = ownNumber.map { Self.onPurpose << TableNumber.bits | $0.rawValue }
    guard let last = rank?.rawValue ?? own else { return bytes }
    return bytes + [UInt8(last >> 8), UInt8(last & 0xFF)]
  }
}

/// A game and its rule, or what a table is there for instead, by the number that a presence has for
/// it; docs/reference/protocol.md lists them.
public struct PresenceGame: Hashable, Sendable {
  /// The number, 1 to 31.
  public let rawValue: UInt8

  /// The game of this number, known here or not; nil for a number that is none.
  public init?(rawValue: UInt8) {
    guard 1...31 ~= rawValue else { return nil }
    self.rawValue = rawValue
  }

  private static let known: [(number: UInt8, game: String, rule: String, options: [String])] = [
    (1, "gomoku", "freestyle", []),
    (2, "gomoku", "standard", []),
    (3, "gomoku", "renju", []),
    (4, "gomoku", "freestyle", ["opening=swap2"]),
    (5, "gomoku", "standard", ["opening=swap2"]),
    (6, "gomoku", "freestyle", ["size=19"]),
    (7, "gomoku", "freestyle", ["size=20"]),
    (8, "xiangqi", "freestyle", []),
    (9, "reversi", "freestyle", []),
    (10, "chess", "freestyle", []),
    (16, "liuzhou", "freestyle", []),
    (17, "liuzhou", "freestyle", ["way=huainan"]),
    (18, "liuzhou", "freestyle", ["way=shandong"]),
    (30, "files", "files", []),
    (31, "pipe", "pipe", []),
  ]

  /// The game that comes closest to these words of a Start; nil where none has that name and rule.
  init?(_ game: String, _ rule: String, _ options: [String]) {
    let closest = Self.known.last {
      $0.game == game && $0.rule == rule && $0.options.allSatisfy(options.contains)
    }
    guard let closest else { return nil }
    rawValue = closest.number
  }

  private var entry: (number: UInt8, game: String, rule: String, options: [String])? {
    Self.known.first { $0.number == rawValue }
  }

  var options: [String]? { entry?.options }

  /// The purpose of the table; a game, if this version does not know the number.
  public var kind: TableKind { terms.map(TableKind.init(offer:)) ?? .game }

  /// The terms with which a host would begin, or its offer in place of a game; nil for a game that
  /// this version does not know.
  public var terms: MatchMessage.Start? {
    entry.map {
      MatchMessage.Start(
        game: $0.game,
        rule: $0.rule,
        first: .host,
        options: $0.options.joined(separator: " ")
      )
    }
  }
}
