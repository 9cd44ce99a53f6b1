internal import CQRencode

/// A square of dark and light modules that a camera reads as a text (ISO/IEC 18004).
public struct QRCode: Hashable, Sendable {
  /// The number of light modules around it: half of what the standard has, which cameras take.
  private static let margin = 2

  /// The number of modules in a row.
  public let size: Int
  private let dark: [Bool]

  /// The code of `text`; nil if it is too long for one.
  public init?(_ text: String) {
    guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
      return nil
    }
    defer { unsafe QRcode_free(code) }
    size = Int(unsafe code.pointee.width)
    let modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size)
    // The lowest bit says that a module is dark.
    dark = unsafe modules.map { $0 & 1 == 1 }
  }

  /// True if the module is dark; those around the code are light.
  public func isDark(row: Int, column: Int) -> Bool {
    let range = 0..<size
    return range.contains(row) && range.contains(column) && dark[row * size + column]
  }

  /// Lines of half blocks for a terminal with light letters on dark, two rows of modules a line.
  public var lines: [String] {
    let range = -Self.margin..<size + Self.margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      String(
        range.map { column -> Character in
          // Below the last row is nothing, which is as dark as the terminal.
          let isLowerDark = isDark(row: row + 1, column: column) || !range.contains(row + 1)
          return switch (isDark(row: row, column: column), isLowerDark) {
          case (false, false): "█"
          case (false, true): "▀"
          case (true, false): "▄"
          case (true, true): " "
          }
        }
      )
    }
  }
}
