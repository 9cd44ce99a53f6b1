/// The knowledge of the search about one position.
struct XiangqiNode {
  var alpha: Int
  let beta: Int
  var depth: Int
  let ply: Int
  /// True if the window is wide, so that the line matters.
  let isOnLine: Bool
  /// True if a move that refutes it is expected.
  let isCut: Bool
  /// A move that is left out, to see how much the others are worth.
  let excluded: UInt16

  var entry = SearchTable.Entry(bits: 0)
  var tableMove: UInt16 = 0
  var tableScore = XiangqiScore.none
  /// The evaluation, corrected by what was learnt; a better guess where the table has one.
  var evaluation = XiangqiScore.none
  var estimate = XiangqiScore.none
  var isInCheck = false
  /// True if the side to move stands better than two plies ago.
  var isImproving = false

  var best = -XiangqiScore.infinite
  var bestMove: UInt16 = 0
  /// Legal moves so far, and those of them in the list of tried ones.
  var count = 0
  var quietCount = 0
  var captureCount = 0
  /// True if there were moves that this level of play does not see.
  var hasOverlooked = false
  /// The score to return at once, set where the others are not worth a look.
  var answer = XiangqiScore.none

  init(_ alpha: Int, _ beta: Int, _ depth: Int, ply: Int, isCut: Bool, excluded: UInt16 = 0) {
    self.alpha = alpha
    self.beta = beta
    self.depth = depth
    self.ply = ply
    isOnLine = beta &- alpha > 1
    self.isCut = isCut
    self.excluded = excluded
  }
}
