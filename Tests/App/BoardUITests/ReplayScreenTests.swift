import GameRules
import Terminal
import Testing

@testable import BoardUI

/// Lists and pages of the screen that are no game: games, replay, settings.
@Suite struct ReplayScreenTests {
  private static let look = ScreenLook(pieces: .han, glyphs: .full)
  private static let size = Size(rows: 24, columns: 80)

  private static func screen(
    _ moves: String,
    _ game: Game = .gomoku(),
    size: Size = Self.size
  ) throws -> ReplayScreen {
    var position = Position(game: game)
    for word in moves.split(separator: " ") {
      try position.play(try position.move(from: String(word)))
    }
    return ReplayScreen(GameFile(position), title: "game 7", look: look, size: size)
  }

  private static func press(_ screen: inout ReplayScreen, _ keys: Key...) -> ReplayScreen.Choice? {
    var choice: ReplayScreen.Choice?
    for key in keys { choice = screen.update(.key(key)) }
    return choice
  }

  private static func text(_ page: some ScreenPage) -> String {
    page.view.lines.joined(separator: "\n")
  }

  @Test(arguments: [
    ("(;GM[4];B[hh](;W[ii];B[ab])(;W[gg]C[bad](;B[cc])(;B[dd]))(;W[hg]))", GameFormat.sgf),
    ("1. 炮二平五 马8进7 (马2进3 {bold} 2. 马二进三) (2... 炮8平5) 2. 马二进三 *", .chinese),
  ])
  func `a line that a comment names is seen, and left again`(
    text: String,
    format: GameFormat
  ) throws {
    var replay = Replay(try GameFile(reading: text, as: format), pieces: .latin)
    _ = replay.obey("1")
    #expect(replay.shown.contains("2 other lines leave the game here: type line 1 to see it."))
    #expect(replay.obey("line 1") == .show)
    #expect(replay.tried == (format == .sgf ? 1 : 2))
    #expect(replay.obey("main") == .show)
    #expect(replay.obey("line 2") == .show)
    #expect(replay.tried == 1)
    _ = replay.obey("main")
    #expect(replay.obey("line 3") == .say(ReplayStrings.noLine(2)))
  }

  @Test func `a game is gone through forth and back, and to a ply`() throws {
    var screen = try Self.screen("h8 i9 h9 i10 h10")
    #expect(Self.text(screen).contains("Move 0/5"))
    _ = Self.press(&screen, .right, .enter)
    #expect(Self.text(screen).contains("Move 2/5"))
    #expect(Self.text(screen).contains("▶   2. i9"))
    #expect(Self.text(screen).contains("White plays i9."))
    _ = Self.press(&screen, .left)
    #expect(Self.text(screen).contains("Move 1/5"))
    _ = Self.press(&screen, .character("4"), .enter)
    #expect(Self.text(screen).contains("Move 4/5"))
    _ = Self.press(&screen, .end, .right)
    #expect(Self.text(screen).contains("This is the end, after 5 moves."))
    _ = Self.press(&screen, .home)
    #expect(Self.text(screen).contains("Move 0/5"))
  }

  @Test func `other moves are tried, typed or clicked, and left again`() throws {
    var screen = try Self.screen("h8 i9")
    _ = Self.press(&screen, .right)
    for character in "a1" { _ = screen.update(.key(.character(character))) }
    _ = Self.press(&screen, .enter)
    #expect(Self.text(screen).contains("Move 1/2+1"))
    let layout = try #require(screen.boardLayout)
    _ = screen.update(.click(layout.place(of: try #require(Point("c3")))))
    #expect(Self.text(screen).contains("Move 1/2+2"))
    _ = screen.update(.click(layout.place(of: try #require(Point("c3")))))
    #expect(Self.text(screen).contains("c3"))
    #expect(Self.text(screen).contains("Move 1/2+2"))
    _ = Self.press(&screen, .right)
    #expect(Self.text(screen).contains("Move 2/2"))
  }

  @Test func `the move of the game is no other move`() throws {
    var screen = try Self.screen("h2e2 h9g7", .xiangqi)
    let layout = try #require(screen.boardLayout)
    // Points count their rows from 1, and Xiangqi from 0.
    _ = screen.update(.click(layout.place(of: try #require(Point("h3")))))
    #expect(Self.text(screen).contains("•"))
    _ = screen.update(.click(layout.place(of: try #require(Point("e3")))))
    #expect(Self.text(screen).contains("Move 1/2"))
    #expect(!Self.text(screen).contains("+1"))
  }

  @Test func `somebody plays on from where the game is`() throws {
    var screen = try Self.screen("h8 i9")
    _ = Self.press(&screen, .right)
    let choice = Self.press(&screen, .character("p"), .character("3"))
    guard case .play(let position, 1, "robot:3") = choice else {
      return #expect(Bool(false), "\(String(describing: choice))")
    }
    #expect(position.ply == 1)
    #expect(Self.press(&screen, .character("p"), .escape) == nil)
    #expect(Self.press(&screen, .character("q")) == .back)
  }

  @Test func `values stand beside the moves, and mistakes are gone to`() throws {
    var screen = try Self.screen("h8 i9 h9")
    #expect(Self.press(&screen, .character("w")) == nil)
    #expect(Self.text(screen).contains("Press v"))
    #expect(Self.press(&screen, .character("v")) == .analyse)
    screen.beginAnalysis()
    screen.judge(.init(ply: 1, value: "+0.10", better: nil))
    #expect(Self.text(screen).contains("Analysed: 1 of 3 moves."))
    screen.judge(.init(ply: 2, value: "+M7", better: "better g7 (+0.10)"))
    screen.finishAnalysis(worst: [2])
    #expect(Self.text(screen).contains("2. i9  +M7 ?"))
    _ = Self.press(&screen, .character("w"))
    #expect(Self.text(screen).contains("Move 2/3"))
    #expect(Self.text(screen).contains("better g7 (+0.10)"))
    #expect(Self.text(screen).contains("Worst mistakes: 2."))
  }

  @Test(arguments: ScreenSizeTests.sizes)
  func `the replay has room at each size`(size: Size) throws {
    let screen = try Self.screen("h2e2 h9g7", .xiangqi, size: size)
    #expect(Self.text(screen).contains("俥"))
  }
}

/// The list of games on a screen.
@Suite struct GameShelfTests {
  private static func shelf(_ count: Int) -> GameShelf {
    GameShelf(
      look: ScreenLook(pieces: .han, glyphs: .full),
      size: Size(rows: 24, columns: 80),
      entries: (1...count).map { number in
        .init(number: Int64(number), text: "game \(number)", canGoOn: number == 1)
      }
    )
  }

  @Test func `a game is chosen, and what is to be done with it`() {
    var shelf = Self.shelf(3)
    #expect(shelf.update(.key(.enter)) == .replay(1))
    #expect(shelf.update(.key(.character("g"))) == .resume(1))
    #expect(shelf.update(.key(.down)) == nil)
    #expect(shelf.update(.key(.character("a"))) == .analyse(2))
    #expect(shelf.update(.key(.character("g"))) == nil)
    #expect(shelf.view.lines.contains { $0.contains("This game has ended.") })
    #expect(shelf.update(.key(.character("q"))) == .back)
  }

  @Test func `a game is deleted after a yes only`() {
    var shelf = Self.shelf(3)
    #expect(shelf.update(.key(.character("d"))) == nil)
    #expect(shelf.view.lines.contains { $0.contains("Delete game 1?") })
    #expect(shelf.update(.key(.character("n"))) == nil)
    #expect(shelf.update(.key(.delete)) == nil)
    #expect(shelf.update(.key(.character("y"))) == .delete(1))
  }

  @Test func `a long list scrolls, and keeps the chosen game in sight`() {
    var shelf = Self.shelf(50)
    #expect(shelf.update(.key(.end)) == nil)
    #expect(shelf.view.lines.contains { $0.contains("▶ game 50") })
    #expect(!shelf.view.lines.contains { $0.hasSuffix("game 1") })
    #expect(shelf.update(.key(.pageUp)) == nil)
    #expect(shelf.view.lines.contains { $0.contains("▶ game 32") })
    #expect(shelf.update(.resized(Size(rows: 10, columns: 40))) == nil)
    #expect(shelf.view.lines.contains { $0.contains("▶ game 32") })
  }
}

/// The settings on a screen.
@Suite struct SettingsScreenTests {
  private static func screen() -> SettingsScreen {
    SettingsScreen(
      Settings(),
      name: "Anna",
      look: ScreenLook(pieces: .han, glyphs: .full),
      size: Size(rows: 24, columns: 80)
    )
  }

  @Test func `each setting is there and says what it does`() {
    var screen = Self.screen()
    for setting in Setting.allCases {
      let text = screen.view.lines.joined(separator: "\n")
      #expect(text.contains("▶ \(SettingsStrings.title(setting))"))
      #expect(text.contains(SettingsStrings.explanation(setting).prefix(30)))
      _ = screen.update(.key(.down))
    }
  }

  @Test func `words go round, texts are typed`() {
    var screen = Self.screen()
    #expect(screen.update(.key(.enter)) == nil)
    for character in "Anna" { #expect(screen.update(.key(.character(character))) == nil) }
    #expect(screen.update(.key(.enter)) == .set(.name, "Anna"))
    #expect(screen.update(.key(.down)) == nil)
    #expect(screen.update(.key(.right)) == .set(.game, "liuzhou"))
    #expect(screen.update(.key(.left)) == .set(.game, "chess"))
    #expect(screen.update(.key(.delete)) == .set(.game, nil))
    #expect(screen.update(.key(.escape)) == .back)
  }

  @Test(arguments: Setting.allCases)
  func `a setting shows the value in force, and goes on from there`(setting: Setting) throws {
    let steps: [Setting: (shown: String, next: String, last: String)] = [
      .game: ("gomoku", "liuzhou", "chess"), .level: ("5", "6", "4"),
      .pieces: ("han", "latin", "latin"), .notation: ("algebraic", "wxf", "chinese"),
      .theme: ("wood", "colour-blind", "contrast"),
      .language: ("English", "zh", "zh"), .online: ("asked", "always", "always"),
      .nearby: ("Bluetooth and network", "bluetooth", "lan"),
      .sound: ("turn", "bell", "off"),
      .notify: ("on", "false", "false"), .still: ("off", "true", "true"),
      .receipts: ("on", "false", "false"), .typing: ("on", "false", "false"),
    ]
    var screen = Self.screen()
    for other in Setting.allCases.prefix(while: { $0 != setting }) where other != setting {
      _ = screen.update(.key(.down))
    }
    let shown: [Setting: String] = [
      .name: "Anna", .adapter: "the first one", .broker: "not set",
    ]
    let expected = try #require(steps[setting]?.shown ?? shown[setting])
    let title = "▶ \(SettingsStrings.title(setting)) "
    #expect(screen.view.lines.contains { $0.contains(title) && $0.hasSuffix(" \(expected)") })
    guard let step = steps[setting] else { return }
    #expect(screen.update(.key(.right)) == .set(setting, step.next))
    #expect(screen.update(.key(.left)) == .set(setting, step.last))
  }

  @Test func `a value that an option has set is shown, and that it has`() {
    var typed = Settings()
    typed[.theme] = "contrast"
    var kept = Settings()
    kept[.theme] = "colour-blind"
    let settings = kept.overridden(by: typed)
    let look = ScreenLook(pieces: .latin, glyphs: .full)
    let size = Size(rows: 24, columns: 80)
    var screen = SettingsScreen(settings, typed: typed, look: look, size: size)
    while !screen.view.lines.contains(where: { $0.contains("▶ colours") }) {
      _ = screen.update(.key(.down))
    }
    #expect(screen.view.lines.contains { $0.hasSuffix(" contrast") })
    #expect(screen.view.lines.contains { $0.contains("A command-line option has set it.") })
    screen.show(kept, typed: Settings(), look: look)
    #expect(screen.view.lines.contains { $0.hasSuffix(" colour-blind") })
    #expect(!screen.view.lines.contains { $0.contains("command-line option") })
  }

  @Test func `a text that is not allowed stays to be mended`() {
    var screen = Self.screen()
    _ = screen.update(.key(.enter))
    _ = screen.update(.paste(String(repeating: "x", count: 80)))
    #expect(screen.update(.key(.enter)) == nil)
    #expect(screen.view.lines.contains { $0.contains("1 to 64 printable bytes") })
    #expect(screen.update(.key(.escape)) == nil)
    #expect(screen.update(.key(.character("q"))) == .back)
  }

  @Test(arguments: [
    (Setting.level, "7", true), (.level, "11", false), (.theme, "mauve", false),
    (.still, "true", true), (.still, "yes", false), (.name, "", false), (.name, "a\u{1B}b", false),
  ])
  func `a value is allowed or not`(setting: Setting, value: String, isAllowed: Bool) {
    #expect(setting.allows(value) == isAllowed)
    var settings = Settings()
    settings[setting] = value
    #expect((settings[setting] == value) == isAllowed)
  }
}
