/// The sets of a fixed number of points, numbered, and gathered into orbits of the board's
/// symmetries.
///
/// A set's number is its rank in the combinatorial number system: sets in the order of their masks.
struct LiuzhouSets: Sendable {
  /// Sets of three and of four points.
  static let three = LiuzhouSets(of: 3)
  static let four = LiuzhouSets(of: 4)

  /// The number of points each set has.
  let size: Int
  /// The least mask of each orbit.
  let masks: [UInt64]
  /// The number of different sets of each orbit.
  let orbitSizes: [Int]
  /// For each orbit the symmetries, a bit each, that leave its least mask as it is.
  let stabilisers: [UInt8]
  /// For each set its orbit, and in the lowest three bits the symmetry that makes it least.
  private let places: [UInt16]

  init(of size: Int) {
    self.size = size
    let count = Self.choose(36, size)
    var masks: [UInt64] = []
    var sizes: [Int] = []
    var stabilisers: [UInt8] = []
    var places = [UInt16](repeating: .max, count: count)
    var mask: UInt64 = (1 << UInt64(size)) - 1
    for number in 0..<count {
      if places[number] == .max {
        // Masks come in ascending order, so the first of an orbit is its least.
        let images = (0..<8).map { LiuzhouSymmetry.image(of: mask, under: $0) }
        for (symmetry, image) in images.enumerated() {
          let inverse = LiuzhouSymmetry.inverse(of: symmetry)
          places[Self.rank(image)] = UInt16(masks.count << 3 | inverse)
        }
        stabilisers.append(
          images.enumerated().reduce(0) { $0 | ($1.element == mask ? 1 << UInt8($1.offset) : 0) }
        )
        sizes.append(Set(images).count)
        masks.append(mask)
      }
      mask = Self.next(mask)
    }
    self.masks = masks
    orbitSizes = sizes
    self.stabilisers = stabilisers
    self.places = places
  }

  /// The orbit of `mask`, and a symmetry that makes it the least of its orbit.
  @inline(__always) func place(of mask: UInt64) -> (orbit: Int, symmetry: Int) {
    let place = Int(places[Self.rank(mask)])
    return (place >> 3, place & 7)
  }

  /// The number of sets of `size` among `count` points.
  static func choose(_ count: Int, _ size: Int) -> Int {
    (0..<size).reduce(1) { $0 * (count - $1) / ($1 + 1) }
  }

  /// The next greater mask with as many points (Gosper).
  static func next(_ mask: UInt64) -> UInt64 {
    let low = mask & (~mask &+ 1)
    let ripple = mask &+ low
    return ripple | (mask ^ ripple) >> 2 / low
  }

  /// The number of `mask` among the masks with as many points, at most four.
  @inline(__always) static func rank(_ mask: UInt64) -> Int {
    var rest = mask
    let first = rest.trailingZeroBitCount
    rest &= rest &- 1
    let second = rest.trailingZeroBitCount
    rest &= rest &- 1
    let third = rest.trailingZeroBitCount
    rest &= rest &- 1
    var rank = first &+ second &* (second &- 1) / 2
    rank &+= third &* (third &- 1) &* (third &- 2) / 6
    guard rest != 0 else { return rank }
    let fourth = rest.trailingZeroBitCount
    return rank &+ fourth &* (fourth &- 1) &* (fourth &- 2) &* (fourth &- 3) / 24
  }

  /// `mask` with the points of `gaps` taken out of the numbering.
  @inline(__always) static func squeezed(_ mask: UInt64, _ gaps: UInt64) -> UInt64 {
    var result = mask
    var rest = gaps
    while rest != 0 {
      let top = UInt64(1) << UInt64(63 &- rest.leadingZeroBitCount)
      rest ^= top
      let below = top &- 1
      result = result & below | (result & ~below) >> 1 & ~below
    }
    return result
  }

  /// The inverse of ``squeezed(_:_:)``.
  @inline(__always) static func spread(_ mask: UInt64, _ gaps: UInt64) -> UInt64 {
    var result = mask
    var rest = gaps
    while rest != 0 {
      let below = (rest & (~rest &+ 1)) &- 1
      rest &= rest &- 1
      result = result & below | (result & ~below) << 1
    }
    return result
  }
}

/// The eight symmetries of the board, by number: bit 0 mirrors columns, bit 1 rows, bit 2 swaps
/// both.
enum LiuzhouSymmetry {
  private static let points: [UInt8] = (0..<8).flatMap { symmetry in
    (0..<36).map { point -> UInt8 in
      var (column, row) = (point % 6, point / 6)
      if symmetry & 1 != 0 { column = 5 - column }
      if symmetry & 2 != 0 { row = 5 - row }
      if symmetry & 4 != 0 { (column, row) = (row, column) }
      return UInt8(row * 6 + column)
    }
  }

  /// The image of `mask` under `symmetry`.
  @inline(__always) static func image(of mask: UInt64, under symmetry: Int) -> UInt64 {
    var image: UInt64 = 0
    var rest = mask
    while rest != 0 {
      let point = rest.trailingZeroBitCount
      rest &= rest &- 1
      image |= 1 << UInt64(points[symmetry &* 36 &+ point])
    }
    return image
  }

  /// The symmetry that undoes `symmetry`.
  static func inverse(of symmetry: Int) -> Int {
    // A mirror before the swap is the other mirror after it.
    guard symmetry & 4 != 0 else { return symmetry }
    return 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1
  }
}
