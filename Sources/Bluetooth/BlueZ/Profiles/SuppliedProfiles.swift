/// The Heart Rate service.
public enum HeartRate: Profile {
  /// 0x180D.
  public static let uuid = BluetoothUUID.heartRate
  /// The rate, about once per second.
  public static let measurement = Characteristic<HeartRateMeasurement>(
    .heartRateMeasurement,
    [.notify]
  )
  /// Where the sensor is worn.
  public static let bodySensorLocation = Characteristic<BodySensorLocation>(
    .bodySensorLocation,
    [.read],
    isOptional: true
  )
  /// Takes 1 to set the energy that was spent to zero.
  public static let controlPoint = Characteristic<UInt8>(
    .heartRateControlPoint,
    [.write],
    isOptional: true
  )
  /// All three.
  public static let characteristics: [any AnyCharacteristic] = [
    measurement, bodySensorLocation, controlPoint,
  ]
}

/// The Battery service.
public enum Battery: Profile {
  /// 0x180F.
  public static let uuid = BluetoothUUID.battery
  /// The charge in per cent.
  public static let level = Characteristic<UInt8>(.batteryLevel, [.read, .notify])
  /// The level.
  public static let characteristics: [any AnyCharacteristic] = [level]
}

/// The Nordic UART service: bytes in both directions.
public enum NordicUART: Profile {
  /// The UUID that Nordic Semiconductor has chosen.
  public static let uuid: BluetoothUUID = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
  /// What the server receives.
  public static let rx = Characteristic<[UInt8]>(
    "6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    [.write, .writeWithoutResponse]
  )
  /// What the server sends.
  public static let tx = Characteristic<[UInt8]>(
    "6e400003-b5a3-f393-e0a9-e50e24dcca9e",
    [.notify]
  )
  /// Both.
  public static let characteristics: [any AnyCharacteristic] = [rx, tx]
}

/// The Device Information service, of which everything is optional.
public enum DeviceInformation: Profile {
  /// 0x180A.
  public static let uuid = BluetoothUUID.deviceInformation
  /// The name of the manufacturer.
  public static let manufacturerName = text(.manufacturerName)
  /// The number of the model.
  public static let modelNumber = text(.modelNumber)
  /// The number of the device.
  public static let serialNumber = text(.serialNumber)
  /// The revision of the hardware.
  public static let hardwareRevision = text(.hardwareRevision)
  /// The revision of the firmware.
  public static let firmwareRevision = text(.firmwareRevision)
  /// The revision of the software.
  public static let softwareRevision = text(.softwareRevision)
  /// All six.
  public static let characteristics: [any AnyCharacteristic] = [
    manufacturerName, modelNumber, serialNumber, hardwareRevision, firmwareRevision,
    softwareRevision,
  ]

  private static func text(_ uuid: BluetoothUUID) -> Characteristic<String> {
    Characteristic(uuid, [.read], isOptional: true)
  }
}

/// The place where a heart rate sensor is worn.
public enum BodySensorLocation: UInt8, CaseIterable, CharacteristicValue {
  /// A place that has no name here.
  case other
  /// The chest.
  case chest
  /// The wrist.
  case wrist
  /// A finger.
  case finger
  /// A hand.
  case hand
  /// An ear lobe.
  case earLobe
  /// A foot.
  case foot

  /// Reads one byte.
  public init?(bytes: [UInt8]) {
    guard let byte = UInt8(bytes: bytes) else { return nil }
    self.init(rawValue: byte)
  }
  /// The one byte.
  public var bytes: [UInt8] { [rawValue] }
}
