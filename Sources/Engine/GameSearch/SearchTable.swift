import GameRules

/// The results of a search at the positions that it visited, shared by all of its threads.
///
/// An entry is two words: the key of the position combined (exclusive or) with the content, and the
/// content. Two threads that write one entry at once leave a key that fits nothing (Hyatt and Mann
/// 2002), so no lock is needed.
struct SearchTable: Sendable {
  /// The entry of one position.
  struct Entry: BitwiseCopyable {
    /// From the low bits: move 16, score 16, evaluation 16, depth 8, bound 2, unused 1, age 5.
    var bits: UInt64

    /// 1 the score is at least so high, 2 at most, 3 exact; 0 there is no entry.
    @inline(__always)
    var bound: Int { Int(bits >> 56) & 3 }
    @inline(__always)
    var move: UInt16 { UInt16(truncatingIfNeeded: bits) }
    @inline(__always)
    var score: Int { Int(Int16(truncatingIfNeeded: bits >> 16)) }
    @inline(__always)
    var evaluation: Int { Int(Int16(truncatingIfNeeded: bits >> 32)) }
    @inline(__always)
    var depth: Int { Int(Int8(truncatingIfNeeded: bits >> 48)) }
    @inline(__always)
    var age: UInt64 { bits >> 59 }
  }

  static let atLeast = 1
  static let atMost = 2
  static let exact = 3

  private let memory: ZeroedMemory
  private let words: Cells<UInt64>
  /// The number of groups of four entries.
  private let groups: UInt64

  init(bytes: Int) {
    groups = UInt64(max(1, bytes / 64))
    memory = ZeroedMemory(bytes: Int(groups) * 64)
    unsafe words = Cells(at: memory.start, count: Int(groups) * 8)
  }

  func free() { memory.free() }

  @inline(__always)
  private func group(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: key.multipliedFullWidth(by: groups).high) &* 8
  }

  /// The entry of the position of `key`; one without a bound if there is none.
  @inline(__always)
  func find(_ key: UInt64) -> Entry {
    let first = group(key)
    for number in 0..<4 {
      let bits = words[first &+ number &* 2 &+ 1]
      if words[first &+ number &* 2] ^ bits == key { return Entry(bits: bits) }
    }
    return Entry(bits: 0)
  }

  /// Keeps an entry in place of the one of its group that is worth least.
  @inline(__always)
  func store(_ key: UInt64, _ entry: Entry, age: UInt64) {
    let first = group(key)
    var place = first
    var least = Int.max
    for number in 0..<4 {
      let index = first &+ number &* 2
      let old = Entry(bits: words[index &+ 1])
      if words[index] ^ old.bits == key {
        guard entry.bound == Self.exact || old.age != age || entry.depth &+ 4 > old.depth else {
          return
        }
        place = index
        break
      }
      let worth = old.bound == 0 ? -1_000 : old.depth &- Int((age &- old.age) & 31) &* 8
      if worth < least {
        least = worth
        place = index
      }
    }
    let bits = entry.bits & (1 << 59 - 1) | age << 59
    words[place] = key ^ bits
    words[place &+ 1] = bits
  }

  /// Packs an entry.
  @inline(__always)
  static func entry(move: UInt16, score: Int, evaluation: Int, depth: Int, bound: Int) -> Entry {
    let low = UInt64(move) | UInt64(UInt16(truncatingIfNeeded: score)) << 16
    let high =
      UInt64(UInt16(truncatingIfNeeded: evaluation)) << 32
      | UInt64(UInt8(truncatingIfNeeded: depth)) << 48
    return Entry(bits: low | high | UInt64(bound) << 56)
  }
}
