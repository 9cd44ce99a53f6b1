import GameRules
import GameSearch
import MatchPlay
import Terminal
import Testing

@testable import BoardUI
@testable import Phrases

/// The program in Chinese.
struct LanguageTests {
  private static let look = ScreenLook(pieces: .han, glyphs: .full)

  @Test func `the start menu is Chinese, and each line has room`() {
    Language.$ofTask.withValue(.chinese) {
      var menu = StartMenu(look: Self.look, size: Size(rows: 24, columns: 80))
      #expect(menu.view.lines.contains { $0.contains("1  与电脑对弈") })
      #expect(menu.view.lines.last?.contains("? 帮助，q 退出。") == true)
      #expect(menu.update(.key(.character("1"))) == nil)
      #expect(menu.view.lines.contains { $0.contains("象棋") })
      #expect(menu.update(.key(.character("1"))) == nil)
      #expect(menu.view.lines.contains { $0.contains("▶ 5  5 级") })
      let request = Request.play(.xiangqi, against: SearchLevel(5))
      #expect(menu.update(.key(.enter)) == .request(request))
    }
  }

  @Test func `a game is played in Chinese, with English and Chinese words`() {
    Language.$ofTask.withValue(.chinese) {
      var screen = ScriptedScreen(.gomoku())
      screen.enter("h8")
      #expect(screen.bottom.hasPrefix(" 白方请走棋："))
      screen.enter("h8")
      #expect(screen.reply == "h8 上已有棋子。")
      #expect(screen.text.contains("黑方：h8。"))
      screen.enter("认输")
      screen.type("是")
      #expect(screen.match?.outcome == .resignation(.second))
      #expect(screen.text.contains("黑方胜：白方认输。"))
    }
  }

  @Test(arguments: [Game.gomoku(), .liuzhou(), .xiangqi])
  func `the keys of the bottom line and the help have room`(game: Game) {
    Language.$ofTask.withValue(.chinese) {
      var screen = ScriptedScreen(game, against: .second)
      #expect(screen.bottom.contains("? 帮助"))
      screen.press(.character("?"))
      #expect(screen.text.contains("移动光标"))
      for line in RulesText.lines(game).split(separator: "\n") {
        #expect(CharacterWidth.columns(of: String(line)) <= 79)
      }
      #expect(RulesText.lines(game).count { $0 == "\n" } < 22)
    }
  }

  @Test(arguments: Setting.allCases)
  func `a setting has room for its value in both languages`(setting: Setting) {
    for language in Language.allCases {
      Language.$ofTask.withValue(language) {
        #expect(CharacterWidth.columns(of: SettingsStrings.title(setting)) <= 23)
        #expect(SettingsStrings.explanation(setting).wrapped(to: 78).count <= 2)
      }
    }
  }

  @Test func `a reason to end keeps its code, and says what to do in Chinese`() {
    let reason = ExitReason.notLetIn(name: "Anna", why: .taken)
    #expect(
      reason.line?.hasPrefix("tabletooth: the seat at Anna's table is taken. Try") == true
    )
    Language.$ofTask.withValue(.chinese) {
      #expect(reason.line == "tabletooth: Anna 的棋桌已满座；请等那里的对局结束后再试")
      #expect(reason.code == 22)
    }
  }

  @Test(arguments: [
    ("认输", Command.resign), ("悔棋", .undo), ("求和", .draw), ("提和", .draw), ("帮助", .help),
    ("提示", .hint), ("同意", .yes), ("不同意", .no), ("是", .yes), ("否", .no), ("暂停", .pause),
    ("继续", .goOn), ("再来一局", .again), (" 退出 ", .quit), ("好的呀", .unknown("好的呀")),
    ("离开", .quit), ("和棋", .draw), ("不", .no), ("好", .yes), ("可以", .yes), ("对", .yes),
    ("相同", .yes), ("一样", .yes), ("重新开始", .new), ("重开", .new), ("投降", .resign),
    ("认负", .resign), ("投子", .resign), ("撤销", .undo), ("悔一步", .undo), ("支招", .hint),
    ("再来", .again), ("再下一局", .again), ("走法", .moves), ("棋谱", .moves),
    ("等级 3", .level("3")), ("难度3", .level("3")), ("踢 1", .kick("1")), ("谁在", .guests),
    ("恢复", .goOn), ("屏蔽", .talk(.mute(true))), ("我先", .first(.me)),
    ("对方先", .first(.guest)), ("猜先", .first(.coin)), ("执黑", .play("black")),
    ("白棋", .play("white")),
  ])
  func `a Chinese word is a command in every language`(word: String, command: Command) {
    #expect(Command(word) == command)
  }

  @Test(arguments: Command.words)
  func `every word that may be typed has a Chinese one`(word: String) throws {
    let chinese = try #require(Command.chinese.first { $0.value == word }?.key)
    #expect(Command(chinese) == Command(word))
    let argument = " Ada 7"
    #expect(Command(chinese + argument) == Command(word + argument))
  }

  @Test(arguments: [("拒绝", false), ("不同意", false), ("否", false), ("接受", true), ("好", true)])
  func `a draw that is offered is answered in Chinese`(word: String, agrees: Bool) {
    var boards = RequestLineTests.boards()
    boards.type("求和", at: .guest)
    boards.type(word, at: .host)
    let end = agrees ? "Draw: both players agreed." : "Hans declined the draw."
    #expect(boards.output[.guest]?.contains("\n\(end)\n") == true)
  }

  @Test(arguments: ["拒绝", "接受"])
  func `without a question these words are about files`(word: String) {
    var boards = RequestLineTests.boards()
    boards.type(word, at: .host)
    let line = boards.lines(of: .host, last: 2).first
    #expect(line == "Your move: Nobody has offered you a file.")
  }

  @Test(arguments: ["no", "否", "不同意", "拒绝"])
  func `a question of one's own is answered with no`(word: String) {
    Language.$ofTask.withValue(.chinese) {
      var screen = ScriptedScreen(.gomoku())
      screen.enter("h8")
      screen.enter("重新开始")
      #expect(screen.reply == "开始新的一局？输入“是”，或继续下棋。这一局会留在你的对局中。")
      screen.enter(word)
      #expect(screen.reply == "继续下棋。")
      screen.enter("是")
      #expect(screen.moves == "h8")
    }
  }

  /// The words in quotes that a Chinese sentence asks for.
  private static let asked: [String] = Catalogue.chinese.values.flatMap { text in
    text.matches(of: /“([^”a-zA-Z{}]+)”/).map { String($0.1) }
  }

  @Test func `each word that a sentence asks for can be typed`() throws {
    let words = Set(Self.asked)
    #expect(words.isSuperset(of: ["是", "否", "提示", "悔棋", "抛硬币", "级别 7", "试走", "变着 1"]))
    var replay = Replay(GameFile(Position(game: .xiangqi)), pieces: .han)
    for word in words {
      guard case .unknown = Command(word) else { continue }
      let line = word == "试走" ? "试走 炮二平五" : word
      #expect(replay.obey(line) != .say(ReplayStrings.unknown(line)), "\(word)")
    }
  }

  @Test(arguments: [
    ("前进", 1), ("下一步", 1), ("前进2", 2), ("前进 ２", 2), ("终局", 3), ("转到 2", 2), ("2", 2),
  ])
  func `a replay goes by Chinese words`(word: String, ply: Int) throws {
    var position = Position(game: .xiangqi)
    for move in ["h2e2", "h9g7", "h0g2"] { try position.play(try position.move(from: move)) }
    var replay = Replay(GameFile(position), pieces: .han)
    #expect(replay.obey(word) == .show)
    #expect(replay.ply == ply)
    #expect(replay.obey("后退") == .show)
    #expect(replay.ply == ply - 1)
    _ = replay.obey("前进")
    _ = replay.obey("上一步")
    #expect(replay.ply == ply - 1)
    _ = replay.obey("开局")
    #expect(replay.ply == 0)
    #expect(replay.obey("退出") == .end)
    #expect(replay.obey("帮助") == .say(ReplayStrings.help))
    #expect(replay.obey("着法") == replay.obey("moves"))
    #expect(replay.obey("可走") == replay.obey("legal"))
    #expect(replay.obey("棋盘") == .show)
  }

  @Test(arguments: [
    "试走 炮二平五", "try 炮二平五", "炮二平五", "炮 二 平 五", "C2.5", "h2e2", "TRY H2E2",
  ])
  func `a replay plays what it asks for`(text: String) {
    var replay = Replay(GameFile(Position(game: .xiangqi)), pieces: .han)
    #expect(replay.obey(text) == .show)
    #expect(replay.position.moves.map(\.description) == ["h2e2"])
    #expect(replay.obey("主线") == .show)
    #expect(replay.tried == 0)
  }

  @Test func `a replay says why a move cannot be tried`() {
    Language.$ofTask.withValue(.chinese) {
      var replay = Replay(GameFile(Position(game: .xiangqi)), pieces: .han)
      #expect(replay.obey("试走 炮二平五 马8进7 炮二平五") == .say("二路上没有你的炮。"))
      #expect(replay.obey("马二进四") == .say("h0 的马走不了：g0 有子，蹩马腿。"))
      #expect(replay.obey("悔棋") == .say("这里不能用“悔棋”。输入“帮助”看列表。"))
      #expect(replay.obey("Foo") == .say("这里不能用“Foo”。输入“帮助”看列表。"))
    }
  }

  @Test func `the page of settings has Chinese values`() {
    Language.$ofTask.withValue(.chinese) {
      let size = Size(rows: 24, columns: 80)
      let screen = SettingsScreen(Settings(), look: Self.look, size: size)
      let text = screen.view.lines.joined(separator: "\n")
      for value in ["五子棋", "汉字", "中文", "木色", "需要时"] { #expect(text.contains(value)) }
      for setting in Setting.allCases {
        guard case .word(let values) = setting.kind else { continue }
        for value in values where value != "en" && value != "wxf" {
          let shown = SettingsStrings.shown(value, of: setting)
          #expect(!shown.contains { $0.isASCII }, "\(shown)")
        }
      }
    }
  }

  @Test func `the name of a new player has Chinese quotation marks`() {
    #expect(MeetingStrings.new("Bo\"”") == "\"Bo'”\"")
    Language.$ofTask.withValue(.chinese) {
      #expect(MeetingStrings.new("Bo\"”") == "“Bo\"'”")
    }
  }

  @Test func `the help of Xiangqi shows the notation of the language`() {
    Language.$ofTask.withValue(.chinese) {
      let help = HelpText.lines(Position(game: .xiangqi), .han)
      #expect(help.hasPrefix("炮二平五 ") && help.contains("\nh2e2 "))
      #expect(help.contains("\n帥 將  帅/将：") && help.contains("\n俥 車  车："))
    }
  }

  @Test func `members of a list and clauses have marks of their own`() {
    Language.$ofTask.withValue(.chinese) {
      let games = "\"gomoku\"、\"liuzhou\"、\"xiangqi\"、\"reversi\" 或 \"chess\""
      #expect(SettingsStrings.allowed(.game) == games)
      #expect(say("\("象棋"), \("1 步")") == "象棋，1 步")
    }
  }
}
