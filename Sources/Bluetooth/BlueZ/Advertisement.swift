/// The advertisement of a peripheral.
public struct Advertisement: Hashable, Sendable {
  /// The services to advertise.
  ///
  /// One 128-bit UUID and the flags fill 21 of the 31 bytes of a legacy advertisement.
  public var services: [BluetoothUUID]
  /// A few bytes for scanners, by the number of a company; 0xFFFF is free for all.
  ///
  /// Beside a 128-bit UUID and the flags there is room for two; with six, which fill the 31 bytes,
  /// 5.66 was not heard. Unlike the services, bluetoothd passes them on anew with each report, also
  /// of a device whose services it believes to know from an earlier connection.
  public var manufacturerData: [UInt16: [UInt8]]
  /// The name, which goes into the scan response.
  public var localName: String?
  /// True if centrals may connect.
  ///
  /// If not, only scanners that filter hear it: bluetoothd sends no flags then, and refuses to.
  public var isConnectable: Bool
  /// The shortest and longest interval between advertisements.
  ///
  /// bluetoothd before 5.77 ignores it unless it runs with
  /// `Experimental`, and advertises every 1.28 seconds.
  public var interval: ClosedRange<Duration>

  /// The longest local name in bytes: a scan response of 31 bytes, less two of header.
  public static let maximumNameLength = 29

  /// The interval of Apple's guidelines for quick discovery: 100 to 150 ms.
  public static let quickInterval = Duration.milliseconds(100)...Duration.milliseconds(150)

  /// The reason why a name cannot be advertised.
  public enum InvalidName: Error, Hashable {
    /// It has this many bytes, more than ``maximumNameLength``.
    case tooLong(Int)
  }

  /// An advertisement of these services.
  ///
  /// - Throws: ``InvalidName/tooLong(_:)``; BlueZ would cut the name, if need be inside a
  ///   character.
  public init(
    services: [BluetoothUUID],
    manufacturerData: [UInt16: [UInt8]] = [:],
    localName: String? = nil,
    isConnectable: Bool = true,
    interval: ClosedRange<Duration> = quickInterval
  ) throws(InvalidName) {
    if let length = localName?.utf8.count, length > Self.maximumNameLength {
      throw .tooLong(length)
    }
    self.services = services
    self.manufacturerData = manufacturerData
    self.localName = localName
    self.isConnectable = isConnectable
    self.interval = interval
  }
}
