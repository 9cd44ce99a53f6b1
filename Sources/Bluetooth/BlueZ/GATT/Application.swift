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
  /// The descriptors, in the order in which they get their handles.
  ///
  /// bluetoothd adds those that say whether a central is subscribed, and extended properties.
  public var descriptors: [GATTDescriptor]

  /// A characteristic with these flags and descriptors.
  public init(
    _ uuid: BluetoothUUID,
    flags: [CharacteristicFlag],
    descriptors: [GATTDescriptor] = []
  ) {
    self.uuid = uuid
    self.flags = flags
    self.descriptors = descriptors
  }
}

/// A descriptor that a peripheral offers: what a characteristic is, beside its value.
public struct GATTDescriptor: Hashable, Sendable {
  /// The type of the descriptor; unique in its characteristic.
  public var uuid: BluetoothUUID
  /// The operations that centrals may use.
  public var flags: [DescriptorFlag]
  /// The value that centrals read, until one of them writes another.
  public var value: [UInt8]

  /// A descriptor with this value.
  public init(_ uuid: BluetoothUUID, flags: [DescriptorFlag] = [.read], value: [UInt8]) {
    self.uuid = uuid
    self.flags = flags
    self.value = value
  }

  /// The description of a characteristic for people, such as "Outside temperature".
  public static func userDescription(_ text: String) -> GATTDescriptor {
    GATTDescriptor(.userDescription, value: Array(text.utf8))
  }
}

/// An operation of a descriptor.
///
/// The raw values are BlueZ's.
public enum DescriptorFlag: String, CaseIterable, Hashable, Sendable {
  /// Its value can be read.
  case read
  /// Its value can be written.
  case write
  /// It can be read over an encrypted link only; BlueZ pairs for it.
  case encryptRead = "encrypt-read"
  /// It can be written over an encrypted link only; BlueZ pairs for it.
  case encryptWrite = "encrypt-write"
  /// It can be read only after a pairing in which a person compared or typed a number.
  case authenticatedRead = "encrypt-authenticated-read"
  /// It can be written only after a pairing in which a person compared or typed a number.
  case authenticatedWrite = "encrypt-authenticated-write"
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
  /// It can be read only after a pairing in which a person compared or typed a number.
  case authenticatedRead = "encrypt-authenticated-read"
  /// It can be written only after a pairing in which a person compared or typed a number.
  case authenticatedWrite = "encrypt-authenticated-write"
  /// It takes writes whose parts the central checks before they count.
  case reliableWrite = "reliable-write"
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

/// A value that a central has written to a descriptor.
public struct DescriptorWrite: Hashable, Sendable {
  /// The descriptor.
  public let descriptor: BluetoothUUID
  /// The characteristic that it belongs to.
  public let characteristic: BluetoothUUID
  /// The value, which centrals read from now on.
  public let value: [UInt8]
  /// The central.
  public let device: DeviceID
}
