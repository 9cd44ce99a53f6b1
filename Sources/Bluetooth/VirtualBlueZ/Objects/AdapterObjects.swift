internal import DBus

/// The objects that are there from the start.
enum FixedObjects {
  /// `/org/bluez`: programs like bluetoothctl register an agent at once; nothing here ever pairs.
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
        "Address": .string(address),
        "AddressType": .string("public"),
        "Name": .string(Self.name),
        "Alias": .string(alias),
        "Class": .uint32(0),
        "Powered": .boolean(isPowered),
        "Discoverable": .boolean(isDiscoverable),
        "DiscoverableTimeout": .uint32(180),
        "Pairable": .boolean(true),
        "PairableTimeout": .uint32(0),
        "Discovering": .boolean(false),
        "UUIDs": servicesValue,
        "Modalias": .string(release.modalias),
        "Roles": .strings(roles),
      ],
      writable: [
        "Alias", "Powered", "Discoverable", "DiscoverableTimeout", "Pairable", "PairableTimeout",
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
        "ActiveInstances": .byte(0),
        "SupportedInstances": .byte(Self.supportedAdvertisements),
        "SupportedIncludes": .strings(["tx-power", "appearance", "local-name"]),
        "SupportedSecondaryChannels": .strings([]),
      ]
    )
  }
}
