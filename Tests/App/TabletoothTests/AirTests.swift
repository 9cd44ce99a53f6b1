import Glibc
import Testing

@testable import tabletooth

/// `tabletooth air` as somebody uses it at a terminal.
@Suite(.timeLimit(.minutes(1))) struct AirTests {
  /// Starts the air, and returns it with the address of its bus and the folder that is in.
  private func startAir() async throws -> (air: Program, bus: String, folder: String) {
    let air = try Program(["air"], hasOwnGroup: true)
    let line = try await air.prints("TABLETOOTH_BUS=unix:path=/tmp/private-bus.")
    let variable = try #require(line.split(separator: " ").dropFirst().first)
    let bus = variable.dropFirst("TABLETOOTH_BUS=".count)
    let path = try #require(
      bus.split(separator: "=").dropFirst().first?.split(separator: ",").first
    )
    return (air, String(bus), path.split(separator: "/").dropLast().map { "/\($0)" }.joined())
  }

  private func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  @Test(arguments: [SIGINT, SIGHUP, SIGTERM])
  func `nothing is left when the terminal stops it`(number: CInt) async throws {
    let (air, _, folder) = try await startAir()
    #expect(exists(folder))
    air.signal(number)
    #expect(await air.end().code == 0)
    #expect(!exists(folder))
  }

  @Test func `without dbus-daemon it says so in one line`() async throws {
    let air = try Program(["air"], variables: ["PATH=/nonexistent"])
    let end = await air.end()
    #expect(end.code == 64)
    let words = "tabletooth: dbus-daemon does not start, or is not installed"
    #expect(end.complaints == ["\(words). Run tabletooth air --help."])
  }

  @Test func `each further controller has a line to paste`() async throws {
    let program = try Program(["air", "--adapters", "3"])
    try await program.prints("TABLETOOTH_BUS=unix:")
    try await program.prints("TABLETOOTH_ADAPTER=hci1")
    try await program.prints("TABLETOOTH_ADAPTER=hci2")
    program.signal(SIGINT)
    #expect(await program.end().code == 0)
  }

  @Test func `it performs the faults that are typed`() async throws {
    let program = try Program(["air"])
    try await program.prints("TABLETOOTH_ADAPTER=hci1")
    for (line, answer) in [
      ("power 1 off", "done: power 1 off"), ("fly", "There is no such fault: fly"),
      ("remove 7", "There is no adapter 7."), ("restart", "done: restart"),
    ] {
      program.type(line)
      try await program.prints(answer)
    }
    // It continues without input.
    program.endInput()
    program.signal(SIGINT)
    #expect(await program.end().code == 0)
  }

  @Test func `two lines to paste open a table and join it, with a name and a folder each`()
    async throws
  {
    let air = try Program(["air"])
    var lines: [String] = []
    for _ in 0..<2 { lines.append(try await air.prints("export TABLETOOTH_BUS=unix:path=")) }
    let parts = lines.map { $0.split(separator: "; ").map(String.init) }
    let variables = parts.map { $0[0].split(separator: " ").dropFirst().map(String.init) }
    let words = parts.map { $0[1].split(separator: " ").dropFirst().map(String.init) }
    #expect(words.map(\.first) == ["host", "join"])
    let folders = variables.compactMap { $0.last.map { String($0.drop { $0 != "/" }) } }
    #expect(Set(folders).count == 2)
    for folder in folders { #expect(folder.hasPrefix("/tmp/private-bus.")) }
    let accepts = ["--admit", "anyone"]
    let host = try Program(words[0] + accepts, home: folders[0], variables: variables[0])
    try await host.prints("is open")
    let guest = try Program(words[1] + accepts, home: folders[1], variables: variables[1])
    try await guest.prints("You are at Anna's table")
    try await host.prints("Bert joined your table")
    #expect(folders.allSatisfy(exists))
    for program in [guest, host, air] {
      program.signal(SIGTERM)
      _ = await program.end()
    }
    #expect(!folders.contains(where: exists))
  }

  @Test func `a terminal whose air has ended keeps nothing, and says how to leave it`() async throws
  {
    let air = try Program(["air"])
    let line = try await air.prints("export TABLETOOTH_BUS=unix:path=")
    let variables = line.split(separator: "; ")[0].split(separator: " ").dropFirst().map(
      String.init
    )
    let folder = try #require(variables.last.map { String($0.drop { $0 != "/" }) })
    let accepts = ["--admit", "anyone"]
    let host = try Program(
      ["host", "--name", "Anna"] + accepts,
      home: folder,
      variables: variables
    )
    try await host.prints("is open")
    air.signal(SIGTERM)
    _ = await air.end()
    let words = """
      tabletooth: this terminal's virtual Bluetooth has ended, and its player's folder is deleted. \
      Open a new terminal, or run unset TABLETOOTH_BUS TABLETOOTH_ADAPTER XDG_DATA_HOME.
      """
    #expect(await host.end() == .init(code: 27, complaints: [words]))
    for command in [["host"], ["play", "--plain"], ["games"], ["doctor"], ["resume"], []] {
      let program = try Program(command, home: folder, variables: variables)
      #expect(await program.end() == .init(code: 10, complaints: [words]))
    }
    #expect(!exists(folder))
  }

  @Test(arguments: [
    ("unix:path=/tmp/private-bus.x/bus", "/tmp/private-bus.x/Anna", "/tmp/private-bus.x/bus"),
    (
      "unix:path=/tmp/private-bus.x/bus,guid=1", "/tmp/private-bus.x/Bert", "/tmp/private-bus.x/bus"
    ),
    ("unix:path=/tmp/private-bus.x/bus", "/tmp/private-bus.xy/Anna", nil),
    ("unix:path=/bus", "/home/a", nil),
    ("unix:path=/tmp/private-bus.x/bus", "/tmp/private-bus.x/h/d", nil),
    ("unix:path=/tmp/x/bus", "/tmp/x/Anna", nil),
    ("tcp:host=a", "/tmp/private-bus.x/Anna", nil), ("unix:path=bus", "bus", nil),
    ("", "/home/a", nil),
  ])
  func `a terminal of the air is known by its bus and its folder`(
    bus: String,
    data: String,
    socket: String?
  ) {
    let variables = ["TABLETOOTH_BUS": bus, "XDG_DATA_HOME": data]
    #expect(AirTerminal.socket { variables[$0] } == socket)
    #expect(AirTerminal.socket { ["TABLETOOTH_BUS": bus][$0] } == nil)
  }

  @Test func `the environment saves the option`() async throws {
    let home = try TemporaryFolder()
    let (air, bus, _) = try await startAir()
    let host = try Program(["host"], home: home.path, variables: ["TABLETOOTH_BUS=\(bus)"])
    try await host.prints("is open")
    host.type("quit")
    #expect(await host.end().code == 0)
    let other = try Program(
      ["host", "--bus", StartTests.nowhere],
      home: home.path,
      variables: ["TABLETOOTH_BUS=\(bus)"]
    )
    #expect(await other.end().code == 10)
    air.signal(SIGTERM)
    _ = await air.end()
  }
}
