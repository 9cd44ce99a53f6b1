internal import GameRules

/// One action in 16 bits, as the search and its table keep it; 0 is none.
struct LiuzhouMove: Hashable {
  enum Kind {
    case place, take, step
  }

  let rawValue: UInt16

  /// No action.
  static let none = LiuzhouMove(rawValue: 0)

  @inline(__always) init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  @inline(__always) static func place(_ point: Int) -> LiuzhouMove {
    LiuzhouMove(rawValue: 0x1000 | UInt16(truncatingIfNeeded: point))
  }

  @inline(__always) static func take(_ point: Int) -> LiuzhouMove {
    LiuzhouMove(rawValue: 0x2000 | UInt16(truncatingIfNeeded: point))
  }

  @inline(__always) static func step(from origin: Int, to point: Int) -> LiuzhouMove {
    LiuzhouMove(rawValue: 0x4000 | UInt16(truncatingIfNeeded: origin << 6 | point))
  }

  @inline(__always) var kind: Kind {
    rawValue & 0x4000 != 0 ? .step : rawValue & 0x2000 != 0 ? .take : .place
  }

  /// The point that the action ends on.
  @inline(__always) var point: Int { Int(rawValue & 63) }

  /// The point that a step begins on.
  @inline(__always) var origin: Int { Int(rawValue >> 6 & 63) }

  /// The action as everybody else writes it; nil for none.
  var move: Move? {
    guard rawValue != 0, let end = Self.point(point) else { return nil }
    switch kind {
    case .place: return .place(end)
    case .take: return .remove(end)
    case .step: return Self.point(origin).map { .step(from: $0, to: end) }
    }
  }

  /// An action of Liuzhou chess, or nil for one of another game.
  init?(_ move: Move) {
    switch move.action {
    case .place(let point): self = .place(point.row * 6 + point.column)
    case .remove(let point): self = .take(point.row * 6 + point.column)
    case .step(let from, let to):
      self = .step(from: from.row * 6 + from.column, to: to.row * 6 + to.column)
    case .choose, .carry: return nil
    }
  }

  private static func point(_ index: Int) -> Point? {
    Point(column: index % 6, row: index / 6)
  }
}
