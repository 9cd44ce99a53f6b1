/// The record of a room as one spectator has it, which comes in order on the spectator's own link.
struct RoomView: Sendable {
  /// Which room it is; nil before the first word of one.
  private(set) var room: UInt64?
  /// The number of the entry that is due next.
  private(set) var next: UInt32 = 0

  /// Takes which record there is; of another room than before, all is forgotten.
  ///
  /// - Returns: Whether it is another room.
  mutating func enter(_ watching: Watching) -> Bool {
    guard room != watching.room else { return false }
    (room, next) = (watching.room, 0)
    return true
  }

  /// Takes an entry, and returns it if it is due.
  ///
  /// One that comes before it was asked for, or a second time, is not: it follows in order.
  mutating func take(_ shown: Shown) -> (number: UInt32, entry: RoomEntry)? {
    guard shown.number == next, next < .max else { return nil }
    next += 1
    return (shown.number, shown.entry)
  }
}
