import FoundationEssentials
import Glibc
import Testing

/// Games as possessions: played, listed, shown, exported, imported and deleted by the program.
@MainActor @Suite struct GamesTests {
  private static let won = "h8 h9 i8 i9 j8 j9 k8 k9 l8"

  /// Types these words, and returns how the program ended and what it printed.
  private func run(
    _ arguments: [String],
    typing words: String = "",
    in world: World
  ) async -> (code: CInt, lines: [String], complaints: [String]) {
    let typed = words.split(separator: " ").map(String.init)
    let program = await world.start("Anna", arguments, typing: typed)
    program.endInput()
    let end = await program.end()
    return (end.code, program.printed, end.complaints)
  }

  @Test func `a game at one terminal is kept, shown, exported and deleted`() async throws {
    try await World.run { world in
      let played = await run(["play", "--two"], typing: Self.won, in: world)
      #expect(played.code == 0)
      let list = await run(["games"], in: world).lines
      #expect(list.count == 1)
      #expect(list.first?.hasSuffix("gomoku, 9 moves  Black won: five in a row") == true)
      let shown = await run(["games", "show", "1", "--ply", "3"], in: world).lines
      #expect(shown.last == "Moves: h8 h9 (i8) i9 j8 j9 k8 k9 l8")
      #expect(shown.contains { $0.contains("X(X)") })
      let file = await run(["games", "export", "1", "--to", "pos"], in: world).lines
      #expect(file == ["h8h9i8i9j8j9k8k9l8"])
      #expect(await run(["games", "delete", "1"], in: world).code == 0)
      #expect(await run(["games"], in: world).lines == ["No games yet."])
    }
  }

  @Test func `an unfinished game at one terminal goes on by its number`() async throws {
    try await World.run { world in
      let options = ["--two", "niqi", "--rules", "count=sum"]
      let first = await run(["play"] + options, typing: "c3 d4 quit", in: world)
      #expect(first.lines.last == "The game is saved. To continue, run: tabletooth resume 1")
      let next = await run(["resume", "1"], typing: "a1 quit", in: world)
      #expect(next.lines.contains { $0.hasSuffix("Moves so far: c3 d4 a1") })
      let list = await run(["games"], in: world).lines
      #expect(list.count == 1)
      #expect(list.first?.contains("liuzhou (count=sum), 3 moves  unfinished") == true)
    }
  }

  @Test func `a game against the robot is kept with its level and result`() async throws {
    try await World.run { world in
      let options = ["--against", "robot:2", "--color", "second"]
      let program = await world.start("Anna", ["play"] + options)
      try await program.prints("Black plays")
      program.type("resign")
      #expect(await program.end().code == 0)
      let line = await run(["games", "--json"], in: world).lines.first ?? ""
      for member in [
        #""against":"robot""#, #""level":2"#, #""color":"white""#, #""winner":"black""#,
        #""reason":"resignation""#, #""result":"lost""#, #""state":"finished""#, #""moves":1"#,
      ] {
        #expect(line.contains(member), "\(line)")
      }
    }
  }

  @Test func `a game with help is unrated, also after it was resumed`() async throws {
    try await World.run { world in
      let start = ["play", "--against", "robot:1", "--color", "first"]
      _ = await run(start, typing: "h8 undo h8 quit", in: world)
      let end = await run(["resume", "1"], typing: "resign", in: world)
      #expect(end.lines.contains("This game is unrated: moves were taken back."))
      let line = await run(["games", "--json"], in: world).lines.first ?? ""
      #expect(line.contains(#""unrated":["takebacks"]"#), "\(line)")
      #expect(
        await run(["games"], in: world).lines.first?.hasSuffix("  unrated") == true
      )
      let stats = await run(["games", "stats"], in: world).lines
      #expect(stats.contains { $0.hasPrefix("gomoku: ") && !$0.contains("rating") })
    }
  }

  @Test func `a game that the robot played for the player is unrated`() async throws {
    try await World.run { world in
      let seats = ["--against", "robot:1", "--robot:1", "--time", "20ms"]
      let end = await run(["play"] + seats, in: world)
      #expect(end.lines.contains("This game is unrated: the robot moved for you."))
      let line = await run(["games", "--json"], in: world).lines.first ?? ""
      #expect(line.contains(#""unrated":["robot"]"#), "\(line)")
    }
  }

  @Test func `a game that is not to be kept is not`() async throws {
    try await World.run { world in
      _ = await run(["play", "--two", "--unkept"], typing: Self.won, in: world)
      #expect(await run(["games"], in: world).lines == ["No games yet."])
    }
  }

  @Test func `a game that cannot be kept is played all the same, and that is told`() async throws {
    try await World.run { world in
      try Data().write(to: URL(filePath: world.home(of: "Anna")))
      let played = await run(["play", "--two"], typing: Self.won, in: world)
      #expect(played.code == 0)
      #expect(played.lines.contains("Black wins: five in a row (h8 to l8)."))
      #expect(played.complaints.count == 1)
      #expect(played.complaints.first?.contains("this game is not saved: /dev/shm") == true)
    }
  }

  @Test func `of a file with many games, all that can be read are kept`() async throws {
    try await World.run { world in
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/games.sgf"
      let one = "(;GM[4]SZ[15]PB[Anna];B[hh]C[the middle];W[hg])"
      let two = "(;GM[4]SZ[15]RE[W+];B[aa])"
      try write("\(one)\n\(two)\n", to: path)
      let told = await run(["games", "import", path], in: world).lines
      #expect(told == ["Saved as games 1 to 2."])
      let list = await run(["games", "--json"], in: world).lines
      #expect(list.map { $0.contains(#""state":"finished""#) } == [true, false])
      #expect(list.last?.contains(#""state":"no-result""#) == true)
      let back = await run(["games", "export", "1", "--to", "sgf"], in: world).lines
      #expect(back.joined().contains("PB[Anna]"))
      #expect(back.joined().contains("B[hh]C[the middle]"))
      try write("\(one)\n(;GM[4];B[hh];W[hh])\n(;GM[4];B[ab])", to: path)
      let broken = await run(["games", "import", path], in: world)
      #expect(broken.code == 40)
      #expect(broken.lines == ["Saved as game 3. 1 game was already here."])
      #expect(
        broken.complaints.dropLast() == [
          "\(path):2:17: game 2: found \"hh])\"; expected an empty point",
          "  2 | (;GM[4];B[hh];W[hh])", "    |                 ^",
        ]
      )
      #expect(
        broken.complaints.last?.hasPrefix("tabletooth: 1 of 3 games in \(path) cannot be read. ")
          == true
      )
      #expect(await run(["games"], in: world).lines.count == 3)
    }
  }

  @Test func `games without a move are left out, and that is said`() async throws {
    try await World.run { world in
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/games.sgf"
      let board = "(;GM[4]SZ[15]AB[hh]AW[ii])"
      try write("(;GM[4]SZ[15]PB[A])\n(;GM[4];B[hh])\n\(board)\n(;GM[4];B[])\n", to: path)
      let end = await run(["games", "import", path], in: world)
      #expect(end.code == 0)
      #expect(end.lines == ["Saved as games 1 to 2.", "2 games without a move were left out."])
      try write("(;GM[4]SZ[15];B[hh];W[];B[ii])", to: path)
      let passed = await run(["games", "import", path], in: world)
      #expect(passed.lines.first == "Saved as game 3.")
      #expect(
        passed.lines.last?.hasPrefix("1 game continues with a pass, which these rules") == true
      )
      let object = "{\"game\":\"xiangqi\",\"moves\":[\"h2e2\",\"h9g7\"]}"
      for (text, options) in [("(;GM[4]SZ[15])", []), (object, ["--from", "chinese"])] {
        try write(text, to: path)
        let end = await run(["games", "import", path] + options, in: world)
        #expect(end.code == 40)
        #expect(end.lines == [])
      }
      #expect(await run(["games"], in: world).lines.count == 3)
    }
  }

  @Test func `a file with one broken game is an error of the file`() async throws {
    try await World.run { world in
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/games.sgf"
      try write("(;GM[4];B[hh];W[hh])", to: path)
      let broken = await run(["games", "import", path], in: world)
      #expect(broken.code == 40)
      #expect(broken.lines == [])
      #expect(
        broken.complaints
          == [
            "tabletooth: \(path):1:17: found \"hh])\". Expected an empty point.",
            "  1 | (;GM[4];B[hh];W[hh])", "    |                 ^",
          ]
      )
    }
  }

  @Test(arguments: ["GB18030", "BIG5", "UTF-16LE", "UTF-16"])
  func `a file longer than one part is read in its encoding`(encoding: String) async throws {
    try await World.run { world in
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/games.pgn"
      let head = String(repeating: "[Site \"x\"]\n", count: 30_000)
      let games = "[Red \"甲\"]\n\n1. 炮二平五 馬8進7 *\n\n[Red \"乙\"]\n\n1. 炮二平五 *\n"
      try write("[Site \"車\"]\n\n1. 兵七進一 卒7進1 *\n" + head + games, to: path, in: encoding)
      let told = await run(["games", "import", path], in: world)
      #expect(told.complaints == [])
      #expect(told.lines == ["Saved as games 1 to 3."])
      let list = await run(["games"], in: world).lines
      #expect(list.contains { $0.contains("甲") && $0.hasSuffix("xiangqi, 2 moves  no result") })
      #expect(list.contains { $0.contains("乙") && $0.hasSuffix("xiangqi, 1 move  no result") })
    }
  }

  @Test func `a game from a file shows who played and when, and is no game to go on with`()
    async throws
  {
    try await World.run { world in
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/old.pgn"
      try write("[Red \"胡荣华\"]\n[Black \"Liu\"]\n[Date \"1975.09.01\"]\n\n1. H2-E2 *\n", to: path)
      _ = await run(["play", "--two"], typing: "h8 quit", in: world)
      _ = await run(["games", "import", path], in: world)
      let again = await run(["games", "import", path], in: world).lines
      #expect(again == ["Nothing new: 1 game of the file is already here."])
      let list = await run(["games"], in: world).lines
      #expect(list.count == 2)
      #expect(list[0].hasSuffix("gomoku, 1 move  unfinished"))
      #expect(list[1] == "2  1975.09.01  胡荣华 – Liu (from old.pgn)  xiangqi, 1 move  no result")
      for name in ["胡荣华", "Liu"] {
        #expect(await run(["games", "--player", name], in: world).lines == [list[1]])
      }
      let end = await run(["resume", "2"], in: world)
      #expect(end.code == 43)
      #expect(end.complaints.first?.contains("game 2 was imported") == true)
    }
  }

  @Test func `the robot is spelled the same way wherever a player is asked for`() async throws {
    try await World.run { world in
      let robot = ["play", "--against", "robot:1", "xiangqi"]
      _ = await run(robot, typing: "h2e2 resign", in: world)
      for name in ["robot", "robot:1", "Robot, level 1"] {
        #expect(await run(["games", "--player", name], in: world).lines.count == 1)
        #expect(await run(["games", "stats", name], in: world).lines.count > 2)
      }
      for (name, code, words) in [
        ("robot:99", 64 as CInt, "there is no robot:99; the robot has levels from 1 to 10"),
        ("Nobody", 43, "you have no contact Nobody"),
      ] {
        for command in [["games", "--player"], ["games", "stats"]] {
          let end = await run(command + [name], in: world)
          #expect(end.code == code)
          #expect(end.complaints.first?.contains(words) == true, "\(end.complaints)")
        }
      }
      #expect(
        await run(["games", "--player", "robot:7"], in: world).lines == [
          "No games match."
        ]
      )
      let none = await run(["games", "stats", "robot:7"], in: world).lines
      #expect(none == ["No games with a result yet."])
    }
  }

  @Test func `whoever names no machine that could play on stays in the replay`() async throws {
    try await World.run { world in
      _ = await run(
        ["play", "--two", "--rules", "edge-five=off"],
        typing: "h8 h9 quit",
        in: world
      )
      let replay = await world.start(
        "Anna",
        ["games", "replay", "1", "--ply", "2"],
        typing: ["play robot:1", "play nobody", "moves"]
      )
      try await replay.prints("Neither the robot nor the engines can play edge-five=off")
      try await replay.prints("Neither the robot nor the engines can play edge-five=off")
      try await replay.prints("Moves: h8 (h9)")
      #expect(await replay.end().code == 0)
      _ = await run(["play", "--two"], typing: "h8 h9 quit", in: world)
      let other = await world.start(
        "Anna",
        ["games", "replay", "2"],
        typing: ["play Nobody", "play engine:/nonexistent/Engine", "moves"]
      )
      try await other.prints("`Nobody` is not a robot; expected robot")
      try await other.prints("/nonexistent/Engine")
      try await other.prints("Moves: h8 h9")
      #expect(await other.end().code == 0)
    }
  }

  @Test func `games are found by player, game and result`() async throws {
    try await World.run { world in
      _ = await run(["play", "--two"], typing: Self.won, in: world)
      let robot = ["play", "--against", "robot:1", "xiangqi"]
      _ = await run(robot, typing: "resign", in: world)
      _ = await run(robot, typing: "h2e2 quit", in: world)
      _ = await run(robot, typing: "h2e2 resign", in: world)
      for (filter, numbers) in [
        (["--game", "五子棋"], ["1"]), (["--player", "robot"], ["2", "3"]),
        (["--result", "lost"], ["3"]), (["--result", "unfinished"], ["2"]),
        (["--limit", "1"], ["2"]),
        (["--player", "robot:2"], ["N"]), (["--result", "draw", "--game", "xiangqi"], ["N"]),
      ] {
        let lines = await run(["games"] + filter, in: world).lines
        #expect(lines.compactMap { $0.first.map(String.init) } == numbers, "\(filter)")
      }
    }
  }

  @Test(arguments: [
    (["games", "show", "7"], 43, "there is no game 7"),
    (["games", "export", "7", "--to", "sgf"], 43, "there is no game 7"),
    (["games", "delete", "7"], 43, "there is no game 7"),
    (["games", "analyse", "7"], 43, "there is no game 7"),
    (["games", "delete", "-1"], 43, "no game -1"),
    (["play", "--rules", "size=-5"], 64, "size= has to be 15, or in freestyle 19, 20"),
    (["games", "--limit", "-5"], 64, "expected a number from 1"),
    (["games", "import", "/nonexistent"], 64, "cannot read /nonexistent"),
    (["games", "show", "x"], 64, "cannot read x"), (["games", "nosuch"], 64, "nosuch"),
    (["play", "xiangqi", "--rules", "renju"], 64, "xiangqi has one set of rules"),
    (["play", "--rules", "size=19,renju"], 64, "size= has to be 15"),
    (["play", "--rules", "count=sum"], 64, "count=sum is not a rule of gomoku"),
    (["play", "liuzhou", "--rules", "fengyang,huainan"], 64, "huainan is not a rule of liuzhou"),
    (["play", "liuzhou", "--rules", "count=9"], 64, "count=9 is not a rule of liuzhou"),
    (["play", "liuzhou", "--rules", "count=best,count=sum"], 64, "count twice"),
    (["play", "--two", "--color", "second"], 64, "--two excludes --against"),
    (["play", "--level", "3", "--against", "robot"], 64, "cannot be used with --against"),
    (["play", "--level", "11"], 64, "expected a number from 1 to 10"),
    (["play", "--rules", "renju,swap2"], 64, "swap2 needs the freestyle"),
    (["play", "--rules", "renju,standard"], 64, "two of freestyle, standard and renju"),
    (["play", "--rules", "fouls=lose"], 64, "fouls= needs renju"),
    (["play", "--admit", "anyone"], 64, "unknown option '--admit'"),
  ])
  func `what cannot be is told in one line`(
    arguments: [String],
    code: CInt,
    words: String
  ) async throws {
    try await World.run { world in
      let end = await run(arguments, in: world)
      #expect(end.code == code)
      #expect(end.complaints.count == 1)
      #expect(end.complaints.first?.contains(words) == true, "\(end.complaints)")
    }
  }

  @Test func `a damaged database is set aside, and what can be read is kept`() async throws {
    try await World.run { world in
      _ = await run(["play", "--two"], typing: Self.won, in: world)
      let path = "\(world.home(of: "Anna"))/tabletooth/tabletooth.db"
      let descriptor = unsafe open(path, O_WRONLY)
      _ = unsafe pwrite(descriptor, [UInt8](repeating: 0xee, count: 200), 200, 0)
      close(descriptor)
      let end = await run(["games"], in: world)
      #expect(end.code == 0)
      #expect(end.complaints.count == 1)
      #expect(end.complaints.first?.contains("is now \(path).damaged-1") == true)
      #expect(await run(["games"], in: world).complaints.isEmpty)
    }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Writes `text` in an encoding that iconv knows.
  private func write(_ text: String, to path: String, in encoding: String) throws {
    let bytes = try TextDecodingTests.bytes(text, in: encoding)
    try Data(bytes).write(to: URL(filePath: path))
  }
}
