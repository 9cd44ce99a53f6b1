public import BlueZ
public import DBus
public import MatchProtocol

/// A host that was heard.
public struct FoundHost: Hashable, Sendable {
  /// Its object in bluetoothd.
  public let path: ObjectPath
  /// Its address, which tells it apart from others, and the name that it advertises, if that was
  /// heard yet.
  public let location: HostLocation
  /// Received signal strength in dBm.
  public let rssi: Int?

  init(_ device: Device) {
    path = device.path
    let address = device.address?.description ?? device.path.lastElement
    location = HostLocation(address: address, name: device.name)
    rssi = device.rssi
  }

  /// The address of ``location``.
  public var address: String { location.address }

  /// The name of ``location``.
  public var name: String? { location.name }
}

/// Which host is wanted.
public enum HostQuery: Hashable, Sendable {
  /// Whoever is there, if it is only one.
  case any
  /// The one with this address.
  case address(BluetoothAddress)
  /// The one that advertises this name.
  case name(String)
  /// The one with this address, or else the one that advertises this name: a table that was found
  /// before.
  ///
  /// A host that got another controller has another address, and one to which a link stands is
  /// known by its computer's name.
  case table(BluetoothAddress, name: String)

  /// Reads what a person typed: an address, a name, or nothing.
  public init(_ text: String?) {
    guard let text else {
      self = .any
      return
    }
    self = BluetoothAddress(text).map(HostQuery.address) ?? .name(text)
  }

  /// Asks for a host that was found before.
  public init(again host: HostLocation) {
    switch (BluetoothAddress(host.address), host.name) {
    case (let address?, let name?): self = .table(address, name: name)
    case (let address?, nil): self = .address(address)
    case (nil, let name?): self = .name(name)
    case (nil, nil): self = .any
    }
  }

  func matches(_ host: FoundHost) -> Bool {
    switch self {
    case .any: true
    case .address(let address): host.address == address.description
    case .name(let name): host.name == name
    case .table(let address, let name): host.address == address.description || host.name == name
    }
  }

  /// The hosts among `hosts` that fit best.
  func best(of hosts: [FoundHost]) -> [FoundHost] {
    let matching = hosts.filter(matches)
    guard case .table(let address, _) = self else { return matching }
    let exact = matching.filter { $0.address == address.description }
    return exact.isEmpty ? matching : exact
  }

  /// Whether nobody who is heard later can fit as well as one of `hosts`, or better.
  func isSettled(by hosts: [FoundHost]) -> Bool {
    switch self {
    case .any: hosts.count > 1
    case .table(let address, _): hosts.contains { $0.address == address.description }
    case .address, .name: true
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
  /// The kernel drops reports that arrive before it has noted that it discovers, and a controller
  /// may tell of each advertiser only once a scan.
  private static let scanRound = Duration.seconds(5)

  /// How long to look for a second host after the first, when that may fit better.
  private static let rivalLimit = Duration.milliseconds(2_600)

  /// The hosts that `adapter` hears now, among all the devices that it hears.
  public func hosts(on adapter: Adapter) -> [FoundHost] {
    Self.hosts(among: devices(on: adapter))
  }

  /// A device that is only remembered is no host.
  ///
  /// One that was paired with may have a link for some other purpose, which keeps many controllers
  /// from advertising.
  private static func hosts(among devices: [Device]) -> [FoundHost] {
    devices.filter { device in
      GameService.isOffered(by: device)
        && (device.rssi != nil || device.isPaired && device.isConnected)
    }.map(FoundHost.init)
  }

  /// Looks for hosts until `limit` is over, and reports each one once: at best when its name is
  /// known.
  public func scan(
    on adapter: Adapter,
    for limit: Duration,
    onFound report: @escaping @Sendable (FoundHost) -> Void
  ) async throws(TransportError) -> [FoundHost] {
    let reported = ReportedHosts(report)
    await cutLinksToTables(on: adapter)
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
    upTo limit: Duration = searchLimit,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TransportError) -> FoundHost {
    await cutLinksToTables(on: adapter)
    let found = try await listen(on: adapter, upTo: limit, clock) { objects in
      Self.hosts(among: objects.devices(on: adapter)).contains(where: query.matches)
    }
    if found {
      _ = await wait(upTo: Self.rivalLimit, clock: clock) { objects in
        query.isSettled(by: Self.hosts(among: objects.devices(on: adapter)))
      }
    }
    let matching = query.best(of: hosts(on: adapter))
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
    _ clock: any Clock<Duration> = ContinuousClock(),
    until condition: @escaping @Sendable (ObjectTree) -> Bool
  ) async throws(TransportError) -> Bool {
    var left = limit
    while true {
      try await startScan(on: adapter)
      let round = min(left, Self.scanRound)
      if await wait(upTo: round, clock: clock, until: condition) { return true }
      left -= round
      guard left > .zero else { return false }
      await stopScan(on: adapter)
    }
  }

  private func startScan(on adapter: Adapter) async throws(TransportError) {
    do throws(BlueZError) {
      try await startDiscovery(on: adapter)
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
