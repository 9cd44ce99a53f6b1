import GameRules

/// The memory of one thread of a search, from node to node and from move to move.
///
/// A place is a piece on a point: type times 90 plus point, below 1,440 (see
/// ``XiangqiBoard/type(_:)``).
struct XiangqiMemory: Sendable {
  /// No line is longer, in plies.
  static let mostPly = 96
  static let places = 1_440
  /// The place that stands for a pass or for no move.
  static let noPlace = 630

  /// The success of a quiet move, by side, start and end.
  let quiets = Cells<Int16>(count: 2 << 16, filledWith: 0)
  /// The success of a capture, by type, end and kind taken.
  let captures = Cells<Int16>(count: 16 << 11, filledWith: 0)
  /// The success of a place after another one.
  let continuations = Cells<Int16>(count: places * places, filledWith: 0)
  /// The quiet move that last refuted a place.
  let counters = Cells<UInt16>(count: places, filledWith: 0)
  /// The errors of evaluations, by side and by pawns, or by the numbers of the pieces.
  let pawnErrors = Cells<Int16>(count: 2 << 14, filledWith: 0)
  let materialErrors = Cells<Int16>(count: 2 << 14, filledWith: 0)
  /// And by the place of the last move.
  let placeErrors = Cells<Int16>(count: 2 * places, filledWith: 0)

  /// The moves of each ply and how they are ordered, 128 a ply.
  let moves = Cells<UInt16>(count: (mostPly + 4) << 7, filledWith: 0)
  let orders = Cells<Int32>(count: (mostPly + 4) << 7, filledWith: 0)
  /// The moves already tried at each ply: 64 quiet ones, 64 captures.
  let tried = Cells<UInt16>(count: (mostPly + 4) << 7, filledWith: 0)
  /// The best line from each ply, and where each ends.
  let lines = Cells<UInt16>(count: (mostPly + 4) << 7, filledWith: 0)
  let lineEnds = Cells<Int16>(count: mostPly + 4, filledWith: 0)
  /// The evaluation, the place of the last move, two killers and a move left out, by ply plus 8.
  let evaluations = Cells<Int16>(count: mostPly + 16, filledWith: 0)
  let places = Cells<Int16>(count: mostPly + 16, filledWith: Int16(noPlace))
  let killers = Cells<UInt16>(count: 2 * (mostPly + 16), filledWith: 0)
  let excluded = Cells<UInt16>(count: mostPly + 16, filledWith: 0)
  let cutoffs = Cells<Int16>(count: mostPly + 16, filledWith: 0)

  func free() {
    quiets.free()
    captures.free()
    continuations.free()
    counters.free()
    pawnErrors.free()
    materialErrors.free()
    placeErrors.free()
    moves.free()
    orders.free()
    tried.free()
    lines.free()
    lineEnds.free()
    evaluations.free()
    places.free()
    killers.free()
    excluded.free()
    cutoffs.free()
  }

  /// Forgets what belongs to the last search alone.
  func prepare() {
    for ply in 0..<Self.mostPly + 16 {
      evaluations[ply] = 0
      places[ply] = Int16(Self.noPlace)
      killers[2 * ply] = 0
      killers[2 * ply + 1] = 0
      excluded[ply] = 0
      cutoffs[ply] = 0
    }
  }

  /// Moves a value towards a bonus, the slower the further it is out already.
  @inline(__always)
  static func learn(_ cells: Cells<Int16>, _ index: Int, _ bonus: Int, limit: Int) {
    let old = Int(cells[index])
    cells[index] = Int16(truncatingIfNeeded: old &+ bonus &- old &* abs(bonus) / limit)
  }
}
