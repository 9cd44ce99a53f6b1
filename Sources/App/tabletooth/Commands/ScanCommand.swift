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
    try way.refuseNetwork()
    let sources = try TableSources(way, in: environment)
    if follow { try await watchTables(sources) } else { try await listOnce(sources) }
  }

  /// Lists what is found in one time, nearby and online at once: each table once, at best when its
  /// name is known.
  @MainActor
  private func listOnce(_ sources: TableSources) async throws {
    let nearby = seconds ?? 10
    let lobby = sources.lobby(
      .look,
      nearby: .seconds(nearby),
      online: seconds.map { .seconds($0) } ?? OnlineTables.searchLimit
    ) { news in
      switch news {
      case .listening(.bluetooth) where !json:
        _ = StandardOutput.tell(say("Listening for \(nearby) seconds.\n"))
      case .appeared(let table):
        write(json ? table.json() : NearbyStrings.line(table))
      default: break
      }
    }
    try await lobby.run()
    let near = sources.bluetooth.flatMap { _ in
      lobby.obstacle(.bluetooth, orIfNobody: .nobodyFound(asked: nil))
    }
    let far = sources.broker.flatMap { broker in
      lobby.obstacle(
        .broker,
        orIfNobody: .noKnownTable(asked: nil, broker: broker.description)
      )
    }
    if let near, let far { throw ExitReason.nowhere(nearby: near, online: far) }
    switch (sources.bluetooth == nil, sources.broker == nil) {
    case (true, _): if let far { throw far }
    case (_, true): if let near { throw near }
    case (false, false):
      // Something was found; a broker that was not reached is another thing than nobody there.
      if case .noKnownTable? = far { return }
      if let line = far?.line { StandardOutput.complain(line) }
    }
  }

  private func write(_ line: String) {
    _ = json ? StandardOutput.write(line + "\n") : StandardOutput.tell(line + "\n")
  }

  @MainActor
  private func watchTables(_ sources: TableSources) async throws {
    if !json, seconds == nil, StandardInput.isTerminal,
      let display = sources.environment.openDisplay()
    {
      defer { display.close() }
      _ = try await TableShell(display: display, sources: sources).run(.look)
      return
    }
    var lobby: LobbyLoop?
    let loop = sources.lobby(.list(until: seconds.map { .seconds($0) })) { news in
      switch news {
      case .trouble(let carrier):
        if let line = lobby?.trouble(of: carrier)?.line { StandardOutput.complain(line) }
      case .appeared(let table):
        write(json ? table.json(.appeared) : NearbyStrings.appeared(table))
      case .changed(let table):
        write(json ? table.json(.changed) : NearbyStrings.changed(table))
      case .vanished(let table):
        write(json ? table.json(.vanished) : NearbyStrings.vanished(table))
      case .listening, .forgotten, .only: break
      }
    }
    lobby = loop
    try await loop.run()
  }
}

extension LobbyLoop {
  /// The reason why nothing was heard over `carrier`; nil if something was.
  fileprivate func obstacle(_ carrier: Carrier, orIfNobody reason: ExitReason) -> ExitReason? {
    reasons[carrier] ?? (tables.contains { $0.carrier == carrier } ? nil : reason)
  }
}
