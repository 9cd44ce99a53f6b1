/// A version of BlueZ, such as 5.66.
public struct DaemonVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number before the dot.
  public let major: Int
  /// The number behind the dot.
  public let minor: Int

  /// A version by its two numbers.
  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads the version out of an adapter's `Modalias`.
  ///
  /// BlueZ gives its adapters the identity `usb:v1D6Bp0246dMMmm` unless `DeviceID` in `main.conf`
  /// says otherwise: the Linux Foundation's vendor number, BlueZ's product number, and the version
  /// in hexadecimal (`src/main.c: main_init`).
  public init?(modalias: String) {
    let text = modalias.uppercased()
    let prefix = "USB:V1D6BP0246D"
    guard text.hasPrefix(prefix) else { return nil }
    let digits = text.dropFirst(prefix.count)
    guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let number = UInt16(digits, radix: 16)
    else { return nil }
    self.init(Int(number >> 8), Int(number & 0xFF))
  }

  /// True for 5.87, whose discovery filters have a fault (BlueZ issue 2282).
  public var isFaulty: Bool { self == DaemonVersion(5, 87) }

  /// The version as BlueZ writes it.
  public var description: String { minor < 10 ? "\(major).0\(minor)" : "\(major).\(minor)" }

  /// Orders versions by age.
  public static func < (left: DaemonVersion, right: DaemonVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
