/// All of a position but how it came about.
package struct ChessSetup: Hashable, Sendable {
  /// The pieces by square, with the numbers of a ``ChessEngine``.
  var cells: [UInt8]
  var toMove: Side
  /// Castling rights: 1 and 2 for White's king's and queen's side, 4 and 8 for Black's.
  var rights: UInt8 = 0
  /// The square behind a pawn that can be taken en passant by a legal move; 0 for none.
  var passant: UInt8 = 0
  /// Moves since the last capture or pawn move.
  var quiet = 0
  var key: UInt64 = 0

  /// True if the same player can do the same on both, which is what repetition asks (FIDE 9.2.3).
  func hasSameFuture(as other: ChessSetup) -> Bool {
    key == other.key && toMove == other.toMove && rights == other.rights
      && passant == other.passant && cells == other.cells
  }

  /// Works out ``key``, and leaves the castling rights that king and rook can still use.
  mutating func complete() {
    for (square, lost) in [(0, 2), (4, 3), (7, 1), (56, 8), (60, 12), (63, 4)] as [(Int, UInt8)] {
      let piece: UInt8 = square & 7 == 4 ? 6 : 4
      if cells[square] != piece | (square < 8 ? 0 : 8) { rights &= ~lost }
    }
    let words = ChessTables.shared.words
    key = words[Int(rights)]
    if toMove == .second { key ^= words[ChessTables.sideWord] }
    for square in 0..<64 where cells[square] != 0 { key ^= words[Int(cells[square]) << 6 | square] }
  }
}
