import GameRules
import GameSearch

/// The most nodes that the robot visits for a move: some seconds on a phone, at the highest level.
private let mostNodes: UInt64 = 1_000_000

nonisolated(unsafe) private var buffer: [UInt8] = []
nonisolated(unsafe) private var searcher: (level: Int32, GameSearcher)?

/// Makes room for an input of `count` bytes, or for none if that is 0, and returns its place.
@_expose(wasm, "buffer") @_cdecl("robot_buffer")
public func robotBuffer(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  if count > 0 { unsafe buffer = [UInt8](repeating: 0, count: Int(count)) }
  return unsafe buffer.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Finds a move of this level.
///
/// Three lines are in the buffer: the game, its options, and the moves so far. The move replaces
/// them. The function returns its length, or -1 for a wrong input.
@_expose(wasm, "think") @_cdecl("robot_think")
public func robotThink(_ level: Int32) -> Int32 {
  let lines = unsafe String(decoding: buffer, as: UTF8.self).split(
    separator: "\n",
    omittingEmptySubsequences: false
  )
  guard lines.count == 3, let kind = GameKind(rawValue: String(lines[0])),
    let game = Game(kind, options: String(lines[1])), let strength = SearchLevel(Int(level)),
    let position = Position(game, after: lines[2]),
    let report = search(position, level, strength)
  else { return -1 }
  unsafe buffer = Array(report.move.description.utf8)
  return unsafe Int32(buffer.count)
}

private func search(
  _ position: Position,
  _ level: Int32,
  _ strength: SearchLevel
) -> SearchReport? {
  var kept =
    if let searcher = unsafe searcher, searcher.level == level { searcher.1 } else {
      GameSearcher(
        SearchSettings(level: strength, tableBytes: 16 << 20, seed: .random(in: 0 ... .max))
      )
    }
  defer { unsafe searcher = (level, kept) }
  return kept.think(position, limits: SearchLimits(nodes: mostNodes))
}

extension Position {
  /// The position after `moves` with spaces between them; nil if one of them cannot be played.
  fileprivate init?(_ game: Game, after moves: Substring) {
    self.init(game: game)
    for text in moves.split(separator: " ") {
      guard let move = try? move(from: String(text)), (try? play(move)) != nil else { return nil }
    }
  }
}
