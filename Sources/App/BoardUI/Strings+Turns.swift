import GameRules
import Phrases

/// Messages about moves, and about the parts of a position that the board does not show.
extension Strings {
  /// The sentences for a move that led from one position to the next.
  static func plays(_ move: Move, from before: Position, to after: Position) -> String {
    let who = side(before.toMove, in: before)
    switch (before, after) {
    case (.gomoku(let before), _): return plays(move, who, in: before)
    case (.liuzhou(let before), .liuzhou(let after)):
      return plays(move, who, from: before, to: after)
    case (.xiangqi(let before), .xiangqi(let after)):
      return plays(move, who, from: before, to: after)
    case (.liuzhou, _), (.xiangqi, _): return say("\(who) plays \(move).")
    }
  }

  private static func plays(_ move: Move, _ who: String, in before: GomokuPosition) -> String {
    switch move.action {
    case .choose(.black): say("\(who) takes Black. White moves next.")
    case .choose(.white): say("\(who) takes White and moves next.")
    case .choose(.two): say("\(who) places two more stones, white and black.")
    case .place where before.isOpening:
      before.colourToMove == .first
        ? say("\(who) places a black stone on \(move).")
        : say("\(who) places a white stone on \(move).")
    case .place, .remove, .step, .carry: say("\(who) plays \(move).")
    }
  }

  private static func plays(
    _ move: Move,
    _ who: String,
    from before: LiuzhouPosition,
    to after: LiuzhouPosition
  ) -> String {
    var text = say("\(who) plays \(move)")
    switch move.action {
    case .remove(let point):
      text = say("\(who) takes \(point)") + taken(before, after)
    case .place(let point), .step(_, let point):
      let made = after.capturesDue > 0 && after.toMove == before.toMove
      if made, let kind = after.formations(at: point).first {
        text += say(" and makes \(name(kind))")
      }
      text += say(".")
    case .carry, .choose:
      text += say(".")
    }
    return ([text] + [phaseChange(from: before, to: after)].compactMap(\.self))
      .joined(separator: "\n")
  }

  private static func taken(_ before: LiuzhouPosition, _ after: LiuzhouPosition) -> String {
    guard before.phase == .moving else {
      return before.phase == .placing
        ? say(": the stone is marked.") : say(": the stone comes off.")
    }
    let loser = before.toMove.other
    return say(": \(side(loser, in: .liuzhou(before))) has \(stones(count(loser, after))) left.")
  }

  private static func phaseChange(
    from before: LiuzhouPosition,
    to after: LiuzhouPosition
  ) -> String? {
    guard before.phase != after.phase else { return nil }
    switch after.phase {
    case .placing: return nil
    case .removing where after.toMove == .second:
      return say(
        """
        The board is full and no stone is marked: Black removes a white stone, then White a black \
        one.
        """
      )
    case .removing:
      return say(
        """
        The board is full and no stone is marked: White removes a black stone, then Black a white \
        one.
        """
      )
    case .moving:
      let end =
        before.phase == .placing ? say("All stones are placed. The marked ones come off. ") : ""
      return say(
        """
        \(end)White has \(stones(count(.first, after))), Black has \(count(.second, after)). \
        Black moves first.
        """
      )
    }
  }

  private static func count(_ side: Side, _ position: LiuzhouPosition) -> Int {
    (0..<36).count { number in
      let point = Point(column: number % 6, row: number / 6)
      return point.flatMap(position.stone(at:)) == side
    }
  }

  private static func stones(_ count: Int) -> String { say("\(count, "stone", "stones")") }

  static func name(_ kind: FormationKind) -> String {
    switch kind {
    case .six: say("a row of six")
    case .diagonalFive: say("a diagonal of five")
    case .diagonalFour: say("a diagonal of four")
    case .diagonalThree: say("a diagonal of three")
    case .square: say("a square")
    }
  }

  private static func plays(
    _ move: Move,
    _ who: String,
    from before: XiangqiPosition,
    to after: XiangqiPosition
  ) -> String {
    guard case .carry(let from, let to) = move.action, let piece = before.piece(at: from) else {
      return say("\(who) plays \(move).")
    }
    let words = Position.xiangqi(before).text(of: move)
    // Points alone do not say which piece it is.
    var text =
      Notation.current == .algebraic
      ? say("\(who) plays \(MoveStrings.name(piece)) \(words)") : say("\(who) plays \(words)")
    if let taken = before.piece(at: to) {
      text += say(" and takes \(MoveStrings.one(taken))")
    }
    return after.isInCheck ? text + say(". Check.") : text + say(".")
  }

  // MARK: What stands below the board

  /// The part of the position that the stones do not show; nil if they show everything.
  static func status(_ position: Position) -> String? {
    guard case .liuzhou(let liuzhou) = position, liuzhou.outcome == nil else { return nil }
    switch liuzhou.phase {
    case .placing:
      let marked = (0..<36).compactMap { Point(column: $0 % 6, row: $0 / 6) }
        .count { liuzhou.isMarked(at: $0) }
      let note = marked > 0 ? say(" Stones in brackets are marked.") : ""
      return
        say(
          "In hand: White \(liuzhou.hand(of: .first)), Black \(liuzhou.hand(of: .second)).\(note)"
        )
    case .removing: return nil
    case .moving:
      return say("On the board: White \(count(.first, liuzhou)), Black \(count(.second, liuzhou)).")
    }
  }
}
