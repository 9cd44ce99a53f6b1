/// Fixed pseudo-random words for the hashes of positions.
package enum Zobrist {
  /// The word of a piece on a point, the same on every machine and in every version.
  ///
  /// SplitMix64 (Steele, Lea and Flood 2014) of the number, so that no table is needed.
  package static func word(_ number: Int) -> UInt64 {
    word(UInt64(truncatingIfNeeded: number))
  }

  /// The word of a number with more bits than an `Int` has on some machines.
  package static func word(_ number: UInt64) -> UInt64 {
    var word = number &* 0x9e37_79b9_7f4a_7c15 &+ 0x9e37_79b9_7f4a_7c15
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
