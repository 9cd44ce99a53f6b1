import GameRules
import MatchPlay

/// The effect of a chosen point of the board.
extension ScreenClient {
  /// Plays on `point`, or picks what stands there, or takes what was picked to it.
  mutating func choose(_ point: Point, now: Duration) {
    face.reply = nil
    guard case .playing(let match) = app.table.phase, app.player != .robot else { return }
    guard match.isLocalTurn else { return play(.place(point), now: now) }
    if face.picked == nil, let hint = face.hint, hint.position == match.position,
      hint.move.ends?.to == point
    {
      return play(hint.move, now: now)
    }
    switch match.position.choice(of: point, picked: face.picked) {
    case .play(let move):
      if !askPromotion(of: move, in: match.position) { play(move, now: now) }
    case .drop: face.picked = nil
    case .pick(let point): pick(point, in: match.position)
    }
  }

  /// Asks what a pawn becomes, where `move` is one that leaves it open: Enter answers a queen.
  private mutating func askPromotion(of move: Move, in position: Position) -> Bool {
    guard case .chess(let chess) = position, let ends = move.ends, move.promotion == nil else {
      return false
    }
    let queen = position.steps(from: ends.from).first {
      $0.ends?.to == ends.to && $0.promotion == .queen
    }
    guard let queen else { return false }
    face.picked = nil
    face.input = position.text(of: queen)
    face.reply = chess.promotionQuestion("\(move)")
    return true
  }

  /// The rules say whether it can be played, and why not.
  private mutating func play(_ move: Move, now: Duration) {
    give(.wants(.play(move)), now: now)
  }

  private mutating func pick(_ point: Point, in position: Position) {
    let moves = position.steps(from: point)
    guard !moves.isEmpty else {
      face.reply = ScreenStrings.stuck(point, in: position)
      return
    }
    face.picked = point
    face.reply = ScreenStrings.picked(point, moves, in: position)
  }
}
