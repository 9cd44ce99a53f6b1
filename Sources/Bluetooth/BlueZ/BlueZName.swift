package import DBus

/// Every D-Bus name of BlueZ's API that is used here, in one place.
///
/// The source is BlueZ's own description: `doc/adapter-api.txt`, `device-api.txt`, `gatt-api.txt`
/// and `advertising-api.txt` of version 5.66.
package enum BlueZName {
  /// The name of bluetoothd on the bus.
  package static let service = "org.bluez"
  /// The interface of D-Bus for properties.
  package static let properties = "org.freedesktop.DBus.Properties"
  /// The interface of D-Bus for the objects of a program.
  package static let objectManager = "org.freedesktop.DBus.ObjectManager"

  /// The interface of a controller.
  package static let adapter = "org.bluez.Adapter1"
  /// The interface of another machine.
  package static let device = "org.bluez.Device1"
  /// The interface of another machine's link of Bluetooth LE.
  package static let lowEnergyBearer = "org.bluez.Bearer.LE1"
  /// The interface that takes the agents of programs.
  package static let agentManager = "org.bluez.AgentManager1"
  /// The interface of an agent, which answers questions about pairing.
  package static let agent = "org.bluez.Agent1"
  /// The interface that takes the services of programs.
  package static let gattManager = "org.bluez.GattManager1"
  /// The interface of a service, own or remote.
  package static let gattService = "org.bluez.GattService1"
  /// The interface of a characteristic, own or remote.
  package static let gattCharacteristic = "org.bluez.GattCharacteristic1"
  /// The interface of a descriptor, own or remote.
  package static let gattDescriptor = "org.bluez.GattDescriptor1"
  /// The interface that takes the advertisements of programs.
  package static let advertisingManager = "org.bluez.LEAdvertisingManager1"
  /// The interface of an advertisement.
  package static let advertisement = "org.bluez.LEAdvertisement1"
}

/// The properties of BlueZ's interfaces.
package enum BlueZProperty: String, Hashable, Sendable {
  // Controllers, and their managers
  case address = "Address"
  case addressType = "AddressType"
  case alias = "Alias"
  case connectable = "Connectable"
  case manufacturer = "Manufacturer"
  case version = "Version"
  case deviceClass = "Class"
  case powered = "Powered"
  case powerState = "PowerState"
  case discoverable = "Discoverable"
  case discoverableTimeout = "DiscoverableTimeout"
  case pairable = "Pairable"
  case pairableTimeout = "PairableTimeout"
  case discovering = "Discovering"
  case uuids = "UUIDs"
  case modalias = "Modalias"
  case roles = "Roles"
  case name = "Name"
  case activeInstances = "ActiveInstances"
  case supportedInstances = "SupportedInstances"
  case supportedIncludes = "SupportedIncludes"
  case supportedSecondaryChannels = "SupportedSecondaryChannels"
  case supportedFeatures = "SupportedFeatures"
  case supportedCapabilities = "SupportedCapabilities"
  // Other machines
  case adapter = "Adapter"
  case paired = "Paired"
  case bonded = "Bonded"
  case trusted = "Trusted"
  case blocked = "Blocked"
  case legacyPairing = "LegacyPairing"
  case connected = "Connected"
  case servicesResolved = "ServicesResolved"
  case rssi = "RSSI"
  case manufacturerData = "ManufacturerData"
  case serviceData = "ServiceData"
  case txPower = "TxPower"
  case appearance = "Appearance"
  case icon = "Icon"
  case advertisingFlags = "AdvertisingFlags"
  case advertisingData = "AdvertisingData"
  case cablePairing = "CablePairing"
  // GATT
  case uuid = "UUID"
  case primary = "Primary"
  case includes = "Includes"
  case device = "Device"
  case service = "Service"
  case characteristic = "Characteristic"
  case value = "Value"
  case flags = "Flags"
  case mtu = "MTU"
  case handle = "Handle"
  case notifying = "Notifying"
  case notifyAcquired = "NotifyAcquired"
  case writeAcquired = "WriteAcquired"
  // Advertisements
  case type = "Type"
  case serviceUUIDs = "ServiceUUIDs"
  case localName = "LocalName"
  case minInterval = "MinInterval"
  case maxInterval = "MaxInterval"
}

/// BlueZ's errors (`src/error.c`), called as there but for the first letter, which is a capital.
package enum BlueZErrorName: String, Hashable, Sendable {
  case failed, rejected, canceled, invalidArguments, alreadyExists, doesNotExist, inProgress
  case alreadyConnected, notConnected, notSupported, notAuthorized, notAvailable, notReady
  case notPermitted, noSuchAdapter, agentNotAvailable, invalidOffset, invalidValueLength
  case invalidLength, authenticationCanceled, authenticationFailed, authenticationRejected
  case authenticationTimeout, connectionAttemptFailed, blocked, busy

  /// The text before the last part of each name on the bus.
  static let prefix = "org.bluez.Error."

  /// The name on the bus.
  package var fullName: String {
    Self.prefix + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// Reads a name on the bus; `nil` when it is none of these.
  package init?(fullName name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    let last = name.dropFirst(Self.prefix.count)
    self.init(rawValue: last.prefix(1).lowercased() + last.dropFirst())
  }
}

extension [String: Value] {
  /// The value of a property.
  package subscript(property: BlueZProperty) -> Value? { self[property.rawValue] }
}

extension ExportedInterface {
  /// An interface of BlueZ's with these methods and properties.
  package init(
    _ name: String,
    methods: [ExportedMethod] = [],
    properties: [BlueZProperty: ExportedProperty]
  ) {
    let named = properties.map { ($0.rawValue, $1) }
    self.init(name, methods: methods, properties: Dictionary(uniqueKeysWithValues: named))
  }
}
