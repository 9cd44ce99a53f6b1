/// How much several formations made by one stone capture (R5).
public enum FormationCount: String, CaseIterable, Sendable {
  /// Only the most valuable one counts.
  case best
  /// All count together, a house rule.
  case sum
}

/// How often the same formation captures (R6).
public enum FormationReuse: String, CaseIterable, Sendable {
  /// Each time that it is made.
  case always
  /// Sixes and fives only the first time that a side makes them, a house rule; squares and the
  /// shorter diagonals always.
  case shortOnly = "short-only"
}

/// The ways of playing Liuzhou chess that have a name, each with a page in docs/reference/rules.
public enum LiuzhouWay: String, CaseIterable, Sendable {
  /// The way of Fengyang: docs/reference/rules/liuzhou-fengyang.md.
  case fengyang
  /// The way of Huainan: docs/reference/rules/liuzhou-huainan.md.
  case huainan
  /// The way of central Shandong: docs/reference/rules/liuzhou-shandong.md.
  case shandong

  /// How much several formations at once capture, where nothing else is said.
  public var count: FormationCount { .best }

  /// How often the same formation captures, where nothing else is said.
  public var reuse: FormationReuse {
    switch self {
    case .fengyang, .shandong: .always
    case .huainan: .shortOnly
    }
  }

  /// With how many stones a side has not lost yet.
  public var fewestStones: Int {
    switch self {
    case .fengyang, .huainan: 3
    case .shandong: 4
    }
  }

  /// The side that takes the first stone if none was marked (R14).
  public var firstToRemove: Side {
    switch self {
    case .fengyang, .huainan: .first
    case .shandong: .second
    }
  }

  /// How many moving turns without a capture are a draw.
  public var quietLimit: Int {
    switch self {
    case .fengyang, .huainan: 100
    case .shandong: 36
    }
  }
}

/// Where the rules of Liuzhou chess differ from house to house.
public struct LiuzhouTerms: Hashable, Sendable {
  /// The set of rules that all else is taken from.
  public let way: LiuzhouWay
  /// How much several formations at once capture (R5).
  public var count: FormationCount
  /// How often the same formation captures (R6).
  public var reuse: FormationReuse

  /// The rules of `way`, but for what is named here.
  public init(
    _ way: LiuzhouWay = .fengyang,
    count: FormationCount? = nil,
    reuse: FormationReuse? = nil
  ) {
    self.way = way
    self.count = count ?? way.count
    self.reuse = reuse ?? way.reuse
  }
}

/// What a turn of Liuzhou chess consists of (R20).
public enum LiuzhouPhase: String, CaseIterable, Sendable {
  /// Stones come on the board; captured ones are only marked.
  case placing = "p"
  /// Nothing was captured while placing: each side removes one enemy stone.
  case removing = "r"
  /// Stones move one step.
  case moving = "m"
}
