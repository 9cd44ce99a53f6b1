public import GameRules

/// The opponent's side of the Gomocup protocol, which Piskvork speaks.
public struct GomocupClient: EngineClient {
  private enum Phase {
    /// Nothing was said yet.
    case new
    /// `START` was said.
    case starting(Game)
    case ready
    /// `RESTART` was said, to ask about a position that does not follow from the last one.
    case restarting(GomokuPosition, MovePace)
    case thinking(GomokuPosition)
    case faulty
  }

  private var phase = Phase.new
  private let options: [EngineOption]
  /// The position on the engine's board.
  private var known: GomokuPosition?
  /// The time for a move that the engine was told last, in milliseconds.
  private var toldTime: Int?

  /// A client that tells the engine each of `options` by `INFO`.
  public init(options: [EngineOption] = []) {
    self.options = options
  }

  /// The last lines to an engine that is no longer needed.
  public var farewell: [String] { ["END"] }

  /// Begins a game.
  public mutating func begin(_ game: Game) -> [ClientAction] {
    if case .faulty = phase { return [] }
    guard game.kind == .gomoku else {
      phase = .faulty
      return [.fault(.otherGame(game.kind))]
    }
    phase = .starting(game)
    known = nil
    toldTime = nil
    let size = game.gomokuTerms.size
    return [.send(size.isSquare ? "START \(size)" : "RECTSTART \(size.columns),\(size.rows)")]
  }

  /// Asks for a move in `position`, whose game goes on.
  public mutating func ask(_ position: Position, _ pace: MovePace) -> [ClientAction] {
    guard case .gomoku(let position) = position else {
      return [.fault(.otherGame(position.game.kind))]
    }
    let isNew = known.map { $0.ply == 0 && $0.stoneCount == 0 } ?? false
    if isNew || follows(position) || position.isOpening { return think(position, pace) }
    phase = .restarting(position, pace)
    return [.send("RESTART")]
  }

  /// Asks for the answer at once, by the word that Yixin brought up.
  public mutating func stop() -> [ClientAction] {
    if case .thinking = phase { [.send("YXSTOP")] } else { [] }
  }

  /// The actions after a line of the engine, without its end.
  public mutating func receive(_ line: String) -> [ClientAction] {
    var words = Words(line)
    let word = words.peek?.uppercased() ?? ""
    switch (word, phase) {
    case (_, .faulty), ("MESSAGE", _), ("DEBUG", _), ("UNKNOWN", _), ("", _), ("SUGGEST", _):
      return []
    case ("ERROR", _):
      phase = .faulty
      return [.fault(.refused(line))]
    case ("OK", .starting(let game)):
      phase = .ready
      known = GomokuPosition(game.gomokuTerms)
      return introduce(game) + [.ready]
    case ("OK", .restarting(let position, let pace)):
      known = nil
      return think(position, pace)
    case (_, .thinking(let position)):
      return [settle(words.take(until: []), line, in: position)]
    case (_, .new), (_, .starting), (_, .restarting), (_, .ready):
      return []
    }
  }

  private func introduce(_ game: Game) -> [ClientAction] {
    let lines =
      [
        "INFO rule \(GomocupText.number(of: game.gomokuTerms.rule))", "INFO timeout_match 0",
        "INFO time_left 2147483647",
      ] + options.map { "INFO \($0.name) \($0.value)" }
    return lines.map(ClientAction.send)
  }

  /// True if `position` is what the engine has and one more stone.
  private func follows(_ position: GomokuPosition) -> Bool {
    guard var known, let last = position.moves.last, (try? known.play(last)) != nil else {
      return false
    }
    return known == position
  }

  private mutating func think(_ position: GomokuPosition, _ pace: MovePace) -> [ClientAction] {
    var lines: [String] = []
    // Where nodes or a depth are the limit, a minute is as good as no limit.
    let time = max(pace.time?.wholeMilliseconds ?? 60_000, 1)
    if time != toldTime { lines.append("INFO timeout_turn \(time)") }
    toldTime = time
    if let nodes = pace.nodes { lines.append("INFO max_node \(nodes)") }
    if let depth = pace.depth { lines.append("INFO max_depth \(depth)") }
    if position.isOpening {
      lines += ["SWAP2BOARD"] + position.stonesInOrder.map { Self.text($0.point, position) }
      lines.append("DONE")
    } else if follows(position), let last = position.moves.last?.placedPoint {
      lines.append("TURN \(Self.text(last, position))")
    } else if position.stoneCount == 0 {
      lines.append("BEGIN")
    } else {
      lines.append("BOARD")
      lines += position.stonesInOrder.map { stone in
        "\(Self.text(stone.point, position)),\(stone.colour == position.colourToMove ? 1 : 2)"
      }
      lines.append("DONE")
    }
    phase = .thinking(position)
    return lines.map(ClientAction.send)
  }

  private mutating func settle(
    _ words: [String],
    _ line: String,
    in position: GomokuPosition
  ) -> ClientAction {
    do throws(EngineFault) {
      let moves = try check(Self.moves(words, line, position), line, in: .gomoku(position))
      var next = position
      for move in moves { try? next.play(move) }
      known = next
      phase = .ready
      return .answer(.moves(moves))
    } catch {
      phase = .faulty
      return .fault(error)
    }
  }

  /// The moves of an answer; in the swap2 opening it has several points, or `SWAP` for Black.
  private static func moves(
    _ words: [String],
    _ line: String,
    _ position: GomokuPosition
  ) throws(EngineFault) -> [Move] {
    let mayChoose = position.legalMoves.contains(.choose(.black))
    if mayChoose, words.map({ $0.uppercased() }) == ["SWAP"] { return [.choose(.black)] }
    let points = words.compactMap { GomocupText.point($0, size: position.size) }
    guard points.count == words.count, !points.isEmpty else { throw .unreadable(line) }
    let stones = points.map(Move.place)
    guard mayChoose else { return stones }
    return [.choose(points.count == 1 ? .white : .two)] + stones
  }

  private static func text(_ point: Point, _ position: GomokuPosition) -> String {
    GomocupText.text(point, size: position.size)
  }
}

extension GomokuPosition {
  /// The number of stones that are on the board.
  var stoneCount: Int { points.count { stone(at: $0) != nil } }

  /// The stones with their colours: those of a start that was read in turns of the colours, then
  /// those that were played.
  var stonesInOrder: [(point: Point, colour: Side)] {
    let played = moves.compactMap(\.placedPoint)
    let before = points.filter { stone(at: $0) != nil && !played.contains($0) }
    let black = before.filter { stone(at: $0) == .first }
    let white = before.filter { stone(at: $0) == .second }
    var order: [Point] = []
    for index in 0..<max(black.count, white.count) {
      if index < black.count { order.append(black[index]) }
      if index < white.count { order.append(white[index]) }
    }
    return (order + played).compactMap { point in
      stone(at: point).map { (point, $0) }
    }
  }

  private var points: [Point] {
    (0..<size.rows).flatMap { row in (0..<size.columns).compactMap { Point(column: $0, row: row) } }
  }
}
