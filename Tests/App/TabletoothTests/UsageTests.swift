import Glibc
import MatchProtocol
import MatchStore
import Sodium
import Terminal
import Testing

/// What is typed wrong, which takes the commands of a whole program, and what is typed once.
@MainActor @Suite struct UsageTests {
  nonisolated static let mistakes = [
    ("hots", "there is no command hots, did you mean host. Run tabletooth --help"),
    ("--hlep", "unknown option '--hlep', did you mean --help. Run tabletooth --help"),
    ("--verison", "unknown option '--verison', did you mean --version. Run tabletooth --help"),
    ("version", "there is no command version, did you mean --version. Run tabletooth --help"),
    (
      "games repaly",
      "unexpected argument 'repaly', did you mean games replay. Run tabletooth games --help"
    ),
    ("games repaly 1", "2 unexpected arguments: 'repaly', '1', did you mean games replay. Run"),
    ("help nosuch", "there is no command nosuch. Run tabletooth --help"),
    ("host --nam x", "unknown option '--nam', did you mean '--name'. Run tabletooth host --help"),
    (
      "host xiangqi --rules renju",
      "xiangqi has one set of rules: leave out --rules. Run tabletooth host --help"
    ),
    (
      "games analyse x --depth 0",
      "expected a number from 1 to 200. Run tabletooth games analyse --help"
    ),
    ("scan --seconds 0", "--seconds takes a number from 1 to 600. Run tabletooth scan --help"),
    (
      "games export --to foo x",
      "expected one of sgf, psq, pos, fen, iccs, wxf, chinese, dhtmlxq, turns, ggf, pgn, epd. Run"
    ),
    ("play --clock -5m", "not a clock longer than zero; expected one such as 10m"),
    ("data restore /nonexistent", "cannot read /nonexistent: No such file or directory. Run"),
    (
      "players rename Zoë",
      "missing expected argument '<new>'. Run tabletooth players rename --help"
    ),
    (
      "replay 3 --ply 2",
      "replay is now called games replay. Run tabletooth games replay 3 --ply 2"
    ),
    ("host --listen", "--listen is now called --on tcp. Run tabletooth host --help"),
    ("play --theme x", "the value 'x' is invalid for '--theme <theme>'. Please provide one of"),
    ("play --set still=x", "still cannot be x; expected true or false. Run"),
    ("settings theme x", "theme cannot be x; expected"),
    ("scan --set foo=1", "there is no setting foo. Run tabletooth scan --help"),
    (
      "scan --set neraby=lan",
      "there is no setting neraby, did you mean nearby. Run tabletooth scan --help"
    ),
    (
      "--name X",
      "unknown option '--name', did you mean tabletooth host --name. Run tabletooth --help"
    ),
    (
      "--level 3",
      "unknown option '--level', did you mean tabletooth play --level. Run tabletooth --help"
    ),
    ("host --on bluetooth,ftp", "ftp is not a transport; expected one of bluetooth, tcp"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is told in one line that answers it`(
    arguments: String,
    words: String
  ) async throws {
    try await World.run { world in
      let program = await world.start("Zoë", arguments.split(separator: " ").map(String.init))
      await expectEnd(of: program, code: 64, saying: words)
    }
  }

  @Test(arguments: ["uci", "ucci", "gomocup", "tournament", "best", "inspect", "perft"])
  func `a command of tabletooth-engine is proposed`(command: String) async throws {
    let words = "there is no command \(command), did you mean tabletooth-engine \(command). Run"
    try await World.run { world in
      await expectEnd(of: await world.start("Zoë", [command]), code: 64, saying: words)
    }
  }

  @Test(arguments: ["engine", "match"])
  func `a command of tabletooth-engine is none here`(command: String) async throws {
    try await World.run { world in
      let end = await world.start("Zoë", [command]).end()
      #expect(end.code == 64)
      let words = "tabletooth: there is no command \(command)"
      #expect(end.complaints.first?.hasPrefix(words) == true)
    }
  }

  @Test(arguments: [
    ("games replay", ["--admit", "--accept-files", "--plain"], ["--time"]),
    ("play", ["--admit", "--accept-files", "--theme"], ["--against"]),
    ("pipe", ["--robot", "--time", "--theme"], ["--admit", "--on"]),
    ("send", ["--robot", "--time", "--theme"], ["--admit", "--on"]),
    ("receive", ["--robot", "--accept-files"], ["--admit", "--into", "--on", "--unasked"]),
    ("host", ["--bus"], ["--admit", "--on", "--accept-files", "--robot", "--time"]),
  ])
  func `a command's help has its own options and no others`(
    command: String,
    others: [String],
    own: [String]
  ) async throws {
    try await World.run { world in
      let words = command.split(separator: " ").map(String.init) + ["--help"]
      let text = await world.start("Zoë", words).output().joined(separator: "\n")
      for option in others { #expect(!text.contains("\n  \(option)"), "\(option)") }
      for option in own { #expect(text.contains("\n  \(option)"), "\(option)") }
    }
  }

  @Test(arguments: ["--help", "help", "help host", "host --help", "--version"])
  func `what is asked for is no mistake`(arguments: String) async throws {
    try await World.run { world in
      let program = await world.start("Zoë", arguments.split(separator: " ").map(String.init))
      #expect(await program.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `a name that is longer than any`() async throws {
    let name = String(repeating: "ä", count: 33)
    try await World.run { world in
      let program = await world.start("Zoë", ["host", "--name", name])
      await expectEnd(of: program, code: 64, saying: "66 bytes")
    }
  }

  @Test func `the first start asks for a name, once`() async throws {
    try await World.run { world in
      let long = String(repeating: "x", count: 65)
      let size = Size(rows: 24, columns: 80)
      let first = await world.start(
        "Zoë",
        [],
        typing: [long, "  Mei Lin "],
        isTerminal: true,
        screen: size
      )
      try await first.prints("65 bytes")
      try await first.shows("against the robot")
      first.press("q")
      await first.ends(with: 0)
      let later = await world.start("Zoë", ["host"], isTerminal: true, hasBluetooth: false)
      #expect(await later.end().code == 10)
      #expect(!later.hasPrinted("Your name"))
      let settings = await world.start("Zoë", [], isTerminal: true, screen: size)
      try await settings.shows("against the robot")
      settings.press("6")
      try await settings.shows("Mei Lin")
    }
  }

  @Test func `an end of the input at the question for a name ends the program`() async throws {
    try await World.run { world in
      let program = await world.start("Zoë", ["host"], isTerminal: true)
      #expect(await program.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `one's own name is typed once`() async throws {
    try await World.run { world in
      for arguments in [["--name", "Zoë 六"], []] {
        let host = await world.start("Zoë", ["host"] + arguments)
        try await host.prints("Your table Zoë 六 is open")
        host.type("quit")
        #expect(await host.end().code == 0)
      }
    }
  }

  @Test func `who says no name is called by two words, the same ones each time`() async throws {
    try await World.run { world in
      var lines: Set<String> = []
      for _ in 0..<2 {
        let host = await world.start("Zoë", ["host"])
        lines.insert(try await host.prints("Your table "))
        host.type("quit")
        #expect(await host.end().code == 0)
      }
      #expect(lines.count == 1)
      // Your table Quiet Otter is open, …
      let words = lines.first?.split(separator: " ").prefix(6).map(String.init) ?? []
      #expect(words.count == 6 && words[4] == "is", "\(lines)")
      var buffer = [CChar](repeating: 0, count: 256)
      #expect(unsafe gethostname(&buffer, buffer.count - 1) == 0)
      let host = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      let computer = String(decoding: host, as: UTF8.self)
      #expect(!lines.contains { $0.contains(computer) })
    }
  }

  @Test func `a player who was given another name has it in all lists`() async throws {
    try await World.run { world in
      let data = try DataFolder(at: "\(world.home(of: "Anna"))/tabletooth")
      _ = try PlayerKeyFile(in: data).key()
      let store = try MatchStore(in: data)
      let key = try PublicKey([UInt8](repeating: 7, count: 32))
      let name = PlayerName(cleaning: "Zoë")
      let match = try store.begin(
        SavedMatch(
          session: SessionID(rawValue: 1),
          seat: .guest,
          opponent: key,
          opponentName: name,
          startedAt: 1_800_000_000
        )
      )
      let start = MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .host)
      try store.append(JournalEntry(isMine: false, .start(start)), at: 0, to: match)
      try store.save(KnownPlayer(key: key, name: name, firstSeen: 1, lastSeen: 1))
      let rename = await world.start("Anna", ["players", "rename", "Zoë", "Sis"])
      #expect(await rename.end().code == 0)
      for arguments in [["games"], ["games", "--json"], ["players"]] {
        let lines = await world.start("Anna", arguments).output()
        #expect(lines.contains { $0.contains("Sis") }, "\(lines)")
      }
    }
  }
}
