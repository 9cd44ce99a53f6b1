/// A service with typed characteristics: one description for the server and for its clients.
///
/// ```swift
/// enum Thermometer: Profile {
///   static let uuid: BluetoothUUID = 0x1809
///   static let temperature = Characteristic<Temperature>(0x2a1c, [.indicate])
///   static let characteristics: [any AnyCharacteristic] = [temperature]
/// }
/// ```
public protocol Profile {
  /// The type of the service.
  static var uuid: BluetoothUUID { get }
  /// The characteristics, in the order in which a server gives them their handles.
  static var characteristics: [any AnyCharacteristic] { get }
}

extension Profile {
  /// The service as a server offers it.
  public static var service: GATTService {
    GATTService(
      uuid,
      characteristics: characteristics.map {
        GATTCharacteristic($0.uuid, flags: $0.flags, descriptors: $0.descriptors)
      }
    )
  }

  /// The service as a client expects it: without the characteristics that are optional.
  public static var expectedService: GATTService {
    let required = characteristics.filter { !$0.isOptional }
    return GATTService(
      uuid,
      characteristics: required.map { GATTCharacteristic($0.uuid, flags: $0.flags) }
    )
  }
}

/// A characteristic whatever its values are.
public protocol AnyCharacteristic: Sendable {
  /// The type of the characteristic.
  var uuid: BluetoothUUID { get }
  /// The operations that clients may use.
  var flags: [CharacteristicFlag] { get }
  /// True if a server may do without it.
  var isOptional: Bool { get }
  /// The descriptors that a server offers.
  var descriptors: [GATTDescriptor] { get }
}

/// A characteristic with values of one type.
public struct Characteristic<Value: CharacteristicValue>: AnyCharacteristic, Hashable {
  /// The type of the characteristic.
  public let uuid: BluetoothUUID
  /// The operations that clients may use.
  public let flags: [CharacteristicFlag]
  /// True if a server may do without it.
  public let isOptional: Bool
  /// The descriptors that a server offers.
  public let descriptors: [GATTDescriptor]

  /// A characteristic with these operations and descriptors.
  public init(
    _ uuid: BluetoothUUID,
    _ flags: [CharacteristicFlag],
    isOptional: Bool = false,
    descriptors: [GATTDescriptor] = []
  ) {
    self.uuid = uuid
    self.flags = flags
    self.isOptional = isOptional
    self.descriptors = descriptors
  }
}

/// A type of values that characteristics have.
public protocol CharacteristicValue: Sendable {
  /// Reads a value; `nil` when `bytes` are none.
  init?(bytes: [UInt8])
  /// The value as it is sent.
  var bytes: [UInt8] { get }
}

extension [UInt8]: CharacteristicValue {
  /// Takes any bytes.
  public init?(bytes: [UInt8]) { self = bytes }
  /// The bytes themselves.
  public var bytes: [UInt8] { self }
}

extension String: CharacteristicValue {
  /// Reads UTF-8.
  public init?(bytes: [UInt8]) { self.init(validating: bytes, as: UTF8.self) }
  /// The text in UTF-8.
  public var bytes: [UInt8] { Array(utf8) }
}

extension UInt8: CharacteristicValue {
  /// Reads one byte.
  public init?(bytes: [UInt8]) {
    guard let byte = bytes.first, bytes.count == 1 else { return nil }
    self = byte
  }
  /// The one byte.
  public var bytes: [UInt8] { [self] }
}
