internal import TestSupport

/// Numbers that bytes choose, two for each, and that are random when those are used up.
struct ChosenNumbers: RandomNumberGenerator, Sendable {
  private var choices: ArraySlice<UInt8>
  private var random: SeededGenerator

  /// Makes a source of `choices`, and then of the numbers of `seed`.
  init(_ choices: [UInt8], seed: UInt64) {
    self.choices = choices[...]
    random = SeededGenerator(seed: seed)
  }

  /// The next number; its upper bits, which say what is drawn of a range, are the chosen ones.
  mutating func next() -> UInt64 {
    guard choices.count > 1, let high = choices.popFirst(), let low = choices.popFirst() else {
      return random.next()
    }
    return UInt64(high) << 56 | UInt64(low) << 48 | 0x8000_0000_0000
  }
}
