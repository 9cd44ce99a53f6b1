/// What a ``ChessEngine`` looks up.
///
/// A square is its place after a1, row by row.
@usableFromInline
package struct ChessTables: Sendable {
  /// The squares that a knight, a king, a white and a black pawn attack: four for each square.
  @usableFromInline let leaps: Cells<UInt64>
  /// The column, both diagonals and the row of each square, without the square itself.
  @usableFromInline let lines: Cells<UInt64>
  /// The squares attacked along a row, by column and by what stands on its six inner squares.
  @usableFromInline let rows: Cells<UInt8>
  /// The squares between two of one line, by both squares; empty for any other two.
  @usableFromInline let between: Cells<UInt64>
  /// The words of hashes: pieces by piece and square, and where no piece has a number, castling
  /// rights from 0, the side to move at ``sideWord``, en passant from ``passantWord``.
  @usableFromInline let words: Cells<UInt64>
  /// The castling rights that a move from or to each square leaves.
  let rightsKept: Cells<UInt8>

  static var sideWord: Int { 7 << 6 }
  static var passantWord: Int { 8 << 6 }

  static let shared = ChessTables()

  private static let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)]
  private static let diagonal = [(1, 1), (-1, -1), (-1, 1), (1, -1)]

  private init() {
    leaps = Cells(count: 256, filledWith: 0)
    lines = Cells(count: 256, filledWith: 0)
    rows = Cells(count: 512, filledWith: 0)
    between = Cells(count: 4096, filledWith: 0)
    words = Cells(count: 1024, filledWith: 0)
    rightsKept = Cells(count: 64, filledWith: 15)
    fillLeaps()
    fillLines()
    fillRows()
    for number in 0..<1024 { words[number] = Zobrist.word(1 << 24 + number) }
    words[Self.passantWord] = 0
    for (square, lost) in [(0, 2), (4, 3), (7, 1), (56, 8), (60, 12), (63, 4)] {
      rightsKept[square] = UInt8(15 - lost)
    }
  }

  /// The square some columns and rows away; nil beyond the edge.
  private static func square(_ square: Int, _ columns: Int, _ rows: Int) -> Int? {
    let (column, row) = (square & 7 + columns, square >> 3 + rows)
    return (0..<8).contains(column) && (0..<8).contains(row) ? row << 3 | column : nil
  }

  private func fillLeaps() {
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    let ways = [knight, Self.straight + Self.diagonal, [(-1, 1), (1, 1)], [(-1, -1), (1, -1)]]
    for square in 0..<64 {
      for (number, steps) in ways.enumerated() {
        for (columns, rows) in steps {
          guard let to = Self.square(square, columns, rows) else { continue }
          leaps[square << 2 | number] |= 1 << UInt64(to)
        }
      }
    }
  }

  private func fillLines() {
    let ways = [(0, 1), (1, 1), (-1, 1), (1, 0)]
    for square in 0..<64 {
      for (number, (columns, rows)) in ways.enumerated() {
        for sign in [1, -1] {
          var passed: UInt64 = 0
          var to = square
          while let next = Self.square(to, columns * sign, rows * sign) {
            between[square << 6 | next] = passed
            passed |= 1 << UInt64(next)
            to = next
          }
          lines[square << 2 | number] |= passed
        }
      }
    }
  }

  private func fillRows() {
    for column in 0..<8 {
      for inner in 0..<64 {
        var attacked = 0
        for step in [1, -1] {
          var to = column + step
          while (0..<8).contains(to) {
            attacked |= 1 << to
            if inner << 1 & 1 << to != 0 { break }
            to += step
          }
        }
        rows[column << 6 | inner] = UInt8(attacked)
      }
    }
  }

  @inlinable
  @inline(__always)
  package func knight(_ square: Int) -> UInt64 { leaps[square << 2] }

  @inlinable
  @inline(__always)
  package func king(_ square: Int) -> UInt64 { leaps[square << 2 | 1] }

  /// The squares that a pawn of `side` (0 or 8) attacks from `square`.
  @inlinable
  @inline(__always)
  package func pawn(_ square: Int, _ side: Int) -> UInt64 { leaps[square << 2 | 2 | side >> 3] }

  /// The squares attacked along one line of a square: what is subtracted from the occupied squares
  /// above it borrows from the first of them, and below it the same with the rows reversed
  /// (hyperbola quintessence, Aleks Peshkov 2007).
  @inlinable
  @inline(__always)
  func line(_ square: Int, _ number: Int, _ occupied: UInt64) -> UInt64 {
    let mask = lines[square << 2 | number]
    let met = occupied & mask
    let above = met &- 1 &<< UInt64(truncatingIfNeeded: square)
    let below = met.byteSwapped &- 1 &<< UInt64(truncatingIfNeeded: square ^ 56)
    return (above ^ below.byteSwapped) & mask
  }

  /// The squares that a bishop attacks.
  @inlinable
  @inline(__always)
  package func diagonals(_ square: Int, _ occupied: UInt64) -> UInt64 {
    line(square, 1, occupied) | line(square, 2, occupied)
  }

  /// The squares that a rook attacks.
  @inlinable
  @inline(__always)
  package func straights(_ square: Int, _ occupied: UInt64) -> UInt64 {
    let shift = UInt64(truncatingIfNeeded: square & 56)
    let inner = Int(truncatingIfNeeded: occupied &>> (shift | 1)) & 63
    return line(square, 0, occupied) | UInt64(rows[(square & 7) << 6 | inner]) &<< shift
  }

  /// All squares of the lines of a bishop.
  @inlinable
  @inline(__always)
  package func allDiagonals(_ square: Int) -> UInt64 {
    lines[square << 2 | 1] | lines[square << 2 | 2]
  }

  /// All squares of the lines of a rook.
  @inlinable
  @inline(__always)
  package func allStraights(_ square: Int) -> UInt64 { lines[square << 2] | lines[square << 2 | 3] }

  /// The squares that a piece attacks which is no pawn.
  @inlinable
  @inline(__always)
  package func attacks(of number: Int, _ from: Int, _ occupied: UInt64) -> UInt64 {
    switch number {
    case 2: knight(from)
    case 3: diagonals(from, occupied)
    case 4: straights(from, occupied)
    case 5: diagonals(from, occupied) | straights(from, occupied)
    default: king(from)
    }
  }
}
