internal import BlueZ
package import DBus

/// Asks bluetoothd for its adapters, and tries on one of them what a host does.
struct DaemonInquiry {
  private let service: BluetoothService
  private let clock: any Clock<Duration>

  /// The time limit of each answer.
  ///
  /// bluetoothd answers within milliseconds; starting it takes a second or two.
  private static let timeLimit = Duration.seconds(5)

  /// A service with one characteristic, which nobody knows and nobody uses.
  private static let stage = GATTApplication(
    services: ["a7d30d0c-8ad9-4a6b-9b7e-0b3c2f7d5c01"].compactMap(BluetoothUUID.init).map {
      GATTService(
        $0,
        characteristics: ["a7d30d0c-8ad9-4a6b-9b7e-0b3c2f7d5c02"].compactMap(BluetoothUUID.init)
          .map { GATTCharacteristic($0, flags: [.read]) }
      )
    }
  )

  /// An advertisement of that service.
  private static let advertisement = try? Advertisement(services: stage.services.map(\.uuid))

  /// The adapters on `bus`, or why there is no answer; the one that the program would use also
  /// gets its rehearsal.
  static func ask(
    _ bus: BluetoothBus,
    adapter name: String?,
    clock: any Clock<Duration>
  ) async -> DaemonAnswer {
    do throws(BlueZError) {
      let service = try await BluetoothService.open(bus, limits: TimeLimits(answer: timeLimit))
      let inquiry = DaemonInquiry(service: service, clock: clock)
      let answer = await inquiry.answer(rehearsing: name)
      await service.close()
      return answer
    } catch {
      return judge(opening: error)
    }
  }

  private static func judge(opening error: BlueZError) -> DaemonAnswer {
    switch error {
    case .accessDenied: .denied
    case .bus(.unreachable(_, BusError.Name.accessDenied, _)), .bus(.disconnected): .busClosed
    case .bus(.unreachable(_, _, let text)): .noBus(text)
    case .bus(let error): .noBus("\(error)")
    case _: .silent
    }
  }

  private func answer(rehearsing name: String?) async -> DaemonAnswer {
    guard await service.isRunning else { return await isHidden ? .hidden : .notRunning }
    let adapters = await service.adapters
    guard let chosen = adapters.chosen(asked: name) else { return .adapters(adapters) }
    return .adapters(adapters, await rehearse(chosen))
  }

  /// True if a filter answers in place of the bus.
  private var isHidden: Bool {
    get async {
      let question = Message.methodCall(
        to: BlueZName.service,
        path: .root,
        interface: BlueZName.objectManager,
        member: "GetManagedObjects"
      )
      do throws(BusError) {
        _ = try await service.connection.call(question, timeLimit: Self.timeLimit)
        return false
      } catch {
        return error.isOfFilter
      }
    }
  }

  // MARK: Rehearsal

  /// Registers a service, asks for the end of an advertisement that never was, and advertises for a
  /// moment if the adapter is on.
  ///
  /// The first shows that bluetoothd can see what we export, and the first two that the policy lets
  /// us call the two interfaces.
  private func rehearse(_ adapter: Adapter) async -> Rehearsal {
    guard adapter.canServe, adapter.freeAdvertisements != nil,
      let root = try? ObjectPath("/tabletooth/doctor")
    else { return .notTried }
    let rehearsal = await rehearse(on: adapter.path, root)
    switch rehearsal {
    // Being off may be the reason, and passes when the game switches it on.
    case .refused where !adapter.isPowered: return .notTried
    case .accepted where adapter.isPowered: return await advertise(on: adapter.path, root)
    case .accepted, .denied, .notAdvertised, .notTried, .refused, .unseen: return rehearsal
    }
  }

  private func advertise(on adapter: ObjectPath, _ root: ObjectPath) async -> Rehearsal {
    guard let advertisement = Self.advertisement else { return .accepted }
    do throws(BlueZError) {
      let rehearsal = AdvertisingRehearsal(
        with: service,
        on: adapter,
        as: root,
        timeLimit: Self.timeLimit
      )
      try await rehearsal.run(advertisement, clock: clock)
      return .accepted
    } catch .accessDenied {
      return .denied(interface: BlueZName.advertisingManager)
    } catch {
      return .notAdvertised(error)
    }
  }

  private func rehearse(on adapter: ObjectPath, _ root: ObjectPath) async -> Rehearsal {
    do throws(BlueZError) {
      try await service.export(Self.stage, below: root)
      let arguments: [Value] = [.objectPath(root), .properties([:])]
      try await call(adapter, BlueZName.gattManager, "RegisterApplication", arguments)
    } catch .accessDenied {
      return .denied(interface: BlueZName.gattManager)
    } catch .failed("No object received"), .timedOut {
      // It may not ask for our objects.
      return .unseen
    } catch {
      return .refused(error)
    }
    for (interface, member) in [
      (BlueZName.gattManager, "UnregisterApplication"),
      (BlueZName.advertisingManager, "UnregisterAdvertisement"),
    ] {
      do throws(BlueZError) {
        try await call(adapter, interface, member, [.objectPath(root)])
      } catch .accessDenied {
        return .denied(interface: interface)
      } catch {
        // It was asked, and that is what counts.
        continue
      }
    }
    return .accepted
  }

  private func call(
    _ path: ObjectPath,
    _ interface: String,
    _ member: String,
    _ arguments: [Value]
  ) async throws(BlueZError) {
    try await service.call(path, interface, member, arguments, timeLimit: Self.timeLimit)
  }
}

extension BusError {
  /// True if a filter between the program and the bus says that nobody has a name.
  ///
  /// xdg-dbus-proxy (0.1.4) says so of the names that it hides, and repeats the name of the error
  /// as its text. dbus-daemon and dbus-broker use words.
  package var isOfFilter: Bool {
    let unknown = BusError.Name.serviceUnknown
    return self == .remote(name: unknown, text: unknown)
  }
}
