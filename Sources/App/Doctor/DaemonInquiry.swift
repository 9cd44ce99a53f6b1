internal import DBus

/// Asks BlueZ over the bus, as plainly as possible: a doctor does not lean on what may be ill.
struct DaemonInquiry {
  private let connection: Connection

  /// How long each answer may take.
  ///
  /// BlueZ answers within milliseconds; starting it takes a second or two.
  private static let timeLimit = Duration.seconds(5)

  private enum Name {
    static let bluez = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let services = "org.bluez.GattManager1"
    static let advertisements = "org.bluez.LEAdvertisingManager1"
    static let bus = "org.freedesktop.DBus"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
  }

  /// The adapters on `bus`, or why there is no answer; the one that the program would use also
  /// gets its rehearsal.
  static func ask(_ bus: BusAddress, adapter: String?) async -> DaemonAnswer {
    do throws(BusError) {
      let connection = try await Connection.open(bus, timeLimit: timeLimit)
      let answer = await DaemonInquiry(connection: connection).answer(rehearsing: adapter)
      await connection.close()
      return answer
    } catch {
      return Self.judge(opening: error)
    }
  }

  private static func judge(opening error: BusError) -> DaemonAnswer {
    switch error {
    case .unreachable(_, BusError.Name.accessDenied, _), .disconnected: .busClosed
    case .unreachable(_, _, let text): .noBus(text)
    case .remote(_, let text): .noBus(text)
    case .timedOut: .noBus("it does not answer")
    case .cancelled, .invalidText, .invalidValue, .descriptorsUnsupported, .unexpectedReply,
      .alreadyExported:
      .noBus("\(error)")
    }
  }

  private func answer(rehearsing name: String?) async -> DaemonAnswer {
    do throws(BusError) {
      var adapters = Self.adapters(in: try await objects())
      let chosen = adapters.chosen(asked: name)
      for index in adapters.indices where adapters[index].name == chosen?.name {
        adapters[index].rehearsal = await rehearse(adapters[index])
      }
      return .adapters(adapters)
    } catch {
      return await judge(asking: error)
    }
  }

  private func judge(asking error: BusError) async -> DaemonAnswer {
    if error.remoteName == BusError.Name.accessDenied { return .denied }
    if error == .disconnected { return .busClosed }
    let owner = Message.methodCall(
      to: Name.bus,
      path: .root,
      interface: Name.bus,
      member: "NameHasOwner",
      [.string(Name.bluez)]
    )
    let hasOwner = try? await connection.call(owner, timeLimit: Self.timeLimit).first?.boolean
    return hasOwner == true ? .silent : .notRunning
  }

  private func objects() async throws(BusError) -> [Value.Entry] {
    let message = Message.methodCall(
      to: Name.bluez,
      path: .root,
      interface: Name.objectManager,
      member: "GetManagedObjects"
    )
    let reply = try await connection.call(message, timeLimit: Self.timeLimit)
    guard case .dictionary(_, _, let entries)? = reply.first else { return [] }
    return entries
  }

  private static func adapters(in objects: [Value.Entry]) -> [OfferedAdapter] {
    let adapters = objects.compactMap { object -> OfferedAdapter? in
      guard
        let path = object.key.objectPath,
        let interfaces = object.value.properties,
        let properties = interfaces[Name.adapter]?.properties
      else { return nil }
      var adapter = OfferedAdapter(
        name: path.lastElement,
        isPowered: properties["Powered"]?.boolean ?? false
      )
      adapter.address = properties["Address"]?.string ?? ""
      adapter.isDiscoverable = properties["Discoverable"]?.boolean ?? false
      adapter.isBlocked = properties["PowerState"]?.string == "off-blocked"
      adapter.roles = properties["Roles"]?.strings
      adapter.version = properties["Modalias"]?.string.flatMap { DaemonVersion(modalias: $0) }
      adapter.takesServices = interfaces[Name.services] != nil
      adapter.freeAdvertisements = interfaces[Name.advertisements]?.properties.map { properties in
        properties["SupportedInstances"]?.integer ?? 0
      }
      return adapter
    }
    return adapters.sorted { ($0.name.count, $0.name) < ($1.name.count, $1.name) }
  }

  // MARK: Rehearsal

  /// Registers a service, and asks for the end of an advertisement that never was.
  ///
  /// The one shows that BlueZ can see what we export, and both that the policy lets us call the two
  /// interfaces.
  private func rehearse(_ adapter: OfferedAdapter) async -> Rehearsal {
    guard adapter.takesServices, adapter.freeAdvertisements != nil else { return .notTried }
    let rehearsal = await rehearse(on: adapter.name)
    guard case .refused = rehearsal, !adapter.isPowered else { return rehearsal }
    // Being off may be the reason, and passes when the game switches it on.
    return .notTried
  }

  private func rehearse(on adapter: String) async -> Rehearsal {
    guard let stage = try? Stage(), let path = try? ObjectPath("/org/bluez/\(adapter)") else {
      return .notTried
    }
    do throws(BusError) {
      try await stage.export(on: connection)
      let register = Message.methodCall(
        to: Name.bluez,
        path: path,
        interface: Name.services,
        member: "RegisterApplication",
        [.objectPath(stage.root), .properties([:])]
      )
      if let failure = await attempt(register) { return Self.judge(registering: failure) }
      for (interface, member) in [
        (Name.services, "UnregisterApplication"),
        (Name.advertisements, "UnregisterAdvertisement"),
      ] {
        let message = Message.methodCall(
          to: Name.bluez,
          path: path,
          interface: interface,
          member: member,
          [.objectPath(stage.root)]
        )
        let failure = await attempt(message)
        if failure?.remoteName == BusError.Name.accessDenied {
          return .denied(interface: interface)
        }
      }
      return .accepted
    } catch {
      return .refused("\(error)")
    }
  }

  private func attempt(_ message: Message) async -> BusError? {
    do throws(BusError) {
      _ = try await connection.call(message, timeLimit: Self.timeLimit)
      return nil
    } catch {
      return error
    }
  }

  /// BlueZ answers "No object received", or not at all, when it may not ask for our objects.
  private static func judge(registering error: BusError) -> Rehearsal {
    switch error {
    case .remote(BusError.Name.accessDenied, _): .denied(interface: Name.services)
    case .remote(_, "No object received"), .timedOut: .unseen
    case .remote(let name, let text): .refused(text.isEmpty ? name : text)
    case .disconnected, .cancelled, .unreachable, .invalidText, .invalidValue,
      .descriptorsUnsupported, .unexpectedReply, .alreadyExported:
      .refused("\(error)")
    }
  }
}

/// A service with one characteristic, which nobody knows and nobody uses.
private struct Stage {
  let root: ObjectPath
  private let service: ObjectPath
  private let characteristic: ObjectPath

  init() throws(InvalidText) {
    root = try ObjectPath("/tabletooth/doctor")
    service = try root.appending("service0")
    characteristic = try service.appending("char0")
  }

  func export(on connection: Connection) async throws(BusError) {
    await connection.exportObjectManager(at: root)
    let serviceProperties: [String: ExportedProperty] = [
      "UUID": ExportedProperty(.string("a7d30d0c-8ad9-4a6b-9b7e-0b3c2f7d5c01")),
      "Primary": ExportedProperty(.boolean(true)),
    ]
    let characteristicProperties: [String: ExportedProperty] = [
      "UUID": ExportedProperty(.string("a7d30d0c-8ad9-4a6b-9b7e-0b3c2f7d5c02")),
      "Service": ExportedProperty(.objectPath(service)),
      "Flags": ExportedProperty(.strings(["read"])),
    ]
    try await connection.export(
      [ExportedInterface("org.bluez.GattService1", properties: serviceProperties)],
      at: service
    )
    try await connection.export(
      [ExportedInterface("org.bluez.GattCharacteristic1", properties: characteristicProperties)],
      at: characteristic
    )
  }
}
