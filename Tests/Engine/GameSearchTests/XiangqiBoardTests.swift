import GameRules
import TestSupport
import Testing

@testable import GameSearch

/// A position after random moves, and sometimes with most pieces gone.
func randomXiangqi(_ seed: UInt64) throws -> XiangqiPosition {
  var random = SeededGenerator(seed: seed)
  var position = XiangqiPosition()
  for _ in 0..<Int.random(in: 0...160, using: &random) {
    // Captures twice as often, so that endings are reached.
    let moves = position.legalMoves
    let captures = moves.filter { move in
      guard case .carry(_, let to) = move.action else { return false }
      return position.piece(at: to) != nil
    }
    let choice = captures.isEmpty || random.chance(60) ? moves : captures
    guard let move = choice.randomElement(using: &random) else { break }
    try position.play(move)
  }
  if position.outcome != nil { position.takeBack() }
  return position
}

/// A position with guards and pawns where no game brings them.
func composedXiangqi(_ seed: UInt64) throws -> XiangqiPosition {
  var random = SeededGenerator(seed: seed)
  var position = XiangqiPosition()
  while position.strayPieces.isEmpty || position.outcome != nil {
    position = try randomXiangqi(random.next())
    for _ in 0..<200 {
      var board = position.board
      let (from, to) = (
        Int.random(in: 0..<90, using: &random), Int.random(in: 0..<90, using: &random)
      )
      guard let piece = board[from], [.advisor, .elephant, .pawn].contains(piece.kind) else {
        continue
      }
      board.swapAt(from, to)
      let ranks = (0..<10).reversed().map { row in
        board[row * 9..<row * 9 + 9].map { $0.map { String($0.letter) } ?? "1" }.joined()
          .replacing(/1+/) { String($0.output.count) }
      }
      let side = position.toMove == .first ? "w" : "b"
      let text = ranks.joined(separator: "/") + " " + side
      position = (try? XiangqiPosition(text: text)) ?? position
    }
  }
  return position
}

@Suite struct XiangqiBoardTests {
  private static func board(_ position: XiangqiPosition) -> XiangqiBoard {
    XiangqiBoard(position, room: 200, weights: .shared)
  }

  private static func moves(_ board: inout XiangqiBoard) -> Set<UInt16> {
    let memory = Cells<UInt16>(count: XiangqiEngine.mostMoves, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    board.generateCaptures(&moves)
    board.generateQuiets(&moves)
    var legal: Set<UInt16> = []
    for index in 0..<moves.count where board.isLegal(memory[index]) { legal.insert(memory[index]) }
    return legal
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `captures and quiet moves are the moves of the rules`(seed: UInt64) throws {
    let position = try randomXiangqi(seed)
    var board = Self.board(position)
    let moves = Self.moves(&board)
    let isInCheck = board.isInCheck
    #expect(moves == Set(position.legalMoves.map(XiangqiBoard.cells(of:))))
    #expect(isInCheck == position.isInCheck)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a position that cannot arise has the moves of the rules, and is searched`(
    seed: UInt64
  ) throws {
    let position = try composedXiangqi(seed)
    var board = Self.board(position)
    let moves = Self.moves(&board)
    #expect(moves == Set(position.legalMoves.map(XiangqiBoard.cells(of:))))
    let report = try #require(thinkXiangqi(position, nodes: 300))
    #expect(position.legalMoves.contains(report.move))
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `a move from elsewhere can be made only where it is generated`(seed: UInt64) throws {
    let board = Self.board(try randomXiangqi(seed))
    let memory = Cells<UInt16>(count: XiangqiEngine.mostMoves, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    board.generateCaptures(&moves)
    board.generateQuiets(&moves)
    let generated = Set((0..<moves.count).map { memory[$0] })
    for from in 0..<90 {
      for to in 0..<90 {
        let cells = [from, to].map { ($0 / 9 + 1) << 4 | ($0 % 9 + 1) }
        let move = UInt16(cells[0] << 8 | cells[1])
        let canMake = board.canMake(move)
        #expect(canMake == generated.contains(move))
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what is kept from move to move is what a new board has`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = try randomXiangqi(seed)
    var board = Self.board(position)
    let first = board.past[board.height]
    var made = 0
    for _ in 0..<40 {
      guard position.outcome == nil, let move = position.legalMoves.randomElement(using: &random)
      else { break }
      try position.play(move)
      board.make(XiangqiBoard.cells(of: move))
      made += 1
      let fresh = Self.board(position)
      let (kept, new) = (board.past[board.height], fresh.past[fresh.height])
      #expect(kept.key == new.key)
      #expect(kept.pawnKey == new.pawnKey)
      #expect(kept.squares == new.squares)
      #expect(kept.counts == new.counts)
      #expect(Int(kept.quiet) == position.quietMoves)
      #expect(kept.isInCheck == position.isInCheck)
    }
    for _ in 0..<made { board.unmake() }
    let last = board.past[board.height]
    #expect(last.key == first.key)
    var again = Self.board(try randomXiangqi(seed))
    let (left, fresh) = (Self.moves(&board), Self.moves(&again))
    #expect(left == fresh)
  }

  /// The position with the sides exchanged: ranks upside down, letters in the other case.
  private static func exchanged(_ position: XiangqiPosition) throws -> XiangqiPosition {
    let words = position.text.split(separator: " ").map(String.init)
    let ranks = words[0].split(separator: "/").reversed().map { rank in
      String(rank.map { Character($0.isUppercase ? $0.lowercased() : $0.uppercased()) })
    }
    let side = words[1] == "w" ? "b" : "w"
    return try XiangqiPosition(text: ranks.joined(separator: "/") + " " + side)
  }

  /// The position as in a mirror, left and right exchanged.
  private static func mirrored(_ position: XiangqiPosition) throws -> XiangqiPosition {
    let words = position.text.split(separator: " ").map(String.init)
    let ranks = words[0].split(separator: "/").map { String($0.reversed()) }
    return try XiangqiPosition(text: ranks.joined(separator: "/") + " " + words[1])
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func `an evaluation knows neither colour nor left and right`(seed: UInt64) throws {
    let position = try randomXiangqi(seed)
    let weights = XiangqiWeights.shared.features
    let score = Self.board(position).evaluate(weights)
    let exchanged = Self.board(try Self.exchanged(position)).evaluate(weights)
    let mirrored = Self.board(try Self.mirrored(position)).evaluate(weights)
    #expect(exchanged == score)
    #expect(mirrored == score)
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func `a sample adds up to the evaluation`(seed: UInt64) throws {
    let position = try randomXiangqi(seed)
    let sample = XiangqiTraining.sample(of: position)
    let weights = XiangqiTraining.weights
    var (early, late) = (0, 0)
    for feature in sample.features {
      early += Int(feature.count) * weights.early[Int(feature.number)]
      late += Int(feature.count) * weights.late[Int(feature.number)]
    }
    let score = (early * sample.phase + late * (16 - sample.phase)) / 16
    let canWin = { (side: Side) in
      (0..<90).contains { index in
        let piece = Point(column: index % 9, row: index / 9).flatMap(position.piece(at:))
        return piece?.side == side && ![.advisor, .elephant, .general].contains(piece?.kind)
      }
    }
    let limited = max(canWin(.second) ? -15_000 : 0, min(canWin(.first) ? 15_000 : 0, score))
    #expect(XiangqiTraining.evaluation(of: position) == limited)
  }
}
