import Testing

@testable import tabletooth

/// Line mode where a person sits at it.
@Suite(.timeLimit(.minutes(5))) struct LineModeTests {
  @Test(arguments: [
    ["join", "--on", "127.0.0.1:1"], ["games", "--player", "robot:99"],
    ["games", "show", "/nowhere/at/all/here.sgf"], ["games", "stats"],
  ])
  func `lines outside of the game break between words`(command: [String]) async throws {
    let home = try TemporaryFolder()
    let (wide, narrow) = (
      try TerminalSession(command, columns: 400, home: home.path),
      try TerminalSession(command, columns: 30, home: home.path)
    )
    var texts: [[String]] = []
    for terminal in [wide, narrow] {
      let lines = try await terminal.shows("ended with ")
      texts.append(lines.filter { !$0.hasPrefix("ended with") && $0 != "terminal same" })
      await terminal.end()
    }
    let words = texts.map { $0.joined(separator: " ").split(separator: " ") }
    #expect(words[0] == words[1])
    #expect(!words[0].isEmpty)
  }

  @Test func `a line is edited, completed and remembered`() async throws {
    try await TerminalSession.run("play", "--two", "--plain", "xiangqi") { terminal in
      try await terminal.shows("Red to move:")
      terminal.press("h", "2", "x", "BSpace", "e", "2", "Enter")
      try await terminal.shows("Red plays cannon h2e2.")
      try await terminal.shows("Black to move:")
      terminal.press("l", "e", "Tab")
      try await terminal.shows("legal  level")
      terminal.press("v", "Tab")
      try await terminal.shows("Black to move: level")
      terminal.press("C-u", "Up")
      try await terminal.shows("Black to move: h2e2")
      terminal.press("C-u")
      terminal.type("quit")
      try await terminal.shows("ended with 0, terminal same")
    }
  }

  @Test func `an empty line shows the board, and long lines break between words`() async throws {
    let terminal = try TerminalSession(["play", "--two", "--plain"], rows: 40, columns: 44)
    try await terminal.shows("Black to move:")
    terminal.type("a1")
    try await terminal.shows("White to move:")
    terminal.press("Enter")
    terminal.type("hint now")
    let lines = try await terminal.shows("I do not understand hint now.")
    #expect(lines.allSatisfy { $0.count <= 44 })
    #expect(lines.filter { $0.hasPrefix("    a b c") }.count >= 2)
    terminal.type("quit")
    try await terminal.shows("ended with 0, terminal same")
    await terminal.end()
  }

  @Test func `what arrives stands above what is being typed`() async throws {
    try await VirtualAir.run { air in
      let host = try TerminalSession(
        ["host", "--plain", "--bus", air.bus, "--name", "Anna", "--first", "me"],
        home: air.home(of: "Anna")
      )
      try await host.shows("Your table Anna is open.")
      let guest = try TerminalSession(
        ["join", "Anna", "--plain", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus"],
        home: air.home(of: "Gus")
      )
      for terminal in [host, guest] {
        try await terminal.shows("Yes or no:")
        terminal.type("yes")
      }
      try await host.shows("Black. Your move:")
      try await guest.shows("White>")
      guest.press("d", "r", "a")
      try await guest.shows("White> dra")
      host.type("h8")
      try await guest.shows("Black plays h8.")
      try await guest.shows("White. Your move: dra")
      guest.press("w", "Enter")
      try await host.shows("Gus offers a draw.")
      for terminal in [host, guest] { await terminal.end() }
    }
  }

  @Test(arguments: [("TERM", 143), ("SEGV", 139)])
  func `a signal leaves the terminal as it was`(name: String, code: Int) async throws {
    let home = try TemporaryFolder()
    let pid = "\(home.path)/pid"
    let variables = ["SWIFT_BACKTRACE=enable=no"]
    try await TerminalSession.run("play", "--two", "--plain", variables: variables, pidFile: pid) {
      terminal in
      try await terminal.shows("Black to move:")
      terminal.run("kill -\(name) $(cat \(pid))")
      try await terminal.shows("ended with \(code), terminal same")
    }
  }

  @Test func `control-Z gives the terminal back, and fg goes on`() async throws {
    let terminal = try TerminalSession(script: "PS1='ready> ' exec sh -i")
    // What is typed before it is there may be lost.
    try await terminal.shows("ready>")
    terminal.type("\(Program.path) play --two --plain")
    try await terminal.shows("Black to move:")
    terminal.press("h", "8")
    try await terminal.shows("Black to move: h8")
    terminal.press("C-z")
    try await terminal.shows("Stopped")
    terminal.type("fg")
    try await terminal.shows("Black to move: h8")
    terminal.press("Enter")
    try await terminal.shows("White to move:")
    terminal.type("quit")
    try await terminal.shows("The game is not finished.")
    await terminal.end()
  }
}
