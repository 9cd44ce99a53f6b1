import GameRules
import GameSearch
import MatchPlay
import Phrases
import Terminal
import Testing

@testable import BoardUI

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
      screen.type("y")
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
      reason.line?.hasPrefix("tabletooth: the seat at Anna's table is taken; try") == true
    )
    Language.$ofTask.withValue(.chinese) {
      #expect(reason.line == "tabletooth: Anna的棋桌已满座；请等那里的对局结束后再试")
      #expect(reason.code == 22)
    }
  }

  @Test(arguments: [
    ("认输", Command.resign), ("悔棋", .undo), ("求和", .draw), ("提和", .draw), ("帮助", .help),
    ("提示", .hint), ("同意", .yes), ("不同意", .no), ("是", .yes), ("否", .no), ("暂停", .pause),
    ("继续", .goOn), ("再来一局", .again), (" 退出 ", .quit), ("好", .unknown("好")),
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
}
