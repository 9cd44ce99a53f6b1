import GameRules
import Phrases

/// Messages about legal moves.
extension MoveStrings {
  /// The legal moves at a point, or the reason why a move is illegal; all legal moves if nothing
  /// was typed.
  static func legal(_ position: Position, _ text: String) -> String {
    guard !text.isEmpty else { return legal(position) }
    let moves = position.legalMoves.filter { $0.description.isMove(text.lowercased()) }
      .sorted { $0.description < $1.description }
    guard moves.isEmpty else {
      return say("You may type: ") + moves.map(position.text).joined(separator: " ")
    }
    switch TypedMove(text, in: position) {
    case .unplayable(let why), .unreadable(let why): return why
    case .move(let move):
      var next = position
      do throws(IllegalMove) {
        try next.play(move)
        return say("You may type: ") + position.text(of: move)
      } catch {
        return refused(move, error, in: position)
      }
    }
  }

  /// Every legal move, or in few words where almost everything is legal.
  static func legal(_ position: Position) -> String {
    switch position {
    case .gomoku(let gomoku): legal(gomoku)
    case .liuzhou(let liuzhou) where liuzhou.phase != .moving || liuzhou.capturesDue > 0:
      say("You may type: ") + position.legalMoves.map(\.description).joined(separator: " ")
    case .liuzhou: say("You may type:\n") + byStart(position) { _ in "" }
    case .xiangqi(let xiangqi):
      say("You may type:\n")
        + byStart(position) { start in
          // The Chinese notation names the piece itself.
          guard Notation.current != .chinese else { return "" }
          return xiangqi.piece(at: start).map { name($0) + say(": ") } ?? ""
        }
    }
  }

  private static func legal(_ position: GomokuPosition) -> String {
    guard Position.gomoku(position).choices.isEmpty else {
      return say("You may type: ") + wanted(in: .gomoku(position))
    }
    let isBlack = position.colourToMove == .first
    let forbidden = isBlack ? position.forbiddenPoints : []
    guard !forbidden.isEmpty else { return say("You may play on any empty point.") }
    let points = forbidden.map { "\($0.point) (\(short($0.foul)))" }.joined(separator: say(", "))
    return say("You may play on any empty point except \(points).")
  }

  private static func short(_ foul: RenjuFoul) -> String {
    switch foul {
    case .overline: say("overline")
    case .doubleFour: say("two fours")
    case .doubleThree: say("two threes")
    }
  }

  /// The moves of one stone or piece on one line.
  private static func byStart(_ position: Position, _ title: (Point) -> String) -> String {
    var starts: [Point] = []
    var lines: [Point: String] = [:]
    for move in position.legalMoves.sorted(by: { $0.rawValue < $1.rawValue }) {
      let start: Point
      switch move.action {
      case .step(let from, _), .carry(let from, _): start = from
      case .place(let point), .remove(let point): start = point
      case .choose: continue
      }
      if lines[start] == nil {
        starts.append(start)
        lines[start] = title(start) + position.text(of: move)
      } else {
        lines[start]? += " " + position.text(of: move)
      }
    }
    return starts.compactMap { lines[$0] }.joined(separator: "\n")
  }
}

extension String {
  /// True if this is the move `text`, or one that begins on the point `text` or takes from there.
  fileprivate func isMove(_ text: String) -> Bool {
    self == text || self == "x" + text
      || hasPrefix(text) && dropFirst(text.count).first?.isLetter == true
  }
}
