import BoardUI
import Glibc
import Testing

@testable import tabletooth

/// Sounds, music and notifications, with players that only say what they are told.
@Suite(.timeLimit(.minutes(5))) struct SoundTests {
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

  @Test func `the robot's move is heard, and music goes on and off`() async throws {
    let desktop = try Desktop(
      ["paplay"],
      settings: "sound = \"tones\"\nvolume = 70\nmusic = \"/tmp/song.ogg\"\nplay-music = true\n"
    )
    let arguments = ["play", "--against", "robot:1", "--unkept"]
    let terminal = try TerminalSession(
      arguments,
      home: desktop.folder.path,
      variables: desktop.variables
    )
    try await desktop.listener.prints("paplay --volume=19660 /tmp/song.ogg")
    try await terminal.shows("Your move:")
    terminal.press("Enter")
    let line = try await desktop.listener.prints("paplay ")
    #expect(line.hasSuffix("/cache/tabletooth/tones/turn-70.wav"))
    let tone = try GameText.bytes(of: String(line.dropFirst("paplay ".count)), limit: 1 << 20)
    #expect(tone == Tone(.turn).wave(volume: 70))
    terminal.press("F9", "F9")
    try await desktop.listener.prints("/tmp/song.ogg")
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

  @Test(arguments: Cue.allCases)
  func `a tone is a WAV file that fades out, and silence at no volume`(cue: Cue) {
    let bytes = Tone(cue).wave(volume: 100)
    #expect(bytes.starts(with: Array("RIFF".utf8)))
    let size = bytes[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == bytes.count - 44)
    #expect(bytes[44...].contains { $0 != 0 })
    #expect(Tone(cue).wave(volume: 0)[44...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], "\u{1B}]9;hi\u{7}"),
    (["TERM": "foot"], "\u{1B}]777;notify;Tabletooth;hi\u{7}"),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], "\u{1B}]9;hi\u{7}"),
    (["TERM": "linux"], nil),
  ])
  func `each terminal is told in its own way`(variables: [String: String], sequence: String?) {
    #expect(Announcer.sequence("hi") { variables[$0] } == sequence)
  }

  @Test func `a player is looked for in the path, and may be missing`() {
    #expect(SoundPlayer(in: "/nonexistent") == nil)
    #expect(SoundPlayer(in: nil) == nil)
  }
}
