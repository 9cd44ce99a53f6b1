internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth scan`: lists the tables nearby.
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "List the tables nearby, or those of players you know at a broker."
  )

  @Flag(help: "Print one JSON object a line, and nothing else.")
  var json = false

  @Flag(help: "Go on listening, and tell of tables that appear, change and vanish.")
  var watch = false

  @Flag(help: "With --watch, print lines of text on a terminal too.")
  var plain = false

  @Option(
    help: """
      How many seconds to listen. Hosts can be heard every 1.28 seconds or less often. 10, if not \
      given; with --watch, until it is stopped.
      """
  )
  var seconds: Int?

  @OptionGroup var online: OnlineOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func validate() throws {
    guard (1...600).contains(seconds ?? 1) else {
      throw ValidationError("--seconds takes a number from 1 to 600.")
    }
    guard !watch || online.online == nil else {
      throw ValidationError("--watch listens nearby, and --online looks at a broker once.")
    }
  }

  func run() async throws {
    do {
      try await list()
    } catch {
      throw ExitReason(error)
    }
  }

  private func list() async throws {
    if let broker = try online.broker() {
      let isFound = try await listOnline(broker)
      guard online.alsoBluetooth else {
        if isFound { return }
        throw ExitReason.network(.noKnownTable(asked: nil, broker: broker.description))
      }
    }
    if watch { try await watchTables() } else { try await listOnce() }
  }

  /// Lists the tables of known players at `broker`, and says whether there are any.
  private func listOnline(_ broker: BrokerList) async throws -> Bool {
    let tables = try OnlineTables(at: broker, knownTo: try PlayerData.open())
    let found = try await tables.all(
      upTo: seconds.map { .seconds($0) } ?? OnlineTables.searchLimit
    )
    for table in found {
      let line = json ? table.shown.json() : NearbyStrings.line(table.shown)
      _ = StandardOutput.write(line + "\n")
    }
    return !found.isEmpty
  }

  private func listOnce() async throws {
    let seconds = seconds ?? 10
    let (service, adapter) = try await bluetooth.open()
    if !json { _ = StandardOutput.write(say("Listening for \(seconds) seconds.\n")) }
    let (asJSON, known) = (json, KnownTables.all)
    let hosts: [FoundHost]
    do {
      hosts = try await service.scan(on: adapter, for: .seconds(seconds)) { host in
        let table = NearbyTable(host, knowing: known)
        _ = StandardOutput.write((asJSON ? table.json() : NearbyStrings.line(table)) + "\n")
      }
    } catch {
      await service.close()
      throw error
    }
    await service.close()
    if hosts.isEmpty { throw ExitReason.nobodyFound(asked: nil) }
  }

  private func watchTables() async throws {
    let isTimed = seconds != nil
    if !json, !plain, !isTimed, try PlayerOptions.parse([]).localPlayer == .person,
      let display = FaceChoice.openDisplay()
    {
      defer { display.close() }
      _ = try await TableShell(display: display, bluetooth: bluetooth).run(.look)
      return
    }
    let asJSON = json
    try await TableShell.follow(bluetooth, upTo: seconds.map { .seconds($0) }) { change in
      let (table, event) = change
      let line =
        if asJSON { table.json(event) } else {
          switch event {
          case .appeared: NearbyStrings.appeared(table)
          case .changed: NearbyStrings.changed(table)
          case .vanished: NearbyStrings.vanished(table)
          }
        }
      _ = StandardOutput.write(line + "\n")
    }
  }
}
