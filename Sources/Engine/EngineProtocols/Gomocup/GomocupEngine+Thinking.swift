internal import GameRules
public import GameSearch

extension GomocupEngine {
  // MARK: Reading a board

  /// Reads the lines that follow.
  mutating func read(into purpose: Board.Purpose) -> [EngineAction] {
    guard size != nil else { return [Self.noBoard] }
    phase = .reading(Board(purpose: purpose))
    return []
  }

  /// Reads a line of a board: `x,y,1` is an own stone, `x,y,2` one of the other side.
  ///
  /// 3 marks a stone of a winning line, or one that is passed over; it is a stone all the same.
  mutating func read(_ line: String, _ board: Board) -> [EngineAction] {
    var board = board
    let text = line.filter { !$0.isWhitespace }
    guard text.uppercased() != "DONE" else {
      phase = .idle
      return finish(board)
    }
    guard !text.isEmpty else { return [] }
    let numbers = GomocupText.numbers(text)
    if let point = GomocupText.point(numbers, size: size ?? 0), numbers.count <= 3,
      !board.stones.contains(where: { $0.point == point })
    {
      let isOwn: Bool? = numbers.count < 3 || numbers[2] == 3 ? nil : numbers[2] == 1
      board.stones.append(Stone(point: point, isOwn: isOwn))
    } else if board.broken == nil {
      board.broken = text
    }
    phase = .reading(board)
    return []
  }

  private mutating func finish(_ board: Board) -> [EngineAction] {
    if let broken = board.broken {
      return [.say("ERROR \(broken.prefix(40)) is no stone of this board")]
    }
    stones = board.stones
    switch board.purpose {
    case .set: return []
    case .think: return think()
    case .swap2: return thinkOfColours()
    }
  }

  // MARK: Thinking

  /// Begins to think about the board.
  mutating func think() -> [EngineAction] {
    guard size != nil else { return [Self.noBoard] }
    guard let position = position(.free) else { return [unsupported] }
    guard position.outcome == nil else { return [.say("ERROR the game is over")] }
    return begin(Search(position: position, budget: budget))
  }

  /// Begins to think about the opening: three stones, or a choice of colours.
  private mutating func thinkOfColours() -> [EngineAction] {
    guard let position = position(.swap2) else {
      return [.say("ERROR swap2 has no such stones, or does not go with this rule")]
    }
    let movesLeft = stones.isEmpty ? 3 : 1
    return begin(Search(position: position, budget: budget, movesLeft: movesLeft))
  }

  private var budget: TimeBudget { limits.budget(overhead: options.overhead) }

  private var unsupported: EngineAction {
    .say("ERROR this rule is not played on this board, or at all")
  }

  private mutating func begin(_ search: Search) -> [EngineAction] {
    phase = .thinking(search)
    let thought = Thought(
      .gomoku(search.position),
      limits: limits.search,
      budget: search.budget
    )
    return [.think(thought)]
  }

  /// Plays what was found, and answers when the answer is whole.
  public mutating func finished(
    _ report: SearchReport?,
    after time: Duration
  ) -> [EngineAction] {
    guard case .thinking(let search) = phase else { return [] }
    phase = .idle
    var actions = answer(report, search)
    while !isThinking, let line = held.next() { actions += receive(line) }
    return actions
  }

  private var isThinking: Bool {
    if case .thinking = phase { true } else { false }
  }

  private mutating func answer(_ report: SearchReport?, _ search: Search) -> [EngineAction] {
    var search = search
    guard let move = report?.move, (try? search.position.play(move)) != nil else {
      return [.say("ERROR there is no move")]
    }
    if let point = move.placedPoint {
      stones.append(Stone(point: point, isOwn: nil))
      search.points.append(point)
      search.movesLeft -= 1
    } else if case .choose(let choice) = move.action {
      switch choice {
      case .black: return [.say("SWAP")]
      case .white: search.movesLeft = 1
      case .two: search.movesLeft = 2
      }
    }
    guard search.movesLeft == 0 || search.position.outcome != nil else { return begin(search) }
    let size = search.position.size
    let texts = search.points.map { GomocupText.text($0, size: size) }
    return [.say(texts.joined(separator: " "))]
  }

  // MARK: The position

  /// The position of the stones; nil where the rules have none like it.
  ///
  /// Stones in turns of the colours are played in their order. Any others are put on the board as
  /// they are: those of the side to move are Black's if there are as many as of the other side.
  func position(_ opening: GomokuOpening) -> GomokuPosition? {
    guard let size, let rule = limits.rule else { return nil }
    let fouls = initial.gomokuTerms.fouls
    guard let setup = GomokuTerms(rule: rule, size: size, opening: opening, fouls: fouls) else {
      return nil
    }
    switch opening {
    case .free: return isInTurns ? played(setup) ?? fromText(setup) : fromText(setup)
    case .swap2: return opened(setup)
    }
  }

  /// The position after the stones were played in their order, if that can be.
  private func played(_ setup: GomokuTerms) -> GomokuPosition? {
    var position = GomokuPosition(setup)
    for stone in stones {
      guard (try? position.play(.place(stone.point))) != nil else { return nil }
    }
    return position
  }

  /// The position in the swap2 opening in which colours or stones are chosen; nil for any other.
  private func opened(_ setup: GomokuTerms) -> GomokuPosition? {
    var position = GomokuPosition(setup)
    for (index, stone) in stones.enumerated() {
      // The second player has asked for two more stones, where there are any after three.
      if index == 3, (try? position.play(.choose(.two))) == nil { return nil }
      guard (try? position.play(.place(stone.point))) != nil else { return nil }
    }
    let isChoice = stones.isEmpty || position.legalMoves.contains(.choose(.black))
    return isChoice ? position : nil
  }

  /// True if the stones are in turns of the colours, with the side to move next.
  private var isInTurns: Bool {
    stones.enumerated().allSatisfy { index, stone in
      guard let isOwn = stone.isOwn else { return true }
      return isOwn == ((stones.count - index) % 2 == 0)
    }
  }

  private func fromText(_ setup: GomokuTerms) -> GomokuPosition? {
    let own = stones.count { $0.isOwn == true }
    let ownIsBlack = own * 2 <= stones.count && (stones.count - own) == own
    let ranks = (0..<setup.size.rows).reversed().map { row in
      (0..<setup.size.columns).map { column in
        let stone = stones.first { $0.point.column == column && $0.point.row == row }
        guard let stone else { return "1" }
        return (stone.isOwn == true) == ownIsBlack ? "B" : "W"
      }.joined()
    }
    // A number is read as a whole, so that empty points have to be counted.
    let text = ranks.map(Self.counted).joined(separator: "/") + (ownIsBlack ? " b" : " w")
    return try? GomokuPosition(text: text, terms: setup)
  }

  /// A rank with `1` for each empty point, as one with their numbers.
  private static func counted(_ rank: String) -> String {
    var text = ""
    var empty = 0
    for character in rank {
      if character == "1" {
        empty += 1
        continue
      }
      text += (empty > 0 ? String(empty) : "") + String(character)
      empty = 0
    }
    return text + (empty > 0 ? String(empty) : "")
  }

  /// Answers `YXSHOWFORBID`: what Black may not do, if it is to move, two digits for each number.
  func showForbidden() -> [EngineAction] {
    guard size != nil else { return [Self.noBoard] }
    guard let position = position(.free), position.colourToMove == .first else {
      return [.say("FORBID .")]
    }
    let points = position.forbiddenPoints.map { foul in
      let numbers = GomocupText.numbers(GomocupText.text(foul.point, size: position.size))
      return numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    }
    return [.say("FORBID \(points.joined()).")]
  }
}
