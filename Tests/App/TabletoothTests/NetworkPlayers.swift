import Foundation
import Glibc
import Synchronization
import Testing

/// What players keep on computers without Bluetooth and bus, and the programs that run there.
final class NetworkPlayers: Sendable {
  private let homes: TemporaryFolder
  private let programs = Mutex<[Program]>([])

  private init() throws {
    homes = try TemporaryFolder()
  }

  /// Runs `body`, and ends whatever of the programs still runs.
  static func run(_ body: (NetworkPlayers) async throws -> Void) async throws {
    let players = try NetworkPlayers()
    do {
      try await body(players)
    } catch {
      await players.end()
      throw error
    }
    await players.end()
  }

  /// Where `player` keeps what must survive the program.
  func home(of player: String) -> String { "\(homes.path)/\(player)" }

  /// Starts the program for `player`; with `isMerged`, what it says on standard error is among what
  /// it prints.
  func start(
    _ player: String,
    _ arguments: [String],
    variables: [String] = [],
    isMerged: Bool = false,
    by executable: String = Program.path
  ) throws -> Program {
    let merging = isMerged ? ["-c", #"exec "$0" "$@" 2>&1"#, Program.path] : []
    let program = try Program(
      bytes: (merging + arguments).map { Array($0.utf8) },
      of: isMerged ? "/bin/sh" : executable,
      home: home(of: player),
      variables: variables + ["DBUS_SYSTEM_BUS_ADDRESS=unix:path=/dev/null/bus", "TABLETOOTH_BUS="]
    )
    programs.withLock { $0.append(program) }
    return program
  }

  /// Lets `other` have what `player` keeps, as on another computer.
  func copy(_ player: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: home(of: player), toPath: home(of: other))
  }

  /// Opens Anna's table with these arguments, and returns what stands behind `tabletooth join`.
  func openTable(_ arguments: [String]) async throws -> (Program, invitation: [String]) {
    let own = ["host", "--name", "Anna"]
    let host = try start("Anna", own + admittingAnyone(arguments))
    try await host.prints("Your table Anna is open")
    let line = try #require(await host.nextLine())
    return (host, line.split(separator: " ").dropFirst(2).map(String.init))
  }

  /// Opens Anna's table on the network, and returns how a guest comes there.
  func openTable(
    at place: String = "127.0.0.1:0",
    _ arguments: String...
  ) async throws -> (Program, via: String) {
    let (host, invitation) = try await openTable(["--on", "tcp:\(place)"] + arguments)
    return (host, try #require(invitation.last))
  }

  /// Seats Gus there.
  func join(_ via: String, _ arguments: String...) throws -> Program {
    try join(["--on", via] + admittingAnyone(arguments))
  }

  /// Seats Gus where these arguments say.
  func join(
    _ arguments: [String],
    variables: [String] = [],
    by command: String = "join"
  ) throws -> Program {
    try start("Gus", [command, "--name", "Gus"] + arguments, variables: variables)
  }

  /// Anna and Gus meet at the table that Anna opens so, compare digits, and play a game to its end;
  /// `place` makes of its code what Gus types to come there.
  func meet(_ hosting: [String], at place: (String) -> String = { $0 }) async throws {
    let host = try start("Anna", hosting)
    try await host.prints("Your table Anna is open")
    let line = try #require(await host.nextLine())
    let code = try #require(line.split(separator: " ").last.map(String.init))
    let guest = try join([place(code)])
    try await host.prints(#"This is your first match with "Gus"."#)
    host.type("yes")
    try await host.prints("Gus joined your table.")
    host.type("h8")
    try await guest.prints("Black plays h8.")
    guest.type("resign")
    guest.type("yes")
    _ = await host.end()
    _ = await guest.end()
  }

  private func end() async {
    for program in programs.withLock({ $0.reversed() }) {
      program.signal(SIGKILL)
      _ = await program.end()
    }
  }
}
