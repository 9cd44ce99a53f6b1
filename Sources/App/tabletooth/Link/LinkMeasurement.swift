internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import DBus
internal import MatchPlay
internal import MatchProtocol

/// A measurement of the link to another computer, which sends every packet back (``LinkEcho``).
struct LinkMeasurement: Sendable {
  /// The name of the other computer.
  let host: String
  /// From the beginning until the host was heard, and from then until packets could be sent.
  private(set) var found: Duration?
  private(set) var connected: Duration?
  /// The time between two advertisements of the host, where it was heard twice.
  private(set) var advertisingInterval: Duration?
  /// True if the host was heard to advertise while the link stood, where it had been heard before.
  private(set) var advertisesWhileConnected: Bool?
  /// The bytes that fit into one packet.
  private(set) var packetSize: Int?
  /// The times of packets of ``pingSize`` bytes, one after another, to the host and back.
  private(set) var roundTrips: [Duration] = []
  /// The number of packets of a burst that came back, the number sent, and the time of that.
  private(set) var burst: (back: Int, sent: Int, time: Duration)?
  /// From when this side had cut the link until packets could be sent again.
  private(set) var reconnected: Duration?

  /// True if the host was heard to advertise before the link stood.
  private var wasHeard = false
  /// The number of figures that have been told.
  private var told = 0

  static let pingCount = 100
  static let pingSize = 20
  static let burstCount = 200
  /// The time of silence after which the rest counts as lost.
  private static let silence = Duration.seconds(3)
  /// The time to listen to the host: six times BlueZ's usual interval.
  private static let listenTime = Duration.seconds(8)
  /// No radio advertises more often (Bluetooth Core 5.4, volume 6, part B, 4.4.2.2); a controller
  /// that is emulated tells of an advertiser as soon as it is asked.
  private static let shortestInterval = Duration.milliseconds(20)
  /// The time to wait for a link.
  private static let patience = Duration.seconds(60)

  /// Looks for the host called `name`, and measures the link to it; `note` hears each
  /// figure in words as soon as it is known.
  ///
  /// - Throws: What stands in the way, as `ExitReason` understands it.
  static func run(
    to name: String,
    over bluetooth: BluetoothAccess,
    note: @Sendable (String) -> Void
  ) async throws -> LinkMeasurement {
    let (service, adapter) = try await bluetooth.open()
    return try await withTaskExecutorPreference(service.connection.taskExecutor) {
      var inputs = LinkInputs()
      var measurement = LinkMeasurement(host: name)
      let address: String?
      do {
        address = try await measurement.listen(service, adapter)
      } catch {
        await service.close()
        throw error
      }
      measurement.tell(note)
      let heard = measurement
      let begin = ContinuousClock.now
      let host = Destination(name: name, players: [])
      let link = try await HeldLink.open(to: host, on: adapter, service, deliver: inputs.deliver)
      do {
        try await measurement.measure(link.transport, since: begin, &inputs, note) {
          // A host registers its advertisement anew some seconds after a link came up.
          try await heard.isHeard(at: address, service, adapter)
        }
      } catch {
        await link.close()
        throw error
      }
      await link.close()
      return measurement
    }
  }

  /// True if the host advertises while there is a link.
  private func isHeard(
    at address: String?,
    _ service: BluetoothService,
    _ adapter: Adapter
  ) async throws -> Bool {
    let later = try await service.advertisements(
      of: host,
      at: address,
      on: adapter,
      for: Self.listenTime,
      count: 1
    )
    return !later.times.isEmpty
  }

  /// Finds out how often the host advertises.
  private mutating func listen(
    _ service: BluetoothService,
    _ adapter: Adapter
  ) async throws -> String? {
    let (times, address) = try await service.advertisements(
      of: host,
      on: adapter,
      for: Self.listenTime
    )
    wasHeard = !times.isEmpty
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    if !gaps.isEmpty {
      let interval = Self.quantile(0.5, of: gaps)
      if interval >= Self.shortestInterval { advertisingInterval = interval }
    }
    return address
  }

  private mutating func measure(
    _ transport: CentralTransport,
    since begin: ContinuousClock.Instant,
    _ inputs: inout LinkInputs,
    _ note: @Sendable (String) -> Void,
    isHeard: () async throws -> Bool
  ) async throws {
    let peer = try await awaitLink(&inputs, since: begin)
    tell(note)
    try await ping(transport, &inputs)
    tell(note)
    try await flood(transport, &inputs)
    tell(note)
    if wasHeard { advertisesWhileConnected = try await isHeard() }
    tell(note)
    let cut = ContinuousClock.now
    await transport.disconnect(peer)
    var again = LinkMeasurement(host: host)
    _ = try await again.awaitLink(&inputs, since: cut)
    reconnected = ContinuousClock.now - cut
    tell(note)
  }

  /// Tells the figures that were not told yet.
  private mutating func tell(_ note: (String) -> Void) {
    for line in lines.dropFirst(told) { note(line) }
    told = lines.count
  }

  private mutating func awaitLink(
    _ inputs: inout LinkInputs,
    since begin: ContinuousClock.Instant
  ) async throws -> PeerID {
    while let (event, time) = try await inputs.next(within: Self.patience) {
      switch event {
      case .progress(.connecting): found = found ?? time - begin
      case .link(.up(let peer, let size)):
        connected = time - begin - (found ?? .zero)
        packetSize = size
        return peer
      case .link, .progress, .waits, .wayEnded: continue
      case .ended: throw ExitReason.transportGone
      }
    }
    throw ExitReason.couldNotConnect(to: host, because: .noAnswer(for: Self.patience))
  }

  private mutating func ping(_ transport: CentralTransport, _ inputs: inout LinkInputs) async throws
  {
    for number in 0..<Self.pingCount {
      let packet = Self.packet(number, Self.pingSize)
      let sent = ContinuousClock.now
      try await transport.send(packet)
      guard let back = try await inputs.packet(packet, within: Self.silence) else { continue }
      roundTrips.append(back - sent)
    }
  }

  /// Sends as fast as the radio takes it, and counts what comes back.
  private mutating func flood(
    _ transport: CentralTransport,
    _ inputs: inout LinkInputs
  ) async throws {
    let size = packetSize ?? Self.pingSize
    let begin = ContinuousClock.now
    for number in 0..<Self.burstCount {
      try await transport.send(Self.packet(Self.pingCount + number, size))
    }
    var (back, last) = (0, begin)
    while back < Self.burstCount,
      let time = try await inputs.packet(nil, within: Self.silence)
    {
      (back, last) = (back + 1, time)
    }
    burst = (back, Self.burstCount, last - begin)
  }

  /// A packet that differs from all others.
  static func packet(_ number: Int, _ size: Int) -> [UInt8] {
    var packet = [UInt8](repeating: 0, count: max(size, 2))
    packet[0] = UInt8(truncatingIfNeeded: number)
    packet[1] = UInt8(truncatingIfNeeded: number >> 8)
    return packet
  }
}
