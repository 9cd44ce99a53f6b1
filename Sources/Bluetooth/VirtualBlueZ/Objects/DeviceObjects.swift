internal import BlueZ
internal import DBus

extension Peer {
  /// The interface of the device's object.
  func interface(
    address: String,
    adapter: ObjectPath,
    in release: Behaviour.Release
  ) -> ObjectInterface {
    var properties: [BlueZProperty: Value] = [
      .address: .string(address),
      .addressType: .string("public"),
      .alias: .string(alias(address)),
      .adapter: .objectPath(adapter),
      .paired: .boolean(bond != nil),
      .bonded: .boolean(bond != nil),
      .trusted: .boolean(isTrusted),
      .blocked: .boolean(isBlocked),
      .legacyPairing: .boolean(false),
      .connected: .boolean(isConnected),
      .servicesResolved: .boolean(isResolved),
      .uuids: .strings(services),
    ]
    properties.merge(known) { first, _ in first }
    if release == .sid { properties[.cablePairing] = .boolean(false) }
    if release == .bookworm { properties[.advertisingFlags] = nil }
    return ObjectInterface(
      name: BlueZName.device,
      methods: [
        MethodShape("Connect"), MethodShape("Disconnect"),
        MethodShape("ConnectProfile", .text("UUID")),
        MethodShape("DisconnectProfile", .text("UUID")),
        MethodShape("Pair"), MethodShape("CancelPairing"),
      ],
      properties: properties,
      writable: [.alias, .trusted, .blocked],
      absent: absent
    )
  }

  /// What a device may be known by, or not, with a value of its type if not.
  private var known: [BlueZProperty: Value] {
    [
      .name: .string(name ?? ""), .rssi: .int16(rssi ?? 0), .manufacturerData: manufacturerValue,
      .serviceData: .properties(serviceData), .txPower: .int16(txPower ?? 0),
      .appearance: .uint16(appearance ?? 0), .icon: .string(icon ?? ""),
      .advertisingFlags: .bytes([flags ?? 0]), .modalias: .string(modalias ?? ""),
      .advertisingData: advertisingValue,
    ]
  }

  /// What it is not known by.
  private var absent: Set<BlueZProperty> {
    var absent: Set<BlueZProperty> = []
    if name == nil { absent.insert(.name) }
    if rssi == nil { absent.insert(.rssi) }
    if manufacturerData.isEmpty { absent.insert(.manufacturerData) }
    if serviceData.isEmpty { absent.insert(.serviceData) }
    if txPower == nil { absent.insert(.txPower) }
    if appearance == nil { absent.insert(.appearance) }
    if icon == nil { absent.insert(.icon) }
    if flags == nil { absent.insert(.advertisingFlags) }
    if advertisingData.isEmpty { absent.insert(.advertisingData) }
    if modalias == nil { absent.insert(.modalias) }
    return absent
  }

  /// The name of the icon for its appearance (`dbus-common.c: gap_appearance_to_icon`), of those
  /// that have been seen.
  private var icon: String? { appearance == 0x03C1 ? "input-keyboard" : nil }

  /// The name that a client gave it, its own, or else the address with dashes.
  func alias(_ address: String) -> String {
    givenName ?? name ?? String(address.map { $0 == ":" ? "-" : $0 })
  }

  private var advertisingValue: Value {
    let entries = advertisingData.sorted { $0.key < $1.key }.map { type, bytes in
      Value.Entry(.byte(type), .variant(.bytes(bytes)))
    }
    return .dictionary(key: .byte, value: .variant, entries)
  }

  var manufacturerValue: Value {
    let entries = manufacturerData.sorted { $0.key < $1.key }.map { company, bytes in
      Value.Entry(.uint16(company), .variant(.bytes(bytes)))
    }
    return .dictionary(key: .uint16, value: .variant, entries)
  }
}

extension Behaviour.Release {
  /// The interfaces of a device besides its own: since 5.84 a bearer, which others see only by its
  /// signals.
  var bearers: [ObjectInterface] {
    self == .sid ? [ObjectInterface(name: BlueZName.lowEnergyBearer)] : []
  }
}

extension LocalService {
  /// The objects that a central shows for the service, parents first.
  func objects(below device: ObjectPath, mtu: Int) -> [(ObjectPath, ObjectInterface)] {
    let path = self.path(below: device)
    let service = ObjectInterface(
      name: BlueZName.gattService,
      properties: [
        .uuid: .string(uuid),
        .handle: .uint16(handle),
        .device: .objectPath(device),
        .primary: .boolean(isPrimary),
        .includes: .objectPaths([]),
      ]
    )
    return [(path, service)]
      + characteristics.flatMap { $0.objects(below: path, mtu: mtu) }
  }

  func path(below device: ObjectPath) -> ObjectPath {
    device.child("service\(handle.handleText)")
  }
}

extension LocalCharacteristic {
  func path(below service: ObjectPath) -> ObjectPath {
    service.child("char\(handle.handleText)")
  }

  func objects(below service: ObjectPath, mtu: Int) -> [(ObjectPath, ObjectInterface)] {
    let path = self.path(below: service)
    var properties: [BlueZProperty: Value] = [
      .uuid: .string(uuid),
      .handle: .uint16(handle),
      .service: .objectPath(service),
      .value: .bytes([]),
      .flags: .strings(declaredFlags),
      .mtu: .uint16(UInt16(clamping: mtu)),
    ]
    if canNotify {
      properties[.notifying] = .boolean(false)
      properties[.notifyAcquired] = .boolean(false)
    }
    if has(.writeWithoutResponse) { properties[.writeAcquired] = .boolean(false) }
    let characteristic = ObjectInterface(
      name: BlueZName.gattCharacteristic,
      methods: Self.methods,
      properties: properties,
      absent: has(.notify) ? [] : [.notifyAcquired]
    )
    return [(path, characteristic)] + descriptors.map { $0.object(below: path) }
  }

  private static let methods: [MethodShape] = [
    MethodShape("ReadValue", .options, results: [.value]),
    MethodShape("WriteValue", .value, .options),
    MethodShape(
      "AcquireWrite",
      .options,
      results: [ExportedArgument("fd", .unixDescriptor), .mtu]
    ),
    MethodShape(
      "AcquireNotify",
      .options,
      results: [ExportedArgument("fd", .unixDescriptor), .mtu]
    ),
    MethodShape("StartNotify"), MethodShape("StopNotify"),
  ]
}

extension LocalDescriptor {
  fileprivate func object(below characteristic: ObjectPath) -> (ObjectPath, ObjectInterface) {
    let interface = ObjectInterface(
      name: BlueZName.gattDescriptor,
      methods: [
        MethodShape("ReadValue", .options, results: [.value]),
        MethodShape("WriteValue", .value, .options),
      ],
      properties: [
        .uuid: .string(uuid),
        .handle: .uint16(handle),
        .characteristic: .objectPath(characteristic),
        .value: .bytes([]),
      ]
    )
    return (characteristic.child("desc\(handle.handleText)"), interface)
  }
}
