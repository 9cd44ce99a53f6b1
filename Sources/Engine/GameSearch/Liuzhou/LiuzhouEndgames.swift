/// The reason why bytes are no endgame tables.
public enum EndgameTableError: Error, Hashable {
  /// They do not begin as tables of this version do.
  case otherFormat
  /// They are cut short, or too long.
  case wrongLength(expected: Int, actual: Int)
  /// They were changed since they were written.
  case wrongChecksum
}

/// The values of all endings of Liuzhou chess with few stones, by the usual rules.
///
/// The tables know how many turns a win takes against the best defence; repetition and the quiet
/// rule, which need a history, they leave out. They are kept as the bytes that a file has.
public struct LiuzhouEndgames: Hashable, Sendable {
  /// Which endings are known.
  public enum Extent: UInt8, CaseIterable, Sendable {
    /// Three stones against three: 5 MB.
    case threes = 3
    /// Also four against three: 80 MB in all.
    case fourAgainstThree = 4
  }

  /// The value of an ending for the side to move.
  enum Ending: Equatable {
    case draw
    /// In as many turns, its own and the last one counted.
    case win(Int)
    /// In as many turns, none if it cannot move now.
    case loss(Int)
  }

  /// The value of a draw; lower ones are turns to the end, odd for a win and even for a loss.
  static let draw: UInt8 = 255
  private static let magic = Array("LIUZHOU1".utf8)
  static let headerLength = 24

  /// Which endings are known.
  public let extent: Extent
  /// The tables as a file keeps them: the format's name, the extent, a checksum, one value a state.
  public let encoded: [UInt8]

  /// Reads what ``encoded`` wrote.
  ///
  /// - Throws: what is wrong with the bytes.
  public init(decoding bytes: [UInt8]) throws(EndgameTableError) {
    guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic),
      let extent = Extent(rawValue: bytes[8])
    else { throw .otherFormat }
    let expected = Self.length(extent)
    guard bytes.count == expected else {
      throw .wrongLength(expected: expected, actual: bytes.count)
    }
    guard Self.checksum(bytes) == Self.word(bytes.span, at: 16) else { throw .wrongChecksum }
    self.extent = extent
    encoded = bytes
  }

  /// Adopts the values behind an empty header, and fills the header.
  init(_ extent: Extent, filling bytes: consuming [UInt8]) {
    self.extent = extent
    for (place, byte) in Self.magic.enumerated() { bytes[place] = byte }
    bytes[8] = extent.rawValue
    let sum = Self.checksum(bytes)
    for place in 0..<8 { bytes[16 + place] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * place)) }
    encoded = bytes
  }

  /// The size of the tables of `extent`, in bytes.
  static func length(_ extent: Extent) -> Int {
    LiuzhouSlice.all(extent).reduce(headerLength) { max($0, $1.end) }
  }

  /// The value of `state`, a moving position with nothing due; nil if it is not known in time.
  func ending(_ state: LiuzhouState) -> Ending? {
    let counts = (state.own.nonzeroBitCount, state.enemy.nonzeroBitCount)
    guard let slice = LiuzhouSlice.slice(counts, extent) else { return nil }
    let value = encoded[slice.index(own: state.own, enemy: state.enemy)]
    guard value != Self.draw else { return .draw }
    // The quiet rule could end the game before the win.
    guard Int(state.quiet) + Int(value) < 100 else { return nil }
    return value & 1 == 1 ? .win(Int(value)) : .loss(Int(value))
  }

  /// All bytes after the header, eight at a time, and the extent; the header's sum is not part of
  /// it.
  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var sum: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes[8])
    let span = bytes.span
    var place = headerLength
    while place < span.count {
      sum = (sum ^ word(span, at: place)) &* 0xd134_2543_de82_ef95
      sum ^= sum >> 29
      place += 8
    }
    return sum
  }

  /// Eight bytes from `place` on as a number, the first lowest; those after the end are 0.
  private static func word(_ bytes: Span<UInt8>, at place: Int) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<min(8, bytes.count - place) {
      word |= UInt64(bytes[place + offset]) << UInt64(8 * offset)
    }
    return word
  }
}

/// The part of the tables with fixed numbers of stones for both sides.
///
/// A state is numbered by the orbit of the own stones and, seen from the least set of that orbit,
/// by the enemy's among the points that are left.
struct LiuzhouSlice: Sendable {
  /// Three against three.
  static let threes = LiuzhouSlice(3, 3, start: LiuzhouEndgames.headerLength)
  /// Four against three, the four to move.
  static let fours = LiuzhouSlice(4, 3, start: threes.end)
  /// Three against four, the three to move.
  static let threesToMove = LiuzhouSlice(3, 4, start: fours.end)

  let own: LiuzhouSets
  let enemyCount: Int
  /// The number of sets of enemy stones for one set of own stones.
  let enemySets: Int
  /// The offset of the first value.
  let start: Int
  /// The offset behind the last value.
  let end: Int

  private init(_ own: Int, _ enemy: Int, start: Int) {
    self.own = own == 3 ? .three : .four
    enemyCount = enemy
    enemySets = LiuzhouSets.choose(36 - own, enemy)
    self.start = start
    end = start + self.own.masks.count * enemySets
  }

  static func all(_ extent: LiuzhouEndgames.Extent) -> [LiuzhouSlice] {
    switch extent {
    case .threes: [threes]
    case .fourAgainstThree: [threes, fours, threesToMove]
    }
  }

  /// The slice of these numbers of own and enemy stones, if the tables have it.
  static func slice(_ counts: (Int, Int), _ extent: LiuzhouEndgames.Extent) -> LiuzhouSlice? {
    switch counts {
    case (3, 3): threes
    case (4, 3) where extent == .fourAgainstThree: fours
    case (3, 4) where extent == .fourAgainstThree: threesToMove
    default: nil
    }
  }

  /// The index of the value of a state, the same for all its images.
  @inline(__always) func index(own stones: UInt64, enemy: UInt64) -> Int {
    let (orbit, symmetry) = own.place(of: stones)
    let image = LiuzhouSymmetry.image(of: enemy, under: symmetry)
    return index(orbit: orbit, enemy: image)
  }

  /// The index of the value of the least set of `orbit` against `enemy`.
  @inline(__always) func index(orbit: Int, enemy: UInt64) -> Int {
    let mask = own.masks[orbit]
    var rank = LiuzhouSets.rank(LiuzhouSets.squeezed(enemy, mask))
    let stabiliser = own.stabilisers[orbit]
    if stabiliser != 1 {
      for symmetry in 1..<8 where stabiliser >> UInt8(symmetry) & 1 == 1 {
        let image = LiuzhouSymmetry.image(of: enemy, under: symmetry)
        rank = min(rank, LiuzhouSets.rank(LiuzhouSets.squeezed(image, mask)))
      }
    }
    return start &+ orbit &* enemySets &+ rank
  }
}
