import Glibc
import Testing

/// What only a real terminal shows: its bytes, its modes, signals, and a file that is locked.
@Suite(.timeLimit(.minutes(5))) struct ScreenProcessTests {
  /// Anna's table and Gus at it, each on a screen; both have accepted, and it is Anna's move.
  private static func boards(
    in air: VirtualAir
  ) async throws -> (host: TerminalSession, guest: TerminalSession) {
    let host = try TerminalSession(
      ["host", "--bus", air.bus, "--name", "Anna", "--first", "me"],
      home: air.home(of: "Anna")
    )
    try await host.shows("Your table Anna is open.")
    let guest = try TerminalSession(
      ["join", "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus"],
      home: air.home(of: "Gus")
    )
    for terminal in [host, guest] {
      try await terminal.shows("Yes or no:")
      terminal.press("y")
    }
    try await host.shows("Your move:")
    return (host, guest)
  }

  /// Holds the database of `home` as one who writes to it does, until the descriptor is closed.
  private static func hold(databaseOf home: String) throws -> CInt {
    let path = "\(home)/tabletooth/tabletooth.db-shm"
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    // The byte that one who writes in WAL mode locks, as sqlite.org/walformat.html says.
    var lock = flock(
      l_type: Int16(F_WRLCK),
      l_whence: Int16(SEEK_SET),
      l_start: 120,
      l_len: 1,
      l_pid: 0
    )
    // The program may be writing just now.
    try #require(unsafe fcntl(descriptor, F_SETLKW, &lock) == 0)
    return descriptor
  }

  @Test func `a database that is held delays a move, and keys are heard`() async throws {
    try await VirtualAir.run { air in
      let (host, guest) = try await Self.boards(in: air)
      let lock = try Self.hold(databaseOf: air.home(of: "Anna"))
      host.press("Enter")
      try await host.shows("1. h8")
      host.press("?")
      try await host.shows("move the cursor")
      // What is not on disk here is not said there.
      guest.press("?")
      try await guest.shows("move the cursor")
      guest.press("?")
      let lines = try await guest.hides("move the cursor")
      #expect(!lines.contains { $0.contains("1. h8") })
      close(lock)
      try await guest.shows("1. h8")
      for terminal in [host, guest] { await terminal.end() }
    }
  }

  @Test func `a game is judged while it is gone through, as fast as this computer thinks`()
    async throws
  {
    let home = try TemporaryFolder()
    let game = try Program(["play", "--two", "xiangqi"], home: home.path)
    for line in ["h2e2", "h9g7", "h0g2", "resign"] { game.type(line) }
    game.endInput()
    #expect(await game.end().code == 0)
    try await TerminalSession.run(home: home.path) { terminal in
      try await terminal.shows("Your name [")
      terminal.press("Enter")
      try await terminal.shows("against the robot")
      terminal.press("5")
      try await terminal.shows("▶ 1  ")
      terminal.press("a")
      try await terminal.shows("mistakes")
    }
  }

  @Test func `control-C and a stopped terminal leave all as it was`() async throws {
    try await TerminalSession.run("play", "--two") { terminal in
      try await terminal.shows("Black to move:")
      terminal.press("C-c")
      try await terminal.shows("Press control-C again")
      terminal.press("C-c")
      try await terminal.shows("ended with 130, terminal same")
      try await terminal.shows("tabletooth: stopped by control-C")
    }
  }

  @Test(arguments: [("SEGV", 139), ("ABRT", 134), ("TERM", 143), ("HUP", 129)])
  func `a crash and a signal leave the terminal as it was`(name: String, code: Int) async throws {
    let home = try TemporaryFolder()
    let pid = "\(home.path)/pid"
    let variables = ["SWIFT_BACKTRACE=enable=no"]
    try await TerminalSession.run("play", "--two", variables: variables, pidFile: pid) { terminal in
      try await terminal.shows("Black to move:")
      terminal.run("kill -\(name) $(cat \(pid))")
      try await terminal.shows("ended with \(code), terminal same")
      try await terminal.hides("Black to move:")
    }
  }

  @Test(arguments: ["", "TERM=linux "])
  func `control-Z gives the terminal back, and fg goes on`(variable: String) async throws {
    let terminal = try TerminalSession(script: "PS1='ready> ' exec sh -i")
    // What is typed before it is there may be lost.
    try await terminal.shows("ready>")
    terminal.type("\(variable)\(Program.path) play --two")
    try await terminal.shows("Black to move:")
    terminal.type("h8")
    try await terminal.shows("1. h8")
    terminal.press("C-z")
    try await terminal.shows("Stopped")
    terminal.type("fg")
    try await terminal.shows("1. h8")
    terminal.type("i9")
    try await terminal.shows("1. h8  i9")
    terminal.press("q", "y")
    try await terminal.hides("1. h8")
    await terminal.end()
  }

  @Test func `a mouse plays, and nothing is held up by what it does besides, or broken sequences`()
    async throws
  {
    try await TerminalSession.run("play", "--two") { terminal in
      try await terminal.shows("Black to move:")
      // The press of the first button at column 19 and row 9, in the form of X10: the point h8.
      terminal.send([0x1B, 0x5B, 0x4D, 0x20, 0x20 + 19, 0x20 + 9])
      try await terminal.shows("1. h8")
      // A release, a wheel and the third button.
      for button in [0x23, 0x60, 0x22] as [UInt8] {
        terminal.send([0x1B, 0x5B, 0x4D, button, 0x20 + 19, 0x20 + 9])
      }
      terminal.send([0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0xFF])
      terminal.send([0x1B, 0x5B, 0x39, 0x39, 0x39, 0x7E])
      terminal.send([0x1B, 0x5B, 0x5B, 0x46])
      terminal.send([0xFF, 0xFE, 0xC3])
      terminal.press("z")
      try await terminal.shows("to move: z ")
      terminal.press("C-u")
      terminal.type("a1")
      try await terminal.shows("1. h8  a1")
      terminal.press("q", "y")
      try await terminal.shows("ended with 0, terminal same")
    }
  }

  @Test func `pasted text is typed, and obeys nothing`() async throws {
    try await TerminalSession.run("play", "--two") { terminal in
      try await terminal.shows("Black to move:")
      terminal.paste("h8 qyqyqyqy" + String(repeating: "q", count: 8_000))
      try await terminal.shows("qqqqqqqqqqqqqqqqqqqqqqqqqqqqqq")
      terminal.press("C-u", "q", "y")
      try await terminal.shows("ended with 0, terminal same")
    }
  }

  @Test(arguments: [
    (["play", "--two", "--plain"], []),
    (["play", "--two"], ["TERM=dumb"]),
    (["play", "--two"], ["TERM=no-such-terminal"]),
    (["play", "--two"], ["TERM="]),
  ])
  func `line mode is there where no screen can be`(
    arguments: [String],
    variables: [String]
  ) async throws {
    let terminal = try TerminalSession(arguments, variables: variables)
    try await terminal.shows(" 8  . . . . . . . . . . . . . . .")
    terminal.type("quit")
    try await terminal.shows("ended with 0, terminal same")
    await terminal.end()
    let small = try TerminalSession(arguments, rows: 10, columns: 30)
    try await small.shows("Black to move:")
    small.type("quit")
    try await small.shows("ended with 0, terminal same")
    await small.end()
  }

  @Test(arguments: [("C", "X"), ("xx_YY.UTF-8", "●")])
  func `a locale decides what is drawn, installed or not`(
    locale: String,
    stone: String
  ) async throws {
    let terminal = try TerminalSession(["play", "--two"], variables: ["LC_ALL=\(locale)"])
    try await terminal.shows("Black to move:")
    terminal.type("h8")
    try await terminal.shows("[\(stone)]")
    terminal.press("q", "y")
    try await terminal.shows("ended with 0, terminal same")
    await terminal.end()
  }
}
