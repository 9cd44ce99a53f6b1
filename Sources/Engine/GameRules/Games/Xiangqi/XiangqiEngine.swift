/// A Xiangqi board in place, for counting and search: moves are made and unmade, nothing is copied.
///
/// A piece is a number that it keeps: 16 for Red or 32 for Black, plus a slot
/// (``XiangqiPiece/Kind``). An empty cell is 0 and a wall 64.
@usableFromInline
package struct XiangqiEngine: ~Copyable {
  @inlinable package static var red: Int { 16 }
  @inlinable package static var black: Int { 32 }
  @inlinable package static var wall: Int { 64 }
  @inlinable package static var general: Int { 15 }

  /// The pieces by cell.
  @usableFromInline package let cells: Cells<UInt8>
  /// The cells by piece; 0 is taken.
  @usableFromInline package let places: Cells<UInt8>
  /// Which columns of a row are occupied, by row from 1.
  @usableFromInline package let ranks: Cells<UInt16>
  /// Which rows of a column are occupied, by column from 1.
  @usableFromInline package let files: Cells<UInt16>
  @usableFromInline package let tables: XiangqiTables
  /// ``red`` or ``black``: who moves.
  @usableFromInline package var own: Int

  @inlinable package var enemy: Int { 48 - own }

  /// Sets up a board that ``XiangqiPosition`` has checked: one general each, no kind too often.
  package init(_ board: [XiangqiPiece?], toMove: Side) {
    cells = Cells(count: 256, filledWith: UInt8(Self.wall))
    places = Cells(count: 48, filledWith: 0)
    ranks = Cells(count: 16, filledWith: 0)
    files = Cells(count: 16, filledWith: 0)
    tables = .shared
    own = Self.base(of: toMove)
    for index in 0..<90 {
      let cell = XiangqiTables.cell(Point(index: index, size: 9))
      cells[cell] = 0
      guard let piece = board[index] else { continue }
      let base = Self.base(of: piece.side)
      guard let slot = piece.kind.slots.first(where: { places[base + $0] == 0 }) else { continue }
      places[base + slot] = UInt8(cell)
      cells[cell] = UInt8(base + slot)
      ranks[cell >> 4] |= 1 << UInt16(cell & 15 - 1)
      files[cell & 15] |= 1 << UInt16(cell >> 4 - 1)
    }
  }

  deinit {
    cells.free()
    places.free()
    ranks.free()
    files.free()
  }

  package static func base(of side: Side) -> Int { side == .first ? red : black }

  /// Lets the other side move without a move.
  @inlinable package mutating func pass() { own = enemy }

  /// Makes a move, legal or not, and returns what it took, 0 for nothing.
  @inlinable @inline(__always)
  package mutating func make(_ from: Int, _ to: Int) -> Int {
    let piece = cells[from]
    let taken = Int(cells[to])
    cells[from] = 0
    cells[to] = piece
    places[Int(piece)] = UInt8(truncatingIfNeeded: to)
    ranks[from >> 4] ^= 1 &<< UInt16(truncatingIfNeeded: from & 15 &- 1)
    files[from & 15] ^= 1 &<< UInt16(truncatingIfNeeded: from >> 4 &- 1)
    ranks[to >> 4] |= 1 &<< UInt16(truncatingIfNeeded: to & 15 &- 1)
    files[to & 15] |= 1 &<< UInt16(truncatingIfNeeded: to >> 4 &- 1)
    if taken != 0 { places[taken] = 0 }
    own = enemy
    return taken
  }

  /// Takes back a move that ``make(_:_:)`` made and that took `taken`.
  @inlinable @inline(__always)
  package mutating func unmake(_ from: Int, _ to: Int, _ taken: Int) {
    let piece = cells[to]
    own = enemy
    cells[from] = piece
    cells[to] = UInt8(truncatingIfNeeded: taken)
    places[Int(piece)] = UInt8(truncatingIfNeeded: from)
    ranks[from >> 4] |= 1 &<< UInt16(truncatingIfNeeded: from & 15 &- 1)
    files[from & 15] |= 1 &<< UInt16(truncatingIfNeeded: from >> 4 &- 1)
    if taken != 0 {
      places[taken] = UInt8(truncatingIfNeeded: to)
    } else {
      ranks[to >> 4] ^= 1 &<< UInt16(truncatingIfNeeded: to & 15 &- 1)
      files[to & 15] ^= 1 &<< UInt16(truncatingIfNeeded: to >> 4 &- 1)
    }
  }

  /// Whether the general of `side` is attacked, or faces the other one.
  @inlinable @inline(__always)
  package func isAttacked(_ side: Int) -> Bool {
    let enemy = 48 - side
    let place = Int(places[side + Self.general])
    return threats(to: place, side: side, enemy: enemy).isCheck
  }

  /// What bears on a general.
  @usableFromInline
  package struct Threats {
    @usableFromInline package var isCheck = false
    /// A cannon stands before the general with nothing between: whatever comes between is a screen.
    @usableFromInline package var isBare = false
    /// The slots of own pieces that may not move freely.
    @usableFromInline package var pinned: UInt32 = 0

    @inlinable
    init() {}
  }

  /// The first three pieces on one side of a place, 0 or a wall where there is none.
  @usableFromInline
  struct Line {
    @usableFromInline let first: Int
    @usableFromInline let second: Int
    @usableFromInline let third: Int
    /// How many steps away the first one is.
    @usableFromInline let distance: Int

    @inlinable
    init(first: Int, second: Int, third: Int, distance: Int) {
      self.first = first
      self.second = second
      self.third = third
      self.distance = distance
    }
  }

  @inlinable @inline(__always)
  package func threats(to place: Int, side: Int, enemy: Int) -> Threats {
    var threats = Threats()
    let (left, right) = rankLines(from: place)
    look(along: left, enemy, 0, &threats)
    look(along: right, enemy, 0, &threats)
    let (down, up) = fileLines(from: place)
    look(along: down, enemy, enemy | Self.general, &threats)
    look(along: up, enemy, enemy | Self.general, &threats)
    lookForHorse(Int(places[enemy + 4]), place, side, &threats)
    lookForHorse(Int(places[enemy + 5]), place, side, &threats)
    let ahead = enemy == Self.red ? place &- 16 : place &+ 16
    if isPawn(cells[place &- 1], enemy) || isPawn(cells[place &+ 1], enemy)
      || isPawn(cells[ahead], enemy)
    {
      threats.isCheck = true
    }
    return threats
  }

  @inlinable @inline(__always)
  func rankLines(from place: Int) -> (left: Line, right: Line) {
    let row = place & 0xf0
    let column = place & 15
    let rank = Int(tables.rankLines[column << 9 | Int(ranks[place >> 4])])
    let left = Line(
      first: Int(cells[row | rank & 15]),
      second: Int(cells[row | rank >> 4 & 15]),
      third: Int(cells[row | rank >> 8 & 15]),
      distance: column &- rank & 15
    )
    let right = Line(
      first: Int(cells[row | rank >> 12 & 15]),
      second: Int(cells[row | rank >> 16 & 15]),
      third: Int(cells[row | rank >> 20 & 15]),
      distance: rank >> 12 & 15 &- column
    )
    return (left, right)
  }

  @inlinable @inline(__always)
  func fileLines(from place: Int) -> (down: Line, up: Line) {
    let column = place & 15
    let file = Int(tables.fileLines[(place >> 4) << 10 | Int(files[column])])
    let down = Line(
      first: Int(cells[file << 4 & 0xf0 | column]),
      second: Int(cells[file & 0xf0 | column]),
      third: Int(cells[file >> 4 & 0xf0 | column]),
      distance: place >> 4 &- file & 15
    )
    let up = Line(
      first: Int(cells[file >> 8 & 0xf0 | column]),
      second: Int(cells[file >> 12 & 0xf0 | column]),
      third: Int(cells[file >> 16 & 0xf0 | column]),
      distance: file >> 12 & 15 &- place >> 4
    )
    return (down, up)
  }

  @inlinable @inline(__always)
  func isPawn(_ piece: UInt8, _ enemy: Int) -> Bool {
    Int(piece) &- enemy &- 10 >= 0 && Int(piece) &- enemy &- 10 < 5
  }

  /// Looks along one line from a general at the first three pieces met.
  ///
  /// `facing` is the enemy's general where the line is a file, and 0 where it is a rank.
  @inlinable @inline(__always)
  func look(along line: Line, _ enemy: Int, _ facing: Int, _ threats: inout Threats) {
    let (first, second) = (line.first, line.second)
    let rooks = (enemy | 6) >> 1
    let cannons = (enemy | 8) >> 1
    if first >> 1 == rooks || first == facing || second >> 1 == cannons {
      threats.isCheck = true
    }
    if first >> 1 == cannons, line.distance > 1 { threats.isBare = true }
    let isHeld = second >> 1 == rooks || second == facing
    let isScreen = line.third >> 1 == cannons
    guard isHeld || isScreen else { return }
    if first & enemy == 0 { threats.pinned |= 1 &<< UInt32(truncatingIfNeeded: first & 15) }
    if isScreen, second & (enemy | Self.wall) == 0 {
      threats.pinned |= 1 &<< UInt32(truncatingIfNeeded: second & 15)
    }
  }

  @inlinable @inline(__always)
  package func lookForHorse(_ horse: Int, _ place: Int, _ side: Int, _ threats: inout Threats) {
    let leg = Int(tables.horseLegs[place &- horse &+ 256])
    guard leg != 0 else { return }
    let piece = Int(cells[horse &+ leg])
    if piece == 0 {
      threats.isCheck = true
    } else if piece & side != 0 {
      threats.pinned |= 1 &<< UInt32(truncatingIfNeeded: piece & 15)
    }
  }
}
