package import GameRules

/// A move that leads to one position at the board that made it, and to another at the board that
/// heard of it.
///
/// Both stop. The board that heard has not played the move.
public struct Desync: Hashable, Sendable {
  /// The number of moves that came before it; on these both boards agree.
  package let ply: Int

  /// The move.
  package let move: Move

  /// The position after it at this board, as ``GameRules/Position/textHash``.
  package let own: UInt32

  /// The position after it at the other board.
  package let theirs: UInt32

  /// True if this board made it.
  package let isOwnMove: Bool
}

extension Position {
  /// 32 bits of FNV-1a over the UTF-8 of ``text``, which two boards compare after each move.
  ///
  /// The constants are those of the FNV specification, draft-eastlake-fnv, section 5.
  package var textHash: UInt32 {
    let text = text
    let bytes = text.utf8.span
    return bytes.indices.reduce(0x811C_9DC5) { ($0 ^ UInt32(bytes[$1])) &* 0x0100_0193 }
  }
}
