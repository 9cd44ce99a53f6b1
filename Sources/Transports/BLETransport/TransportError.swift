public import BlueZ
public import MatchProtocol

/// The reason why there is no link.
public enum TransportError: TransportFailure, Hashable, Sendable {
  /// There is no Bluetooth controller, or none of this name.
  case noAdapter(name: String?)
  /// The controller is off, and cannot be switched on.
  case adapterOff(name: String)
  /// The controller is blocked (rfkill).
  case adapterBlocked(name: String)
  /// The controller, or its bluetoothd, cannot advertise and offer services.
  case notPeripheral(name: String)
  /// bluetoothd refuses to advertise, or to offer services, for this reason.
  case notAdvertised(name: String, BlueZError)
  /// The controller does not look for others; the reason, if bluetoothd gives one.
  case notScanning(name: String, BlueZError?)
  /// Other programs use all the advertisements that the controller can send.
  case noFreeAdvertisement(name: String)
  /// Another program on this computer has a table on the controller.
  case tableOpen(name: String)
  /// The host was heard, but no link came about.
  case cannotConnect(FoundHost, BlueZError)
  /// There is no link at the moment.
  case notConnected
  /// A packet is longer than the link carries.
  case packetTooLong(Int, maximum: Int)
  /// bluetoothd says no.
  case bluetooth(BlueZError)

  /// True if the cause may soon pass: no Bluetooth on this computer, or no link.
  public var mayPass: Bool {
    switch self {
    case .noAdapter, .adapterOff, .adapterBlocked, .notPeripheral, .notAdvertised, .notScanning,
      .tableOpen, .notConnected:
      true
    // Nothing tells when there is a place again.
    case .noFreeAdvertisement: false
    case .cannotConnect(_, let error), .bluetooth(let error): error.mayPass
    default: false
    }
  }
}

extension BlueZError: TransportFailure {
  /// True if bluetoothd may do it a moment later, as when it is being started with the computer.
  ///
  /// It may, whatever it says or leaves unsaid; only what a policy forbids stays forbidden.
  public var mayPass: Bool {
    if case .accessDenied = self { false } else { true }
  }
}

extension BluetoothService {
  /// The controller to use, switched on.
  ///
  /// - Parameters:
  ///   - name: The kernel's name, such as `hci0`, or `nil` for the first that can do it.
  ///   - isHost: Whether it is to host, rather than to join.
  /// - Returns: The controller.
  /// - Throws: ``TransportError/noAdapter(name:)``, ``TransportError/adapterBlocked(name:)``,
  ///   ``TransportError/adapterOff(name:)``, or ``TransportError/bluetooth(_:)``.
  public func readyAdapter(
    named name: String?,
    toHost isHost: Bool = false
  ) async throws(TransportError) -> Adapter {
    guard isRunning else { throw .bluetooth(absence) }
    let fitting = name == nil ? fittingAdapter(toHost: isHost) : nil
    guard var adapter = fitting ?? adapter(named: name) else { throw .noAdapter(name: name) }
    adapter.isReplaceable = name == nil
    guard !adapter.isPowered else { return adapter }
    do throws(BlueZError) {
      try await setPower(true, of: adapter)
    } catch .blocked {
      throw .adapterBlocked(name: adapter.name)
    } catch .failed, .notReady, .busy {
      throw .adapterOff(name: adapter.name)
    } catch {
      throw .bluetooth(error)
    }
    return adapter
  }

  /// The first controller that can do it; to host, rather one without a table.
  private func fittingAdapter(toHost isHost: Bool) -> Adapter? {
    guard isHost else { return adapters.first(where: \.canBeCentral) }
    return adapters.first(where: \.canOpenTable) ?? adapters.first(where: \.canBePeripheral)
  }
}

extension Adapter {
  /// True if a program on this computer has a table on it.
  var hasTable: Bool { services.contains(GameService.uuid) }

  /// True if a table can be opened on it.
  var canOpenTable: Bool { canBePeripheral && !hasTable }
}
