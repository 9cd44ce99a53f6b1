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
  /// The number of the registration.
  var number = 0
  /// The time after which it ends; `nil` if it does not.
  var timeout: Duration?

  var serviceData: [String: Value] = [:]
  var appearance: UInt16?
  /// The strength that it names, in dBm; 0 as Linux has it for emulated controllers.
  var txPower: Int16?
  /// The data of types that have no property, by the type.
  var data: [UInt8: [UInt8]] = [:]
  /// True if it says whether it is discoverable: bluetoothd sets the flags then.
  private var hasFlags = false
  /// The properties of the client's object.
  private var properties: [String: Value] = [:]

  /// The most bytes of a legacy advertisement, and of a scan response.
  private static let legacyLength = 31

  /// Reads the properties of the client's object.
  ///
  /// Without a `Type`, bluetoothd registers an empty advertisement that nobody can connect to, and
  /// reports success.
  ///
  /// - Parameters:
  ///   - owner: The client.
  ///   - path: The client's object.
  ///   - properties: Those of the object; `nil` if it did not say.
  ///   - alias: The adapter's name, for `local-name` in `Includes`.
  ///   - release: The release of BlueZ: advertisements of 5.66 have 31 bytes.
  /// - Throws: What the client gets for an answer.
  init(
    owner: String,
    path: ObjectPath,
    _ properties: [String: Value]?,
    alias: String,
    in release: Behaviour.Release
  ) throws(Refusal) {
    self.owner = owner
    self.path = path
    self.properties = properties ?? [:]
    guard let properties, let type = properties[.type] else { return }
    guard let type = type.string, ["peripheral", "broadcast"].contains(type) else {
      throw .notParsed
    }
    try Self.check(properties, in: release)
    isConnectable = type == "peripheral"
    hasFlags = properties[.discoverable] != nil
    isDiscoverable = properties[.discoverable]?.boolean ?? false
    guard isConnectable || !isDiscoverable else { throw .notParsed }
    readContent(properties, in: release)
    let included = properties["Includes"]?.strings ?? []
    if included.contains("local-name") { localName = alias }
    if included.contains("tx-power") { txPower = 0 }
    guard length <= (release == .bookworm ? Self.legacyLength : 251),
      !included.contains("appearance") || appearance != nil
    else {
      throw .notRegistered
    }
  }

  /// Reads what scanners are to see; 5.66 sends no data of types that have no property.
  private mutating func readContent(
    _ properties: [String: Value],
    in release: Behaviour.Release
  ) {
    services = (properties[.serviceUUIDs]?.strings ?? []).map(UUIDText.full)
    serviceData = Self.serviceData(properties[.serviceData])
    if release != .bookworm {
      services += serviceData.keys.sorted().filter { !services.contains($0) }
    }
    localName = properties[.localName]?.string.map(Self.cut)
    manufacturerData = properties[.manufacturerData].map(Self.manufacturerData) ?? [:]
    data = release == .bookworm ? [:] : Self.data(properties["Data"])
    timeout = properties["Timeout"]?.integer.flatMap { $0 > 0 ? .seconds($0) : nil }
    appearance = properties[.appearance]?.integer.map { UInt16(clamping: $0) }
  }

  /// The advertisement after a change of its object.
  ///
  /// - Throws: What a registration with these properties would get for an answer.
  func changed(
    by changes: [String: Value],
    alias: String,
    in release: Behaviour.Release
  ) throws(Refusal) -> LocalAdvertisement {
    var changed = try LocalAdvertisement(
      owner: owner,
      path: path,
      properties.merging(changes) { _, new in new },
      alias: alias,
      in: release
    )
    changed.hasClassic = hasClassic
    changed.isOnAir = isOnAir
    changed.number = number
    return changed
  }

  /// Refuses properties that bluetoothd cannot read (`advertising.c`).
  private static func check(
    _ properties: [String: Value],
    in release: Behaviour.Release
  ) throws(Refusal) {
    try checkNumbers(properties, in: release)
    if let uuids = properties[.serviceUUIDs] {
      guard let texts = uuids.strings, texts.allSatisfy(UUIDText.isValid) else { throw .notParsed }
    }
    if let name = properties[.localName], name.string == nil { throw .notParsed }
    guard case .dictionary(key: .byte, _, let entries)? = properties["Data"]?.unwrapped else {
      return
    }
    // Flags are bluetoothd's own.
    guard !entries.contains(where: { $0.key == .byte(1) }) else { throw .notParsed }
  }

  private static func checkNumbers(
    _ properties: [String: Value],
    in release: Behaviour.Release
  ) throws(Refusal) {
    if let appearance = properties[.appearance] {
      guard case .uint16 = appearance.unwrapped else { throw .notParsed }
    }
    if let channel = properties["SecondaryChannel"] {
      guard let name = channel.string, ["1M", "2M", "Coded"].contains(name) else {
        throw .notParsed
      }
    }
    guard release != .bookworm else { return }
    if let least = properties[.minInterval]?.integer, let most = properties[.maxInterval]?.integer {
      guard least <= most else { throw .notParsed }
    }
  }

  /// The flags as scanners see them.
  ///
  /// Without `Discoverable` in its object the kernel sets them, and sets none.
  var flags: UInt8 {
    guard hasFlags else { return 0 }
    return (isDiscoverable ? 0x02 : 0) | (hasClassic ? 0 : 0x04)
  }

  private static func serviceData(_ value: Value?) -> [String: Value] {
    let data = (value?.properties ?? [:]).map { (UUIDText.full($0), $1) }
    return [String: Value](data) { first, _ in first }
  }

  private static func data(_ value: Value?) -> [UInt8: [UInt8]] {
    guard case .dictionary(key: .byte, _, let entries)? = value?.unwrapped else { return [:] }
    return entries.reduce(into: [:]) { data, entry in
      if case .byte(let type) = entry.key { data[type] = entry.value.bytes }
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

  /// The data by the companies' numbers; bluetoothd passes over what is none.
  private static func manufacturerData(_ value: Value) -> [UInt16: [UInt8]] {
    guard case .dictionary(key: .uint16, _, let entries) = value.unwrapped else { return [:] }
    var data: [UInt16: [UInt8]] = [:]
    for entry in entries {
      if case .uint16(let company) = entry.key { data[company] = entry.value.bytes }
    }
    return data
  }

  /// The name as scanners see it: 29 bytes, and when a character was cut in two, spaces for all
  /// that is not ASCII (`eir.c`).
  private static func cut(_ name: String) -> String {
    let bytes = Array(name.utf8.prefix(legacyLength - 2))
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
    hasFlags = hasFlags || other.hasFlags
    serviceData.merge(other.serviceData) { first, _ in first }
    appearance = appearance ?? other.appearance
    txPower = txPower ?? other.txPower
    data.merge(other.data) { first, _ in first }
  }
}
