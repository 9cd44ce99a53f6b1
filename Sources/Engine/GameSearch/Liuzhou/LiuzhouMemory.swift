internal import Synchronization

/// The entry of one position.
struct LiuzhouEntry: Hashable {
  /// The kind of bound that the score is.
  enum Bound: UInt8 {
    case lower = 1
    case upper = 2
    case exact = 3
  }

  var move: LiuzhouMove
  /// From -32,767 to 32,767; ends are counted from the position itself.
  var score: Int
  /// In turns, from 0 to 255.
  var depth: Int
  var bound: Bound
  var age: UInt8

  init(move: LiuzhouMove, score: Int, depth: Int, bound: Bound, age: UInt8) {
    self.move = move
    self.score = score
    self.depth = depth
    self.bound = bound
    self.age = age
  }

  /// Reads what ``word`` writes; nil for an empty place.
  @inline(__always) init?(word: UInt64) {
    guard let bound = Bound(rawValue: UInt8(truncatingIfNeeded: word >> 40 & 3)) else { return nil }
    move = LiuzhouMove(rawValue: UInt16(truncatingIfNeeded: word))
    score = Int(Int16(truncatingIfNeeded: word >> 16))
    depth = Int(word >> 32 & 255)
    self.bound = bound
    age = UInt8(truncatingIfNeeded: word >> 42 & 63)
  }

  @inline(__always) var word: UInt64 {
    UInt64(move.rawValue) | UInt64(UInt16(truncatingIfNeeded: score)) << 16
      | UInt64(truncatingIfNeeded: min(depth, 255)) << 32 | UInt64(bound.rawValue) << 40
      | UInt64(age & 63) << 42
  }
}

/// The transposition table of Liuzhou chess, which any number of threads share without a lock.
final class LiuzhouMemory: Sendable {
  /// The place of its entries, for as long as it lives.
  ///
  /// Threads look there without counting a reference: the count is one place in memory that all of
  /// them would write.
  let places: LiuzhouPlaces

  /// A table of at most `bytes`, and of 4 KiB at least.
  init(bytes: Int) { places = LiuzhouPlaces(bytes: bytes) }

  deinit { places.free() }
}

/// The entries of a transposition table, and what finds them.
///
/// An entry is two words, its content and its key exclusive-or its content: halves of two entries
/// that were written at once fit no key and count as nothing (Hyatt and Mann 2002).
@safe struct LiuzhouPlaces: Sendable {
  /// The number of entries a key may be in.
  private static let perBucket = 4

  private let memory: ZeroedMemory
  private nonisolated(unsafe) let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let bucketMask: UInt64

  fileprivate init(bytes: Int) {
    let buckets = max(bytes, 4096) / (16 * Self.perBucket)
    let powerOfTwo = 1 << (Int.bitWidth - 1 - buckets.leadingZeroBitCount)
    bucketMask = UInt64(powerOfTwo - 1)
    let count = powerOfTwo * Self.perBucket * 2
    memory = ZeroedMemory(bytes: count * 8)
    unsafe words = memory.start.bindMemory(to: Atomic<UInt64>.self, capacity: count)
  }

  fileprivate func free() {
    memory.free()
  }

  /// The entry of `key`.
  @inline(__always) func entry(_ key: UInt64) -> LiuzhouEntry? {
    let first = bucket(key)
    for place in 0..<Self.perBucket {
      let word = load(first &+ 2 &* place &+ 1)
      if load(first &+ 2 &* place) ^ word == key { return LiuzhouEntry(word: word) }
    }
    return nil
  }

  /// Remembers `entry` in place of the same position, or of the shallowest and oldest in its
  /// bucket.
  func store(_ entry: LiuzhouEntry, _ key: UInt64) {
    let first = bucket(key)
    var best = first
    var bestWorth = Int.max
    var kept = entry
    for place in 0..<Self.perBucket {
      let index = first &+ 2 &* place
      let word = load(index &+ 1)
      guard let old = LiuzhouEntry(word: word) else {
        if bestWorth > -1_000 {
          bestWorth = -1_000
          best = index
        }
        continue
      }
      if load(index) ^ word == key {
        // A deep entry outlives a shallow one that only says less.
        if entry.bound != .exact, old.age == entry.age, old.depth > entry.depth &+ 3 { return }
        if kept.move == .none { kept.move = old.move }
        best = index
        break
      }
      let worth = old.depth &- 8 &* Int((entry.age &- old.age) & 63)
      if worth < bestWorth {
        bestWorth = worth
        best = index
      }
    }
    let word = kept.word
    unsafe words[best].store(key ^ word, ordering: .relaxed)
    unsafe words[best &+ 1].store(word, ordering: .relaxed)
  }

  @inline(__always) private func bucket(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: key & bucketMask) &* 2 &* Self.perBucket
  }

  @inline(__always) private func load(_ place: Int) -> UInt64 {
    unsafe words[place].load(ordering: .relaxed)
  }
}
