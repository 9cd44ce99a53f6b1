import BoardUI
import Glibc
import ProcessIO
import Testing

@testable import tabletooth

/// Sounds and notifications by real programs, and by the bytes that a real terminal gets.
@Suite(.timeLimit(.minutes(5))) struct SoundProcessTests {
  /// A folder of programs that write their arguments into a pipe with a name.
  private struct Desktop {
    let folder: TemporaryFolder
    let listener: Program

    init(_ names: [String], settings: String) throws {
      folder = try TemporaryFolder()
      for name in ["/bin", "/config", "/config/tabletooth", "/cache"] {
        _ = unsafe mkdir(folder.path + name, 0o700)
      }
      let pipe = folder.path + "/pipe"
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      for name in names {
        let script = "#!/bin/sh\necho \(name) \"$@\" > \(pipe)\nexec sleep 60\n"
        try Self.write(script, to: "\(folder.path)/bin/\(name)", mode: 0o700)
      }
      try Self.write(settings, to: "\(folder.path)/config/tabletooth/settings.toml", mode: 0o600)
      // Reads on when a writer has gone, as it is a writer too.
      listener = try Program(
        bytes: [Array("-c".utf8), Array("exec cat <> \(pipe)".utf8)],
        of: "/bin/sh",
        patience: 120_000
      )
    }

    var variables: [String] {
      ["PATH=\(folder.path)/bin:/usr/bin:/bin", "XDG_CACHE_HOME=\(folder.path)/cache"]
    }

    func end() async {
      listener.signal(SIGTERM)
      _ = await listener.end()
    }

    private static func write(_ text: String, to path: String, mode: mode_t) throws {
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT, mode)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      let bytes = Array(text.utf8)
      #expect(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }
  }

  @Test func `the robot's move is heard by the desktop's sounds`() async throws {
    let desktop = try Desktop(["canberra-gtk-play"], settings: "sound = \"desktop\"\n")
    let arguments = ["play", "--against", "robot:1", "--unkept"]
    let terminal = try TerminalSession(
      arguments,
      home: desktop.folder.path,
      variables: desktop.variables
    )
    try await terminal.shows("Your move:")
    terminal.press("Enter")
    try await desktop.listener.prints("canberra-gtk-play --id=message-new-instant")
    terminal.press("q", "y")
    try await terminal.shows("ended with 0, terminal same")
    await terminal.end()
    await desktop.end()
  }

  @Test func `the desktop is told of a move while another window is in front`() async throws {
    let desktop = try Desktop(["notify-send"], settings: "notify = true\n")
    let terminal = try TerminalSession(
      ["play", "--against", "robot:1", "--unkept"],
      home: desktop.folder.path,
      variables: desktop.variables + ["DISPLAY=:9"]
    )
    try await terminal.shows("Your move:")
    terminal.send([0x1B, 0x5B, 0x4F])
    terminal.press("Enter")
    try await desktop.listener.prints("notify-send -- Tabletooth White plays")
    terminal.press("q", "y")
    try await terminal.shows("ended with 0, terminal same")
    await terminal.end()
    await desktop.end()
  }

  @Test func `another person's move rings the bell and is in the window's title`() async throws {
    try await VirtualAir.run { air in
      let folder = air.home(of: "Anna")
      let host = try TerminalProgram(
        ["host", "--bus", air.bus, "--name", "Anna", "--first", "me", "--admit", "anyone"],
        variables: [
          "XDG_DATA_HOME=\(folder)", "XDG_CONFIG_HOME=\(folder)/config", "TERM=xterm-256color",
          "LC_ALL=C.UTF-8",
        ]
      )
      try await host.shows("]2;Tabletooth\u{1B}")
      try await host.shows("Your table Anna is open.")
      let guest = try air.start(
        "join",
        "Anna",
        "--adapter",
        "hci1",
        "--name",
        "Gus",
        "--robot:1",
        "--admit",
        "anyone"
      )
      try await host.shows("]2;Tabletooth: your move\u{1B}")
      host.type("\r")
      try await host.shows("]2;Tabletooth\u{1B}")
      try await host.shows("]2;Tabletooth: your move\u{1B}")
      try await host.shows("\u{7}")
      host.type("qy")
      try await host.shows("\u{1B}[23;2t")
      #expect(await host.end() == 0)
      _ = await guest.end()
    }
  }
}
