package import GameRules

/// Counts how fast the engine is, for the benchmark.
package enum GomokuSpeed {
  /// Puts `stones` stones on the board of a position and takes them off, again and again.
  ///
  /// - Returns: a number that depends on every step, so that none is left out.
  package static func makeUnmake(_ position: GomokuPosition, stones: Int, rounds: Int) -> UInt64 {
    let board = GomokuBoard(position)
    defer { board.free() }
    var check: UInt64 = 0
    var random: UInt64 = 1
    for _ in 0..<rounds {
      var placed = 0
      while placed < stones {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let cell = Int(random >> 54)
        if board.stones[cell] != 0 || board.near[cell >> 6] >> UInt64(cell & 63) & 1 == 0 {
          continue
        }
        board.place(cell, placed & 1)
        check ^= board.header[0].sums.0 &+ board.header[0].hash
        placed += 1
      }
      while placed > 0 {
        placed -= 1
        board.remove(placed & 1)
      }
    }
    return check
  }
}
