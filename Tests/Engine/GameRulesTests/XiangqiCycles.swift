import GameRules
import TestSupport

/// Random repetitions of Xiangqi: a few pieces, and one piece of each side that goes and comes
/// back.
///
/// The second side likes to move a piece that is attacked, so that many of them are chases.
struct XiangqiCycles {
  /// A position and the moves that lead back to it.
  struct Cycle {
    let start: XiangqiPosition
    let moves: [Move]
    /// How the game has ended when the moves were played twice.
    let outcome: Outcome

    /// `FEN|moves|red, black or draw`.
    var line: String {
      let fen = start.text.split(separator: " ").prefix(2).joined(separator: " ")
      let winner = outcome.winner.map { $0 == .first ? "red" : "black" } ?? "draw"
      return "\(fen)|\(moves.map(\.description).joined(separator: " "))|\(winner)"
    }
  }

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// The next cycle that ends the game by its repetition and not before.
  mutating func next() throws -> Cycle {
    while true {
      let start = randomPosition()
      for _ in 0..<20 {
        if let moves = try moves(from: start), let outcome = try outcome(of: moves, from: start) {
          return Cycle(start: start, moves: moves, outcome: outcome)
        }
      }
    }
  }

  private func outcome(of moves: [Move], from start: XiangqiPosition) throws -> Outcome? {
    var position = start
    for move in moves + moves {
      guard position.outcome == nil, position.legalMoves.contains(move) else { return nil }
      try position.play(move)
    }
    return position.outcome
  }

  private mutating func moves(from start: XiangqiPosition) throws -> [Move]? {
    var position = start
    var places: [(home: Point, now: Point)] = []
    var moves: [Move] = []
    let steps = Int.random(in: 0..<4, using: &random) == 0 ? 3 : 2
    for ply in 0..<2 * steps {
      let aims = ply == 1 ? try threats(in: position) : []
      let fitting = quiet(in: position).filter { from, to in
        guard ply > 1 else { return aims.isEmpty || aims.contains(from) }
        let place = places[ply % 2]
        return from == place.now && (ply >= 2 * steps - 2) == (to == place.home)
      }
      guard let (from, to) = fitting.randomElement(using: &random) else { return nil }
      if ply < 2 { places.append((from, to)) } else { places[ply % 2].now = to }
      moves.append(.carry(from: from, to: to))
      try position.play(.carry(from: from, to: to))
    }
    return moves
  }

  private func quiet(in position: XiangqiPosition) -> [(Point, Point)] {
    position.legalMoves.compactMap { move in
      guard case .carry(let from, let to) = move.action, position.piece(at: to) == nil else {
        return nil
      }
      return (from, to)
    }
  }

  /// The points on which the side that has just moved could take; four times of five.
  private mutating func threats(in position: XiangqiPosition) throws -> Set<Point> {
    guard Int.random(in: 0..<5, using: &random) > 0, position.outcome == nil else { return [] }
    let words = position.text.split(separator: " ")
    let passed = try? XiangqiPosition(text: "\(words[0]) \(words[1] == "w" ? "b" : "w")")
    let taken = passed?.legalMoves.compactMap { move -> Point? in
      guard case .carry(_, let to) = move.action else { return nil }
      return position.piece(at: to) == nil ? nil : to
    }
    return Set(taken ?? [])
  }

  private mutating func randomPosition() -> XiangqiPosition {
    while true {
      var board: [Int: Character] = [:]
      for side in [Side.first, .second] {
        put("k", side, &board)
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          put("rrnnccabp".randomElement(using: &random) ?? "r", side, &board)
        }
      }
      let text = (0..<10).reversed().map { row in
        let rank = (0..<9).map { board[row * 9 + $0].map(String.init) ?? " " }.joined()
        return (1...9).reversed().reduce(rank) { text, run in
          text.split(
            separator: String(repeating: " ", count: run),
            omittingEmptySubsequences: false
          )
          .joined(separator: "\(run)")
        }
      }
      let fen = text.joined(separator: "/") + (Bool.random(using: &random) ? " w" : " b")
      if let position = try? XiangqiPosition(text: fen), position.outcome == nil { return position }
    }
  }

  /// Puts a piece where it may well stand; the FEN's reader refuses what is impossible.
  private mutating func put(_ letter: Character, _ side: Side, _ board: inout [Int: Character]) {
    let (columns, rows): (ClosedRange<Int>, ClosedRange<Int>) =
      switch letter {
      case "k", "a": (3...5, 0...2)
      case "b": (0...8, 0...4)
      default: (0...8, 0...9)
      }
    for _ in 0..<20 {
      let column = Int.random(in: columns, using: &random)
      let row = Int.random(in: rows, using: &random)
      let index = (side == .first ? row : 9 - row) * 9 + column
      let piece = XiangqiPiece(letter: side == .first ? Character(letter.uppercased()) : letter)
      guard let piece, board[index] == nil, canStand(piece, column, row) else { continue }
      board[index] = piece.letter
      return
    }
  }

  private func canStand(_ piece: XiangqiPiece, _ column: Int, _ row: Int) -> Bool {
    switch piece.kind {
    case .advisor: (column + row) % 2 == 1
    case .elephant: (row == 2 && column % 4 == 0) || (row % 4 == 0 && column % 4 == 2)
    case .pawn: row >= 5 || (row >= 3 && column % 2 == 0)
    case .general, .horse, .rook, .cannon: true
    }
  }
}
