/// A position of Gomoku: the stones, whose turn it is, and whether the game has ended.
///
/// The rules are in docs/reference/rules/gomoku.md. A ``Side`` is a player, first or second; only
/// after swap2 may the second player have Black (``blackSide``).
public struct GomokuPosition: GamePosition {
  /// What is being decided.
  enum Phase: Hashable {
    case openingStones(left: Int, placer: Side)
    case choice(maySplit: Bool)
    case play
  }

  struct Undo: Hashable {
    let move: Move
    let phase: Phase
    let toMove: Side
    let blackSide: Side
    let key: UInt64
  }

  /// The rules of this game.
  public let terms: GomokuTerms

  /// Who moves next; after the end, who would.
  public internal(set) var toMove: Side

  /// Who plays Black.
  public internal(set) var blackSide: Side

  /// How the game ended, or nil while it goes on.
  public internal(set) var outcome: Outcome?

  /// The same number for the same stones and the same side to move, whatever the order of moves.
  public internal(set) var key: UInt64

  /// The colour of the next stone, ``Side/first`` for Black.
  public internal(set) var colourToMove: Side

  var stones: [Side?]
  var emptyCount: Int
  var phase: Phase
  var undo: [Undo]

  /// The empty board of fifteen, Black to move.
  public init(rule: GomokuRule = .freestyle) {
    self.init(GomokuTerms(rule: rule))
  }

  /// The empty board.
  public init(_ terms: GomokuTerms) {
    self.terms = terms
    toMove = .first
    blackSide = .first
    key = 0
    stones = Array(repeating: nil, count: terms.size.area)
    emptyCount = stones.count
    colourToMove = .first
    phase =
      switch terms.opening {
      case .free: .play
      case .swap2: .openingStones(left: 3, placer: .first)
      }
    undo = []
  }

  /// Gomoku, by its terms.
  public var game: Game { .gomoku(terms) }

  /// What wins.
  public var rule: GomokuRule { terms.rule }

  /// The columns and rows of the board.
  public var size: BoardSize { terms.size }

  /// True if the players have not yet chosen their colours (swap2).
  public var isOpening: Bool {
    switch phase {
    case .openingStones, .choice: true
    case .play: false
    }
  }

  /// The moves played, oldest first.
  public var moves: [Move] { undo.map { $0.move } }

  /// The number of moves that have been played.
  public var ply: Int { undo.count }

  /// The colour of the stone on `point`, ``Side/first`` for Black; nil where none stands.
  public func stone(at point: Point) -> Side? {
    guard size.contains(point) else { return nil }
    return stones[size.index(of: point)]
  }

  /// Who plays `colour`.
  public func player(of colour: Side) -> Side {
    colour == .first ? blackSide : blackSide.other
  }

  /// Every legal move, row by row from `a1`, then the choices; none after the end.
  public var legalMoves: [Move] {
    guard outcome == nil else { return [] }
    if case .choice(let maySplit) = phase {
      return ColourChoice.allCases.filter { maySplit || $0 != .two }.map(Move.choose)
    }
    let empty = emptyPoints
    guard terms.fouls == .refused, mayFoul else { return empty.map(Move.place) }
    var judge = RenjuJudge(stones: stones, size: size.columns)
    return empty.compactMap { point in
      if case .foul = judge.verdict(at: point) { nil } else { .place(point) }
    }
  }

  /// What Black may not do here under renju, whoever is to move; empty under any other rule.
  public var forbiddenPoints: [(point: Point, foul: RenjuFoul)] {
    guard rule == .renju else { return [] }
    var judge = RenjuJudge(stones: stones, size: size.columns)
    return emptyPoints.compactMap { point in
      if case .foul(let foul) = judge.verdict(at: point) { (point, foul) } else { nil }
    }
  }

  /// The foul that a black stone on `point` would be under renju; nil where there is none.
  public func foul(at point: Point) -> RenjuFoul? {
    guard rule == .renju, size.contains(point), stone(at: point) == nil else { return nil }
    var judge = RenjuJudge(stones: stones, size: size.columns)
    if case .foul(let foul) = judge.verdict(at: point) { return foul }
    return nil
  }

  var emptyPoints: [Point] {
    stones.indices.compactMap { stones[$0] == nil ? size.point(at: $0) : nil }
  }

  var mayFoul: Bool { rule == .renju && colourToMove == .first }

  static let colourWord = Zobrist.word(-1)

  static func word(_ index: Int, _ colour: Side) -> UInt64 {
    Zobrist.word(index * 2 + (colour == .first ? 0 : 1))
  }
}
