/// One action of one player, in two bytes, whatever the game.
///
/// The upper bits say what is done, so that a move explains itself without its position.
/// A stone placed is `0b0000` and ten bits of point: five of row, five of column.
public struct Move: Hashable, Sendable {
  /// The two bytes, fit for a file or a packet.
  public let rawValue: UInt16

  /// Accepts bytes that some move has, or gives nil.
  ///
  /// A move made so is well formed; whether it is legal, the position says.
  public init?(rawValue: UInt16) {
    guard
      rawValue >> 10 == 0,
      Point(column: Int(rawValue & 31), row: Int(rawValue >> 5)) != nil
    else { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Puts a stone on `point`.
  public static func place(_ point: Point) -> Move {
    Move(unchecked: UInt16(point.row) << 5 | UInt16(point.column))
  }

  /// The point that a stone is put on.
  public var placedPoint: Point? {
    Point(column: Int(rawValue & 31), row: Int(rawValue >> 5))
  }
}

extension Move: CustomStringConvertible {
  /// The move as a player types it, such as `h8`.
  public var description: String {
    placedPoint?.description ?? ""
  }
}
