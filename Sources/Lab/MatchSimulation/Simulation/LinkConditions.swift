/// How bad the air between two boards is, drawn from a seed.
struct LinkConditions {
  /// How many of a hundred packets never arrive.
  let dropped: Int
  /// How many of a hundred packets arrive twice.
  let duplicated: Int
  /// How long a packet takes; the range lets packets overtake each other.
  let delay: ClosedRange<Int>
  /// How many of a hundred packets take up to three seconds.
  let late: Int
  /// How many faults injectFault the match, one after another.
  let faults: Int
  /// How many of a hundred attempts to connect fail.
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

  /// How long a packet takes now, in milliseconds.
  func travel(using random: inout SeededGenerator) -> Duration {
    let range = random.chance(late) ? 1...3_000 : delay
    return .milliseconds(Int.random(in: range, using: &random))
  }
}

/// What can injectFault the link of a match.
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
  /// What may go wrong in the match of `seed`.
  ///
  /// Older copies are found in one of five only, so that each match that once went wrong is still
  /// the one it was.
  static func kinds(in seed: UInt64) -> [Fault] {
    seed % 5 == 1
      ? allCases : allCases.filter { $0 != .putHostBack && $0 != .putGuestBack }
  }
}
