import GameRules

/// One thought about one position.
struct GomokuThought {
  private let position: GomokuPosition
  private let settings: SearchSettings
  private let limits: SearchLimits
  private let level: GomokuLevel
  /// 0 where Black is to move, 1 where White is.
  private let side: Int

  /// The number of nodes for the worth of a reply that has no alternative: a fraction of a second,
  /// as the move itself is certain.
  private static let forcedNodes: UInt64 = 100_000

  init(_ position: GomokuPosition, settings: SearchSettings, limits: SearchLimits) {
    self.position = position
    self.settings = settings
    self.limits = limits
    level = GomokuLevel(settings.level)
    side = position.colourToMove == .first ? 0 : 1
  }

  /// Thinks, with the help of other threads where the settings say so.
  func run(
    _ table: GomokuTable,
    _ shouldStop: @Sendable () -> Bool,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    withoutActuallyEscaping(shouldStop) { ask in
      var poll: () -> Bool = ask
      return unsafe withUnsafePointer(to: &poll) { pointer in
        if position.isOpening {
          return unsafe open(table, pointer, onReport)
        }
        return unsafe with(position, table, pointer) { think($0, table, onReport) }
      }
    }
  }

  /// Lends a search of a position.
  private func with<Result>(
    _ position: GomokuPosition,
    _ table: GomokuTable,
    _ poll: UnsafePointer<() -> Bool>,
    _ body: (GomokuSearch) -> Result
  ) -> Result {
    let board = GomokuBoard(position)
    defer { board.free() }
    let search = unsafe GomokuSearch(board, table.view(age: table.age), asking: poll)
    defer { search.free() }
    return body(search)
  }

  /// Chooses colours or stones of swap2.
  private func open(
    _ table: GomokuTable,
    _ poll: UnsafePointer<() -> Bool>,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let nodes = nodeLimit(most: 200_000)
    let report = withoutActuallyEscaping(
      { (position: GomokuPosition, side: Int, nodes: UInt64) in
        unsafe with(position, table, poll) { worth($0, side, nodes) }
      },
      do: { GomokuSwap(position, seed: settings.seed, searcher: $0).choose(nodes: nodes) }
    )
    if let report { onReport(report) }
    return report
  }

  /// The value of a position for a side, by a search of so many nodes; nil if it was stopped.
  private func worth(
    _ search: GomokuSearch,
    _ side: Int,
    _ nodes: UInt64
  ) -> (score: Int, nodes: UInt64)? {
    search.header[0].nodeLimit = nodes
    let moves = GomokuRoot(search).moves(side)
    guard !moves.isEmpty else { return (0, 1) }
    let found = GomokuRoot(search).deepen(moves, side, 1...20) { _ in }
    let visited = search.header[0].nodes
    if search.header[0].isStopped, visited < nodes { return nil }
    return (found.score, visited)
  }

  /// The limit of nodes, of the caller's or of the level, but no more than `most`.
  private func nodeLimit(most: UInt64) -> UInt64 {
    let asked = min(limits.nodes ?? .max, most)
    return if case .nodes(let nodes) = level { min(asked, nodes) } else { asked }
  }

  private func think(
    _ search: GomokuSearch,
    _ table: GomokuTable,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let moves = GomokuRoot(search).moves(side)
    guard let only = moves.first else { return lonely(search, onReport) }
    if case .glance(let lapses) = level {
      return glance(search, lapses: lapses, onReport)
    }
    if moves.count == 1, let score = evident(search) {
      return tell(GomokuRoot.Finding(line: [only.cell], score: score, depth: 1), search, onReport)
    }
    search.header[0].nodeLimit = nodeLimit(most: moves.count == 1 ? Self.forcedNodes : .max)
    var depth = max(limits.depth ?? 100, 1)
    if case .plies(let plies) = level {
      depth = min(depth, plies)
      search.header[0].seesFours = false
    }
    if let known = GomokuRoot(search).knownWin(side) { return tell(known, search, onReport) }
    let length = search.winByFours(side, budget: fourBudget(moves, search), complete: true)
    if length > 0 {
      let line = [search.header[0].fourMove]
      let found = GomokuRoot.Finding(line: line, score: GomokuSearch.win - length, depth: 1)
      return tell(found, search, onReport)
    }
    let helpers = helpers(table)
    let found = GomokuRoot(search).deepen(moves, side, 1...depth) { tell($0, search, onReport) }
    let others = helpers?.end() ?? 0
    var report = report(found, search)
    report?.nodes += others
    return report
  }

  /// The number of nodes for fours at the root, so that some are left for the search.
  ///
  /// What follows a forced reply is searched with it.
  private func fourBudget(_ moves: [GomokuRoot.RootMove], _ search: GomokuSearch) -> Int {
    moves.count == 1 ? 0 : Int(min(100_000, search.header[0].nodeLimit / 4))
  }

  /// The other threads; none for a level that is not to play its best.
  private func helpers(_ table: GomokuTable) -> GomokuHelpers? {
    guard case .full = level, settings.threads > 1 else { return nil }
    return GomokuHelpers(settings.threads - 1, position, table)
  }

  /// The move of somebody who looks one move ahead.
  private func glance(
    _ search: GomokuSearch,
    lapses: Int,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let count = search.listNear(side, 0, 0)
    let cells = (0..<count).map { search.pick($0, count) }
      .filter { !search.board.isForbidden($0, side) }
    guard !cells.isEmpty else { return lonely(search, onReport) }
    var eye = GomokuGlance(search.board, side: side, lapses: lapses, seed: settings.seed)
    let found = GomokuRoot.Finding(
      line: [eye.choose(cells)],
      score: search.evaluation(side),
      depth: 1
    )
    return tell(found, search, onReport)
  }

  /// The worth where the end is in sight without a search; nil anywhere else.
  private func evident(_ search: GomokuSearch) -> Int? {
    if search.board.count(side, CellClass.five) > 0 { return GomokuSearch.win - 1 }
    let threats = search.board.count(side ^ 1, CellClass.five)
    if threats > 1 || threats == 1 && search.allowed(side, blocking: side ^ 1) < 0 {
      return -GomokuSearch.win + 2
    }
    if threats == 0, search.openFour(side) >= 0 { return GomokuSearch.win - 3 }
    return nil
  }

  /// The move where no stone is near: the middle, or whatever is allowed.
  private func lonely(
    _ search: GomokuSearch,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let middle = GomokuGrid.cell(
      column: position.size.columns / 2,
      row: position.size.rows / 2
    )
    let isFree = search.board.stones[middle] == 0 && !search.board.isForbidden(middle, side)
    let legal = position.legalMoves.compactMap { $0.placedPoint }.map(GomokuGrid.cell)
    guard let cell = isFree ? middle : legal.first else { return nil }
    let score = evident(search) ?? search.evaluation(side)
    return tell(GomokuRoot.Finding(line: [cell], score: score, depth: 1), search, onReport)
  }

  @discardableResult
  private func tell(
    _ found: GomokuRoot.Finding,
    _ search: GomokuSearch,
    _ onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    guard let report = report(found, search) else { return nil }
    onReport(report)
    return report
  }

  private func report(
    _ found: GomokuRoot.Finding,
    _ search: GomokuSearch
  ) -> SearchReport? {
    let line = found.line.compactMap(GomokuGrid.point).map(Move.place)
    guard let move = line.first else { return nil }
    let isProven = abs(found.score) >= GomokuSearch.proven
    let mate = found.score > 0 ? GomokuSearch.win - found.score : -GomokuSearch.win - found.score
    return SearchReport(
      move: move,
      line: line,
      score: found.score,
      mate: isProven ? mate : nil,
      depth: found.depth,
      nodes: search.header[0].nodes
    )
  }
}
