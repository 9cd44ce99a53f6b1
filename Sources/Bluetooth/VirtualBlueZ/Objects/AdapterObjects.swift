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
    [adapterInterface(release, roles), gattManager, advertisingManager]
  }

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
        .name: .string(Self.name),
        .alias: .string(alias),
        .deviceClass: .uint32(0),
        .powered: .boolean(isPowered),
        .discoverable: .boolean(isDiscoverable),
        .discoverableTimeout: .uint32(180),
        .pairable: .boolean(true),
        .pairableTimeout: .uint32(0),
        .discovering: .boolean(false),
        .uuids: servicesValue,
        .modalias: .string(release.modalias),
        .roles: .strings(roles),
      ],
      writable: [
        .alias, .powered, .discoverable, .discoverableTimeout, .pairable, .pairableTimeout,
      ]
    )
  }

  /// BlueZ's own services and those of all programs.
  var servicesValue: Value {
    .strings(
      [UUIDText.genericAccess, UUIDText.genericAttribute]
        + applications.flatMap(\.services).map(\.uuid)
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
        .supportedSecondaryChannels: .strings([]),
      ]
    )
  }
}
