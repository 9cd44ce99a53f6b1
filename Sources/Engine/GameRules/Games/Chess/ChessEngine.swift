/// A chess board in place, for counting and search: moves are made and unmade, nothing is copied.
///
/// A side is 0 for White and 8 for Black. A piece is its side and its number: 1 pawn, 2 knight,
/// 3 bishop, 4 rook, 5 queen, 6 king. 0 is an empty square.
@usableFromInline
package struct ChessEngine: ~Copyable {
  /// What a move changes and cannot be told from it.
  @usableFromInline
  package struct Undo {
    @usableFromInline package let taken: UInt8
    let rights: UInt8
    let passant: UInt8
    let quiet: Int
    let key: UInt64
  }

  /// The squares by piece; those of all pieces of a side by the side alone.
  @usableFromInline package let sets: Cells<UInt64>
  /// The pieces by square.
  @usableFromInline package let cells: Cells<UInt8>
  @usableFromInline package let tables: ChessTables
  /// The side to move.
  @usableFromInline package private(set) var own: Int
  /// Castling rights: 1 and 2 for White's king's and queen's side, 4 and 8 for Black's.
  private(set) var rights: UInt8
  /// The square behind a pawn that can be taken en passant by a legal move; 0 for none.
  private(set) var passant: UInt8
  /// Moves since the last capture or pawn move.
  @usableFromInline package private(set) var quiet: Int
  @usableFromInline package private(set) var key: UInt64

  /// Sets up a board of one king each and no pawn on the first or last row.
  package init(_ setup: ChessSetup) {
    sets = Cells(count: 16, filledWith: 0)
    cells = Cells(count: 64, filledWith: 0)
    tables = .shared
    own = setup.toMove == .first ? 0 : 8
    rights = setup.rights
    passant = setup.passant
    quiet = setup.quiet
    key = setup.key
    for square in 0..<64 where setup.cells[square] != 0 {
      cells[square] = setup.cells[square]
      sets[Int(cells[square])] |= 1 << UInt64(square)
      sets[Int(cells[square]) & 8] |= 1 << UInt64(square)
    }
  }

  deinit {
    sets.free()
    cells.free()
  }

  @inlinable
  @inline(__always)
  package var enemy: Int { own ^ 8 }

  @inlinable
  @inline(__always)
  package var occupied: UInt64 { sets[0] | sets[8] }

  /// The square of the king of `side`.
  @inlinable
  @inline(__always)
  package func king(_ side: Int) -> Int { sets[side | 6].trailingZeroBitCount }

  /// True if the king of the side to move is attacked.
  @inlinable package var isInCheck: Bool { attackers(of: king(own), by: enemy, occupied) != 0 }

  /// The squares of the pieces of `side` that attack `square` over the `occupied` ones.
  @inlinable
  @inline(__always)
  package func attackers(of square: Int, by side: Int, _ occupied: UInt64) -> UInt64 {
    let queens = sets[side | 5]
    return tables.pawn(square, side ^ 8) & sets[side | 1]
      | tables.knight(square) & sets[side | 2]
      | tables.king(square) & sets[side | 6]
      | tables.diagonals(square, occupied) & (sets[side | 3] | queens)
      | tables.straights(square, occupied) & (sets[side | 4] | queens)
  }

  /// Puts a piece on a square or takes it away, but for ``cells`` and ``key``.
  @inline(__always)
  private func flip(_ piece: Int, _ square: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: square)
    sets[piece] ^= bit
    sets[piece & 8] ^= bit
  }

  @inline(__always)
  private mutating func toggle(_ piece: Int, _ square: Int) {
    flip(piece, square)
    key ^= tables.words[piece << 6 | square]
  }

  /// Makes a move whose piece goes so; whether it leaves the own king safe is not looked at.
  package mutating func make(_ step: ChessStep) -> Undo {
    let (from, to) = (step.from, step.to)
    let piece = Int(cells[from])
    let taken = Int(cells[to])
    let undo = Undo(
      taken: UInt8(truncatingIfNeeded: taken),
      rights: rights,
      passant: passant,
      quiet: quiet,
      key: key
    )
    key ^= tables.words[ChessTables.passantWord | Int(passant)] ^ tables.words[Int(rights)]
    passant = 0
    rights &= tables.rightsKept[from] & tables.rightsKept[to]
    key ^= tables.words[Int(rights)] ^ tables.words[ChessTables.sideWord]
    quiet = taken != 0 || piece & 7 == 1 ? 0 : quiet &+ 1
    if taken != 0 { toggle(taken, to) }
    toggle(piece, from)
    cells[from] = 0
    let put = step.promotion == 0 ? piece : own | step.promotion
    toggle(put, to)
    cells[to] = UInt8(truncatingIfNeeded: put)
    if step.kind == ChessStep.castling {
      castleRook(to)
    } else if step.kind == ChessStep.passant {
      toggle(enemy | 1, to ^ 8)
      cells[to ^ 8] = 0
    }
    own = enemy
    if piece & 7 == 1, from ^ to == 16 { openPassant((from &+ to) >> 1) }
    return undo
  }

  /// Takes back the last move that ``make(_:)`` made.
  package mutating func unmake(_ step: ChessStep, _ undo: Undo) {
    let (from, to) = (step.from, step.to)
    own = enemy
    let put = Int(cells[to])
    let piece = step.promotion == 0 ? put : own | 1
    flip(put, to)
    flip(piece, from)
    cells[from] = UInt8(truncatingIfNeeded: piece)
    cells[to] = undo.taken
    if undo.taken != 0 { flip(Int(undo.taken), to) }
    if step.kind == ChessStep.castling {
      castleRook(to)
    } else if step.kind == ChessStep.passant {
      flip(enemy | 1, to ^ 8)
      cells[to ^ 8] = UInt8(truncatingIfNeeded: enemy | 1)
    }
    rights = undo.rights
    passant = undo.passant
    quiet = undo.quiet
    key = undo.key
  }

  /// Lets the other side move without a move.
  package mutating func pass() -> Undo {
    let undo = Undo(taken: 0, rights: rights, passant: passant, quiet: quiet, key: key)
    key ^= tables.words[ChessTables.passantWord | Int(passant)]
    key ^= tables.words[ChessTables.sideWord]
    passant = 0
    own = enemy
    return undo
  }

  /// Takes back what ``pass()`` did.
  package mutating func unpass(_ undo: Undo) {
    own = enemy
    passant = undo.passant
    key = undo.key
  }

  /// Moves the rook over a king that castles to a square, or back.
  private mutating func castleRook(_ to: Int) {
    let rook = own | 4
    for square in to & 7 == 6 ? [to &+ 1, to &- 1] : [to &- 2, to &+ 1] {
      toggle(rook, square)
      cells[square] ^= UInt8(truncatingIfNeeded: rook)
    }
  }

  /// False if `side` has too little to mate with, however the other side plays.
  ///
  /// A knight needs another piece, or one of the enemy's but a queen, which is never in its king's
  /// way; bishops of one colour need an enemy's pawn, knight or bishop of the other colour.
  func canMate(_ side: Int) -> Bool {
    let other = side ^ 8
    if sets[side | 1] | sets[side | 4] | sets[side | 5] != 0 { return true }
    let (knights, bishops) = (sets[side | 2], sets[side | 3])
    if knights != 0 {
      return (knights | bishops).nonzeroBitCount > 1
        || sets[other] != sets[other | 5] | sets[other | 6]
    }
    let light = bishops & 0x55aa_55aa_55aa_55aa
    if bishops == 0 || light != 0 && light != bishops { return bishops != 0 }
    let across = light == 0 ? 0x55aa_55aa_55aa_55aa : ~0x55aa_55aa_55aa_55aa as UInt64
    return sets[other | 1] | sets[other | 2] | sets[other | 3] & across != 0
  }

  /// Notes that a pawn went over `square`, if it can be taken there.
  package mutating func openPassant(_ square: Int) {
    var takers = tables.pawn(square, enemy) & sets[own | 1]
    while takers != 0 {
      guard isPassantSafe(takers.popSquare(), square) else { continue }
      passant = UInt8(truncatingIfNeeded: square)
      key ^= tables.words[ChessTables.passantWord | square]
      return
    }
  }

  /// True if a capture en passant leaves the own king safe.
  func isPassantSafe(_ from: Int, _ to: Int) -> Bool {
    let taken: UInt64 = 1 &<< UInt64(truncatingIfNeeded: to ^ 8)
    let moved = 1 &<< UInt64(truncatingIfNeeded: from) | 1 &<< UInt64(truncatingIfNeeded: to)
    let after = occupied ^ taken ^ moved
    return attackers(of: king(own), by: enemy, after) & ~taken == 0
  }

  /// What stands now, for a position.
  var setup: ChessSetup {
    var setup = ChessSetup(
      cells: Array(repeating: 0, count: 64),
      toMove: own == 0 ? .first : .second
    )
    for square in 0..<64 { setup.cells[square] = cells[square] }
    setup.rights = rights
    setup.passant = passant
    setup.quiet = quiet
    setup.key = key
    return setup
  }
}
