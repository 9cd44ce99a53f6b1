/// How a character looks.
public struct Style: Hashable, Sendable {
  /// Its colour; nil is the terminal's own.
  public var foreground: Colour?
  /// The colour behind it; nil is the terminal's own.
  public var background: Colour?
  /// True if it is bold.
  public var isBold: Bool
  /// True if it is faint.
  public var isDim: Bool
  /// True if a line is under it.
  public var isUnderlined: Bool
  /// True if the two colours change places.
  public var isReversed: Bool

  /// A look; nothing said is the terminal's own.
  public init(
    _ foreground: Colour? = nil,
    on background: Colour? = nil,
    bold: Bool = false,
    dim: Bool = false,
    underlined: Bool = false,
    reversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    isBold = bold
    isDim = dim
    isUnderlined = underlined
    isReversed = reversed
  }

  /// As the terminal shows text by itself.
  public static let plain = Style()
}
