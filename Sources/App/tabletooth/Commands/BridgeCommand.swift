internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import Glibc
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import ProcessIO
internal import Synchronization

/// `tabletooth bridge`: lends this computer's way to others.
struct BridgeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Open a broker's table to players nearby, or a nearby table to remote players.",
    discussion: """
      tabletooth bridge Anna --on mqtts://broker.example.org

      The bridge forwards packets, which are encrypted between the players. It needs Bluetooth and \
      a broker, runs until you stop it, and prints its traffic.
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      The code shown by the host of a table at a broker, to open that table to players nearby. Or \
      the name or address of a nearby table, to open it at the broker.
      """,
      valueName: "code|name|address"
    )
  )
  var table: String

  @Option(
    help: """
      The name of the broker's table for players nearby (default: the host's name for it).
      """
  )
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The broker to open a nearby table at (default: from the settings).",
      valueName: "broker"
    )
  )
  var on: String?

  func run(in environment: Environment) async throws {
    let name = try Names.player(name)
    let broker = try on.map { text throws(ExitReason) in
      try TransportOptions.broker(text, environment.broker)
    }
    let code = try TableCode.read(table, at: broker, in: environment)
    guard let place = code?.broker ?? broker ?? environment.broker else {
      throw TableCode.doubt(of: table) ?? TransportOptions.noneSet
    }
    let (events, inbox) = AsyncStream.makeStream(of: BridgeRun.Event.self)
    let opening = BridgeOpening()
    let signals = StopSignals { number in
      guard let signal = StopSignal(rawValue: Int(number)) else { return }
      opening.stop(signal)
      inbox.yield(.stop(signal))
    }
    defer { signals.cancel() }
    _ = StandardOutput.tell(say("Looking for a table.\n"))
    do {
      let bridge = try await opening.run { opening in
        guard let code else { return try await openOnline(place, opening, inbox, environment) }
        return try await openNearby(code, as: name, opening, inbox, environment)
      }
      _ = StandardOutput.tell(bridge.line + "\n")
      let run = await BridgeRun(
        (events, inbox),
        from: bridge.guests,
        to: bridge.table,
        offering: bridge.sign
      )
      let reason = await run.run()
      await opening.close()
      throw reason
    } catch {
      let reason = ExitReason(error)
      if case .nobodyFound = reason, let doubt = TableCode.doubt(of: table) { throw doubt }
      throw reason
    }
  }

  private typealias Inbox = AsyncStream<BridgeRun.Event>.Continuation

  // MARK: A table at a broker

  private func openNearby(
    _ code: TableCode,
    as name: PlayerName?,
    _ opening: BridgeOpening,
    _ inbox: Inbox,
    _ environment: Environment
  ) async throws -> BridgeOpening.Bridge {
    let (signs, found) = AsyncStream.makeStream(of: TableSign.self)
    let relay = BrokerRelay(to: code) { event in
      if case .offered(let sign) = event { found.yield(sign) }
      inbox.yield(.table(TableSideEvent(event)))
    }
    opening.add { await relay.close() }
    try await relay.connect()
    guard let sign = await signs.first(where: { _ in true }) else {
      throw CancellationError()
    }
    let (service, adapter) = try await BluetoothAccess(in: environment).open(toHost: true)
    opening.add { await service.close() }
    let transport = try await PeripheralTransport.open(
      hosting: (name ?? sign.name).description,
      saying: sign.presence,
      on: adapter,
      service
    ) { inbox.yield(.guests($0)) }
    opening.add { await transport.close() }
    if !sign.isOpen { await transport.setOpen(false) }
    let line = BridgeStrings.openNearby(
      sign.name.description,
      of: "\(code.broker)",
      on: adapter.name
    )
    return BridgeOpening.Bridge(line: line, guests: transport, table: relay, sign: sign)
  }

  // MARK: A table nearby

  private func openOnline(
    _ broker: BrokerList,
    _ opening: BridgeOpening,
    _ inbox: Inbox,
    _ environment: Environment
  ) async throws -> BridgeOpening.Bridge {
    let (service, adapter) = try await BluetoothAccess(in: environment).open()
    let (links, found) = AsyncStream.makeStream(of: (location: HostLocation, size: Int).self)
    let location = Mutex<HostLocation?>(nil)
    // Only the table that was asked for, whatever is played there.
    let link = try await HeldLink.open(to: Destination(typed: table), on: adapter, service) {
      event in
      if case .progress(.connected(let place)) = event { location.withLock { $0 = place } }
      if case .link(.up(_, let size)) = event, let place = location.withLock(\.self) {
        found.yield((place, size))
      }
      inbox.yield(.table(TableSideEvent(event)))
    }
    opening.add { await link.close() }
    guard let (place, size) = await links.first(where: { _ in true }) else {
      throw CancellationError()
    }
    let name = PlayerName(cleaning: place.title)
    let code = try Self.code(of: place, at: broker, in: environment)
    var offer = BrokerTable([Door(code)], saying: TableSign(name, Presence()))
    offer.packetSize = size
    let access = BrokerAccess()
    let host = try await BrokerHostTransport.open(offer, at: broker, access) {
      inbox.yield(.guests($0))
    }
    opening.add { await host.close() }
    let line = BridgeStrings.openOnline(name.description, for: code.text)
    let side = NearbySide(link: link)
    return BridgeOpening.Bridge(line: line, guests: host, table: side, sign: nil)
  }

  /// The code under which a table nearby is at `broker`: another one each day (of universal time),
  /// and the same for a bridge that is begun again, so that its guests come back.
  private static func code(
    of place: HostLocation,
    at broker: BrokerList,
    in environment: Environment
  ) throws -> TableCode {
    let day = time(nil) / 86_400
    let words = "\(day) \(place.address) \(place.title) \(broker)"
    let secret = try PlayerData.open(in: environment).key().bridgeSecret(for: words)
    return TableCode(bridgedAt: broker, secret: secret)
  }
}
