import BLETransport
import BlueZ
import DBus
import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// `tabletooth air` in a process of its own, and the programs that a test runs in it.
final class VirtualAir: Sendable {
  /// The address of its bus.
  let bus: String
  private let programs: Mutex<[Program]>
  private let homes: TemporaryFolder

  private init(bus: String, air: Program) throws {
    self.bus = bus
    programs = Mutex([air])
    homes = try TemporaryFolder()
  }

  /// Starts the air, runs `body`, and ends whatever of the programs still runs.
  static func run(
    adapters: Int = 3,
    _ arguments: String...,
    body: (VirtualAir) async throws -> Void
  ) async throws {
    // It has nothing to say after its address. When it is given up, all who wait on its bus see
    // that it is gone.
    let program = try Program(["air", "--adapters", "\(adapters)"] + arguments, patience: 40_000)
    let line = try await program.prints("TABLETOOTH_BUS=unix:")
    try await program.prints("TABLETOOTH_ADAPTER=hci1")
    let bus = try #require(
      line.split(separator: " ").dropFirst().first?.dropFirst("TABLETOOTH_BUS=".count)
    )
    let air = try VirtualAir(bus: String(bus), air: program)
    do {
      try await body(air)
    } catch {
      await air.end()
      throw error
    }
    await air.end()
  }

  /// Starts the program on this air, as a player called Zoë.
  func start(_ command: String, _ arguments: String...) throws -> Program {
    try start("Zoë", [command, "--bus", bus] + arguments)
  }

  /// Starts the program as it is, with what `player` keeps on disk.
  ///
  /// A `bus` is that of its environment.
  func start(_ player: String, _ arguments: [String], bus: String = "") throws -> Program {
    let program = try Program(
      arguments,
      home: home(of: player),
      variables: ["TABLETOOTH_BUS=\(bus)"]
    )
    programs.withLock { $0.append(program) }
    return program
  }

  /// Where `player` keeps what must survive the program.
  func home(of player: String) -> String { "\(homes.path)/\(player)" }

  /// Has `player` use this adapter, or any, and `broker` always besides, if there is one.
  func settle(_ player: String, at broker: String? = nil, adapter: String? = "hci1") throws {
    let folder = "\(home(of: player))/config/tabletooth"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let online = broker.map { "broker = \"\($0)\"\nonline = \"always\"\n" } ?? ""
    let own = adapter.map { "adapter = \"\($0)\"\n" } ?? ""
    let settings = "name = \"\(player)\"\n" + own + online
    try settings.write(toFile: "\(folder)/settings.toml", atomically: true, encoding: .utf8)
  }

  /// Has Anna and Gus know each other.
  func acquaint() async throws {
    let host = try start("Anna", ["host", "--bus", bus, "--name", "Anna"])
    try await host.prints("Your table Anna is open")
    let guest = try start(
      "Gus",
      ["join", "Anna", "--bus", bus, "--adapter", "hci1", "--name", "Gus"]
    )
    host.type("yes")
    guest.type("yes")
    try await guest.prints("You are at Anna's table.")
    guest.type("quit")
    _ = await guest.end()
    _ = await host.end()
  }

  /// Starts a host called Anna on the first adapter, who takes everybody, and waits until it can be
  /// found.
  func openTable(_ arguments: String...) async throws -> Program {
    let own = ["host", "--bus", bus, "--name", "Anna"]
    let host = try start("Anna", own + admittingAnyone(arguments))
    try await host.prints("Your table Anna is open")
    return host
  }

  /// Starts a guest at Anna's table, who takes any host.
  func join(
    _ arguments: String...,
    table: String = "Anna",
    as player: String = "Gus",
    adapter: String = "hci1",
    by command: String = "join"
  ) throws -> Program {
    let own = [command, table, "--bus", bus, "--adapter", adapter, "--name", player]
    return try start(player, own + admittingAnyone(arguments))
  }

  /// An adapter for a peer that the test plays itself.
  func adapter(_ name: String) async throws -> (BluetoothService, Adapter) {
    let service = try await BluetoothService.open(.address(bus))
    return (service, try await service.readyAdapter(named: name))
  }

  /// Cuts the link between the first two adapters.
  func cutLink() async throws {
    let (service, _) = try await adapter("hci1")
    try await service.disconnect(ObjectPath("/org/bluez/hci1/dev_00_AA_01_00_00_10"))
    await service.close()
  }

  /// Has the air perform `fault`, one of those that it reads from its input.
  func perform(_ fault: String) async throws {
    let first = programs.withLock(\.first)
    let air = try #require(first)
    air.type(fault)
    try await air.prints("done: \(fault)")
  }

  /// Ends the air under everybody who breathes it, by this signal.
  func breakDown(by number: CInt = SIGKILL) {
    programs.withLock(\.first)?.signal(number)
  }

  private func end() async {
    for program in programs.withLock({ $0.reversed() }) {
      program.signal(SIGKILL)
      _ = await program.end()
    }
  }
}

/// Expects that `program` ends with `code` and says why in one line.
func expectEnd(
  of program: Program,
  code: CInt,
  saying words: String,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  expect(await program.end(), code: code, saying: words, sourceLocation: sourceLocation)
}

/// The same of a program of a world.
@MainActor
func expectEnd(
  of program: WorldProgram,
  code: CInt,
  saying words: String,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  expect(await program.end(), code: code, saying: words, sourceLocation: sourceLocation)
}

private func expect(
  _ end: Program.End,
  code: CInt,
  saying words: String,
  sourceLocation: SourceLocation
) {
  #expect(end.code == code, sourceLocation: sourceLocation)
  #expect(end.complaints.count == 1, "\(end.complaints)", sourceLocation: sourceLocation)
  let line = end.complaints.first ?? ""
  #expect(line.hasPrefix("tabletooth: "), "\(line)", sourceLocation: sourceLocation)
  #expect(line.contains(". ") && line.hasSuffix("."), "\(line)", sourceLocation: sourceLocation)
  #expect(line.contains(words), "\(line)", sourceLocation: sourceLocation)
}

/// A folder that is removed with all that is in it.
final class TemporaryFolder: Sendable {
  let path: String

  init(in folder: String = "/tmp") throws {
    var template = Array("\(folder)/tabletooth-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template)
    try #require(unsafe made != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { remove() }

  /// Removes it now.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// `arguments` for a program that plays with anybody.
///
/// Where `DIGITS` is among them, digits are compared with players who are not known.
func admittingAnyone(_ arguments: [String]) -> [String] {
  arguments.contains("DIGITS")
    ? arguments.filter { $0 != "DIGITS" } : ["--admit", "anyone"] + arguments
}
