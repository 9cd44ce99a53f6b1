import GameRules
import TestSupport
import Testing

@testable import GameSearch

@Suite struct LiuzhouEndgameTests {
  /// Tables in which everything is drawn.
  static let empty = LiuzhouEndgames(
    .threes,
    filling: Array(repeating: LiuzhouEndgames.draw, count: LiuzhouEndgames.length(.threes))
  )

  static func random(_ count: Int, besides other: UInt64, _ random: inout SeededGenerator) -> UInt64
  {
    var mask: UInt64 = 0
    while mask.nonzeroBitCount < count {
      mask |= 1 << UInt64.random(in: 0..<36, using: &random) & ~other
    }
    return mask
  }

  @Test func `sets are numbered in the order of their masks`() {
    for size in [3, 4] {
      var mask: UInt64 = (1 << UInt64(size)) - 1
      for rank in 0..<500 {
        #expect(LiuzhouSets.rank(mask) == rank)
        mask = LiuzhouSets.next(mask)
      }
    }
    #expect(LiuzhouSets.rank(0b1111 << 32) == LiuzhouSets.choose(36, 4) - 1)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `squeezing is undone by spreading`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let gaps = Self.random(4, besides: 0, &random)
    let mask = Self.random(3, besides: gaps, &random)
    let squeezed = LiuzhouSets.squeezed(mask, gaps)
    #expect(squeezed < 1 << 32)
    #expect(LiuzhouSets.spread(squeezed, gaps) == mask)
  }

  @Test(arguments: 0..<8)
  func `a symmetry is undone by its inverse and keeps formations`(symmetry: Int) {
    let inverse = LiuzhouSymmetry.inverse(of: symmetry)
    let masks = Set(Formation.all.map(\.mask))
    for mask in masks {
      let image = LiuzhouSymmetry.image(of: mask, under: symmetry)
      #expect(masks.contains(image))
      #expect(LiuzhouSymmetry.image(of: image, under: inverse) == mask)
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `images of a state have one place`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for slice in LiuzhouSlice.all(.fourAgainstThree) {
      let own = Self.random(slice.own.size, besides: 0, &random)
      let enemy = Self.random(slice.enemyCount, besides: own, &random)
      let places = (0..<8).map { symmetry in
        slice.index(
          own: LiuzhouSymmetry.image(of: own, under: symmetry),
          enemy: LiuzhouSymmetry.image(of: enemy, under: symmetry)
        )
      }
      #expect(Set(places).count == 1)
      #expect((slice.start..<slice.end).contains(places[0]))
    }
  }

  @Test func `every state is counted once`() {
    let counts = Self.empty.counts
    #expect(counts.map(\.states) == [38_955_840])
    #expect(counts.map(\.draws) == [38_955_840])
    #expect(LiuzhouSets.four.orbitSizes.reduce(0, +) == 58_905)
  }

  @Test func `tables survive their bytes, and damage is told`() throws {
    let bytes = Self.empty.encoded
    #expect(try LiuzhouEndgames(decoding: bytes) == Self.empty)
    var cut = bytes
    cut.removeLast()
    #expect(
      throws: EndgameTableError.wrongLength(expected: bytes.count, actual: bytes.count - 1)
    ) { try LiuzhouEndgames(decoding: cut) }
    for place in [24, 1_000_003, bytes.count - 1, 17] {
      var changed = bytes
      changed[place] ^= 1
      #expect(throws: EndgameTableError.wrongChecksum) {
        try LiuzhouEndgames(decoding: changed)
      }
    }
    for text in ["", "LIUZHOU1", "GOMOKU11................................"] {
      #expect(throws: EndgameTableError.otherFormat) {
        try LiuzhouEndgames(decoding: Array(text.utf8))
      }
    }
  }

  @Test func `an end too far for the quiet rule is not promised`() throws {
    var bytes = Self.empty.encoded
    let position = try LiuzhouPosition(text: "3B2/5B/6/W3B1/1W4/3W2 w m 0,0 0 0")
    var state = LiuzhouState(position.board)
    bytes[LiuzhouSlice.threes.index(own: state.own, enemy: state.enemy)] = 5
    let tables = LiuzhouEndgames(.threes, filling: bytes)
    state.quiet = 94
    #expect(tables.ending(state) == .win(5))
    state.quiet = 95
    #expect(tables.ending(state) == nil)
  }

  @Test func `what ends at once is known before any other`() throws {
    let shut = try LiuzhouPosition(text: "6/6/6/W5/BW4/BBW3 b m 0,0 0 0")
    let cut = try LiuzhouPosition(text: "3B2/5B/6/W3B1/1W4/3W2 w m 0,0 0 0")
    let far = try LiuzhouPosition(text: "3B2/5B/6/4B1/W4W/3W2 w m 0,0 0 0")
    var builder = LiuzhouEndgameBuilder(.threes)
    let slice = LiuzhouSlice.threes
    let values = [shut, cut, far].map { position -> UInt8 in
      let state = LiuzhouState(position.board)
      let index = slice.index(own: state.own, enemy: state.enemy)
      builder.begin(slice.own.place(of: state.own).orbit, slice, slice)
      return builder.values[index]
    }
    // The first cannot step, the second takes the third stone, the last has nine steps.
    #expect(values == [0, 1, 128 + 9])
  }
}
