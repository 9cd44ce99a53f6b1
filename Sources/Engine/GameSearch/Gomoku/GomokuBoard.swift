import GameRules

/// A board with the patterns of every cell, kept up to date as stones come and go.
///
/// Everything lies in one block of memory, so that a board is one pointer, which no store can make
/// the compiler read again. Sides are 0 for Black and 1 for White. Stones are taken off in the
/// reverse order in which they were put. A copy is the same board; ``free()`` ends them all.
@safe
struct GomokuBoard: Sendable {
  /// A sum of ``CellEntry/sum`` for each side.
  typealias Sums = (UInt64, UInt64)

  /// One cell before a stone changed it, and which.
  struct Change: BitwiseCopyable {
    let cell: UInt32
    let patterns: UInt32
    let black: CellEntry
    let white: CellEntry
  }

  /// The changes of a move besides the cells of its lines.
  struct Turn: BitwiseCopyable {
    let cell: Int
    let changes: Int
    let sums: Sums
    let near: (UInt64, UInt64, UInt64, UInt64, UInt64)
  }

  /// The parts of a board of which there is one, and the parts that never change.
  struct Header: BitwiseCopyable {
    let blackLines: GomokuBuffer<UInt8>
    let whiteLines: GomokuBuffer<UInt8>
    let blackCells: GomokuBuffer<CellEntry>
    let whiteCells: GomokuBuffer<CellEntry>
    let reach: Int
    let hasFouls: Bool
    let size: BoardSize
    var hash: UInt64 = 0
    var stoneCount = 0
    var changeCount = 0
    /// By side, the sums of ``CellEntry/sum`` over all empty cells.
    var sums: Sums = (0, 0)
  }

  /// The offset of each part of the block, in bytes.
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
  init(_ rule: GomokuRule, size: BoardSize) {
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

  /// The board of a position.
  init(_ position: GomokuPosition) {
    self.init(position.rule, size: position.size)
    for row in 0..<position.size.rows {
      for column in 0..<position.size.columns {
        guard let point = Point(column: column, row: row) else { continue }
        guard let stone = position.stone(at: point) else { continue }
        place(GomokuGrid.cell(point), stone == .first ? 0 : 1)
      }
    }
    // The same stones mean something else under another rule or on another board.
    let salt: UInt64 =
      switch position.rule {
      case .freestyle: 0
      case .standard: 1
      case .renju: 2
      }
    header[0].hash ^= Self.scrambled(salt << 32 | Self.salt(position.size) << 16)
  }

  /// A number for each size, which is the side of a square.
  private static func salt(_ size: BoardSize) -> UInt64 {
    UInt64(size.columns) | (size.isSquare ? 0 : UInt64(size.rows) << 8)
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
  /// By cell, the patterns of Black, four bits a direction, and 16 bits higher those of White; of
  /// cells with stones, as they were before.
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
  @inline(__always) var turns: GomokuBuffer<Turn> { part(Offset.turns, Self.stoneLimit) }
  @inline(__always)
  var changes: GomokuBuffer<Change> {
    part(Offset.changes, Self.stoneLimit * Self.changesPerStone)
  }

  /// The number of empty cells that have this class for a side.
  @inline(__always)
  func count(_ side: Int, _ cellClass: Int) -> Int {
    counts[side << 4 | cellClass]
  }

  /// The number of cells the board has.
  var area: Int { header[0].size.columns * header[0].size.rows }

  private func clear() {
    for index in 0..<2 * GomokuGrid.cells { words[index] = Self.scrambled(UInt64(index)) }
    for cell in 0..<GomokuGrid.cells { stones[cell] = 3 }
    let size = header[0].size
    let cells = (0..<area).map {
      GomokuGrid.cell(column: $0 % size.columns, row: $0 / size.columns)
    }
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
