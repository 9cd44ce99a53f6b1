public import BlueZ
public import DBus

/// A host that was heard.
public struct FoundHost: Hashable, Sendable {
  /// Its object in bluetoothd.
  public let path: ObjectPath
  /// Its address, which tells it apart from others.
  public let address: String
  /// The name that it advertises, if that was heard yet.
  public let name: String?
  /// Received signal strength in dBm.
  public let rssi: Int?

  init(_ device: Device) {
    path = device.path
    address = device.address?.description ?? device.path.lastElement
    name = device.name
    rssi = device.rssi
  }
}

/// Which host is wanted.
public enum HostQuery: Hashable, Sendable {
  /// Whoever is there, if it is only one.
  case any
  /// The one with this address.
  case address(BluetoothAddress)
  /// The one that advertises this name.
  case name(String)

  /// Reads what a person typed: an address, a name, or nothing.
  public init(_ text: String?) {
    guard let text else {
      self = .any
      return
    }
    self = BluetoothAddress(text).map(HostQuery.address) ?? .name(text)
  }

  func matches(_ host: FoundHost) -> Bool {
    switch self {
    case .any: true
    case .address(let address): host.address == address.description
    case .name(let name): host.name == name
    }
  }
}

extension BluetoothService {
  /// How long to look for a host.
  ///
  /// BlueZ advertises every 1.28 seconds by default, and some reports are missed.
  public static let searchLimit = Duration.seconds(30)

  /// How long to scan before the scan is started anew.
  ///
  /// The kernel drops reports that arrive before it has noted that it discovers, and a controller may tell of each advertiser only once a scan.
  private static let scanRound = Duration.seconds(5)

  /// How long to look for a second host after the first, when nobody said which.
  private static let rivalLimit = Duration.milliseconds(2_600)

  /// The hosts that `adapter` hears, or is connected to, now.
  ///
  /// Discovery filters of all programs on the machine are merged, so each device is looked at once more.
  public func hosts(on adapter: Adapter) -> [FoundHost] {
    Self.hosts(among: devices(on: adapter))
  }

  private static func hosts(among devices: [Device]) -> [FoundHost] {
    devices.filter { GameService.isOffered(by: $0) && ($0.rssi != nil || $0.isConnected) }
      .map(FoundHost.init)
  }

  /// Looks for hosts until `limit` is over, and reports each one once: at best when its name is known.
  public func scan(
    on adapter: Adapter,
    for limit: Duration,
    onFound report: @escaping @Sendable (FoundHost) -> Void
  ) async throws(TransportError) -> [FoundHost] {
    let reported = ReportedHosts(report)
    _ = try await listen(on: adapter, upTo: limit) { objects in
      for host in Self.hosts(among: objects.devices(on: adapter)) where host.name != nil {
        reported.insert(host)
      }
      return false
    }
    for host in hosts(on: adapter) { reported.insert(host) }
    await stopScan(on: adapter)
    return reported.all
  }

  /// Looks for the host that `query` asks for.
  ///
  /// Discovery goes on afterwards: BlueZ forgets devices that nobody looks for.
  public func find(
    _ query: HostQuery,
    on adapter: Adapter,
    upTo limit: Duration = searchLimit
  ) async throws(TransportError) -> FoundHost {
    let found = try await listen(on: adapter, upTo: limit) { objects in
      Self.hosts(among: objects.devices(on: adapter)).contains(where: query.matches)
    }
    if found, query == .any {
      _ = await wait(upTo: Self.rivalLimit) { objects in
        Self.hosts(among: objects.devices(on: adapter)).count > 1
      }
    }
    let matching = hosts(on: adapter).filter(query.matches)
    guard let host = matching.first, matching.count == 1 else {
      await stopScan(on: adapter)
      throw matching.isEmpty ? .notFound(query) : .ambiguous(matching)
    }
    return host
  }

  /// Scans until `condition` holds or `limit` is over, in rounds; the last scan goes on.
  private func listen(
    on adapter: Adapter,
    upTo limit: Duration,
    until condition: @escaping @Sendable (ObjectTree) -> Bool
  ) async throws(TransportError) -> Bool {
    var left = limit
    while true {
      try await startScan(on: adapter)
      let round = min(left, Self.scanRound)
      if await wait(upTo: round, until: condition) { return true }
      left -= round
      guard left > .zero else { return false }
      await stopScan(on: adapter)
    }
  }

  private func startScan(on adapter: Adapter) async throws(TransportError) {
    do throws(BlueZError) {
      try await startDiscovery(on: adapter, DiscoveryFilter(services: [GameService.uuid]))
    } catch .notReady {
      throw .adapterOff(name: adapter.name)
    } catch {
      throw .bluetooth(error)
    }
  }

  func stopScan(on adapter: Adapter) async {
    // It ends with the connection at the latest.
    try? await stopDiscovery(on: adapter)
  }
}
