import GameRules
import MatchPlay
import MatchProtocol
import TestSupport

/// The next action of a simulated player.
enum SimulatedMove: Hashable {
  case accept
  case decline
  case move
  case answer
  case resign
  case askForDraw
  case askToTakeBack
  case pause(Bool)
  case say
  case sendFile
}

extension SimulatedBoard {
  /// The player's duty now, if any.
  var duty: SimulatedMove? {
    guard isRunning, !isBehind, end == nil, let match, match.outcome == nil, !match.isResigning
    else { return nil }
    if match.isAnswerDue { return .answer }
    if match.mine.isPausing { return .pause(false) }
    return match.isLocalTurn ? .move : nil
  }

  /// Does what the player has thought of, if it still makes sense.
  mutating func act(
    _ move: SimulatedMove,
    using random: inout SeededGenerator,
    now: Duration
  ) -> TableOrders {
    guard !isBehind, let action = action(for: move, using: &random) else { return TableOrders() }
    return give(now: now) { $0.perform(action, now: $1) }
  }

  private func action(
    for move: SimulatedMove,
    using random: inout SeededGenerator
  ) -> PlayerAction? {
    switch move {
    case .accept: return .accept
    case .decline: return .decline
    case .move:
      guard let match, match.isLocalTurn else { return nil }
      if let claim = claim(in: match.position, using: &random) { return claim }
      return choose(in: match.position, using: &random).map(PlayerAction.play)
    case .answer: return match?.isAnswerDue == true ? .answer(random.chance(60)) : nil
    case .resign: return .resign
    case .askForDraw: return .draw
    case .askToTakeBack: return .takeBack
    case .sendFile:
      return .file(.offer(.simulated(seed: UInt32.random(in: 1 ... .max, using: &random))))
    case .say:
      let letters = ["a", "Z", "é", "棋", "👩‍💻", "ש", " "]
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "x"
      }
      return (try? Words(text.joined())).map { .talk(.say($0)) }
    case .pause(let isOn): return match?.mine.isPausing == isOn ? nil : .pause(isOn)
    }
  }

  /// A claim of a draw in chess, as it stands or with a move; nil for none this time.
  private func claim(in position: Position, using random: inout SeededGenerator) -> PlayerAction? {
    guard position.game.kind == .chess, !isToLast, random.chance(50) else { return nil }
    if position.claim() != nil { return .draw }
    return position.legalMoves.first { position.claim(with: $0) != nil }.map(PlayerAction.claim)
  }

  /// Any legal move; in Gomoku mostly one in a row of one's own, so that games end.
  private func choose(in position: Position, using random: inout SeededGenerator) -> Move? {
    let moves = position.legalMoves
    if isToLast, let move = moves.shuffled(using: &random).first(where: position.goesOn(after:)) {
      return move
    }
    guard position.game.kind == .gomoku, random.chance(85) else {
      return moves.randomElement(using: &random)
    }
    let row = role == .host ? 7 : 8
    return moves.filter { $0.placedPoint?.row == row }.randomElement(using: &random)
      ?? moves.randomElement(using: &random)
  }
}

extension Position {
  /// True if the game is not over after `move`.
  fileprivate func goesOn(after move: Move) -> Bool {
    var next = self
    return (try? next.play(move)) != nil && next.outcome == nil
  }
}
