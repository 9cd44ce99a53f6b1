/// A position of Liuzhou chess: the stones, the phase, and what is due.
///
/// The rulings R1 to R20 are in docs/reference/rules/liuzhou.md. ``Side/first`` is White and places
/// first; ``Side/second`` is Black and moves first. Each stone placed, moved or taken is a move of
/// its own.
public struct LiuzhouPosition: GamePosition {
  private struct Undo: Hashable {
    let move: Move
    let board: LiuzhouBoard
    let outcome: Outcome?
    let seen: Range<Int>
  }

  /// More moves without a capture than any rules allow, with room.
  private static let longestQuiet = 1_000

  /// The number of columns, and of rows.
  public let size = 6

  /// The house rules in force.
  public let terms: LiuzhouTerms

  /// How the game ended, or nil while it goes on.
  public private(set) var outcome: Outcome?

  package private(set) var board: LiuzhouBoard
  /// All moving-phase positions.
  private var seen: [UInt64] = []
  /// The first of ``seen`` that is not before the last capture.
  private var firstSeen = 0
  private var undo: [Undo] = []

  /// The empty board, White to place.
  public init(_ terms: LiuzhouTerms = LiuzhouTerms()) {
    self.init(board: LiuzhouBoard(terms.way), terms: terms)
  }

  package init(board: LiuzhouBoard, terms: LiuzhouTerms) {
    self.board = board
    self.terms = terms
    outcome = board.outcome
    if board.phase == .moving, board.due == 0 { seen = [board.key] }
  }

  /// Liuzhou chess, by its house rules.
  public var game: Game { .liuzhou(terms) }

  /// Who acts next; after the end, who would.
  public var toMove: Side { board.toMove }

  /// What a turn consists of now.
  public var phase: LiuzhouPhase { board.phase }

  /// How many enemy stones the side to move has to take before its turn ends.
  public var capturesDue: Int { board.phase == .removing ? 1 : board.due }

  /// The actions played, oldest first.
  public var moves: [Move] { undo.map { $0.move } }

  /// The number of actions that have been played.
  public var ply: Int { undo.count }

  /// The same number for the same stones, phase, captures due and side to move.
  public var key: UInt64 { board.key }

  /// The number of stones `side` has still to place.
  public func hand(of side: Side) -> Int {
    side == .first ? board.whiteHand : board.blackHand
  }

  /// Who has a stone on `point`, marked or not; nil where none stands.
  public func stone(at point: Point) -> Side? {
    guard point.isOnBoard(ofSize: 6) else { return nil }
    let bit = UInt64(1) << UInt64(point.index(size: 6))
    return board.white & bit != 0 ? .first : board.black & bit != 0 ? .second : nil
  }

  /// True if the stone on `point` is captured and comes off when the moving begins.
  public func isMarked(at point: Point) -> Bool {
    point.isOnBoard(ofSize: 6) && board.marked >> UInt64(point.index(size: 6)) & 1 == 1
  }

  /// The complete formations that the stone on `point` stands in, the most valuable first.
  public func formations(at point: Point) -> [FormationKind] {
    guard let side = stone(at: point) else { return [] }
    let stones = (side == .first ? board.white : board.black) & ~board.marked
    return Formation.through(point.index(size: 6), in: terms.way)
      .filter { $0.mask & ~stones == 0 }
      .sorted { $0.captures > $1.captures }
      .map { $0.kind }
  }

  /// Every legal action, by point from `a1`; none after the end.
  public var legalMoves: [Move] {
    guard outcome == nil else { return [] }
    if board.mustTake { return points(board.targets).map(Move.remove) }
    if board.phase == .placing { return points(board.empty).map(Move.place) }
    return points(board.own).flatMap { from in
      points(board.steps(from: from.index(size: 6))).map { .step(from: from, to: $0) }
    }
  }

  /// Plays one action, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    let next = try board(after: move)
    undo.append(Undo(move: move, board: board, outcome: outcome, seen: firstSeen..<seen.count))
    board = next
    settle(after: move)
  }

  private func board(after move: Move) throws(IllegalMove) -> LiuzhouBoard {
    var next = board
    switch move.action {
    case .place(let point):
      try check(point, move, isFor: .placing)
      guard stone(at: point) == nil else { throw .occupied(point) }
      next.place(point.index(size: 6), terms)
    case .step(let from, let to):
      try check(from, move, isFor: .moving)
      try checkStep(from, to)
      next.step(from: from.index(size: 6), to: to.index(size: 6), terms)
    case .remove(let point):
      try checkCapture(point, move)
      next.take(point.index(size: 6))
    case .choose, .carry:
      throw .otherGame(move)
    }
    return next
  }

  /// Takes the last action back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    guard let last = undo.popLast() else { return nil }
    board = last.board
    outcome = last.outcome
    seen.removeLast(seen.count - last.seen.upperBound)
    firstSeen = last.seen.lowerBound
    return last.move
  }

  /// How many sequences of `depth` actions there are from here, by the stones alone.
  ///
  /// Repetition is not looked at; a depth below one counts this position.
  public func perft(_ depth: Int) -> Int {
    board.perft(depth, terms)
  }

  /// The same stones without the moves that led to them, which repetition judges.
  var withoutHistory: LiuzhouPosition {
    LiuzhouPosition(board: board, terms: terms)
  }

  /// The same position with the other side to take first, as version 1.0.0 played Shandong's way;
  /// nil where nobody is about to do so.
  var takenFirstByOther: LiuzhouPosition? {
    guard terms.way == .shandong, phase == .removing, board.empty == 0 else { return nil }
    var position = self
    position.board.toMove = toMove.other
    return position
  }

  /// The same position as if its game had not ended.
  var withoutVerdict: LiuzhouPosition {
    var position = self
    position.outcome = nil
    return position
  }

  /// Says that the game has ended so, or that it has not.
  mutating func overrule(_ outcome: Outcome?) { self.outcome = outcome }

  private func points(_ bits: UInt64) -> [Point] {
    (0..<36).filter { bits >> UInt64($0) & 1 == 1 }.map { Point(index: $0, size: 6) }
  }

  private func check(
    _ point: Point,
    _ move: Move,
    isFor phase: LiuzhouPhase
  ) throws(IllegalMove) {
    guard board.phase == phase else { throw .otherGame(move) }
    guard !board.mustTake else { throw .captureDue }
    guard point.isOnBoard(ofSize: 6) else { throw .offBoard(point) }
  }

  private func checkStep(_ from: Point, _ to: Point) throws(IllegalMove) {
    guard to.isOnBoard(ofSize: 6) else { throw .offBoard(to) }
    let start = from.index(size: 6)
    guard
      board.own >> UInt64(start) & 1 == 1,
      board.steps(from: start) >> UInt64(to.index(size: 6)) & 1 == 1
    else { throw refusal(from: from, to: to) }
  }

  private func checkCapture(_ point: Point, _ move: Move) throws(IllegalMove) {
    guard board.mustTake else { throw .otherGame(move) }
    guard point.isOnBoard(ofSize: 6) else { throw .offBoard(point) }
    guard board.targets >> UInt64(point.index(size: 6)) & 1 == 1 else {
      throw .notTakeable(point, immunity(of: point))
    }
  }

  /// The reason why no stone of the side to move goes from `from` to `to`, which is so.
  private func refusal(from: Point, to: Point) -> IllegalMove {
    switch stone(at: from) {
    case nil: return .noSuchStep(from: from, to: to, .nothingThere)
    case toMove.other: return .noSuchStep(from: from, to: to, .notOwn)
    case .some:
      let distance = abs(from.column - to.column) + abs(from.row - to.row)
      return distance == 1 ? .occupied(to) : .noSuchStep(from: from, to: to, .notItsWay)
    }
  }

  /// The reason why the stone on `point` may not be taken, which is so.
  private func immunity(of point: Point) -> Immunity {
    guard let owner = stone(at: point) else { return .nothingThere }
    if owner == toMove { return .own }
    guard !isMarked(at: point), let formation = formations(at: point).first else { return .marked }
    return .protected(formation)
  }

  private mutating func settle(after move: Move) {
    outcome = board.outcome
    if case .remove = move.action { firstSeen = seen.count }
    guard board.phase == .moving, board.due == 0 else { return }
    seen.append(board.key)
    guard outcome == nil || outcome?.reason == .quietMoves else { return }
    if seen[max(firstSeen, seen.count - Self.longestQuiet)...].count(where: { $0 == board.key })
      >= 3
    {
      outcome = Outcome(winner: nil, reason: .repetition)
    }
  }
}
