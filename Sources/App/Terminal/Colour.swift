/// A colour of text or of what is behind it.
public struct Colour: Hashable, Sendable {
  /// The number of colours a terminal shows.
  public enum Depth: Int, CaseIterable, Hashable, Sendable {
    /// No colours: weight, underlining and reversal have to do.
    case none = 0
    /// The eight of ECMA-48, and the same brighter.
    case sixteen = 16
    /// The palette of xterm.
    case palette = 256
    /// 24 bits.
    case direct = 0x100_0000
  }

  /// One of the sixteen that each terminal with colours has, by its number in ECMA-48; from 8 on
  /// they are bright.
  public enum Basic: UInt8, CaseIterable, Hashable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan
    case brightWhite
  }

  /// What a terminal is told.
  public enum Resolved: Hashable, Sendable {
    /// A number of its palette.
    case palette(UInt8)
    /// Red, green and blue in 24 bits.
    case direct(UInt32)
  }

  /// Red, green and blue in 24 bits.
  public let rgb: UInt32
  /// The one of the sixteen that stands for it.
  public let basic: Basic

  /// Names a colour, and which of the sixteen stands for it.
  public init(_ rgb: UInt32, _ basic: Basic) {
    self.rgb = rgb & 0xff_ffff
    self.basic = basic
  }

  /// What a terminal of so many colours is told; nil without colours.
  public func resolved(to depth: Depth) -> Resolved? {
    switch depth {
    case .none: nil
    case .sixteen: .palette(basic.rawValue)
    // Black has a number of its own that takes fewer bytes to say.
    case .palette: .palette(rgb == 0 ? 0 : Self.nearest(rgb))
    case .direct: .direct(rgb)
    }
  }

  /// The number in the palette of xterm that is nearest: of its cube of 6 by 6 by 6, which begins
  /// at 16, or of its 24 greys, which begin at 232.
  private static func nearest(_ rgb: UInt32) -> UInt8 {
    let parts = [rgb >> 16, rgb >> 8, rgb].map { Int($0 & 255) }
    let steps = parts.map(cubeStep)
    let cube = steps.reduce(0) { $0 * 6 + $1 } + 16
    let cubeError = error(parts, steps.map { cubeLevels[$0] })
    let grey = min(max((parts.reduce(0, +) / 3 - 3) / 10, 0), 23)
    let greyError = error(parts, [Int](repeating: 8 + 10 * grey, count: 3))
    return UInt8(greyError < cubeError ? 232 + grey : cube)
  }

  /// What the steps of the cube are worth.
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  private static func cubeStep(_ part: Int) -> Int {
    cubeLevels.indices.min { abs(cubeLevels[$0] - part) < abs(cubeLevels[$1] - part) } ?? 0
  }

  private static func error(_ parts: [Int], _ others: [Int]) -> Int {
    zip(parts, others).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
