import GameRules
import Phrases

/// Messages about legal moves.
extension MoveStrings {
  /// The legal moves at a point, or the reason why a move is illegal; all legal moves if nothing
  /// was typed.
  static func legal(_ position: Position, _ text: String) -> String {
    guard !text.isEmpty else { return position.words.legalList }
    let moves = position.legalMoves.filter { $0.description.isMove(text.lowercased()) }
      .sorted { $0.description < $1.description }
    guard moves.isEmpty else {
      return say("You may type: ") + moves.map(position.text).joined(separator: " ")
    }
    if let why = position.idle(text.lowercased()) { return why }
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

  /// The moves of one stone or piece on one line.
  static func byStart(_ position: Position, _ title: (Point) -> String) -> String {
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

extension Position {
  /// The reason why what stands on the point `text` has no move; nil where nothing does.
  fileprivate func idle(_ text: String) -> String? {
    let firstRow = shape.firstRow
    let named = shape.points.first { "\($0.description.prefix(1))\($0.row + firstRow)" == text }
    guard gesture == .carry, outcome == nil, let point = named, let piece = cell(at: point) else {
      return nil
    }
    guard piece.side == toMove else {
      return MoveStrings.refused(
        .place(point),
        .noSuchStep(from: point, to: point, .notOwn),
        in: self
      )
    }
    return say("The piece on \(text) has no legal move.")
  }
}

extension String {
  /// True if this is the move `text`, or one that begins on the point `text` or takes from there.
  fileprivate func isMove(_ text: String) -> Bool {
    self == text || self == "x" + text
      || hasPrefix(text) && dropFirst(text.count).first?.isLetter == true
  }
}
