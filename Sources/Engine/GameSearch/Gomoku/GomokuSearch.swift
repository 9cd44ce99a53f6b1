/// One thread's search: its board, what it remembers, and the limits it keeps to.
///
/// As with ``GomokuBoard`` all that changes lies in one block. Sides are 0 for Black, 1 for White;
/// scores are for the side to move (``GomokuWeights``).
@safe
struct GomokuSearch {
  /// The worth of a win at once; a win after some plies is worth that much less.
  static let win = 30_000
  /// From here on, or below its negative, a score is a proven end.
  static let proven = 29_000
  /// More than any score.
  static let infinity = 31_000
  /// The maximum length of a line.
  static let plies = 160

  /// The parts of a search of which there is one.
  struct Header: BitwiseCopyable {
    var nodes: UInt64 = 0
    var nodeLimit: UInt64 = .max
    var isStopped = false
    /// The number of nodes the search of fours under way may still visit.
    var fourBudget = 0
    /// The deepest line of the iteration.
    var deepest = 0
    /// The first move of the last sequence of fours that won.
    var fourMove = 0
    /// The number of nodes at which the search of threats under way ends.
    var threatEnd: UInt64 = 0
    /// The first move of the last sequence of threats that won.
    var threatMove = 0
    /// True if sequences of fours are searched; a weak player does not see them.
    var seesFours = true
  }

  private enum Offset {
    static let header = 0
    static let moves = 128
    static let lines = moves + GomokuSearch.plies * 512 * 4
    static let lengths = lines + GomokuSearch.plies * GomokuSearch.plies * 2
    static let evaluations = lengths + GomokuSearch.plies * 8
    static let played = evaluations + GomokuSearch.plies * 8
    static let killers = played + GomokuSearch.plies * 8
    static let history = killers + GomokuSearch.plies * 16
    static let answers = history + 2 * GomokuGrid.cells * 4
    static let refuted = answers + 2 * GomokuGrid.cells * 2
    static let reductions = refuted + GomokuSearch.refutedCount * 8
    static let end = reductions + 64 * 64
  }

  static let refutedCount = 1 << 15

  let board: GomokuBoard
  let table: GomokuTable.View
  /// Asked every 256 nodes whether to stop.
  nonisolated(unsafe) private let shouldStop: UnsafePointer<() -> Bool>
  nonisolated(unsafe) private let block: UnsafeMutableRawPointer

  init(
    _ board: GomokuBoard,
    _ table: GomokuTable.View,
    asking shouldStop: UnsafePointer<() -> Bool>
  ) {
    self.board = board
    self.table = table
    unsafe self.shouldStop = shouldStop
    unsafe block = .allocate(byteCount: Offset.end, alignment: 64)
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: Offset.end)
    header[0] = Header()
    fillReductions()
  }

  /// Gives the memory back; the board is the caller's.
  func free() {
    unsafe block.deallocate()
  }

  @inline(__always)
  private func part<Element>(_ offset: Int, _ count: Int) -> GomokuBuffer<Element> {
    unsafe GomokuBuffer(of: block, at: offset, count: count)
  }

  @inline(__always) var header: GomokuBuffer<Header> { part(Offset.header, 1) }
  /// By ply, 512 cells to try, each with its order above ten bits of cell.
  @inline(__always)
  var moves: GomokuBuffer<Int32> { part(Offset.moves, Self.plies * 512) }
  /// By ply and ply, the expected moves from there on.
  @inline(__always)
  var lines: GomokuBuffer<Int16> { part(Offset.lines, Self.plies * Self.plies) }
  /// By ply, where its expected moves end.
  @inline(__always) var lengths: GomokuBuffer<Int> { part(Offset.lengths, Self.plies) }
  /// By ply, the evaluation before looking ahead.
  @inline(__always) var evaluations: GomokuBuffer<Int> { part(Offset.evaluations, Self.plies) }
  /// By ply, the move under search there; 0 for a pass.
  @inline(__always) var played: GomokuBuffer<Int> { part(Offset.played, Self.plies) }
  /// By ply, two quiet moves that were too good for the other side.
  @inline(__always) var killers: GomokuBuffer<Int> { part(Offset.killers, Self.plies * 2) }
  /// By side and cell, how often a move was too good, less how often it was not.
  @inline(__always)
  var history: GomokuBuffer<Int32> { part(Offset.history, 2 * GomokuGrid.cells) }
  /// By side and the other's last move, the answer that was too good.
  @inline(__always)
  var answers: GomokuBuffer<Int16> { part(Offset.answers, 2 * GomokuGrid.cells) }
  /// Hashes of positions in which no sequence of fours wins.
  @inline(__always) var refuted: GomokuBuffer<UInt64> { part(Offset.refuted, Self.refutedCount) }
  /// By depth and number of the move, how many plies less it is searched.
  @inline(__always) var reductions: GomokuBuffer<UInt8> { part(Offset.reductions, 64 * 64) }

  /// The hash that distinguishes positions by the side to move.
  @inline(__always)
  func hash(_ side: Int) -> UInt64 {
    side == 0 ? board.header[0].hash : board.header[0].hash ^ 0x5851_f42d_4c95_7f2d
  }

  /// The worth without looking ahead, to the side to move.
  @inline(__always)
  func evaluation(_ side: Int) -> Int {
    let sums = board.header[0].sums
    let (own, other) = side == 0 ? (sums.0, sums.1) : (sums.1, sums.0)
    return CellEntry.moving(own) &- CellEntry.waiting(other) &+ GomokuWeights.tempo
  }

  /// Counts a node, and notices every 256 whether to stop.
  @inline(__always)
  func enter() {
    header[0].nodes &+= 1
    if header[0].nodes & 255 == 0 { poll() }
    if header[0].nodes >= header[0].nodeLimit { header[0].isStopped = true }
  }

  @inline(never)
  private func poll() {
    if unsafe shouldStop.pointee() { header[0].isStopped = true }
  }

  /// The class of an empty cell for a side.
  @inline(__always)
  func cellClass(_ cell: Int, _ side: Int) -> Int {
    board.entries[cell << 1 | side].cellClass
  }

  /// Some cell of a class, or -1.
  @inline(__always)
  func cell(_ side: Int, _ cellClass: Int) -> Int {
    for word in GomokuGrid.usedWords {
      let set = board.sets[(side << 4 | cellClass) << 4 | word]
      if set != 0 { return word << 6 | set.trailingZeroBitCount }
    }
    return -1
  }

  /// A cell on which a side may make an open four or two fours, or -1.
  @inline(__always)
  func openFour(_ side: Int) -> Int {
    if board.count(side, CellClass.openFour) == 0 { return -1 }
    return allowed(side, CellClass.openFour)
  }

  /// A cell of a class on which a side may play, or -1.
  func allowed(_ side: Int, _ cellClass: Int) -> Int {
    for word in GomokuGrid.usedWords {
      var set = board.sets[(side << 4 | cellClass) << 4 | word]
      while set != 0 {
        let cell = word << 6 | set.trailingZeroBitCount
        if !board.isForbidden(cell, side) { return cell }
        set &= set &- 1
      }
    }
    return -1
  }

  /// A cell on which `side` may play and stops a five of `other`, or -1.
  func allowed(_ side: Int, blocking other: Int) -> Int {
    for word in GomokuGrid.usedWords {
      var set = board.sets[(other << 4 | CellClass.five) << 4 | word]
      while set != 0 {
        let cell = word << 6 | set.trailingZeroBitCount
        if !board.isForbidden(cell, side) { return cell }
        set &= set &- 1
      }
    }
    return -1
  }

  private func fillReductions() {
    for depth in 1..<64 {
      for number in 1..<64 {
        let product = Self.logarithm(depth) * Self.logarithm(number)
        reductions[depth << 6 | number] = UInt8(min(max(product / 17_000, 0), 30))
      }
    }
  }

  /// A hundred times the natural logarithm of a small number, by its doublings and what is left.
  private static func logarithm(_ number: Int) -> Int {
    let doublings = Int.bitWidth - 1 - number.leadingZeroBitCount
    let rest = number * 100 / (1 << doublings) - 100
    return doublings * 69 + rest * 69 / 100
  }
}
