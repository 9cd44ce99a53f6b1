/// What wins in Gomoku, and what Black may not do.
public enum GomokuRule: String, CaseIterable, Sendable {
  /// Five or more in a row win.
  case freestyle
  /// Exactly five in a row win; a longer row is nothing.
  case standard
  /// Black needs exactly five and may make no overline, double four or double three.
  case renju

  /// True if a row of `length` stones of `colour` wins; ``Side/first`` is Black.
  func isWin(_ length: Int, for colour: Side) -> Bool {
    switch self {
    case .freestyle: length >= 5
    case .standard: length == 5
    case .renju: colour == .first ? length == 5 : length >= 5
    }
  }
}

/// How a game of Gomoku begins.
public enum GomokuOpening: String, CaseIterable, Sendable {
  /// Black's first stone stands where Black likes.
  case free
  /// The first player puts three stones, then the players choose colours.
  case swap2
}

/// What a forbidden move of Black's costs under renju.
public enum FoulPolicy: String, CaseIterable, Sendable {
  /// The move is refused.
  case refused
  /// The move is played and loses.
  case loses
}

/// What a row at the edge of the board is worth.
public enum EdgeFives: String, CaseIterable, Sendable {
  /// It wins as any other.
  case count = "on"
  /// Along one of the four lines at the edge it is nothing, as some play it.
  case off
  /// It wins, and behind the right edge it continues at the left of the row below, as in BlueGame.
  case wrap
}

/// By what rules a game of Gomoku is played.
public struct GomokuTerms: Hashable, Sendable {
  /// What wins.
  public let rule: GomokuRule
  /// The columns and rows of the board.
  public let size: BoardSize
  /// How the game begins.
  public let opening: GomokuOpening
  /// What a forbidden move costs; without meaning outside of renju.
  public let fouls: FoulPolicy
  /// True if a row along an edge wins.
  public let edgeFives: EdgeFives

  /// Fifteen by fifteen points and a free opening.
  public init(rule: GomokuRule = .freestyle) {
    self.rule = rule
    size = 15
    opening = .free
    fouls = .refused
    edgeFives = .count
  }

  /// States the rules, or gives nil where they do not go together.
  ///
  /// Boards other than that of 15 belong to freestyle: 19 and 20, and any of 10 to 20 columns with
  /// another number of rows from 10 to 20. So do rows that wrap; renju has neither swap2 nor rows
  /// that do not count.
  public init?(
    rule: GomokuRule,
    size: BoardSize = 15,
    opening: GomokuOpening = .free,
    fouls: FoulPolicy = .refused,
    edgeFives: EdgeFives = .count
  ) {
    guard size == 15 || (rule == .freestyle && Self.isFreestyle(size)) else { return nil }
    guard rule != .renju || (opening == .free && edgeFives == .count) else { return nil }
    guard rule == .freestyle || edgeFives != .wrap else { return nil }
    self.rule = rule
    self.size = size
    self.opening = opening
    self.fouls = fouls
    self.edgeFives = edgeFives
  }

  /// The sizes of freestyle in words, for messages.
  static let freestyleSizes = "a size of 15, 19 or 20, or two from 10 to 20"

  private static func isFreestyle(_ size: BoardSize) -> Bool {
    guard !size.isSquare else { return size == 19 || size == 20 }
    return (10...20).contains(size.columns) && (10...20).contains(size.rows)
  }
}

extension GomokuTerms {
  /// These terms on the board that `text` has the ranks and columns of.
  ///
  /// Where they have no board of that size, it is the one of fifteen, which all terms have.
  func sized(for text: String) -> GomokuTerms {
    let size = GomokuPosition.boardSize(ofText: text)
    return with(size: size) ?? with(size: 15) ?? self
  }

  private func with(size: BoardSize) -> GomokuTerms? {
    GomokuTerms(rule: rule, size: size, opening: opening, fouls: fouls, edgeFives: edgeFives)
  }
}
