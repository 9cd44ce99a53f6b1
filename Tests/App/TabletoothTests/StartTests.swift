import DBus
import Glibc
import Testing

/// What keeps a game from starting, as the one who typed the command sees it.
@Suite(.timeLimit(.minutes(1))) struct StartTests {
  static let nowhere = "unix:path=/nonexistent/bus"

  @Test(arguments: ["host", "join", "scan"])
  func `an adapter that is not there`(command: String) async throws {
    try await VirtualAir.run { air in
      let program = try air.start(command, "--adapter", "hci7")
      await expectEnd(of: program, code: 10, saying: "hci7")
    }
  }

  @Test(arguments: ["host", "join", "scan"])
  func `no bus, also where standard input is closed`(command: String) async throws {
    let folder = try TemporaryFolder()
    let program = try Program([command, "--bus", Self.nowhere], home: folder.path)
    program.endInput()
    await expectEnd(of: program, code: 10, saying: "there is no bus at \(Self.nowhere)")
  }

  @Test(arguments: [["host"], ["join"], ["scan"], ["bench", "link"]])
  func `no bluetoothd on the bus`(command: [String]) async throws {
    let folder = try TemporaryFolder()
    try await PrivateBus.run { bus in
      guard case .address(let address) = bus.address else { return }
      let program = try Program(command + ["--bus", address], home: folder.path)
      await expectEnd(of: program, code: 10, saying: "bluetoothd is not running")
    }
  }

  @Test func `a name that is longer than any`() async throws {
    let name = String(repeating: "ä", count: 33)
    let program = try Program(["host", "--bus", Self.nowhere, "--name", name])
    await expectEnd(of: program, code: 64, saying: "66 bytes")
  }

  @Test func `a name that is not UTF-8`() async throws {
    let name: [UInt8] = [0x41, 0xff]
    let program = try Program(bytes: [Array("host".utf8), Array("--name".utf8), name])
    await expectEnd(of: program, code: 64, saying: "not valid UTF-8")
  }

  @Test func `the first start asks for a name, once`() async throws {
    let home = try TemporaryFolder()
    let first = try TerminalSession([], home: home.path)
    try await first.shows("Your name [")
    first.type(String(repeating: "x", count: 65))
    try await first.shows("65 bytes")
    first.type("  Mei Lin ")
    try await first.shows("against the robot")
    first.press("q")
    try await first.shows("ended with 0, terminal same")
    await first.end()
    let later = try TerminalSession(["host", "--bus", Self.nowhere], home: home.path)
    let lines = try await later.shows("ended with 10")
    #expect(!lines.contains { $0.contains("Your name") })
    await later.end()
    let settings = try TerminalSession([], home: home.path)
    try await settings.shows("against the robot")
    settings.press("6")
    try await settings.shows("Mei Lin")
    await settings.end()
  }

  @Test func `an end of the input at the question for a name ends the program`() async throws {
    let home = try TemporaryFolder()
    let terminal = try TerminalSession(["host", "--bus", Self.nowhere], home: home.path)
    try await terminal.shows("Your name [")
    terminal.press("C-d")
    try await terminal.shows("ended with 0, terminal same")
    await terminal.end()
  }

  @Test(arguments: [
    (SIGHUP, 129, "with its terminal. Run the same command"),
    (SIGINT, 130, "by control-C. Run the same command"),
    (SIGTERM, 143, "by a signal. Run the same command"),
  ])
  func `a signal ends the wait`(number: CInt, code: CInt, words: String) async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable()
      host.signal(number)
      await expectEnd(of: host, code: code, saying: words)
    }
  }
}
