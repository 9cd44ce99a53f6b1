internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import Glibc
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import Synchronization

/// `tabletooth bridge`: lends this computer's way to others.
struct BridgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Open a table at a broker to those nearby, or a table nearby to those far away.",
    discussion: """
      The bridge hands packets on, which are sealed between the players. It needs Bluetooth and a \
      broker, runs until it is stopped, and prints what it carries.
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      The code that the host of a table at a broker shows, to open that table to those nearby; or \
      the name or the address of a table nearby, to open that one at the broker.
      """,
      valueName: "code|name|address"
    )
  )
  var table: String

  @Option(help: "What the table of a broker is called nearby. As its host calls it, if not given.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The broker where a table nearby is opened; that of the settings, if not given.",
      valueName: "broker"
    )
  )
  var online: String?

  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    let name = try Names.player(name)
    var options = OnlineOptions()
    options.online = online
    let broker = try options.broker()
    let (events, inbox) = AsyncStream.makeStream(of: BridgeRun.Event.self)
    let signals = StopSignals { number in
      if let signal = StopSignal(rawValue: Int(number)) { inbox.yield(.stop(signal)) }
    }
    defer { signals.cancel() }
    do {
      if let code = try TableCode.read(table, at: broker) {
        try await openNearby(code, as: name, (events, inbox))
      } else {
        guard let broker = broker ?? OnlineOptions.settled else {
          throw ExitReason.usage(
            say("no broker is set; name one, as in --online mqtts://broker.example.org")
          )
        }
        try await openOnline(broker, (events, inbox))
      }
    } catch {
      let reason = ExitReason(error)
      if case .nobodyFound = reason, let doubt = TableCode.doubt(of: table) { throw doubt }
      throw reason
    }
  }

  private typealias Events = (
    AsyncStream<BridgeRun.Event>, AsyncStream<BridgeRun.Event>.Continuation
  )

  // MARK: A table at a broker

  private func openNearby(_ code: TableCode, as name: PlayerName?, _ events: Events) async throws {
    let inbox = events.1
    let (signs, found) = AsyncStream.makeStream(of: TableSign.self)
    let relay = BrokerRelay(to: code) { event in
      if case .offered(let sign) = event { found.yield(sign) }
      inbox.yield(.table(TableSideEvent(event)))
    }
    try await relay.connect()
    guard let sign = await signs.first(where: { _ in true }) else { return }
    let (service, adapter) = try await bluetooth.open()
    let transport: PeripheralTransport
    do {
      transport = try await PeripheralTransport.open(
        hosting: (name ?? sign.name).description,
        saying: sign.presence,
        on: adapter,
        service
      ) { inbox.yield(.guests($0)) }
    } catch {
      await service.close()
      await relay.close()
      throw error
    }
    if !sign.isOpen { await transport.setOpen(false) }
    let line = BridgeStrings.openNearby(
      sign.name.description,
      of: "\(code.broker)",
      on: adapter.name
    )
    try await carry(events, line, from: transport, to: relay, offering: sign)
  }

  // MARK: A table nearby

  private func openOnline(_ broker: BrokerList, _ events: Events) async throws {
    let inbox = events.1
    let (service, adapter) = try await bluetooth.open()
    let (links, found) = AsyncStream.makeStream(of: (location: HostLocation, size: Int).self)
    let location = Mutex<HostLocation?>(nil)
    let central = CentralTransport(service, on: adapter) { event in
      if case .progress(.connected(let place)) = event { location.withLock { $0 = place } }
      if case .link(.up(_, let size)) = event, let place = location.withLock(\.self) {
        found.yield((place, size))
      }
      inbox.yield(.table(TableSideEvent(event)))
    }
    _ = StandardOutput.write(say("Looking for a table.\n"))
    do {
      // Only the table that was asked for, whatever is played there.
      try await central.connect(to: .watching(HostQuery(table)))
      guard let (place, size) = await links.first(where: { _ in true }) else { return }
      let name = PlayerName(cleaning: place.title)
      let code = try Self.code(of: place, at: broker)
      var offer = BrokerTable([Door(code)], saying: TableSign(name, Presence()))
      offer.packetSize = size
      var access = BrokerAccess()
      access.carriesForOthers = true
      let host = try await BrokerHostTransport.open(offer, at: broker, access) {
        inbox.yield(.guests($0))
      }
      let line = BridgeStrings.openOnline(name.description, for: code.text)
      let side = NearbySide(transport: central)
      try await carry(events, line, from: host, to: side, offering: nil)
    } catch {
      await central.close()
      throw error
    }
  }

  /// The code under which a table nearby is at `broker`: another one each day (of universal time),
  /// and the same for a bridge that is begun again, so that its guests come back.
  private static func code(of place: HostLocation, at broker: BrokerList) throws -> TableCode {
    let day = time(nil) / 86_400
    let words = "\(day) \(place.address) \(place.title) \(broker)"
    let secret = try PlayerData.open().key().bridgeSecret(for: words)
    return TableCode(bridgedAt: broker, secret: secret)
  }

  // MARK: Both

  /// Says `line`, and carries packets until something ends it.
  private func carry(
    _ events: Events,
    _ line: String,
    from guests: any PacketTransport,
    to table: any TableSide,
    offering sign: TableSign?
  ) async throws {
    _ = StandardOutput.write(line + "\n")
    let run = await BridgeRun(events, from: guests, to: table, offering: sign)
    let reason = await run.run()
    await guests.close()
    await table.close()
    throw reason
  }
}
