import FoundationEssentials
import Glibc
import Testing

/// Programs whose terminal is closed, wherever they are: none of them lives on.
@Suite(.timeLimit(.minutes(60))) struct ClosedTerminalTests {
  /// Where a program is, as it is brought there from the start menu.
  struct Place: CustomTestStringConvertible {
    let testDescription: String
    /// What is typed, each time after this was seen.
    let steps: [(seen: String, typed: String)]
    /// What is seen there.
    let seen: String
    /// Whether another player is brought there as well.
    var isForTwo = false
  }

  /// What draws everything once more, so that words are not left out that stood there before.
  private static let redraw = "\u{c}"

  static let places = [
    Place(testDescription: "the menu", steps: [], seen: "guest"),
    Place(testDescription: "the games", steps: [("guest", "1")], seen: "Which"),
    Place(
      testDescription: "the levels",
      steps: [("guest", "1"), ("Which", "2")],
      seen: "strongest"
    ),
    Place(testDescription: "the help", steps: [("guest", "?")], seen: "capture"),
    Place(testDescription: "the played games", steps: [("guest", "5")], seen: "games yet"),
    Place(testDescription: "the settings", steps: [("guest", "6")], seen: "no animation"),
    Place(testDescription: "the tables", steps: [("guest", "4")], seen: "announce"),
    Place(
      testDescription: "a game against the robot",
      steps: [("guest", "1"), ("Which", "2"), ("strongest", "1")],
      seen: "Your move:"
    ),
    Place(
      testDescription: "the end of a game",
      steps: [("guest", "1"), ("Which", "2"), ("strongest", "1"), ("Your move:", "ryes")],
      seen: "lost"
    ),
    Place(testDescription: "the digits", steps: [], seen: "Yes or no:", isForTwo: true),
    Place(
      testDescription: "an open table",
      steps: [("guest", "3"), ("Which", "2")],
      seen: "computer"
    ),
    Place(
      testDescription: "a game",
      steps: [("Yes or no:", "y"), ("moves first", "me\r")],
      seen: "move",
      isForTwo: true
    ),
  ]

  @Test(arguments: places, TerminalProgram.HangUp.allCases)
  func `a program whose terminal is closed ends`(
    place: Place,
    hangUp: TerminalProgram.HangUp
  ) async throws {
    let rounds = ProcessInfo.processInfo.environment["TABLETOOTH_CLOSED"].flatMap { Int($0) } ?? 1
    for _ in 0..<rounds {
      try await VirtualAir.run(adapters: 2) { try await Self.close(place, hangUp, in: $0) }
    }
  }

  private static let table = ["host", "--on", "tcp:127.0.0.1:0", "--name", "Anna"]

  @Test(arguments: [
    (table, "tcp:127.0.0.1:"), (table + ["--plain"], "tcp:127.0.0.1:"),
  ])
  func `a program whose terminal takes nothing ends when it is told to`(
    arguments: [String],
    text: String
  ) async throws {
    let folder = try TemporaryFolder()
    let program = try TerminalProgram(
      arguments,
      variables: ["XDG_DATA_HOME=\(folder.path)", "TERM=xterm-256color", "LC_ALL=C.UTF-8"],
      patience: 20_000
    )
    try await program.shows(text)
    program.stopOutput()
    program.type("help\r")
    program.signal(SIGTERM)
    #expect(await program.end() == 128 + SIGTERM)
  }

  private static func close(
    _ place: Place,
    _ hangUp: TerminalProgram.HangUp,
    in air: VirtualAir
  ) async throws {
    var programs: [TerminalProgram] = []
    for (number, player) in ["Anna", "Bo"].prefix(place.isForTwo ? 2 : 1).enumerated() {
      programs.append(try menu(player, "hci\(number)", hangUp, in: air))
    }
    for step in place.steps {
      for program in programs { try await program.shows(step.seen) }
      for program in programs { program.type(step.typed + Self.redraw) }
    }
    for program in programs { try await program.shows(place.seen) }
    for program in programs { program.hangUp() }
    for program in programs { #expect(await program.end() == 129) }
  }

  /// Starts `player` at the menu, with this controller.
  private static func menu(
    _ player: String,
    _ adapter: String,
    _ hangUp: TerminalProgram.HangUp,
    in air: VirtualAir
  ) throws -> TerminalProgram {
    try air.settle(player, adapter: adapter)
    let folder = air.home(of: player)
    return try TerminalProgram(
      [],
      variables: [
        "XDG_DATA_HOME=\(folder)", "XDG_CONFIG_HOME=\(folder)/config", "TERM=xterm-256color",
        "LC_ALL=C.UTF-8", "TABLETOOTH_BUS=\(air.bus)",
      ],
      hangUp: hangUp,
      patience: 20_000
    )
  }
}
