/// A UUID of a service, characteristic or descriptor.
public struct BluetoothUUID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The 128-bit form in lower case, as BlueZ writes it.
  public let description: String

  /// Reads the 128-bit form in either case, or the 16-bit form, such as `180d`; `nil` when `text`
  /// is neither.
  public init?(_ text: String) {
    let lower = text.lowercased()
    if lower.utf8.count == 4, lower.utf8.allSatisfy(Self.isHexadecimal) {
      description = "0000" + lower + Self.base
      return
    }
    let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.utf8.allSatisfy(Self.isHexadecimal) })
    else { return nil }
    description = lower
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension BluetoothUUID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// The form of 16 or 32 bits, such as `0x180d`.
  public init(integerLiteral value: UInt32) {
    let digits = String(value, radix: 16)
    let padding = String(repeating: "0", count: 8 - digits.count)
    description = padding + digits + Self.base
  }

  /// The 128-bit form, or the 16-bit form without a prefix; other text in the source is a mistake
  /// of the program, and ends it.
  public init(stringLiteral text: String) {
    guard let uuid = Self(text) else { preconditionFailure("\(text) is no UUID") }
    self = uuid
  }

  /// Orders UUIDs as text.
  public static func < (left: BluetoothUUID, right: BluetoothUUID) -> Bool {
    left.description < right.description
  }

  /// The rest of a UUID that the Bluetooth SIG has assigned, behind its first 32 bits.
  private static let base = "-0000-1000-8000-00805f9b34fb"
}

/// Assigned numbers of services (Bluetooth SIG, Assigned Numbers, 3.4).
extension BluetoothUUID {
  /// Generic Access, which each device has.
  public static let genericAccess: BluetoothUUID = 0x1800
  /// Generic Attribute, which each device has.
  public static let genericAttribute: BluetoothUUID = 0x1801
  /// Device Information.
  public static let deviceInformation: BluetoothUUID = 0x180a
  /// Heart Rate.
  public static let heartRate: BluetoothUUID = 0x180d
  /// Battery.
  public static let battery: BluetoothUUID = 0x180f
  /// Environmental Sensing.
  public static let environmentalSensing: BluetoothUUID = 0x181a
  /// Human Interface Device.
  public static let humanInterfaceDevice: BluetoothUUID = 0x1812
}

/// Assigned numbers of characteristics (Bluetooth SIG, Assigned Numbers, 3.8).
extension BluetoothUUID {
  /// Device Name.
  public static let deviceName: BluetoothUUID = 0x2a00
  /// Appearance.
  public static let appearance: BluetoothUUID = 0x2a01
  /// Battery Level.
  public static let batteryLevel: BluetoothUUID = 0x2a19
  /// Model Number String.
  public static let modelNumber: BluetoothUUID = 0x2a24
  /// Serial Number String.
  public static let serialNumber: BluetoothUUID = 0x2a25
  /// Firmware Revision String.
  public static let firmwareRevision: BluetoothUUID = 0x2a26
  /// Hardware Revision String.
  public static let hardwareRevision: BluetoothUUID = 0x2a27
  /// Software Revision String.
  public static let softwareRevision: BluetoothUUID = 0x2a28
  /// Manufacturer Name String.
  public static let manufacturerName: BluetoothUUID = 0x2a29
  /// Heart Rate Measurement.
  public static let heartRateMeasurement: BluetoothUUID = 0x2a37
  /// Body Sensor Location.
  public static let bodySensorLocation: BluetoothUUID = 0x2a38
  /// Heart Rate Control Point.
  public static let heartRateControlPoint: BluetoothUUID = 0x2a39
}

/// Assigned numbers of descriptors (Bluetooth SIG, Assigned Numbers, 3.7).
extension BluetoothUUID {
  /// Characteristic Extended Properties, which bluetoothd adds itself.
  public static let extendedProperties: BluetoothUUID = 0x2900
  /// Characteristic User Description: text for people.
  public static let userDescription: BluetoothUUID = 0x2901
  /// Client Characteristic Configuration, which bluetoothd adds itself.
  public static let clientConfiguration: BluetoothUUID = 0x2902
  /// Characteristic Presentation Format: the unit of the value, and how its bytes are read.
  public static let presentationFormat: BluetoothUUID = 0x2904
}
