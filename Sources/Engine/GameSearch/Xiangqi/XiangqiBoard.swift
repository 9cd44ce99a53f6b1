import GameRules

/// A Xiangqi board that a search plays on: pieces in place, and what is kept from move to move.
///
/// A move is two bytes, the cell that it leaves in the upper and the cell that it reaches in the
/// lower; 0 is no move. Pieces and cells are those of ``XiangqiEngine``.
struct XiangqiBoard: ~Copyable {
  /// The part of the state that belongs to one position of the line that led here.
  struct Past: BitwiseCopyable {
    /// The pieces and the side to move.
    var key: UInt64 = 0
    /// The pawns alone.
    var pawnKey: UInt64 = 0
    /// The piece-square scores, Red's less Black's; see ``XiangqiWeights``.
    var squares: Int32 = 0
    /// The number of pieces of each kind, 16 bits a side; see ``XiangqiBoard/unit(of:)``.
    var counts: UInt32 = 0
    /// The own slots that may not move freely.
    var pinned: UInt32 = 0
    /// The move that led here and what it took.
    var move: UInt16 = 0
    var taken: UInt8 = 0
    var isInCheck = false
    /// True if a cannon bears on the general over nothing.
    var isBare = false
    /// The counter of the sixty-move rule, and the checks of Red and of Black since the last
    /// capture.
    var quiet: Int16 = 0
    var redChecks: UInt8 = 0
    var blackChecks: UInt8 = 0
    /// Moves since the last capture or pass: no earlier position can come again.
    var reversible: Int16 = 0
  }

  var engine: XiangqiEngine
  /// The positions up to this one, by number of moves made; the last one is this one.
  let past: Cells<Past>
  /// The number of moves that have been made.
  var height = 0
  let words: Cells<UInt64>
  let squareScores: Cells<Int32>

  static let sideWord = Zobrist.word(-7)

  /// Sets up a position with those before it that still count; `room` more moves can be made.
  init(_ position: XiangqiPosition, room: Int, weights: XiangqiWeights) {
    var start = position
    var moves: [Move] = []
    while start.quietMoves > 0, let move = start.takeBack() { moves.append(move) }
    engine = XiangqiEngine(start.board, toMove: start.toMove)
    past = Cells(count: moves.count + room + 2, filledWith: Past())
    words = XiangqiBoard.sharedWords
    squareScores = weights.squares
    setUp(quiet: start.quietMoves)
    for move in moves.reversed() { make(Self.cells(of: move)) }
  }

  deinit {
    past.free()
  }

  /// The bytes of a move of the rules.
  static func cells(of move: Move) -> UInt16 {
    guard case .carry(let from, let to) = move.action else { return 0 }
    return UInt16(XiangqiTables.cell(from) << 8 | XiangqiTables.cell(to))
  }

  /// The move of the rules.
  static func move(_ move: UInt16) -> Move {
    .carry(from: XiangqiTables.point(Int(move >> 8)), to: XiangqiTables.point(Int(move & 255)))
  }

  private mutating func setUp(quiet: Int) {
    var state = Past()
    state.quiet = Int16(truncatingIfNeeded: quiet)
    if engine.own == XiangqiEngine.black { state.key ^= Self.sideWord }
    for piece in 16..<48 {
      let cell = Int(engine.places[piece])
      guard cell != 0 else { continue }
      let place = Self.type(piece) << 8 | cell
      state.key ^= words[place]
      if Self.kind(piece) == 5 { state.pawnKey ^= words[place] }
      state.squares &+= squareScores[place]
      state.counts &+= Self.unit(of: piece)
    }
    look(&state)
    past[0] = state
  }

  /// 0 to 6 for advisor, elephant, horse, rook, cannon, pawn and general.
  @inline(__always)
  static func kind(_ piece: Int) -> Int {
    Int(truncatingIfNeeded: 0x6555_5544_3322_1100 as UInt64 &>> UInt64(piece << 2 & 60)) & 15
  }

  /// The kind, and 8 more for Black.
  @inline(__always)
  static func type(_ piece: Int) -> Int { kind(piece) | (piece & 32) >> 2 }

  /// One piece in ``Past/counts``: two bits a kind but three for pawns, Black above Red.
  @inline(__always)
  static func unit(of piece: Int) -> UInt32 {
    let kind = UInt32(truncatingIfNeeded: kind(piece))
    let shift = kind << 1 &+ UInt32(truncatingIfNeeded: piece & 32) >> 1
    return kind == 6 ? 0 : 1 &<< shift
  }

  static let sharedWords: Cells<UInt64> = {
    let words = Cells<UInt64>(count: 16 << 8, filledWith: 0)
    for place in 0..<16 << 8 { words[place] = Zobrist.word(1 << 24 + place) }
    return words
  }()
}

extension XiangqiBoard {
  @inline(__always)
  var key: UInt64 { past[height].key }

  @inline(__always)
  var isInCheck: Bool { past[height].isInCheck }

  /// Finds out what bears on the general of the side to move.
  @inline(__always)
  private func look(_ state: inout Past) {
    let own = engine.own
    let place = Int(engine.places[own &+ XiangqiEngine.general])
    let threats = engine.threats(to: place, side: own, enemy: 48 &- own)
    state.isInCheck = threats.isCheck
    state.isBare = threats.isBare
    state.pinned = threats.pinned
  }

  /// Makes a legal move.
  @inline(__always)
  mutating func make(_ move: UInt16) {
    let from = Int(move >> 8)
    let to = Int(move & 255)
    let piece = Int(engine.cells[from])
    let taken = engine.make(from, to)
    var state = past[height]
    let type = Self.type(piece) << 8
    let change = words[type | from] ^ words[type | to]
    state.key ^= change ^ Self.sideWord
    if type & 0x700 == 0x500 { state.pawnKey ^= change }
    state.squares &+= squareScores[type | to] &- squareScores[type | from]
    state.move = move
    state.taken = UInt8(truncatingIfNeeded: taken)
    state.quiet &+= 1
    state.reversible &+= 1
    if taken != 0 { remove(taken, from: to, &state) }
    look(&state)
    if state.isInCheck { countCheck(&state) }
    height &+= 1
    past[height] = state
  }

  @inline(__always)
  private func remove(_ taken: Int, from cell: Int, _ state: inout Past) {
    let place = Self.type(taken) << 8 | cell
    state.key ^= words[place]
    if place & 0x700 == 0x500 { state.pawnKey ^= words[place] }
    state.squares &-= squareScores[place]
    state.counts &-= Self.unit(of: taken)
    state.quiet = 0
    state.reversible = 0
    state.redChecks = 0
    state.blackChecks = 0
  }

  /// Of the checks of one side since the last capture only ten count as moves.
  private func countCheck(_ state: inout Past) {
    guard state.taken == 0 else { return }
    if engine.own == XiangqiEngine.black {
      if state.redChecks >= 10 { state.quiet &-= 1 } else { state.redChecks &+= 1 }
    } else {
      if state.blackChecks >= 10 { state.quiet &-= 1 } else { state.blackChecks &+= 1 }
    }
  }

  /// Takes the last move back.
  @inline(__always)
  mutating func unmake() {
    let state = past[height]
    engine.unmake(Int(state.move >> 8), Int(state.move & 255), Int(state.taken))
    height &-= 1
  }

  /// Lets the other side move without a move; nothing before it counts as a repetition.
  mutating func pass() {
    engine.pass()
    var state = past[height]
    state.key ^= Self.sideWord
    state.move = 0
    state.taken = 0
    state.quiet &+= 1
    state.reversible = 0
    look(&state)
    height &+= 1
    past[height] = state
  }

  /// Takes a pass back.
  mutating func unpass() {
    engine.pass()
    height &-= 1
  }

  /// True if a move that the pieces can make leaves the own general safe.
  @inline(__always)
  mutating func isLegal(_ move: UInt16) -> Bool {
    let state = past[height]
    let slot = UInt32(truncatingIfNeeded: engine.cells[Int(move >> 8)] & 15)
    let isFree = !state.isInCheck && !state.isBare
    if isFree, slot != 15, state.pinned &>> slot & 1 == 0 { return true }
    return isSafe(move)
  }

  private mutating func isSafe(_ move: UInt16) -> Bool {
    let taken = engine.make(Int(move >> 8), Int(move & 255))
    let isSafe = !engine.isAttacked(engine.enemy)
    engine.unmake(Int(move >> 8), Int(move & 255), taken)
    return isSafe
  }
}
