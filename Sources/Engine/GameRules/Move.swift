/// One action of one player, in two bytes, whatever the game.
///
/// The upper bits say what is done, so that a move explains itself without its position:
/// `0b000000` a stone put on ten bits of point (five of row, five of column), `0b000001` a stone
/// removed from such a point, `0b000010` a choice of colours, `0b01` a Xiangqi move and `0b10` a
/// Liuzhou step, both with seven bits of start and seven of end, and `0b11` a move of chess.
public struct Move: Hashable, Sendable {
  /// What a move does.
  public enum Action: Hashable, Sendable {
    /// Puts a stone on a point.
    case place(Point)
    /// Marks, removes or captures the stone on a point (Liuzhou chess).
    case remove(Point)
    /// Chooses colours (Gomoku, swap2).
    case choose(ColourChoice)
    /// Moves a stone one step (Liuzhou chess).
    case step(from: Point, to: Point)
    /// Moves a piece (Xiangqi, chess).
    case carry(from: Point, to: Point)
  }

  /// The two bytes, fit for a file or a packet.
  public let rawValue: UInt16

  /// Accepts bytes that some move has, or gives nil.
  ///
  /// A move made so is well formed; whether it is legal, the position says.
  public init?(rawValue: UInt16) {
    guard Self.action(of: rawValue) != nil else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Puts a stone on `point`.
  public static func place(_ point: Point) -> Move {
    Move(unchecked: pointBits(point))
  }

  /// Marks, removes or captures the stone on `point`.
  public static func remove(_ point: Point) -> Move {
    Move(unchecked: 0x0400 | pointBits(point))
  }

  /// Chooses colours.
  public static func choose(_ choice: ColourChoice) -> Move {
    let number = ColourChoice.allCases.firstIndex(of: choice) ?? 0
    return Move(unchecked: 0x0800 | UInt16(number))
  }

  /// Moves a stone one step.
  public static func step(from: Point, to: Point) -> Move {
    Move(unchecked: 0x8000 | pointBits7(from) << 7 | pointBits7(to))
  }

  /// Moves a Xiangqi piece.
  public static func carry(from: Point, to: Point) -> Move {
    Move(unchecked: 0x4000 | pointBits7(from) << 7 | pointBits7(to))
  }

  private static func pointBits7(_ point: Point) -> UInt16 {
    UInt16((point.row * 9 + point.column) & 127)
  }

  private static func pair(_ bits: Int) -> (from: Point, to: Point)? {
    guard bits >> 7 & 127 < 90, bits & 127 < 90 else { return nil }
    return (Point(index: bits >> 7 & 127, size: 9), Point(index: bits & 127, size: 9))
  }

  /// What the move does.
  public var action: Action {
    guard let action = Self.action(of: rawValue) else {
      preconditionFailure("a move was made from bits that no move has")
    }
    return action
  }

  /// The point that a stone is put on; nil for any other action.
  public var placedPoint: Point? {
    if case .place(let point) = action { point } else { nil }
  }

  private static func pointBits(_ point: Point) -> UInt16 {
    UInt16(point.row) << 5 | UInt16(point.column)
  }

  private static func action(of rawValue: UInt16) -> Action? {
    let bits = Int(rawValue)
    if isChess(rawValue) {
      let squares = Move(unchecked: rawValue).squares
      return .carry(from: squares.from, to: squares.to)
    }
    if bits >> 14 == 2 { return pair(bits).map { .step(from: $0.from, to: $0.to) } }
    if bits >> 14 == 1 { return pair(bits).map { .carry(from: $0.from, to: $0.to) } }
    switch bits >> 10 {
    case 0: return Point(column: bits & 31, row: bits >> 5 & 31).map(Action.place)
    case 1: return Point(column: bits & 31, row: bits >> 5 & 31).map(Action.remove)
    case 2:
      let choices = ColourChoice.allCases
      return choices.indices.contains(bits & 1023) ? .choose(choices[bits & 1023]) : nil
    default: return nil
    }
  }
}

/// What a player may choose in the swap2 opening.
public enum ColourChoice: String, CaseIterable, Sendable {
  /// To play Black; White moves next.
  case black
  /// To play White, and move.
  case white
  /// To put one more stone of each colour and leave the choice to the other player.
  case two
}

extension Move: CustomStringConvertible {
  /// The move as a player types it, such as `h8`.
  public var description: String {
    switch action {
    case .place(let point): point.description
    case .remove(let point): "x" + point.description
    case .choose(let choice): choice.rawValue
    case .step(let from, let to): from.description + to.description
    case .carry(let from, let to) where Self.isChess(rawValue):
      from.description + to.description + (promotion?.rawValue ?? "")
    case .carry(let from, let to):
      "\(from.description.prefix(1))\(from.row)\(to.description.prefix(1))\(to.row)"
    }
  }
}
