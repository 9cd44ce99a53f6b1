internal import BlueZ
internal import DBus

/// Asks bluetoothd for its adapters, and tries on one of them what a host does.
struct DaemonInquiry {
  private let service: BluetoothService

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

  /// The adapters on `bus`, or why there is no answer; the one that the program would use also
  /// gets its rehearsal.
  static func ask(_ bus: BluetoothBus, adapter name: String?) async -> DaemonAnswer {
    do throws(BlueZError) {
      let service = try await BluetoothService.open(bus, limits: TimeLimits(answer: timeLimit))
      let answer = await DaemonInquiry(service: service).answer(rehearsing: name)
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
    guard await service.isRunning else { return .notRunning }
    let adapters = await service.adapters
    guard let chosen = adapters.chosen(asked: name) else { return .adapters(adapters) }
    return .adapters(adapters, await rehearse(chosen))
  }

  // MARK: Rehearsal

  /// Registers a service, and asks for the end of an advertisement that never was.
  ///
  /// The one shows that bluetoothd can see what we export, and both that the policy lets us call
  /// the two interfaces.
  private func rehearse(_ adapter: Adapter) async -> Rehearsal {
    guard adapter.canServe, adapter.freeAdvertisements != nil,
      let root = try? ObjectPath("/tabletooth/doctor")
    else { return .notTried }
    let rehearsal = await rehearse(on: adapter.path, root)
    guard case .refused = rehearsal, !adapter.isPowered else { return rehearsal }
    // Being off may be the reason, and passes when the game switches it on.
    return .notTried
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
