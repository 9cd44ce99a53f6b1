internal import DBus

extension Peer {
  /// The interface of the device's object.
  func interface(address: String, adapter: ObjectPath) -> ObjectInterface {
    var properties: [String: Value] = [
      "Address": .string(address),
      "AddressType": .string("public"),
      "Alias": .string(alias(address)),
      "Adapter": .objectPath(adapter),
      "Paired": .boolean(false),
      "Bonded": .boolean(false),
      "Trusted": .boolean(false),
      "Blocked": .boolean(false),
      "LegacyPairing": .boolean(false),
      "Connected": .boolean(isConnected),
      "ServicesResolved": .boolean(isResolved),
      "UUIDs": .strings(services),
    ]
    properties["Name"] = name.map(Value.string)
    properties["RSSI"] = .int16(rssi ?? 0)
    properties["ManufacturerData"] = wasHeard ? manufacturerValue : nil
    return ObjectInterface(
      name: BlueZName.device,
      methods: [
        MethodShape("Connect"), MethodShape("Disconnect"),
        MethodShape("ConnectProfile", .text("UUID")),
        MethodShape("DisconnectProfile", .text("UUID")),
        MethodShape("Pair"), MethodShape("CancelPairing"),
      ],
      properties: properties,
      writable: ["Alias", "Trusted", "Blocked"],
      absent: rssi == nil ? ["RSSI"] : []
    )
  }

  /// The name, or else the address with dashes.
  func alias(_ address: String) -> String {
    name ?? String(address.map { $0 == ":" ? "-" : $0 })
  }

  var manufacturerValue: Value {
    let entries = manufacturerData.sorted { $0.key < $1.key }.map { company, bytes in
      Value.Entry(.uint16(company), .variant(.bytes(bytes)))
    }
    return .dictionary(key: .uint16, value: .variant, entries)
  }
}

extension LocalService {
  /// The objects that a central shows for the service, parents first.
  func objects(below device: ObjectPath, mtu: Int) -> [(ObjectPath, ObjectInterface)] {
    let path = self.path(below: device)
    let service = ObjectInterface(
      name: BlueZName.gattService,
      properties: [
        "UUID": .string(uuid),
        "Device": .objectPath(device),
        "Primary": .boolean(isPrimary),
        "Includes": .objectPaths([]),
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
    var properties: [String: Value] = [
      "UUID": .string(uuid),
      "Service": .objectPath(service),
      "Value": .bytes([]),
      "Flags": .strings(flags),
      "MTU": .uint16(UInt16(clamping: mtu)),
    ]
    if canNotify {
      properties["Notifying"] = .boolean(false)
      properties["NotifyAcquired"] = .boolean(false)
    }
    if flags.contains(Flag.writeWithoutResponse) { properties["WriteAcquired"] = .boolean(false) }
    let characteristic = ObjectInterface(
      name: BlueZName.gattCharacteristic,
      methods: Self.methods,
      properties: properties
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
        "UUID": .string(uuid),
        "Characteristic": .objectPath(characteristic),
        "Value": .bytes([]),
      ]
    )
    return (characteristic.child("desc\(handle.handleText)"), interface)
  }
}
