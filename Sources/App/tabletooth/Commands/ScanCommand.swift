internal import ArgumentParser
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import Phrases

/// `tabletooth scan`: lists the tables nearby.
struct ScanCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "List tables nearby, or your contacts' tables at a broker.",
    discussion: """
      tabletooth scan
      tabletooth scan --follow
      """
  )

  @Flag(help: "Print one JSON object per line, and nothing else.")
  var json = false

  @Flag(help: "Keep listening, and report tables that appear, change and disappear.")
  var follow = false

  @Option(
    help: """
      Seconds to listen. Hosts announce themselves every 1.28 seconds or less often (default: 10; \
      with --follow, until you stop it).
      """
  )
  var seconds: Int?

  @OptionGroup var way: TransportOptions

  func validate() throws {
    guard (1...600).contains(seconds ?? 1) else {
      throw ValidationError(say("--seconds takes a number from 1 to 600"))
    }
  }

  func run(in environment: Environment) async throws {
    try way.refuseAddress()
    let ways = try TransportChoice(to: nil, by: way, in: environment)
    if follow { try await watchTables(ways) } else { try await listOnce(ways) }
  }

  /// Lists what is found in one time, nearby and online at once: each table once, at best when its
  /// name is known.
  @MainActor
  private func listOnce(_ ways: TransportChoice) async throws {
    let nearby = seconds ?? 10
    let first = ways.isSoughtNearby ? Carrier.bluetooth : .lan
    let lobby = await ways.lobby(
      .look,
      nearby: .seconds(nearby),
      online: seconds.map { .seconds($0) } ?? OnlineTables.searchLimit
    ) { news, _ in
      switch news {
      case .listening(let carrier) where !json && carrier == first:
        _ = StandardOutput.tell(say("Listening for \(nearby) seconds.\n"))
      case .appeared(let table):
        write(json ? table.json() : NearbyStrings.line(table))
      default: break
      }
    }
    try await lobby.run()
    try Self.tell(of: lobby.seeker, in: ways)
  }

  /// Says why nothing was found in a place.
  private static func tell(of lobby: Seeker, in ways: TransportChoice) throws {
    let nearby = ways.isOnlineOnly ? nil : lobby.nearbyOutcome
    let far = ways.online.flatMap { broker in
      let nobody = ExitReason.noKnownTable(asked: nil, broker: broker.description)
      return lobby.outcome(.broker, orIfNobody: nobody)
    }
    if let nearby, let far { throw ExitReason.nowhere(nearby: nearby, online: far) }
    let isOnePlace = ways.isOnlineOnly || ways.online == nil
    if isOnePlace, let reason = nearby ?? far { throw reason }
    // Something was found; a broker that was not reached is another thing than nobody there.
    if case .noKnownTable? = far { return }
    if let line = far?.line { StandardOutput.complain(line) }
  }

  private func write(_ line: String) {
    _ = json ? StandardOutput.write(line + "\n") : StandardOutput.tell(line + "\n")
  }

  @MainActor
  private func watchTables(_ ways: TransportChoice) async throws {
    if !json, seconds == nil, StandardInput.isTerminal,
      let display = ways.environment.openDisplay()
    {
      defer { display.close() }
      _ = try await ways.showTables(on: display, to: .look)
      return
    }
    // A carrier that is tried again and again fails for the same reason each time.
    var complaints: [Carrier: String] = [:]
    let lobby = await ways.lobby(.list(until: seconds.map { .seconds($0) })) { news, lobby in
      if case .listening(let carrier) = news { complaints[carrier] = nil }
      if case .trouble(let carrier) = news, let line = lobby.trouble(of: carrier)?.line,
        complaints.updateValue(line, forKey: carrier) != line
      {
        StandardOutput.complain(line)
      }
      if let line = json ? Self.json(news) : Self.line(news) { write(line) }
    }
    try await lobby.run()
  }

  private static func line(_ news: Lobby.News) -> String? {
    switch news {
    case .appeared(let table): NearbyStrings.appeared(table)
    case .changed(let table): NearbyStrings.changed(table)
    case .vanished(let table): NearbyStrings.vanished(table)
    default: nil
    }
  }

  private static func json(_ news: Lobby.News) -> String? {
    switch news {
    case .appeared(let table): table.json(.appeared)
    case .changed(let table): table.json(.changed)
    case .vanished(let table): table.json(.vanished)
    default: nil
    }
  }
}

extension Seeker {
  /// The reason why nothing was heard nearby, nor on the local network; nil if something was.
  fileprivate var nearbyOutcome: ExitReason? {
    if tables.contains(where: { $0.carriers.contains(.lan) }) { return nil }
    let reason = reasons[.bluetooth] ?? (hears(.bluetooth) ? nil : reasons[.lan])
    return reason ?? outcome(.bluetooth, orIfNobody: .nobodyFound(asked: nil))
  }

  /// The reason why nothing was heard over `carrier`; nil if something was.
  fileprivate func outcome(_ carrier: Carrier, orIfNobody reason: ExitReason) -> ExitReason? {
    reasons[carrier] ?? (tables.contains { $0.carriers.contains(carrier) } ? nil : reason)
  }
}
