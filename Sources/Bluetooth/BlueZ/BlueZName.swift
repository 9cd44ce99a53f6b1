/// Every D-Bus name of BlueZ's API that this library uses, in one place.
///
/// The source is BlueZ's own description: `doc/adapter-api.txt`, `device-api.txt`, `gatt-api.txt`
/// and `advertising-api.txt` of version 5.66.
enum BlueZName {
  static let service = "org.bluez"
  static let properties = "org.freedesktop.DBus.Properties"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"

  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let gattManager = "org.bluez.GattManager1"
  static let gattService = "org.bluez.GattService1"
  static let gattCharacteristic = "org.bluez.GattCharacteristic1"
  static let advertisingManager = "org.bluez.LEAdvertisingManager1"
  static let advertisement = "org.bluez.LEAdvertisement1"

  /// What comes before the last part of every error's name.
  static let errorPrefix = "org.bluez.Error."
}
