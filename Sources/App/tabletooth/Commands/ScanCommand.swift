internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import MatchStore
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

  /// Lists what is found in one time, nearby and online at once.
  private func listOnce(_ sources: TableSources) async throws {
    async let nearby = listNearby(sources)
    async let online = listOnline(sources)
    let (near, far) = await (nearby, online)
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

  private func write(_ table: NearbyTable) {
    let write = json ? StandardOutput.write : StandardOutput.tell
    _ = write((json ? table.json() : NearbyStrings.line(table)) + "\n")
  }

  /// Lists the tables of known players at the broker, and says why there are none.
  private func listOnline(_ sources: TableSources) async -> ExitReason? {
    guard let broker = sources.broker else { return nil }
    do {
      let data = try PlayerData.open(in: sources.environment)
      let tables = try OnlineTables(at: broker, knownTo: data)
      let found = try await tables.all(
        upTo: seconds.map { .seconds($0) } ?? OnlineTables.searchLimit
      )
      for table in found { write(table.shown) }
      return found.isEmpty
        ? .noKnownTable(asked: nil, broker: broker.description) : nil
    } catch {
      return ExitReason(error)
    }
  }

  /// Lists the tables nearby, and says why there are none.
  private func listNearby(_ sources: TableSources) async -> ExitReason? {
    guard let bluetooth = sources.bluetooth else { return nil }
    do {
      return try await listHosts(bluetooth, sources.environment) == 0
        ? .nobodyFound(asked: nil) : nil
    } catch {
      return ExitReason(error)
    }
  }

  private func listHosts(
    _ bluetooth: BluetoothAccess,
    _ environment: Environment
  ) async throws -> Int {
    let seconds = seconds ?? 10
    let (service, adapter) = try await bluetooth.open()
    if !json { _ = StandardOutput.tell(say("Listening for \(seconds) seconds.\n")) }
    let known = KnownTables(in: environment)
    let hosts: [FoundHost]
    do {
      hosts = try await service.scan(on: adapter, for: .seconds(seconds)) { host in
        write(NearbyTable(host, knowing: known))
      }
    } catch {
      await service.close()
      throw error
    }
    await service.close()
    return hosts.count
  }

  private func watchTables(_ sources: TableSources) async throws {
    let isTimed = seconds != nil
    if !json, !isTimed, StandardInput.isTerminal,
      let display = sources.environment.openDisplay()
    {
      defer { display.close() }
      _ = try await TableShell(display: display, sources: sources).run(.look)
      return
    }
    let asJSON = json
    try await sources.follow(upTo: seconds.map { .seconds($0) }) { news in
      switch news {
      case .listening: break
      case .trouble(_, let trouble): StandardOutput.complain(trouble.line)
      case .table(let table, let event, _):
        let line = asJSON ? table.json(event) : Self.line(table, event)
        _ = asJSON ? StandardOutput.write(line + "\n") : StandardOutput.tell(line + "\n")
      }
    }
  }

  private static func line(_ table: NearbyTable, _ event: TableSources.Event) -> String {
    switch event {
    case .appeared: NearbyStrings.appeared(table)
    case .changed: NearbyStrings.changed(table)
    case .vanished: NearbyStrings.vanished(table)
    }
  }
}
