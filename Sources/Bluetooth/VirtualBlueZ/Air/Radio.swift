internal import BlueZ
internal import DBus

/// A virtual adapter: what bluetoothd knows of one controller.
struct Radio: Hashable {
  /// The place among the adapters of the air.
  let index: Int
  /// The number in the name, 0 for `hci0`; it is another one after the controller came back so.
  var number: Int
  /// The name that every BlueZ of this version gives a controller, and says when connected.
  let name: String
  var alias: String
  var isPowered = true
  /// True if it can be found over Bluetooth classic.
  var isDiscoverable = false
  var isPresent = true
  /// True if others may pair with it.
  var isPairable = false
  var pairableTimeout = Value.uint32(0)
  var discoverableTimeout = Value.uint32(180)

  /// The registered advertisements, in the order of registration.
  var advertisements: [LocalAdvertisement] = []
  var applications: [LocalApplication] = []
  /// The handle that the next service gets.
  var nextHandle: UInt16
  /// The clients that have set a filter, whether they look or not.
  var filters: [String: DiscoveryFilter] = [:]
  /// The clients that look for devices.
  var scanners: Set<String> = []
  /// The knowledge about the other adapters, by their number.
  var peers: [Int: Peer] = [:]
  /// The names of devices, which bluetoothd knows also after it has forgotten the device.
  var knownNames: [Int: String] = [:]

  /// The number of advertisements a controller takes.
  static let supportedAdvertisements: UInt8 = 3
  /// The first handle behind BlueZ's own services.
  let firstHandle: UInt16

  init(index: Int, _ release: Behaviour.Release) {
    self.index = index
    number = index
    name = release.adapterName
    alias = name
    firstHandle = release.firstHandle
    nextHandle = firstHandle
  }

  private init(copying other: Radio) {
    index = other.index
    number = other.number
    name = other.name
    alias = other.alias
    firstHandle = other.firstHandle
    nextHandle = firstHandle
  }

  /// The controller after a restart of bluetoothd.
  var restarted: Radio {
    var radio = Radio(copying: self)
    radio.isPowered = isPowered
    radio.isPresent = isPresent
    radio.isDiscoverable = isDiscoverable
    radio.peers = peers.compactMapValues(\.stored)
    return radio
  }

  var path: ObjectPath { .bluez.child("hci\(number)") }

  /// An address of the kind that Linux's emulated controllers have.
  var address: String {
    let digits = String(index + 0x10, radix: 16, uppercase: true)
    return "00:AA:01:00:00:\(digits)"
  }

  /// The object of `other` as this adapter knows it.
  func path(of other: Radio) -> ObjectPath {
    path.child("dev_" + other.address.map { $0 == ":" ? "_" : $0 })
  }

  /// The advertisement of this adapter that can be heard now; `nil` if it is silent.
  var onAir: LocalAdvertisement? {
    guard isPowered, isPresent else { return nil }
    let audible = advertisements.filter(\.isOnAir)
    guard var heard = audible.first else { return nil }
    for more in audible.dropFirst() { heard.add(more) }
    return heard
  }

  /// True if a client wants reports of devices that were reported before.
  var wantsEachReport: Bool { scanners.contains { filters[$0]?.reportsDuplicates == true } }

  /// The server's object that has a handle, of a characteristic or of a descriptor.
  func served(_ handle: UInt16) -> ServedObject? {
    for application in applications {
      for characteristic in application.services.lazy.flatMap(\.characteristics) {
        let owner = application.owner
        if characteristic.handle == handle {
          return ServedObject(owner, characteristic.path, BlueZName.gattCharacteristic)
        }
        let descriptor = characteristic.descriptors.first { $0.handle == handle }
        if let path = descriptor?.path {
          return ServedObject(owner, path, BlueZName.gattDescriptor)
        }
      }
    }
    return nil
  }

  func characteristic(_ handle: UInt16) -> LocalCharacteristic? {
    applications.lazy.flatMap(\.services).flatMap(\.characteristics).first { $0.handle == handle }
  }

  /// The program that serves the characteristic.
  func owner(of handle: UInt16) -> String? {
    applications.first { application in
      application.services.contains { $0.characteristics.contains { $0.handle == handle } }
    }?.owner
  }
}

/// An object of a program that serves.
struct ServedObject {
  let owner: String
  let path: ObjectPath
  let interface: String

  init(_ owner: String, _ path: ObjectPath, _ interface: String) {
    self.owner = owner
    self.path = path
    self.interface = interface
  }
}

/// An adapter's knowledge about another one.
struct Peer: Hashable {
  var name: String?
  /// The signal strength in this search, in dBm; `nil` if nothing was heard.
  var rssi: Int16?
  /// True if it was heard in any search.
  var wasHeard = false
  var services: [String] = []
  var manufacturerData: [UInt16: [UInt8]] = [:]
  var serviceData: [String: Value] = [:]
  /// The strength at which it says that it sends, in dBm.
  var txPower: Int16?
  /// The kind of device that it says it is, by its number.
  var appearance: UInt16?
  /// The data of types that have no property, by the type.
  var advertisingData: [UInt8: [UInt8]] = [:]
  /// The flags of its last advertisement.
  var flags: UInt8?
  /// The identity that it says over a link.
  var modalias: String?
  /// True if it advertises as a device that also has Bluetooth classic.
  var hasClassic = false
  /// The name that it has advertised, which bluetoothd has on disk.
  var advertisedName: String?
  var isConnected = false
  /// True if it was connected at any time, so that bluetoothd has it on disk.
  var wasConnected = false
  var isResolved = false
  /// The pairing that both remember; `nil` before.
  var bond: Bond?
  /// True if a client has said that the device may use services without being asked for.
  var isTrusted = false
  /// True if a client has said that there is to be no link.
  var isBlocked = false
  /// The alias that a client has given it.
  var givenName: String?
  /// The services as they were found over a link; bluetoothd keeps them when the link is gone.
  var found: [LocalService] = []
  /// The clients' uses of each characteristic, by its handle.
  var uses: [UInt16: CharacteristicUse] = [:]
  /// True if a link has shown the services, so that advertisements do not change them any more.
  var knowsServices = false

  /// True if somebody wants the device to be kept.
  var isKept: Bool {
    bond != nil || isTrusted || isBlocked || givenName != nil || wasConnected
  }

  /// What bluetoothd has on disk of the device; `nil` for one that nobody wants to be kept.
  var stored: Peer? {
    guard isKept else { return nil }
    var peer = Peer()
    peer.name = advertisedName ?? name
    peer.wasConnected = wasConnected
    peer.services = services
    peer.knowsServices = knowsServices
    peer.bond = bond
    peer.isTrusted = isTrusted
    peer.isBlocked = isBlocked
    peer.givenName = givenName
    return peer
  }
}

/// The uses of a characteristic by the clients of one adapter.
struct CharacteristicUse: Hashable {
  /// The clients that called `StartNotify`; they stay when the link goes.
  var subscribers: Set<String> = []
  /// True if `Notifying` says so.
  var isShown = false
  /// True if a write waits for its answer.
  var isWriting = false
  /// The value as it is known, by reads and notifications.
  var value: [UInt8] = []
  var writeSocket: SocketID?
  var notifySocket: SocketID?

  var wantsValues: Bool { !subscribers.isEmpty || notifySocket != nil }
}

/// A socket that a client has acquired.
struct SocketID: Hashable {
  let number: Int
}

/// The filter of a client's discovery.
struct DiscoveryFilter: Hashable {
  var services: Set<String> = []
  var minimumRSSI: Int16?
  var pattern: String?
  var reportsDuplicates: Bool
  /// True if devices of Bluetooth LE are not looked for.
  var isClassicOnly = false

  /// Reads the argument of `SetDiscoveryFilter`; `nil` when it makes no sense.
  init?(_ options: [String: Value], in release: Behaviour.Release) {
    guard Set(options.keys).isSubset(of: Self.keys(in: release)) else { return nil }
    if let uuids = options["UUIDs"] {
      guard let texts = uuids.strings, texts.allSatisfy(UUIDText.isValid) else { return nil }
      services = Set(texts.map(UUIDText.full))
    }
    guard Self.isStrength(options["RSSI"], options["Pathloss"]) else { return nil }
    minimumRSSI = options["RSSI"]?.integer.map { Int16(clamping: $0) }
    let transport = options["Transport", default: .string("auto")].string
    guard let transport, ["auto", "le", "bredr"].contains(transport) else { return nil }
    isClassicOnly = transport == "bredr"
    pattern = options["Pattern"]?.string
    guard (pattern == nil) == (options["Pattern"] == nil) else { return nil }
    let flags = ["DuplicateData", "Discoverable", "AutoConnect"].compactMap { options[$0] }
    guard flags.allSatisfy({ $0.boolean != nil }) else { return nil }
    reportsDuplicates = options["DuplicateData"]?.boolean ?? false
  }

  /// True if there is a least strength, a most loss, or neither.
  private static func isStrength(_ rssi: Value?, _ loss: Value?) -> Bool {
    switch (rssi?.unwrapped, loss?.unwrapped) {
    case (nil, nil), (.int16(-127...20), nil), (nil, .uint16(0...137)): true
    case _: false
    }
  }

  /// The keys of a filter, in the order in which bluetoothd names them.
  static func keys(in release: Behaviour.Release) -> [String] {
    ["UUIDs", "RSSI", "Pathloss", "Transport", "DuplicateData", "Discoverable", "Pattern"]
      + (release == .sid ? ["AutoConnect"] : [])
  }

  /// True if what `radio` advertises is looked for.
  func fits(_ advertisement: LocalAdvertisement, of radio: Radio, rssi: Int16) -> Bool {
    if isClassicOnly { return false }
    if !services.isEmpty, services.isDisjoint(with: advertisement.services) { return false }
    if let minimumRSSI, rssi < minimumRSSI { return false }
    guard let pattern else { return true }
    return radio.address.hasPrefix(pattern) || advertisement.localName?.hasPrefix(pattern) == true
  }
}
