import GameRules

/// The constant tables of one rule: patterns by surrounding, and entries by four patterns.
///
/// Built once in a process and kept; about 700 KB a rule.
@safe
final class GomokuTables: Sendable {
  /// The patterns of each side by surrounding (``LinePatternBuilder``).
  let blackLines: GomokuBuffer<UInt8>
  let whiteLines: GomokuBuffer<UInt8>
  /// The entries of each side by its four patterns, four bits each.
  let blackCells: GomokuBuffer<CellEntry>
  let whiteCells: GomokuBuffer<CellEntry>
  /// The greatest distance at which a stone changes a cell's pattern.
  let reach: Int
  /// True if Black has fouls.
  let hasFouls: Bool

  private static let freestyle = GomokuTables(.freestyle)
  private static let standard = GomokuTables(.standard)
  private static let renju = GomokuTables(.renju)

  /// The tables of `rule`, built when they are first asked for.
  static func of(_ rule: GomokuRule) -> GomokuTables {
    switch rule {
    case .freestyle: freestyle
    case .standard: standard
    case .renju: renju
    }
  }

  private init(_ rule: GomokuRule) {
    let open = Self.lines(rule, .second)
    whiteLines = open
    blackLines = rule == .renju ? Self.lines(rule, .first) : open
    let plain = Self.cells(hasFouls: false)
    whiteCells = plain
    blackCells = rule == .renju ? Self.cells(hasFouls: true) : plain
    reach = rule == .freestyle ? 4 : 5
    hasFouls = rule == .renju
  }

  private static func lines(_ rule: GomokuRule, _ side: Side) -> GomokuBuffer<UInt8> {
    let isRestricted = rule == .renju && side == .first
    let patterns = LinePatternBuilder.patterns(
      exact: rule == .standard || isRestricted,
      restricted: isRestricted
    )
    let buffer = GomokuBuffer<UInt8>(1 << 16, filledWith: 0)
    for (index, pattern) in patterns.enumerated() { buffer[index] = pattern }
    return buffer
  }

  private static func cells(hasFouls: Bool) -> GomokuBuffer<CellEntry> {
    let buffer = GomokuBuffer<CellEntry>(1 << 16, filledWith: CellEntry(word: 0))
    for index in 0..<1 << 16 {
      // The order of the four lines does not matter: the entry is made for the sorted ones.
      let sorted = sorted(index)
      buffer[index] = sorted == index ? entry(index, hasFouls) : CellEntry(word: 0)
    }
    for index in 0..<1 << 16 { buffer[index] = buffer[sorted(index)] }
    return buffer
  }

  private static func entry(_ index: Int, _ hasFouls: Bool) -> CellEntry {
    // The best of the four first.
    let lines = (0..<4).reversed().map { index >> (4 * $0) & 15 }
    let (best, second) = (lines[0], lines[1])
    let cellClass = CellClass.of(lines.lazy.map { UInt8($0) })
    let order = lines.reduce(GomokuWeights.orderClass[cellClass]) {
      $0 + GomokuWeights.orderLine[$1]
    }
    return CellEntry(
      cellClass: cellClass,
      isSuspicious: hasFouls && CellClass.isSuspicious(lines.lazy.map { UInt8($0) }),
      order: min(order, 2_047),
      moving: lines.reduce(GomokuWeights.movingPair[best][second]) {
        $0 + GomokuWeights.movingLine[$1]
      },
      waiting: lines.reduce(GomokuWeights.waitingPair[best][second]) {
        $0 + GomokuWeights.waitingLine[$1]
      }
    )
  }

  /// The same four patterns, the greatest in the highest bits.
  private static func sorted(_ index: Int) -> Int {
    var (a, b, c, d) = (index & 15, index >> 4 & 15, index >> 8 & 15, index >> 12)
    if a > b { swap(&a, &b) }
    if c > d { swap(&c, &d) }
    if a > c { swap(&a, &c) }
    if b > d { swap(&b, &d) }
    if b > c { swap(&b, &c) }
    return d << 12 | c << 8 | b << 4 | a
  }
}
