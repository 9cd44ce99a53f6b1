extension ChessEngine {
  private static var firstColumn: UInt64 { 0x0101_0101_0101_0101 }
  private static var lastColumn: UInt64 { 0x8080_8080_8080_8080 }
  private static var endRows: UInt64 { 0xff00_0000_0000_00ff }

  /// What bears on the king of the side to move.
  private struct Threats {
    /// The pieces that attack it.
    var checkers: UInt64 = 0
    /// The pieces that would, but for one own piece between.
    var pinners: UInt64 = 0
    /// Those own pieces.
    var pinned: UInt64 = 0
  }

  /// Writes every legal move.
  package func listAll(_ steps: inout ChessSteps) { generate(&steps, ~0) }

  /// Writes every legal capture, and every promotion.
  package func listCaptures(_ steps: inout ChessSteps) { generate(&steps, sets[enemy]) }

  /// How many legal moves there are.
  package var moveCount: Int {
    var count = ChessCount()
    generate(&count, ~0)
    return count.count
  }

  /// Finds the legal moves that end on a `wanted` square, all promotions, and all captures en
  /// passant.
  @inline(__always)
  private func generate<Sink: ChessSink>(_ sink: inout Sink, _ wanted: UInt64) {
    let king = king(own)
    let occupied = occupied
    let threats = threats(to: king, occupied)
    generateKing(king, threats.checkers, wanted, &sink)
    let checkers = threats.checkers
    guard checkers & (checkers &- 1) == 0 else { return }
    var targets = ~sets[own]
    if checkers != 0 {
      targets &= checkers | tables.between[king << 6 | checkers.trailingZeroBitCount]
    }
    generatePassant(&sink)
    let free = ~threats.pinned
    generatePawns(sets[own | 1] & free, targets & (wanted | Self.endRows), &sink)
    targets &= wanted
    generatePieces(free, targets, occupied, &sink)
    if threats.pinned != 0, checkers == 0 {
      generatePinned(king, threats.pinners, wanted, &sink)
    }
  }

  @inline(__always)
  private func threats(to king: Int, _ occupied: UInt64) -> Threats {
    var threats = Threats()
    threats.checkers =
      tables.pawn(king, own) & sets[enemy | 1] | tables.knight(king) & sets[enemy | 2]
    let queens = sets[enemy | 5]
    var snipers =
      tables.allStraights(king) & (sets[enemy | 4] | queens)
      | tables.allDiagonals(king) & (sets[enemy | 3] | queens)
    while snipers != 0 {
      let sniper = snipers & (0 &- snipers)
      let between = tables.between[king << 6 | snipers.popSquare()] & occupied
      if between == 0 {
        threats.checkers |= sniper
      } else if between & (between &- 1) == 0, between & sets[own] != 0 {
        threats.pinners |= sniper
        threats.pinned |= between
      }
    }
    return threats
  }

  /// True if `square` is attacked once the own king is gone.
  @inline(__always)
  private func isGuarded(_ square: Int, _ occupied: UInt64) -> Bool {
    if tables.pawn(square, own) & sets[enemy | 1] | tables.knight(square) & sets[enemy | 2]
      | tables.king(square) & sets[enemy | 6] != 0
    {
      return true
    }
    let queens = sets[enemy | 5]
    let straight = sets[enemy | 4] | queens
    let diagonal = sets[enemy | 3] | queens
    return tables.allStraights(square) & straight != 0
      && tables.straights(square, occupied) & straight != 0
      || tables.allDiagonals(square) & diagonal != 0
        && tables.diagonals(square, occupied) & diagonal != 0
  }

  @inline(__always)
  private func generateKing<Sink: ChessSink>(
    _ king: Int,
    _ checkers: UInt64,
    _ wanted: UInt64,
    _ sink: inout Sink
  ) {
    let others = occupied ^ sets[own | 6]
    var targets = tables.king(king) & ~sets[own] & wanted
    var safe: UInt64 = 0
    while targets != 0 {
      let bit = targets & (0 &- targets)
      if !isGuarded(targets.popSquare(), others) { safe |= bit }
    }
    sink.add(king, safe)
    let castling = own == 0 ? rights & 3 : rights >> 2
    guard castling != 0, checkers == 0, wanted == ~0 else { return }
    let occupied = others >> UInt64(truncatingIfNeeded: king & 56)
    if castling & 1 != 0, occupied & 0x60 == 0, !isGuarded(king &+ 1, others),
      !isGuarded(king &+ 2, others)
    {
      sink.add(ChessStep(king, king &+ 2, ChessStep.castling))
    }
    if castling & 2 != 0, occupied & 0x0e == 0, !isGuarded(king &- 1, others),
      !isGuarded(king &- 2, others)
    {
      sink.add(ChessStep(king, king &- 2, ChessStep.castling))
    }
  }

  @inline(__always)
  private func generatePassant<Sink: ChessSink>(_ sink: inout Sink) {
    guard passant != 0 else { return }
    var takers = tables.pawn(Int(passant), enemy) & sets[own | 1]
    while takers != 0 {
      let from = takers.popSquare()
      if isPassantSafe(from, Int(passant)) {
        sink.add(ChessStep(from, Int(passant), ChessStep.passant))
      }
    }
  }

  @inline(__always)
  private func generatePawns<Sink: ChessSink>(
    _ pawns: UInt64,
    _ targets: UInt64,
    _ sink: inout Sink
  ) {
    let empty = ~occupied
    let taken = sets[enemy] & targets
    let left = pawns & ~Self.firstColumn
    let right = pawns & ~Self.lastColumn
    if own == 0 {
      let ahead = pawns << 8 & empty
      sink.addPawns((ahead & 0xff_0000) << 8 & empty & targets, 16)
      addPawns(ahead & targets, 8, &sink)
      addPawns(left << 7 & taken, 7, &sink)
      addPawns(right << 9 & taken, 9, &sink)
    } else {
      let ahead = pawns >> 8 & empty
      sink.addPawns((ahead & 0xff00_0000_0000) >> 8 & empty & targets, -16)
      addPawns(ahead & targets, -8, &sink)
      addPawns(left >> 9 & taken, -9, &sink)
      addPawns(right >> 7 & taken, -7, &sink)
    }
  }

  @inline(__always)
  private func addPawns<Sink: ChessSink>(_ targets: UInt64, _ way: Int, _ sink: inout Sink) {
    sink.addPawns(targets & ~Self.endRows, way)
    if targets & Self.endRows != 0 { sink.addPromotions(targets & Self.endRows, way) }
  }

  @inline(__always)
  private func generatePieces<Sink: ChessSink>(
    _ free: UInt64,
    _ targets: UInt64,
    _ occupied: UInt64,
    _ sink: inout Sink
  ) {
    var left = sets[own | 2] & free
    while left != 0 {
      let from = left.popSquare()
      sink.add(from, tables.knight(from) & targets)
    }
    left = sets[own | 3] & free
    while left != 0 {
      let from = left.popSquare()
      sink.add(from, tables.diagonals(from, occupied) & targets)
    }
    left = sets[own | 4] & free
    while left != 0 {
      let from = left.popSquare()
      sink.add(from, tables.straights(from, occupied) & targets)
    }
    left = sets[own | 5] & free
    while left != 0 {
      let from = left.popSquare()
      sink.add(from, tables.attacks(of: 5, from, occupied) & targets)
    }
  }

  /// Finds the moves of pinned pieces, which may only go along the line to the pinner.
  private func generatePinned<Sink: ChessSink>(
    _ king: Int,
    _ pinners: UInt64,
    _ wanted: UInt64,
    _ sink: inout Sink
  ) {
    var left = pinners
    while left != 0 {
      let pinner = left.popSquare()
      let between = tables.between[king << 6 | pinner]
      let line = between | 1 &<< UInt64(truncatingIfNeeded: pinner)
      let pinned = between & sets[own]
      let from = pinned.trailingZeroBitCount
      if cells[from] & 7 == 1 {
        generatePawns(pinned, line & (wanted | Self.endRows), &sink)
      } else {
        let attacked = tables.attacks(of: Int(cells[from]) & 7, from, occupied)
        sink.add(from, attacked & line & ~sets[own] & wanted)
      }
    }
  }

  /// Every legal move.
  var legalSteps: [ChessStep] {
    let memory = Cells(count: ChessSteps.most, filledWith: ChessStep.none)
    defer { memory.free() }
    var steps = ChessSteps(cells: memory, count: 0)
    listAll(&steps)
    return (0..<steps.count).map { memory[$0] }
  }

  /// The legal move that `move` says; nil if there is none.
  package func step(of move: Move) -> ChessStep? {
    legalSteps.first { Move($0) == move }
  }

  /// The number of move sequences of `depth`, from 1.
  mutating func perft(_ depth: Int) -> Int {
    let memory = Cells(count: ChessSteps.most * depth, filledWith: ChessStep.none)
    defer { memory.free() }
    return perft(depth, ChessSteps(cells: memory, count: 0))
  }

  /// `before` ends where this depth may begin to write.
  private mutating func perft(_ depth: Int, _ before: ChessSteps) -> Int {
    if depth == 1 { return moveCount }
    var steps = before
    listAll(&steps)
    var total = 0
    for index in before.count..<steps.count {
      let step = steps.cells[index]
      let undo = make(step)
      total &+= perft(depth &- 1, steps)
      unmake(step, undo)
    }
    return total
  }
}
