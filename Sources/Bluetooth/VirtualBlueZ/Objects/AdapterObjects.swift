internal import BlueZ
internal import DBus

/// The objects that are there from the start.
enum FixedObjects {
  /// `/org/bluez`: programs like bluetoothctl register an agent at once.
  static let agentManager = ObjectInterface(
    name: BlueZName.agentManager,
    methods: [
      MethodShape("RegisterAgent", .path("agent"), .text("capability")),
      MethodShape("UnregisterAgent", .path("agent")),
      MethodShape("RequestDefaultAgent", .path("agent")),
    ]
  )
}

extension Radio {
  /// The interfaces of the adapter's object in this release of BlueZ, with what it can be.
  func interfaces(of release: Behaviour.Release, _ roles: [String]) -> [ObjectInterface] {
    let all = [adapterInterface(release, roles), gattManager, advertisingManager]
    guard release == .bookworm else { return all }
    return all.map { interface in
      var interface = interface
      for property in Self.later { interface.properties[property] = nil }
      return interface
    }
  }

  /// The properties that 5.66 does not have.
  private static let later: [BlueZProperty] = [
    .connectable, .powerState, .manufacturer, .version, .supportedFeatures,
    .supportedCapabilities,
  ]

  private func adapterInterface(
    _ release: Behaviour.Release,
    _ roles: [String]
  ) -> ObjectInterface {
    ObjectInterface(
      name: BlueZName.adapter,
      methods: [
        MethodShape("StartDiscovery"),
        MethodShape("StopDiscovery"),
        MethodShape("SetDiscoveryFilter", .options),
        MethodShape("GetDiscoveryFilters", results: [ExportedArgument("filters", .array(.string))]),
        MethodShape("RemoveDevice", .path("device")),
      ],
      properties: [
        .address: .string(address),
        .addressType: .string("public"),
        .name: .string(name),
        .alias: .string(alias),
        .deviceClass: .uint32(0),
        .connectable: .boolean(isDiscoverable),
        .powered: .boolean(isPowered),
        .powerState: .string(isPowered ? "on" : "off"),
        .discoverable: .boolean(isDiscoverable),
        .discoverableTimeout: discoverableTimeout,
        .pairable: .boolean(isPairable),
        .pairableTimeout: pairableTimeout,
        .discovering: .boolean(false),
        .uuids: servicesValue,
        .modalias: .string(release.modalias),
        .roles: .strings(roles),
        // Those of Linux's emulated controllers.
        .manufacturer: .uint16(1_521),
        .version: .byte(9),
      ],
      writable: [
        .alias, .powered, .discoverable, .discoverableTimeout, .pairable, .pairableTimeout,
      ]
    )
  }

  /// The services of all programs, the latest first, and BlueZ's own: Generic Attribute and Generic
  /// Access, PnP Information, the remote controls of its media player, and Device Information.
  var servicesValue: Value {
    .strings(
      applications.reversed().flatMap(\.services).map(\.uuid)
        + ["1801", "1800", "1200", "110c", "110e", "180a"].map(UUIDText.full)
    )
  }

  private var gattManager: ObjectInterface {
    ObjectInterface(
      name: BlueZName.gattManager,
      methods: [
        MethodShape("RegisterApplication", .path("application"), .options),
        MethodShape("UnregisterApplication", .path("application")),
      ]
    )
  }

  private var advertisingManager: ObjectInterface {
    ObjectInterface(
      name: BlueZName.advertisingManager,
      methods: [
        MethodShape("RegisterAdvertisement", .path("advertisement"), .options),
        MethodShape("UnregisterAdvertisement", .path("advertisement")),
      ],
      properties: [
        .activeInstances: .byte(0),
        .supportedInstances: .byte(Self.supportedAdvertisements),
        .supportedIncludes: .strings(["tx-power", "appearance", "local-name"]),
        .supportedSecondaryChannels: .strings(["1M", "2M", "Coded"]),
        .supportedFeatures: .strings(["CanSetTxPower", "HardwareOffload"]),
        .supportedCapabilities: .properties([
          "MinTxPower": .int16(-34), "MaxTxPower": .int16(7), "MaxAdvLen": .byte(251),
          "MaxScnRspLen": .byte(251),
        ]),
      ]
    )
  }
}
