internal import TestSupport

/// The quality of the air between two boards, drawn from a seed.
struct LinkConditions {
  /// The number of packets, of a hundred, that never arrive.
  let dropped: Int
  /// The number of packets, of a hundred, that arrive twice.
  let duplicated: Int
  /// The delay of a packet; the range lets packets overtake each other.
  let delay: ClosedRange<Int>
  /// The number of packets, of a hundred, that take up to three seconds.
  let late: Int
  /// The number of faults in the match, one after another.
  let faults: Int
  /// The number of attempts to connect, of a hundred, that fail.
  let unreachable: Int

  init(using random: inout SeededGenerator) {
    dropped = [0, 0, 1, 5, 10].randomElement(using: &random) ?? 0
    duplicated = [0, 0, 5, 30].randomElement(using: &random) ?? 0
    let slowest = [1, 40, 120, 400].randomElement(using: &random) ?? 1
    delay = 1...slowest
    late = random.chance(30) ? 5 : 0
    faults = Int.random(in: 0...6, using: &random)
    unreachable = random.chance(50) ? 30 : 0
  }

  /// The delay of a packet now, in milliseconds.
  func travel(using random: inout SeededGenerator) -> Duration {
    let range = random.chance(late) ? 1...3_000 : delay
    return .milliseconds(Int.random(in: range, using: &random))
  }
}

/// A fault of the link of a match.
enum Fault: CaseIterable {
  /// The radio link ends, and both are told, at different times.
  case cut
  /// The radio link ends, and the host is not told before the guest is back.
  case unnoticedCut
  /// Nothing arrives for up to 30 seconds, and nobody is told.
  case silence
  /// The same for what the host says alone, then for what the guest says.
  case hostUnheard
  case guestUnheard
  /// The packet size changes while the link stands; packets that are too long vanish.
  case resize
  /// A program is killed in the middle of what it does, and started again.
  case killHost
  case killGuest
  /// The same, and it finds an older copy of what it had kept.
  case putHostBack
  case putGuestBack
  /// Another player comes by and asks for the seat, or pretends to have it.
  case visitor
  /// Somebody sends garbage.
  case vandal
}

extension Fault {
  /// The kinds of faults in the match of `seed`.
  ///
  /// Older copies are found in one of five only, so that each match that once went wrong is still
  /// the one it was.
  static func kinds(in seed: UInt64) -> [Fault] {
    seed % 5 == 1
      ? allCases : allCases.filter { $0 != .putHostBack && $0 != .putGuestBack }
  }
}
