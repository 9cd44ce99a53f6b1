import GameRules

/// A board with the patterns of every cell, kept up to date as stones come and go.
///
/// Everything lies in one block of memory, so that a board is one pointer, which no store can make
/// the compiler read again. Sides are 0 for Black and 1 for White. Stones are taken off in the
/// reverse order in which they were put. A copy is the same board; ``free()`` ends them all.
@safe
struct GomokuBoard: Sendable {
  /// One cell before a stone changed it, and which.
  struct Change: BitwiseCopyable {
    let cell: UInt32
    let patterns: UInt32
    let black: CellEntry
    let white: CellEntry
  }

  /// What a stone changed besides the cells of its lines.
  struct Turn: BitwiseCopyable {
    let cell: Int
    let changes: Int
    let sums: (UInt64, UInt64)
    let near: (UInt64, UInt64, UInt64, UInt64, UInt64)
  }

  /// What there is one of, and what never changes.
  struct Header: BitwiseCopyable {
    let blackLines: GomokuBuffer<UInt8>
    let whiteLines: GomokuBuffer<UInt8>
    let blackCells: GomokuBuffer<CellEntry>
    let whiteCells: GomokuBuffer<CellEntry>
    let reach: Int
    let hasFouls: Bool
    let size: Int
    var hash: UInt64 = 0
    var stoneCount = 0
    var changeCount = 0
    /// By side, the sums of ``CellEntry/sum`` over all empty cells.
    var sums: (UInt64, UInt64) = (0, 0)
  }

  /// Where each part of the block begins, in bytes.
  private enum Offset {
    static let header = 0
    static let keys = 256
    static let patterns = keys + GomokuGrid.cells * 16
    static let entries = patterns + GomokuGrid.cells * 4
    static let stones = entries + GomokuGrid.cells * 16
    static let sets = stones + GomokuGrid.cells
    static let near = sets + 2 * 16 * GomokuGrid.words * 8
    static let empty = near + GomokuGrid.words * 8
    static let counts = empty + GomokuGrid.words * 8
    static let words = counts + 2 * 16 * 8
    static let turns = words + 2 * GomokuGrid.cells * 8
    static let changes = turns + stoneLimit * MemoryLayout<Turn>.stride
    static let end = changes + stoneLimit * changesPerStone * MemoryLayout<Change>.stride
  }

  private static let stoneLimit = 402
  private static let changesPerStone = 40

  nonisolated(unsafe) private let block: UnsafeMutableRawPointer

  /// The empty board of a size under a rule.
  init(_ rule: GomokuRule, size: Int) {
    unsafe block = .allocate(byteCount: Offset.end, alignment: 64)
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: Offset.end)
    let tables = GomokuTables.of(rule)
    let header = Header(
      blackLines: tables.blackLines,
      whiteLines: tables.whiteLines,
      blackCells: tables.blackCells,
      whiteCells: tables.whiteCells,
      reach: tables.reach,
      hasFouls: tables.hasFouls,
      size: size
    )
    unsafe block.initializeMemory(as: Header.self, to: header)
    clear()
  }

  /// Gives the memory back.
  func free() {
    unsafe block.deallocate()
  }

  @inline(__always)
  private func part<Element>(_ offset: Int, _ count: Int) -> GomokuBuffer<Element> {
    unsafe GomokuBuffer(of: block, at: offset, count: count)
  }

  /// The one header.
  @inline(__always) var header: GomokuBuffer<Header> { part(Offset.header, 1) }
  /// By cell and direction, the surrounding as Black sees it, and 16 bits higher as White does.
  @inline(__always) var keys: GomokuBuffer<UInt32> { part(Offset.keys, GomokuGrid.cells * 4) }
  /// By cell, the patterns of Black, four bits a direction, and 16 bits higher those of White.
  @inline(__always)
  var patterns: GomokuBuffer<UInt32> { part(Offset.patterns, GomokuGrid.cells) }
  /// By cell and side; of cells with stones, as they were before.
  @inline(__always)
  var entries: GomokuBuffer<CellEntry> { part(Offset.entries, GomokuGrid.cells * 2) }
  /// By cell: 0 empty, 1 Black, 2 White, 3 off the board.
  @inline(__always) var stones: GomokuBuffer<UInt8> { part(Offset.stones, GomokuGrid.cells) }
  /// By side, class and word: the empty cells of the class.
  @inline(__always)
  var sets: GomokuBuffer<UInt64> { part(Offset.sets, 2 * 16 * GomokuGrid.words) }
  /// The cells that have a stone near.
  @inline(__always) var near: GomokuBuffer<UInt64> { part(Offset.near, GomokuGrid.words) }
  /// The empty cells.
  @inline(__always) var empty: GomokuBuffer<UInt64> { part(Offset.empty, GomokuGrid.words) }
  /// By side and class, how many empty cells have it.
  @inline(__always) var counts: GomokuBuffer<Int> { part(Offset.counts, 2 * 16) }
  /// By side and cell, the word of a stone in the hash.
  @inline(__always) var words: GomokuBuffer<UInt64> { part(Offset.words, 2 * GomokuGrid.cells) }
  @inline(__always) private var turns: GomokuBuffer<Turn> { part(Offset.turns, Self.stoneLimit) }
  @inline(__always)
  private var changes: GomokuBuffer<Change> {
    part(Offset.changes, Self.stoneLimit * Self.changesPerStone)
  }

  /// How many empty cells have this class for a side.
  @inline(__always)
  func count(_ side: Int, _ cellClass: Int) -> Int {
    counts[side << 4 | cellClass]
  }

  /// How many cells the board has.
  var area: Int { header[0].size * header[0].size }

  private func clear() {
    for index in 0..<2 * GomokuGrid.cells { words[index] = Self.scrambled(UInt64(index)) }
    for cell in 0..<GomokuGrid.cells { stones[cell] = 3 }
    let size = header[0].size
    let cells = (0..<size * size).map { GomokuGrid.cell(column: $0 % size, row: $0 / size) }
    for cell in cells { stones[cell] = 0 }
    for cell in cells {
      for direction in 0..<4 { keys[cell << 2 | direction] = emptyKey(cell, direction) }
      settle(cell)
    }
  }

  /// The surrounding of a cell on the empty board, where only the edges count.
  private func emptyKey(_ cell: Int, _ direction: Int) -> UInt32 {
    var weight: UInt32 = 1
    var key: UInt32 = 0
    for offset in -5...5 where offset != 0 {
      let other = cell + offset * GomokuGrid.step(direction)
      if stones[other] == 3 { key += weight * 0x2_0002 }
      weight *= 3
    }
    return key
  }

  /// Fills in what follows from the keys of a cell of the empty board.
  private func settle(_ cell: Int) {
    let tables = header[0]
    var word: UInt32 = 0
    for direction in 0..<4 {
      let key = keys[cell << 2 | direction]
      word |= UInt32(tables.blackLines[Int(key & 0xffff)]) << UInt32(4 * direction)
      word |= UInt32(tables.whiteLines[Int(key >> 16)]) << UInt32(16 + 4 * direction)
    }
    patterns[cell] = word
    entries[cell << 1] = tables.blackCells[Int(word & 0xffff)]
    entries[cell << 1 | 1] = tables.whiteCells[Int(word >> 16)]
    empty[cell >> 6] |= 1 << UInt64(cell & 63)
    count(cell, in: true)
  }

  /// SplitMix64 (Steele, Lea and Flood 2014) of a number.
  private static func scrambled(_ number: UInt64) -> UInt64 {
    var word = (number &+ 1) &* 0x9e37_79b9_7f4a_7c15
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}

extension GomokuBoard {
  /// Puts a stone on an empty cell.
  func place(_ cell: Int, _ side: Int) {
    remember(cell)
    stones[cell] = UInt8(truncatingIfNeeded: side &+ 1)
    empty[cell >> 6] ^= 1 &<< UInt64(cell & 63)
    count(cell, in: false)
    header[0].hash ^= words[side &<< 10 | cell]
    header[0].stoneCount &+= 1
    // A black stone is 1 to Black and 2 to White; a white one the other way round.
    let factor: UInt32 = side == 0 ? 0x2_0001 : 0x1_0002
    if header[0].reach == 4 { spread(cell, factor, 4) } else { spread(cell, factor, 5) }
  }

  /// Takes the last stone off again.
  func remove(_ side: Int) {
    let turn = turns[header[0].stoneCount &- 1]
    let cell = turn.cell
    var index = header[0].changeCount
    while index > turn.changes {
      index &-= 1
      restore(changes[index])
    }
    let factor: UInt32 = side == 0 ? 0x2_0001 : 0x1_0002
    if header[0].reach == 4 { gather(cell, factor, 4) } else { gather(cell, factor, 5) }
    header[0].hash ^= words[side &<< 10 | cell]
    header[0].stoneCount &-= 1
    header[0].changeCount = turn.changes
    stones[cell] = 0
    empty[cell >> 6] ^= 1 &<< UInt64(cell & 63)
    count(cell, in: true)
    header[0].sums = turn.sums
    let word = cell >> 6 &- 2
    near[word] = turn.near.0
    near[word &+ 1] = turn.near.1
    near[word &+ 2] = turn.near.2
    near[word &+ 3] = turn.near.3
    near[word &+ 4] = turn.near.4
  }

  /// Saves what ``remove(_:)`` needs, and marks the cells near the stone.
  @inline(__always)
  private func remember(_ cell: Int) {
    let word = cell >> 6 &- 2
    let near = near
    turns[header[0].stoneCount] = Turn(
      cell: cell,
      changes: header[0].changeCount,
      sums: header[0].sums,
      near: (near[word], near[word &+ 1], near[word &+ 2], near[word &+ 3], near[word &+ 4])
    )
    // Two rows to a word: two cells away in any direction, and four along the lines but at three and
    // four rows only on them. The columns begin four to the left of the cell.
    let column = UInt64(cell & 31 &- 4)
    if cell & 32 == 0 {
      near[word] |= 0x0000_0092_0000_0111 as UInt64 &<< column
      near[word &+ 1] |= 0x0000_007c_0000_007c as UInt64 &<< column
      near[word &+ 2] |= 0x0000_007c_0000_01ff as UInt64 &<< column
      near[word &+ 3] |= 0x0000_0092_0000_007c as UInt64 &<< column
      near[word &+ 4] |= 0x0000_0000_0000_0111 as UInt64 &<< column
    } else {
      near[word] |= 0x0000_0111_0000_0000 as UInt64 &<< column
      near[word &+ 1] |= 0x0000_007c_0000_0092 as UInt64 &<< column
      near[word &+ 2] |= 0x0000_01ff_0000_007c as UInt64 &<< column
      near[word &+ 3] |= 0x0000_007c_0000_007c as UInt64 &<< column
      near[word &+ 4] |= 0x0000_0111_0000_0092 as UInt64 &<< column
    }
  }

  /// Adds an empty cell to the sets, counts and sums, or takes it out of them.
  @inline(__always)
  private func count(_ cell: Int, in isIn: Bool) {
    let black = entries[cell << 1]
    let white = entries[cell << 1 | 1]
    let bit = 1 as UInt64 &<< UInt64(cell & 63)
    let step = isIn ? 1 : -1
    sets[black.cellClass &<< 4 | cell >> 6] ^= bit
    sets[(16 | white.cellClass) &<< 4 | cell >> 6] ^= bit
    counts[black.cellClass] &+= step
    counts[16 | white.cellClass] &+= step
    if isIn {
      header[0].sums.0 &+= black.sum
      header[0].sums.1 &+= white.sum
    } else {
      header[0].sums.0 &-= black.sum
      header[0].sums.1 &-= white.sum
    }
  }

  /// Tells the cells of the four lines through a new stone of it.
  @inline(__always)
  private func spread(_ cell: Int, _ factor: UInt32, _ reach: Int) {
    let tables = header[0]
    var sums = tables.sums
    var changeCount = tables.changeCount
    for direction in 0..<4 {
      let step = GomokuGrid.step(direction)
      var above = cell
      var below = cell
      var weightBelow: UInt32 = 243 &* factor
      var k = 0
      while k < reach {
        above &+= step
        below &-= step
        let weightAbove = (0x01_0309_1b51 as UInt64 >> UInt64(8 &* k)) & 0xff
        touch(
          above,
          direction,
          UInt32(truncatingIfNeeded: weightAbove) &* factor,
          tables,
          &sums,
          &changeCount
        )
        touch(below, direction, weightBelow, tables, &sums, &changeCount)
        weightBelow &*= 3
        k &+= 1
      }
    }
    header[0].sums = sums
    header[0].changeCount = changeCount
  }

  /// Adds to the key of a cell, and follows it up where the pattern is another one.
  @inline(__always)
  private func touch(
    _ cell: Int,
    _ direction: Int,
    _ weight: UInt32,
    _ tables: Header,
    _ sums: inout (UInt64, UInt64),
    _ changeCount: inout Int
  ) {
    let key = keys[cell << 2 | direction] &+ weight
    keys[cell << 2 | direction] = key
    let line =
      UInt32(tables.blackLines[Int(key & 0xffff)])
      | UInt32(tables.whiteLines[Int(key >> 16)]) << 16
    let shift = UInt32(truncatingIfNeeded: direction &* 4)
    let old = patterns[cell]
    let new = old & ~(0xf_000f &<< shift) | line &<< shift
    if new == old { return }
    let black = entries[cell << 1]
    let white = entries[cell << 1 | 1]
    changes[changeCount] = Change(
      cell: UInt32(truncatingIfNeeded: cell),
      patterns: old,
      black: black,
      white: white
    )
    changeCount &+= 1
    patterns[cell] = new
    if stones[cell] != 0 { return }
    let newBlack = tables.blackCells[Int(new & 0xffff)]
    let newWhite = tables.whiteCells[Int(new >> 16)]
    entries[cell << 1] = newBlack
    entries[cell << 1 | 1] = newWhite
    sums.0 = sums.0 &+ newBlack.sum &- black.sum
    sums.1 = sums.1 &+ newWhite.sum &- white.sum
    reclass(cell, 0, black.cellClass, newBlack.cellClass)
    reclass(cell, 16, white.cellClass, newWhite.cellClass)
  }

  /// Moves a cell from the set of one class to that of another.
  @inline(__always)
  private func reclass(_ cell: Int, _ side: Int, _ old: Int, _ new: Int) {
    if old == new { return }
    let bit = 1 as UInt64 &<< UInt64(cell & 63)
    sets[(side | old) &<< 4 | cell >> 6] ^= bit
    sets[(side | new) &<< 4 | cell >> 6] ^= bit
    counts[side | old] &-= 1
    counts[side | new] &+= 1
  }

  /// Brings a cell back to what it was.
  @inline(__always)
  private func restore(_ change: Change) {
    let cell = Int(change.cell)
    patterns[cell] = change.patterns
    if stones[cell] != 0 { return }
    reclass(cell, 0, entries[cell << 1].cellClass, change.black.cellClass)
    reclass(cell, 16, entries[cell << 1 | 1].cellClass, change.white.cellClass)
    entries[cell << 1] = change.black
    entries[cell << 1 | 1] = change.white
  }

  /// Takes a stone out of the keys of its four lines.
  @inline(__always)
  private func gather(_ cell: Int, _ factor: UInt32, _ reach: Int) {
    for direction in 0..<4 {
      let step = GomokuGrid.step(direction)
      var above = cell
      var below = cell
      var weightBelow: UInt32 = 243 &* factor
      var k = 0
      while k < reach {
        above &+= step
        below &-= step
        let weightAbove = (0x01_0309_1b51 as UInt64 >> UInt64(8 &* k)) & 0xff
        keys[above << 2 | direction] &-= UInt32(truncatingIfNeeded: weightAbove) &* factor
        keys[below << 2 | direction] &-= weightBelow
        weightBelow &*= 3
        k &+= 1
      }
    }
  }
}
