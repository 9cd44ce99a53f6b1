import Synchronization

/// The entry of one position, in one word.
struct GomokuRecord: BitwiseCopyable {
  /// The kind of bound that a score is.
  enum Bound {
    static let none = 0
    static let upper = 1
    static let lower = 2
    static let exact = 3
  }

  let word: UInt64

  init(word: UInt64) {
    self.word = word
  }

  /// - Parameters:
  ///   - move: the best cell, or 0.
  ///   - score: the worth, with proven ends counted from this position.
  ///   - evaluation: the worth without looking ahead.
  ///   - depth: how many plies the score has looked ahead, -50 to 200.
  ///   - bound: one of ``Bound``.
  ///   - hasNoFours: whether no sequence of fours wins here, as far as it was searched.
  init(
    move: Int,
    score: Int,
    evaluation: Int,
    depth: Int,
    bound: Int,
    hasNoFours: Bool
  ) {
    let low = UInt64(move) | UInt64(UInt16(truncatingIfNeeded: score)) << 10
    let middle = UInt64(UInt16(truncatingIfNeeded: evaluation)) << 26
    let high = UInt64(UInt8(truncatingIfNeeded: depth &+ 50)) << 42 | UInt64(bound) << 50
    word = low | middle | high | (hasNoFours ? 1 << 52 : 0)
  }

  var move: Int { Int(word & 0x3ff) }
  var score: Int { Int(Int16(truncatingIfNeeded: word >> 10)) }
  var evaluation: Int { Int(Int16(truncatingIfNeeded: word >> 26)) }
  var depth: Int { Int(word >> 42 & 0xff) &- 50 }
  var bound: Int { Int(word >> 50 & 3) }
  var hasNoFours: Bool { word >> 52 & 1 != 0 }
  /// True if the side to move wins, within the plies that the score says.
  @inline(__always) var isProvenWin: Bool { Self.isWin(score, bound) }
  /// True if the end is known, and comes within the plies that the score says.
  @inline(__always) var isProven: Bool { Self.isWin(score, bound) || Self.isLoss(score, bound) }

  /// True if a bound of this kind proves a win.
  @inline(__always)
  static func isWin(_ score: Int, _ bound: Int) -> Bool {
    bound & Bound.lower != 0 && score >= GomokuSearch.proven
  }

  /// True if a bound of this kind proves a loss.
  @inline(__always)
  static func isLoss(_ score: Int, _ bound: Int) -> Bool {
    bound & Bound.upper != 0 && score <= -GomokuSearch.proven
  }
  /// Which thought wrote it, modulo 64.
  var age: UInt64 { word >> 53 & 63 }

  /// The same record, marked as written in the thought `age`.
  func aged(_ age: UInt64) -> GomokuRecord {
    GomokuRecord(word: word & ~(63 << 53) | (age & 63) << 53)
  }
}

/// The transposition table, which threads read and write without waiting for each other.
///
/// Each record is two words, the second the record and the first the position's hash mixed with it:
/// halves of two different writes do not match, and are taken for another position (Hyatt and Mann,
/// "A lock-less transposition table implementation", 2002). Four records share a cache line.
@safe
final class GomokuTable: Sendable {
  nonisolated(unsafe) private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let memory: ZeroedMemory
  private let mask: UInt64
  /// The number of the thought under way, so that records of earlier ones make room first.
  private let thought = Atomic<UInt64>(0)

  /// The part of the table that the search uses, without a reference count.
  @safe
  struct View: BitwiseCopyable, Sendable {
    nonisolated(unsafe) fileprivate let words: UnsafeMutablePointer<Atomic<UInt64>>
    fileprivate let mask: UInt64
    fileprivate let age: UInt64
  }

  /// A table of at most `bytes`, but no less than 64 KiB.
  init(bytes: Int) {
    var clusters = 1_024
    while clusters * 2 * 64 <= bytes { clusters *= 2 }
    mask = UInt64(clusters - 1)
    memory = ZeroedMemory(bytes: clusters * 64)
    unsafe words = memory.start.bindMemory(to: Atomic<UInt64>.self, capacity: clusters * 8)
  }

  deinit {
    memory.free()
  }

  /// The number of the thought under way.
  var age: UInt64 { thought.load(ordering: .relaxed) }

  /// Begins another thought.
  func begin() {
    thought.add(1, ordering: .relaxed)
  }

  /// The table for the thought number `age`.
  func view(age: UInt64) -> View {
    unsafe View(words: words, mask: mask, age: age)
  }
}

extension GomokuTable.View {
  /// The record of a position, or one without a bound.
  @inline(__always)
  func record(_ hash: UInt64) -> GomokuRecord {
    let first = Int(truncatingIfNeeded: (hash & mask) << 3)
    for index in 0..<4 {
      let data = unsafe words[first &+ index &* 2 &+ 1].load(ordering: .relaxed)
      let key = unsafe words[first &+ index &* 2].load(ordering: .relaxed)
      if key ^ data == hash, data != 0 { return GomokuRecord(word: data) }
    }
    return GomokuRecord(word: 0)
  }

  /// Writes a record over the one of the same position, or the one that is worth least.
  func store(_ hash: UInt64, _ record: GomokuRecord) {
    let first = Int(truncatingIfNeeded: (hash & mask) << 3)
    var place = first
    var least = Int.max
    var new = record
    for index in 0..<4 {
      let here = first &+ index &* 2
      let old = unsafe GomokuRecord(word: words[here &+ 1].load(ordering: .relaxed))
      if unsafe words[here].load(ordering: .relaxed) ^ old.word == hash {
        place = here
        if new.move == 0 { new = GomokuRecord(word: new.word | UInt64(old.move)) }
        break
      }
      let worth = old.word == 0 ? -1_000 : old.depth &- Int((age &- old.age) & 63) &* 4
      if worth < least {
        least = worth
        place = here
      }
    }
    let word = new.aged(age).word
    unsafe words[place].store(hash ^ word, ordering: .relaxed)
    unsafe words[place &+ 1].store(word, ordering: .relaxed)
  }

  /// The share of entries of the current search, in thousandths, measured on its first thousand.
  var fill: Int {
    (0..<1_000).count { index in
      let word = unsafe words[index &* 2 &+ 1].load(ordering: .relaxed)
      return word != 0 && GomokuRecord(word: word).age == age & 63
    }
  }
}
