import GameRules

/// One thought about one position.
struct GomokuThought {
  let position: GomokuPosition
  let settings: SearchSettings
  let limits: SearchLimits
  /// 0 where Black is to move, 1 where White is.
  let side: Int

  init(_ position: GomokuPosition, settings: SearchSettings, limits: SearchLimits) {
    self.position = position
    self.settings = settings
    self.limits = limits
    side = position.colourToMove == .first ? 0 : 1
  }

  /// Thinks.
  func run(
    _ table: GomokuTable.View,
    _ shouldStop: @Sendable () -> Bool,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    withoutActuallyEscaping(shouldStop) { ask in
      var poll: () -> Bool = ask
      return unsafe withUnsafePointer(to: &poll) { pointer in
        let board = GomokuBoard(position)
        defer { board.free() }
        let search = unsafe GomokuSearch(board, table, asking: pointer)
        defer { search.free() }
        if let nodes = limits.nodes { search.header[0].nodeLimit = nodes }
        return think(search, onReport)
      }
    }
  }

  private func think(
    _ search: GomokuSearch,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let moves = search.rootMoves(side)
    guard let only = moves.first else { return lonely(search, onReport) }
    if moves.count == 1 {
      let found = GomokuSearch.Finding(line: [only.cell], score: obvious(search), depth: 1)
      return tell(found, search, onReport)
    }
    let length = search.winByFours(side, budget: 100_000, complete: true)
    if length > 0 {
      let line = [search.header[0].fourMove]
      let found = GomokuSearch.Finding(line: line, score: GomokuSearch.win - length, depth: 1)
      return tell(found, search, onReport)
    }
    let depths = 1...max(limits.depth ?? 100, 1)
    let found = search.deepen(moves, side, depths) { tell($0, search, onReport) }
    return report(found, search)
  }

  /// The worth where one move is all there is to choose.
  private func obvious(_ search: GomokuSearch) -> Int {
    if search.board.count(side, CellClass.five) > 0 { return GomokuSearch.win - 1 }
    let threats = search.board.count(side ^ 1, CellClass.five)
    if threats > 1 { return -GomokuSearch.win + 2 }
    if threats == 0, search.openFour(side) >= 0 { return GomokuSearch.win - 3 }
    return search.evaluation(side)
  }

  /// The move where no stone is near: the middle, or whatever is allowed.
  private func lonely(
    _ search: GomokuSearch,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let middle = GomokuGrid.cell(column: position.size / 2, row: position.size / 2)
    let isFree = search.board.stones[middle] == 0 && !search.board.isForbidden(middle, side)
    let legal = position.legalMoves.compactMap(\.placedPoint).map(GomokuGrid.cell)
    guard let cell = isFree ? middle : legal.first else { return nil }
    let found = GomokuSearch.Finding(line: [cell], score: search.evaluation(side), depth: 1)
    return tell(found, search, onReport)
  }

  @discardableResult
  private func tell(
    _ found: GomokuSearch.Finding,
    _ search: GomokuSearch,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    guard let report = report(found, search) else { return nil }
    onReport(report)
    return report
  }

  private func report(
    _ found: GomokuSearch.Finding,
    _ search: GomokuSearch
  ) -> SearchReport? {
    let line = found.line.compactMap(GomokuGrid.point).map(Move.place)
    guard let move = line.first else { return nil }
    let isProven = abs(found.score) >= GomokuSearch.proven
    let mate = found.score > 0 ? GomokuSearch.win - found.score : -GomokuSearch.win - found.score
    return SearchReport(
      move: move,
      line: line,
      score: found.score / GomokuWeights.unit,
      mate: isProven ? mate : nil,
      depth: found.depth,
      nodes: search.header[0].nodes
    )
  }
}

extension GomokuBoard {
  /// The board of a position.
  init(_ position: GomokuPosition) {
    self.init(position.rule, size: position.size)
    for row in 0..<position.size {
      for column in 0..<position.size {
        guard let point = Point(column: column, row: row) else { continue }
        guard let stone = position.stone(at: point) else { continue }
        place(GomokuGrid.cell(point), stone == .first ? 0 : 1)
      }
    }
  }
}
