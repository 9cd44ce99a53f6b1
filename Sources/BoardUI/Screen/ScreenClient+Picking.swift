import GameRules
import MatchPlay

/// What choosing a point of the board does.
extension ScreenClient {
  /// Plays on `point`, or picks what stands there, or takes what was picked to it.
  mutating func choose(_ point: Point, now: Duration) {
    face.reply = nil
    guard case .playing(let match) = app.table.phase, app.player != .robot else { return }
    guard match.isLocalTurn else { return play(.place(point), now: now) }
    switch match.position {
    case .gomoku: play(.place(point), now: now)
    case .liuzhou(let liuzhou) where liuzhou.capturesDue > 0: play(.remove(point), now: now)
    case .liuzhou(let liuzhou) where liuzhou.phase == .placing: play(.place(point), now: now)
    case .liuzhou(let liuzhou):
      let isOwn = liuzhou.stone(at: point) == liuzhou.toMove
      step(to: point, isOwn: isOwn, in: match.position, now: now) { .step(from: $0, to: $1) }
    case .xiangqi(let xiangqi):
      let isOwn = xiangqi.piece(at: point)?.side == xiangqi.toMove
      step(to: point, isOwn: isOwn, in: match.position, now: now) { .carry(from: $0, to: $1) }
    }
  }

  /// The rules say whether it can be played, and why not.
  private mutating func play(_ move: Move, now: Duration) {
    give(.wants(.play(move)), now: now)
  }

  private mutating func step(
    to point: Point,
    isOwn: Bool,
    in position: Position,
    now: Duration,
    move: (Point, Point) -> Move
  ) {
    if let picked = face.picked, picked == point {
      face.picked = nil
    } else if isOwn {
      pick(point, in: position)
    } else if let picked = face.picked {
      play(move(picked, point), now: now)
    } else {
      // Nothing of one's own is there to be picked; the rules have a sentence for that.
      play(move(point, point), now: now)
    }
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
