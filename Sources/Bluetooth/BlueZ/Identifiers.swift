package import DBus

/// A controller, among those of this computer.
public struct AdapterID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: ObjectPath

  package init(_ path: ObjectPath) {
    self.path = path
  }

  /// The kernel's name, such as `hci0`.
  public var description: String { path.lastElement }

  /// Orders names as text.
  public static func < (left: AdapterID, right: AdapterID) -> Bool { left.path < right.path }
}

/// A device, among all that bluetoothd knows.
public struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: ObjectPath

  package init(_ path: ObjectPath) {
    self.path = path
  }

  /// Reads a raw value; `nil` when it is none.
  public init?(rawValue: String) {
    guard let path = try? ObjectPath(rawValue) else { return nil }
    self.path = path
  }

  /// The name of the device in bluetoothd, such as `/org/bluez/hci0/dev_00_AA_01_00_00_23`.
  public var rawValue: String { path.rawValue }

  /// The last part of the raw value, such as `dev_00_AA_01_00_00_23`.
  public var description: String { path.lastElement }

  /// Orders raw values as text.
  public static func < (left: DeviceID, right: DeviceID) -> Bool { left.path < right.path }
}

/// A characteristic, among all that bluetoothd knows.
public struct CharacteristicID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: ObjectPath

  package init(_ path: ObjectPath) {
    self.path = path
  }

  /// The name of the characteristic in bluetoothd, below that of its device and its service.
  public var description: String { path.rawValue }

  /// Orders names as text.
  public static func < (left: CharacteristicID, right: CharacteristicID) -> Bool {
    left.path < right.path
  }
}

/// A descriptor, among all that bluetoothd knows.
public struct DescriptorID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: ObjectPath

  package init(_ path: ObjectPath) {
    self.path = path
  }

  /// The name of the descriptor in bluetoothd, below that of its characteristic.
  public var description: String { path.rawValue }

  /// Orders names as text.
  public static func < (left: DescriptorID, right: DescriptorID) -> Bool { left.path < right.path }
}
