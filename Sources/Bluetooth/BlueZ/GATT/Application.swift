/// A GATT server as one value: its services and their characteristics.
public struct GATTApplication: Hashable, Sendable {
  /// The services, in the order in which they get their handles.
  public var services: [GATTService]

  /// A server of these services.
  public init(services: [GATTService]) {
    self.services = services
  }
}

/// A service that a peripheral offers.
public struct GATTService: Hashable, Sendable {
  /// The type of the service.
  public var uuid: BluetoothUUID
  /// True if it stands for itself, rather than being part of another one.
  public var isPrimary: Bool
  /// Its characteristics, in the order in which they get their handles.
  public var characteristics: [GATTCharacteristic]

  /// A service of these characteristics.
  public init(_ uuid: BluetoothUUID, isPrimary: Bool = true, characteristics: [GATTCharacteristic])
  {
    self.uuid = uuid
    self.isPrimary = isPrimary
    self.characteristics = characteristics
  }
}

/// A characteristic that a peripheral offers.
public struct GATTCharacteristic: Hashable, Sendable {
  /// The type of the characteristic; unique in the application.
  public var uuid: BluetoothUUID
  /// The operations that centrals may use.
  public var flags: [CharacteristicFlag]

  /// A characteristic with these flags.
  public init(_ uuid: BluetoothUUID, flags: [CharacteristicFlag]) {
    self.uuid = uuid
    self.flags = flags
  }
}

/// An operation of a characteristic.
///
/// The raw values are BlueZ's.
public enum CharacteristicFlag: String, CaseIterable, Hashable, Sendable {
  /// Its value can be read.
  case read
  /// It can be written with an answer.
  case write
  /// It can be written without an answer.
  ///
  /// BlueZ then answers all writes itself, before this process hears of them.
  case writeWithoutResponse = "write-without-response"
  /// It sends values to those who subscribe.
  case notify
  /// It sends values to those who subscribe, and each is confirmed.
  case indicate
  /// It can be read over an encrypted link only; BlueZ pairs for it.
  case encryptRead = "encrypt-read"
  /// It can be written over an encrypted link only; BlueZ pairs for it.
  case encryptWrite = "encrypt-write"
}

/// A value that a central has written.
public struct WriteRequest: Hashable, Sendable {
  /// The characteristic that was written to.
  public let characteristic: BluetoothUUID
  /// The value, at most 512 bytes.
  public let value: [UInt8]
  /// The central.
  public let device: DeviceID
  /// The ATT MTU of the central's link in bytes; 23 when bluetoothd does not say.
  public let mtu: Int
  /// The offset in the value at which a long write continues; 0 in others.
  public let offset: Int
}
