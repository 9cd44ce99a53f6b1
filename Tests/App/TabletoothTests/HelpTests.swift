import ArgumentParser
import Phrases
import Terminal
import Testing

@testable import tabletooth

/// The help of the commands in Chinese, from the commands of a whole program.
@MainActor @Suite struct HelpTests {
  private let program: CommandDescription

  init() throws { program = try #require(CommandDescription.ofProgram) }

  /// The lines that the program prints.
  private func output(_ words: [String]) async throws -> [String] {
    var lines: [String] = []
    try await World.run { lines = await $0.start("Zoë", words).output() }
    return lines
  }

  /// The way in which it ends.
  private func end(_ words: [String]) async throws -> Program.End {
    var end: Program.End?
    try await World.run { end = await $0.start("Zoë", words).end() }
    return try #require(end)
  }

  @Test func `every text of the help has a Chinese one`() {
    let texts = Set(program.texts)
    #expect(texts.count > 150)
    Language.$ofTask.withValue(.chinese) {
      #expect(texts.filter { sayHelp($0) == $0 }.sorted() == [])
    }
  }

  @Test func `each command has examples that can be typed`() throws {
    let commands = (program.subcommands ?? []).filter { $0.shouldDisplay ?? true }
    for command in commands + commands.flatMap({ $0.subcommands ?? [] })
    where command.commandName != "help" {
      #expect(!command.examples.isEmpty, "\(command.commandName)")
      for example in command.examples {
        let typed = example.prefix { $0 != ">" && $0 != "<" && $0 != "\"" }
        var words = typed.split(separator: " ").dropFirst().map(String.init)
        if words.last == "--say" { words.append("text") }
        #expect(throws: Never.self, "\(example)") { try Tabletooth.parseAsRoot(words) }
      }
    }
  }

  @Test func `a page in Chinese has all options and no line wider than 79 columns`() throws {
    let join = try #require(program.subcommands?.first { $0.commandName == "join" })
    let page = try Self.page("tabletooth join <options>")
    let lines = page.split(separator: "\n").map(String.init)
    #expect(lines.filter { CharacterWidth.columns(of: $0) > 79 } == [])
    #expect(lines.first == "概述：加入附近的棋桌，或继续那里未完的对局。")
    #expect(lines.contains("用法：tabletooth join <选项>"))
    for name in join.arguments?.flatMap({ $0.names ?? [] }) ?? [] where name.name != "version" {
      #expect(page.contains(name.typed), "\(name.typed)")
    }
    let text = lines.map { $0.drop { $0 == " " } }.joined()
    #expect(text.contains("（可选值：anyone、contacts、code、ask）"))
  }

  @Test func `a page in Chinese is that of the command below a command`() throws {
    let games = try Self.page("tabletooth games <subcommand>")
    #expect(games.contains("子命令：\n  list（默认）"))
    let list = try Self.page("tabletooth games list [--limit <limit>]")
    #expect(list.hasPrefix("概述：列出对局，先列未下完的"))
    #expect(HelpPage(of: "0.1.0")?.text == nil)
  }

  @Test(arguments: [["join", "--help"], ["help", "join"], ["join", "-h"]])
  func `the program prints its help in Chinese`(words: [String]) async throws {
    let lines = try await output(words + ["--lang", "zh"])
    #expect(lines.first == "概述：加入附近的棋桌，或继续那里未完的对局。")
    #expect(lines.contains("选项："))
    #expect(try await end(words + ["--lang", "zh"]) == .init(code: 0, complaints: []))
  }

  @Test(arguments: [Language.english, .chinese])
  func `the first page fits in 18 lines and names commands that there are`(language: Language) {
    let known = Set(program.subcommands?.map(\.commandName) ?? [])
    Language.$ofTask.withValue(language) {
      let lines = FrontPage.text.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
      #expect(lines.count <= 18)
      #expect(lines.filter { CharacterWidth.columns(of: $0) > 79 } == [])
      let names = FrontPage.groups.flatMap(\.commands).map(\.name)
      #expect(names.filter { !known.contains($0) } == [])
      #expect(Set(names).isSuperset(of: ["resume", "air"]))
      if language == .chinese { #expect(lines.allSatisfy { !$0.contains(" the ") }) }
    }
  }

  @Test(arguments: ["en", "zh"], [["help", "--all"], ["--help", "--all"]])
  func `every command is on the page with all of them`(
    language: String,
    words: [String]
  ) async throws {
    let page = try await output(words + ["--lang", language]).joined(separator: "\n")
    for command in program.subcommands ?? [] where command.commandName != "help" {
      let isListed = page.contains("\n  \(command.commandName) ")
      #expect(isListed == (command.commandName != "bench"), "\(command.commandName)")
    }
  }

  @Test(arguments: [
    (["spectate"], "there is no command spectate, did you mean watch"),
    (["list"], "there is no command list, did you mean games"),
    (["Xiangqi"], "there is no command Xiangqi, did you mean play xiangqi"),
    (["jion"], "there is no command jion, did you mean join"),
    (
      ["play", "robot"], "robot is not a game; expected chess, gomoku, liuzhou, xiangqi or reversi"
    ),
  ])
  func `a word that people type for a command is understood`(
    words: [String],
    line: String
  ) async throws {
    let end = try await end(words + ["--lang", "en"])
    #expect(end.code == 64)
    #expect(end.complaints.first?.hasPrefix("tabletooth: \(line)") == true)
  }

  @Test func `a version is told as it is`() async throws {
    let english = try await output(["--version", "--lang", "en"])
    let chinese = try await output(["--version", "--lang", "zh"])
    #expect(english.count == 1)
    #expect(chinese == english)
  }

  @Test(arguments: [
    (["host", "--nmae", "x"], "没有选项 '--nmae'，你是想输入 '--name' 吗"),
    (["host", "-z"], "没有选项 '-z'"),
    (["host", "--name"], "'--name <name>' 缺少值"),
    (["games", "analyse"], "缺少参数 '<game>'"),
    (
      ["games", "analyse", "x", "--time", "0"],
      "'--time <time>' 的值 '0' 无效：应为时间，如 500ms、5s 或 1m，最多一天"
    ),
    (["doctor", "x"], "多余的参数 'x'"),
    (["doctor", "a", "b"], "2 个多余的参数：'a'、'b'"),
    (["host", "--spectators", "50"], "--spectators 可为 0 至 31"),
    (["host", "--spectators-talk"], "--spectators-talk 要与 --spectators 同用"),
    (["scan", "--seconds", "0"], "--seconds 可为 1 至 600"),
    (["settings", "theme", "wood", "--unset"], "--unset 后面只写设置名，不写值"),
    (["doctor", "--json", "--answer"], "--json 不能与 --answer、--with 或 --report 同用"),
    (["doctor", "--answer", "--report", "x"], "--answer 不能与 --with 或 --report 同用"),
    (["air", "--adapters", "17"], "--adapters 可为 1 至 16，--mtu 可为 23 至 517"),
    (["air", "--loss", "1001"], "--displacement 可为 0 至 127，--loss 可为 0 至 1000"),
    (
      ["play", "--clock", "abc"],
      "'--clock <time>' 的值 'abc' 无效：不是大于零的时限，请用 10m、10m+5s、5m/30sx3 或 1d 这样的写法"
    ),
    (["host", "--plain=3"], "选项 '--plain' 不带值，却给了 '3'"),
    (["games", "show", "1", "--ply", "x"], "'--ply <ply>' 的值 'x' 无效"),
    (["host", "--threads", "0"], "'--threads <threads>' 的值 '0' 无效：应为 1 至 64 的数字"),
    (
      ["host", "--theme", "red"],
      "'--theme <theme>' 的值 'red' 无效，可用的有 'wood'、'colour-blind' 和 'contrast'"
    ),
    (
      ["games", "export", "x", "--to", "foo"],
      "'--to <to>' 的值 'foo' 无效，可用的有 sgf、psq、pos、fen、iccs、wxf、chinese、dhtmlxq、turns、ggf、pgn、epd"
    ),
  ])
  func `a mistake is told in Chinese`(words: [String], reason: String) async throws {
    let end = try await end(words + ["--lang", "zh"])
    let command = words.prefix(words[0] == "games" ? 2 : 1).joined(separator: " ")
    #expect(end.code == 64)
    #expect(end.complaints == ["tabletooth: \(reason)；请输入 tabletooth \(command) --help"])
  }

  /// The Chinese page of a command of which this is the usage.
  private static func page(_ usage: String) throws -> String {
    try Language.$ofTask.withValue(.chinese) {
      try #require(HelpPage(of: "OVERVIEW: Some.\n\nUSAGE: \(usage)\n")).text
    }
  }
}
