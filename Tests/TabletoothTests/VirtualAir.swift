import BLETransport
import BlueZ
import DBus
import Glibc
import Synchronization
import Testing

/// `tabletooth air` in a process of its own, and the programs that a test runs in it.
final class VirtualAir: Sendable {
  /// The address of its bus.
  let bus: String
  private let programs: Mutex<[Program]>

  private init(bus: String, air: Program) {
    self.bus = bus
    programs = Mutex([air])
  }

  /// Starts the air, runs `body`, and ends whatever of the programs still runs.
  static func run(_ body: (VirtualAir) async throws -> Void) async throws {
    // It has nothing to say after its address. When it is given up, all who wait on its bus see that it is gone.
    let program = try Program(["air", "--adapters", "3"], patience: 40_000)
    let air = VirtualAir(bus: try await program.prints("unix:"), air: program)
    do {
      try await body(air)
    } catch {
      await air.end()
      throw error
    }
    await air.end()
  }

  /// Starts the program on this air.
  func start(_ command: String, _ arguments: String...) throws -> Program {
    let program = try Program([command, "--bus", bus] + arguments)
    programs.withLock { $0.append(program) }
    return program
  }

  /// Starts a host called Anna on the first adapter, and waits until it can be found.
  func openTable(_ arguments: String...) async throws -> Program {
    let host = try Program(["host", "--bus", bus, "--name", "Anna"] + arguments)
    programs.withLock { $0.append(host) }
    try await host.prints("Your table Anna is open.")
    return host
  }

  /// Starts a guest at Anna's table.
  func join(_ table: String = "Anna", adapter: String = "hci1") throws -> Program {
    try start("join", table, "--adapter", adapter, "--name", "Gus")
  }

  /// Starts a guest over the link that a killed one has left behind.
  ///
  /// bluetoothd knows Anna's computer by its own name then, and not by the table's.
  func joinAgain() throws -> Program {
    try join("00:AA:01:00:00:10")
  }

  /// An adapter for a peer that the test plays itself.
  func adapter(_ name: String) async throws -> (BluetoothService, Adapter) {
    let service = try await BluetoothService.open(.address(bus))
    return (service, try await service.readyAdapter(named: name))
  }

  /// Ends the air under everybody who breathes it.
  func breakDown() {
    programs.withLock(\.first)?.signal(SIGKILL)
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
  let end = await program.end()
  #expect(end.code == code, sourceLocation: sourceLocation)
  #expect(end.complaints.count == 1, "\(end.complaints)", sourceLocation: sourceLocation)
  let line = end.complaints.first ?? ""
  #expect(line.hasPrefix("tabletooth: "), "\(line)", sourceLocation: sourceLocation)
  #expect(line.contains("; "), "\(line)", sourceLocation: sourceLocation)
  #expect(line.contains(words), "\(line)", sourceLocation: sourceLocation)
}
