import BoardUI
import GameSearch
import Glibc
import ProcessIO
import Testing

@testable import tabletooth

/// The file of settings.
@MainActor @Suite struct SettingsTests {
  @Test func `a file is read, value by value`() throws {
    let settings = try SettingsFile.settings(
      in: "name = \"Anna\"\n# mine\nlevel = 7\nstill = true\ntheme = \"contrast\"\n",
      "file"
    )
    #expect(settings[.name] == "Anna")
    #expect(settings.level?.number == 7)
    #expect(settings.isStill)
    #expect(settings.theme == .contrast)
    #expect(settings.game == nil)
  }

  @Test(arguments: [
    ("theme = \"mauve\"", 1, "\"wood\", \"colour-blind\" or \"contrast\""),
    ("\nlevel = 11", 2, "a number from 1 to 10"),
    ("still = \"yes\"", 1, "true or false"),
    ("level = \"7\"", 1, "a number from 1 to 10"),
    ("# c\n\ncolour = 1", 3, "one of name, game, level"),
    ("theme = wood", 1, "\"wood\","),
    ("still = yes", 1, "true or false"),
    ("broker = \"mqtt:/club\"\n", 1, "a broker like \"mqtts://broker.example.org\""),
    ("theme", 1, "lines like"),
    ("[x]", 1, "lines like"),
    ("name = \"Anna\"\n\n [x]\n", 3, "lines like"),
    ("[a]\ntheme = \"wood\"", 2, "one of name"),
  ])
  func `a wrong line is told with what is allowed`(
    text: String,
    line: Int,
    allowed: String
  ) async throws {
    try await World.run { world in
      try world.settle("Anna", text)
      let end = await world.start("Anna", ["play", "--two"]).end()
      #expect(end.code == 64)
      #expect(end.complaints.count == 1)
      #expect(end.complaints[0].contains("/config/tabletooth/settings.toml:\(line): found "))
      #expect(end.complaints[0].contains("Expected \(allowed)"))
    }
  }

  @Test func `a pipe in the place of the file is refused`() async throws {
    try await World.run { world in
      try world.settle("Anna", "")
      let path = "\(world.home(of: "Anna"))/config/tabletooth/settings.toml"
      #expect(unsafe unlink(path) == 0 && mkfifo(path, 0o600) == 0)
      let end = await world.start("Anna", ["play", "--two"]).end()
      #expect(end.code == 64)
      #expect(end.complaints.first?.contains("not a regular file") == true)
    }
  }

  @Test(arguments: [
    #"broker = "mqtts://anna\u003Asecret\u0040broker.example.org""#,
    #""broker" = "mqtts://anna:secr\u0065t@broker.example.org" # secret"#,
    "broker = \"\"\"\nmqtts://anna:secret@broker.example.org\"\"\"",
    "broker = \"mqtts://anna:a,secret@broker.example.org\"",
    "borker = \"anna:secret@broker.example.org\"",
    "broker = \"mqtts://anna:secret@broker.example.org",
  ])
  func `a report shows no password, however the file writes it`(text: String) {
    let shown = Report.settings(in: "level = 7\n" + text)
    #expect(!shown.contains("secr"))
    #expect(!shown.contains("u0040"))
    #expect(shown.contains("level = 7") || shown.contains("line 2 is not TOML"))
  }

  @Test func `the file counts where nothing is typed, and what is typed counts more`() async throws
  {
    try await World.run { world in
      try world.settle("Anna", "game = \"xiangqi\"\npieces = \"latin\"\nlevel = 2\n")
      let program = await world.start("Anna", ["play", "--against", "robot"])
      try await program.prints("Xiangqi:")
      try await program.prints("The robot plays at level 2 of 10.")
      let other = await world.start("Anna", ["play", "--against", "robot:1", "liuzhou"])
      try await other.prints("Liuzhou chess:")
      try await other.prints("The robot plays at level 1 of 10.")
    }
  }

  @Test func `the name counts for files, too, and is told as a shell takes it`() async throws {
    try await World.run { world in
      try world.settle("Anna Maria", "name = \"Anna Maria\"\n")
      let program = await world.start("Anna Maria", ["receive"])
      try await program.prints("tabletooth send FILE 'Anna Maria'")
      let list = await world.start("Zoë", ["scan", "--seconds", "4"]).output()
      #expect(list.contains { $0.contains("Anna Maria") }, "\(list)")
    }
  }

  @Test func `a value is written into its line, and all else stays`() {
    let old = "# mine\ntheme = \"wood\" # dark\n\n[later]\nx = 1\n"
    #expect(
      SettingsFile.text(old, .theme, "contrast")
        == "# mine\ntheme = \"contrast\"\n\n[later]\nx = 1\n"
    )
    #expect(
      SettingsFile.text(old, .level, "3")
        == "# mine\ntheme = \"wood\" # dark\n\nlevel = 3\n[later]\nx = 1\n"
    )
    #expect(SettingsFile.text(old, .theme, nil) == "# mine\n\n[later]\nx = 1\n")
    #expect(SettingsFile.text("", .name, "A\"\\") == "name = \"A\\\"\\\\\"\n")
  }

  @Test func `the screen writes the file, and the menu does as it says`() async throws {
    try await World.run { world in
      let terminal = try await world.open("Zoë")
      try await terminal.shows("against the robot")
      terminal.press("6")
      try await terminal.shows("The name that others see")
      terminal.press("Enter", "C-u")
      terminal.type("Anna")
      try await terminal.shows("Saved in ")
      terminal.press("Down", "Down", "Right", "Right")
      try await terminal.shows("robot level             7")
      terminal.press("q", "1", "1")
      try await terminal.shows("▶ 7  level 7")
      terminal.press("C-c")
      await terminal.ends(with: 0)
      let path = "\(world.home(of: "Zoë"))/config/tabletooth/settings.toml"
      let bytes = try WholeFile.bytes(of: path, limit: 1 << 20)
      #expect(String(decoding: bytes, as: UTF8.self) == "name = \"Anna\"\nlevel = 7\n")
    }
  }
}
