/// Which of two rooms stays that two programs have opened by themselves: the higher one does.
///
/// docs/dev/decisions/0029-automatic-tables.md says why. Who has had a room for longer is higher,
/// step by step; within a step a random number decides that is drawn anew for each opening.
public struct RoomRank: Hashable, Comparable, Sendable {
  /// The number of bits the random number has.
  private static let numberBits = TableNumber.bits
  /// The largest random number.
  private static let largestNumber = 1 << numberBits - 1
  /// The oldest step of age; the number 7 is that of tables that somebody opened on purpose.
  package static let oldest = 6
  /// The length of a room's first step; each further one begins at four times that age.
  package static let firstStep = Duration.seconds(15)

  /// The step of age in the upper three bits, and the number.
  package let rawValue: UInt16

  /// The rank of this value; each value is one.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  private init(step: Int, number: Int) {
    rawValue = UInt16(step << Self.numberBits | min(number, Self.largestNumber))
  }

  /// The rank of a room that is opened now.
  ///
  /// There is room above the number for ``raised(using:)``.
  package static func random(using random: inout some RandomNumberGenerator) -> RoomRank {
    RoomRank(step: 0, number: Int.random(in: 0...largestNumber / 2, using: &random))
  }

  /// The step of age, from 0 to ``oldest``.
  package var step: Int { Int(rawValue >> Self.numberBits) }

  private var number: Int { Int(rawValue) & Self.largestNumber }

  /// The number of the table, while it has this rank.
  package var tableNumber: TableNumber { TableNumber(lowBitsOf: rawValue) }

  /// The rank of the same room at this age.
  package func aged(_ age: Duration) -> RoomRank {
    var step = 0
    while step < Self.oldest, age >= Self.beginning(of: step + 1) { step += 1 }
    return RoomRank(step: max(step, self.step), number: number)
  }

  /// At which age the next step begins; nil after the last one.
  package var nextStepAge: Duration? { step < Self.oldest ? Self.beginning(of: step + 1) : nil }

  /// A higher rank of the same step, for a room that has heard another of the same rank.
  package func raised(using random: inout some RandomNumberGenerator) -> RoomRank {
    RoomRank(step: step, number: number + Int.random(in: 1...256, using: &random))
  }

  private static func beginning(of step: Int) -> Duration {
    step == 0 ? .zero : firstStep * (1 << (2 * (step - 1)))
  }

  /// True if the room on the right stays.
  public static func < (left: RoomRank, right: RoomRank) -> Bool { left.rawValue < right.rawValue }
}
