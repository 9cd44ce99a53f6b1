internal import BlueZ
internal import DBus

/// An advertisement that a client has registered.
struct LocalAdvertisement: Hashable {
  let owner: String
  let path: ObjectPath
  var services: [String] = []
  var localName: String?
  var manufacturerData: [UInt16: [UInt8]] = [:]
  /// True if scanners without a filter take notice.
  var isDiscoverable = false
  /// True if centrals may connect.
  var isConnectable = false
  /// True if scanners take the device for one that also has Bluetooth classic.
  ///
  /// bluetoothd adds the flag "BR/EDR not supported" only while the adapter is not discoverable
  /// (`advertising.c: set_flags`). Without `Discoverable` the kernel adds flags for a discoverable
  /// adapter, which lack it too.
  var hasClassic = false
  /// True if it is sent: a connection ends that.
  var isOnAir = true

  /// The most bytes of a legacy advertisement, and of a scan response.
  private static let maximumLength = 31

  /// Reads the properties of the client's object.
  ///
  /// Without a `Type`, 5.66 registers an empty advertisement that nobody can connect to, and
  /// reports success.
  init(owner: String, path: ObjectPath, _ properties: [String: Value]?) throws(Refusal) {
    self.owner = owner
    self.path = path
    guard let properties, let type = properties[.type]?.string else { return }
    isConnectable = type == "peripheral"
    isDiscoverable = properties[.discoverable]?.boolean ?? false
    services = (properties[.serviceUUIDs]?.strings ?? []).map(UUIDText.full)
    localName = properties[.localName]?.string.map(Self.cut)
    if let data = properties[.manufacturerData] {
      manufacturerData = try Self.manufacturerData(data)
    }
    guard length <= Self.maximumLength else {
      throw .failed("Failed to register advertisement")
    }
  }

  /// The bytes besides the name, which goes into the scan response.
  private var length: Int {
    let short = services.filter { $0.hasSuffix("-0000-1000-8000-00805f9b34fb") }.count
    let long = services.count - short
    let uuids = (short > 0 ? 2 + 2 * short : 0) + (long > 0 ? 2 + 16 * long : 0)
    let data = manufacturerData.values.reduce(0) { $0 + 4 + $1.count }
    return uuids + data + (isDiscoverable ? 3 : 0)
  }

  private static func manufacturerData(
    _ value: Value
  ) throws(Refusal) -> [UInt16: [UInt8]] {
    guard case .dictionary(key: .uint16, _, let entries) = value.unwrapped else {
      throw .invalidArguments
    }
    var data: [UInt16: [UInt8]] = [:]
    for entry in entries {
      guard case .uint16(let company) = entry.key, let bytes = entry.value.bytes else {
        throw .invalidArguments
      }
      data[company] = bytes
    }
    return data
  }

  /// The name as scanners see it: 29 bytes, and when a character was cut in two, spaces for all
  /// that is not ASCII (`eir.c`).
  private static func cut(_ name: String) -> String {
    let bytes = Array(name.utf8.prefix(maximumLength - 2))
    if let whole = String(validating: bytes, as: UTF8.self) { return whole }
    return String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
  }

  /// Adds another advertisement of the same adapter: scanners see one device.
  mutating func add(_ other: LocalAdvertisement) {
    services += other.services.filter { !services.contains($0) }
    localName = localName ?? other.localName
    manufacturerData.merge(other.manufacturerData) { first, _ in first }
    isDiscoverable = isDiscoverable || other.isDiscoverable
    isConnectable = isConnectable || other.isConnectable
    hasClassic = hasClassic || other.hasClassic
  }
}
