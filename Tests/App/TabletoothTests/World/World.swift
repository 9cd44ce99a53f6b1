import FoundationEssentials
import MatchPlay
import MatchProtocol
import Terminal
import TestSupport
import Testing

@testable import tabletooth

/// Whole programs in this process, the air between them, and one clock, which jumps to what is
/// next.
///
/// A program runs from its command line to its exit code; what is simulated is what carries
/// packets, and the time. Everything that a player keeps is on disk, in a folder of the world's.
@MainActor
final class World {
  /// What happens next.
  private struct Plan {
    let time: Duration
    let number: Int
    let happen: @MainActor () -> Void
  }

  /// The time since the world began.
  private(set) var now = Duration.zero
  /// The time for which a program may say nothing that is waited for.
  static let patience = Duration.seconds(120)
  /// As many things may happen at one moment; more never end.
  private static let mostAtOnce = 10_000

  private var plans: [Plan] = []
  private var planned = 0
  private let homes: TemporaryFolder
  private(set) var programs: [WorldProgram] = []
  /// The programs that people play with at present.
  var performances: [WorldPerformance] = []
  /// The peers that the test plays itself.
  var peers: [WorldPeer] = []
  var wires: [Wire] = []
  /// The letters that lie at brokers.
  var letters: [LetterPlace: [UInt8]] = [:]
  /// The number of letters that were written.
  var lettersWritten: UInt64 = 0
  /// Whose packets are lost, though its links hold.
  var held: Role?
  /// The places where no link holds.
  var silent: Set<TablePlace> = []
  private var portsOpened: UInt16 = 0
  /// The players, each at a computer of their own.
  private var players: [String] = []
  var random: SeededGenerator
  /// The players whose controller cannot be found by others.
  var listeners: Set<String> = []

  private init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    // In memory, if there is room for it.
    homes = try (try? TemporaryFolder(in: "/dev/shm")) ?? TemporaryFolder()
  }

  /// Makes a world, runs `body`, and ends whatever of the programs still runs.
  static func run(seed: UInt64 = 1, body: @MainActor (World) async throws -> Void) async throws {
    let world = try World(seed: seed)
    do {
      try await body(world)
    } catch {
      await world.end()
      throw error
    }
    await world.end()
  }

  private func end() async {
    for program in programs { program.kill() }
    await settle()
    // They hold each other, and the world.
    (plans, programs, performances, wires, peers) = ([], [], [], [], [])
    homes.remove()
  }

  // MARK: Programs

  /// Starts a program with what `player` keeps on disk; it plays, or has ended, when this returns.
  ///
  /// What it asks for before it plays has to be `typed` first.
  func start(
    _ player: String,
    _ arguments: [String],
    typing typed: [String] = [],
    isTerminal: Bool = false,
    screen: Size? = nil,
    hasBluetooth: Bool = true
  ) async -> WorldProgram {
    await settle()
    if !players.contains(player) { players.append(player) }
    let program = WorldProgram(in: self, of: player, arguments, isTerminal, screen)
    program.hasBluetooth = hasBluetooth
    programs.append(program)
    for line in typed { program.type(line) }
    await program.start()
    return program
  }

  /// Where `player` keeps what must survive the program.
  func home(of player: String) -> String { "\(homes.path)/\(player)" }

  /// The Bluetooth address of the player's computer, by the number of the controller that is
  /// used there, such as hci2, or as the player was the first, the second and so on to begin.
  func address(of player: String, _ controller: String?) -> String {
    let number = controller.flatMap { Int($0.dropFirst("hci".count)) }
    let last = 16 + (number ?? players.firstIndex(of: player) ?? 0)
    return "00:AA:01:00:00:" + String(last, radix: 16, uppercase: true)
  }

  /// Starts a program at a screen of 24 rows and 80 columns, whose player has this name already.
  func open(_ player: String, _ arguments: String...) async throws -> WorldProgram {
    let path = "\(home(of: player))/config/tabletooth/settings.toml"
    if !FileManager.default.fileExists(atPath: path) {
      try settle(player, "name = \"\(player)\"\n")
    }
    return await start(
      player,
      arguments,
      isTerminal: true,
      screen: Size(rows: 24, columns: 80)
    )
  }

  /// Has Anna and Gus know each other.
  func acquaint() async throws {
    let host = await start("Anna", ["host", "--name", "Anna"])
    try await host.prints("Your table Anna is open")
    let guest = await start("Gus", ["join", "Anna", "--name", "Gus"])
    host.type("yes")
    guest.type("yes")
    try await guest.prints("You are at Anna's table.")
    guest.type("quit")
    _ = await guest.end()
    _ = await host.end()
  }

  /// Has `player` use these settings.
  func settle(_ player: String, _ settings: String) throws {
    let folder = "\(home(of: player))/config/tabletooth"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try settings.write(toFile: "\(folder)/settings.toml", atomically: true, encoding: .utf8)
  }

  /// Writes a file of this name, and returns where it is.
  func write(_ text: String, as name: String) throws -> String {
    let path = "\(homes.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Starts a host called Anna who takes everybody, and waits until it can be found.
  func openTable(_ arguments: String...) async throws -> WorldProgram {
    let host = await start("Anna", ["host", "--name", "Anna"] + admittingAnyone(arguments))
    try await host.prints("Your table Anna is open")
    return host
  }

  /// Begins a match of Anna and Gus at `place`, in which she has made the first move.
  func beginMatch(
    at place: String
  ) async throws -> (host: WorldProgram, guest: WorldProgram, via: String) {
    let host = try await openTable("--on", place, "--first", "me")
    let via = try await host.printsWord(after: "tabletooth join ")
    let guest = await start("Gus", ["join", via, "--name", "Gus", "--admit", "anyone"])
    try await guest.prints("You are at Anna's table.")
    host.type("h8")
    try await guest.prints("Black plays h8.")
    return (host, guest, via)
  }

  /// Starts a guest at Anna's table, who takes any host.
  func join(
    _ arguments: String...,
    table: String = "Anna",
    as player: String = "Gus",
    adapter: String = "hci1",
    by command: String = "join"
  ) async -> WorldProgram {
    let own = [command, table, "--adapter", adapter, "--name", player]
    return await start(player, own + admittingAnyone(arguments))
  }

  /// The next free port of the network.
  func openPort() -> UInt16 {
    portsOpened += 1
    return 40_000 + portsOpened
  }

  // MARK: Time

  /// Has `what` happen after `delay`, behind everything else that is planned for then.
  func plan(in delay: Duration, _ what: @escaping @MainActor () -> Void) {
    planned += 1
    plans.append(Plan(time: now + delay, number: planned, happen: what))
  }

  /// Lets `duration` pass.
  func advance(by duration: Duration) async { await advance(by: duration) { false } }

  /// Lets `duration` pass, or less where it is as it is wanted before.
  func advance(by duration: Duration, until isDone: () -> Bool) async {
    let end = now + duration
    var atOnce = 0
    await settle()
    while !isDone() {
      guard let next = nextTime, next <= end else {
        now = end
        return
      }
      atOnce = next > now ? 0 : atOnce + 1
      precondition(atOnce < Self.mostAtOnce, "nothing ends at \(now)")
      now = max(now, next)
      happen()
      await settle()
    }
  }

  private var nextTime: Duration? {
    let searches = programs.flatMap(\.searches).compactMap(\.wakeTime)
    return (plans.map(\.time) + performances.compactMap(\.wakeTime) + searches).min()
  }

  private func happen() {
    let due = plans.indices.filter { plans[$0].time <= now }
    if let next = due.min(by: {
      (plans[$0].time, plans[$0].number) < (plans[$1].time, plans[$1].number)
    }) {
      plans.remove(at: next).happen()
    } else {
      for performance in performances where performance.wakeTime.map({ $0 <= now }) ?? false {
        performance.wake()
      }
      for search in programs.flatMap(\.searches) {
        if let due = search.wakeTime, due <= now { search.take(.happened(.tick)) }
      }
    }
  }

  /// Waits for the programs that do something between two that people play with.
  private func settle() async {
    for program in programs { await program.settle() }
  }
}
