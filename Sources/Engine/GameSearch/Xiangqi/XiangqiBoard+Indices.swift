import GameRules

/// The indices of a move in the tables of a search.
extension XiangqiBoard {
  /// The place that the piece on the start of a move would have on its end.
  @inline(__always)
  func place(of move: UInt16) -> Int {
    let to = Int(move & 255)
    let piece = Int(engine.cells[Int(move >> 8)])
    return Self.type(piece) &* 90 &+ (to >> 4 &- 1) &* 9 &+ to & 15 &- 1
  }

  @inline(__always)
  func isCapture(_ move: UInt16) -> Bool { engine.cells[Int(move & 255)] != 0 }

  @inline(__always)
  func quietIndex(_ move: UInt16) -> Int {
    (engine.own == XiangqiEngine.red ? 0 : 1 << 16) | Int(move)
  }

  @inline(__always)
  func captureIndex(_ move: UInt16) -> Int {
    let type = Self.type(Int(engine.cells[Int(move >> 8)]))
    let to = Int(move & 255)
    return type << 11 | to << 3 | Self.kind(Int(engine.cells[to]))
  }
}
