import Foundation
import GameRules
import MatchPlay
import MatchProtocol
import Phrases
import Terminal
import Testing

@testable import BoardUI

/// Each screen, cell by cell, in both languages, at three sizes, in sixteen and in true colours, as
/// the files in `Screens` have them; `make screens` writes these anew.
@Suite struct PaintedScreenTests {
  /// A screen that the program has.
  enum Kind: String, CaseIterable {
    case menu, level, looking, waiting, digits, gomoku, liuzhou, xiangqi, lost, end, help, games
    case replay, analysis, settings
  }

  @TaskLocal static var look = ScreenLook(pieces: .han, glyphs: .full)

  @Test(arguments: Kind.allCases, Language.allCases)
  func `a screen is as it was seen by a person`(kind: Kind, language: Language) throws {
    try Language.$ofTask.withValue(language) {
      var painted = PaintedScreen()
      for size in PaintedScreen.sizes { painted.add(try Self.canvas(kind, size)) }
      let file = PaintedScreen.folder.appending(path: "\(kind.rawValue).\(language.rawValue).txt")
      if ProcessInfo.processInfo.environment["TABLETOOTH_WRITE_SCREENS"] != nil {
        try painted.whole.write(to: file, atomically: true, encoding: .utf8)
      }
      let expected = try String(contentsOf: file, encoding: .utf8)
      for (line, pair) in zip(painted.whole.lines, expected.lines).enumerated() {
        #expect(pair.0 == pair.1, "line \(line + 1) of \(file.lastPathComponent)")
      }
      #expect(painted.whole.lines.count == expected.lines.count)
    }
  }

  @Test func `each file is of a screen that there is`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: PaintedScreen.folder.path)
    for name in names { #expect(Kind(rawValue: String(name.prefix { $0 != "." })) != nil) }
  }

  // MARK: The screens

  static func canvas(_ kind: Kind, _ size: Size) throws -> Canvas {
    switch kind {
    case .menu: return menu(size).view
    case .level:
      var menu = menu(size)
      for key in "12" { _ = menu.update(.key(.character(key))) }
      return menu.view
    case .looking: return tables(size).view
    case .games: return shelf(size).view
    case .settings: return SettingsScreen(Settings(), look: look, size: size).view
    case .replay, .analysis: return try replay(size, isAnalysed: kind == .analysis).view
    case .waiting, .digits, .lost, .end: return linked(kind, size).canvas
    case .gomoku: return try game(.gomoku(), "h8 i9 h9", size).canvas
    case .liuzhou: return try game(.liuzhou(), "a1 f6 a2 f5 b1 f4 b2", size).canvas
    case .xiangqi: return try game(.xiangqi, "h2e2 h9g7 e2e6", size).canvas
    case .help:
      var screen = ScriptedScreen(.xiangqi, rows: size.rows, columns: size.columns, look: look)
      screen.press(.function(1))
      return screen.canvas
    }
  }

  private static func near(_ name: String, _ state: Presence.State) -> Listing {
    Listing(
      name: PlayerName(name),
      address: "00:AA:01:00:00:\(name.utf8.count)",
      strength: -60,
      presence: Presence(state: state),
      isConnectable: true
    )
  }

  private static func menu(_ size: Size) -> StartMenu {
    var menu = StartMenu(
      look: look,
      size: size,
      matches: [.init(number: 7, text: "Bo, Xiangqi, 31 moves")]
    )
    menu.hear(near("Ada", .free))
    menu.hear(near("小明", .playing))
    return menu
  }

  private static func tables(_ size: Size) -> TablePage {
    var page = TablePage(look: look, size: size, purpose: .join)
    page.hear(near("Ada", .free))
    page.hear(near("小明", .playing))
    _ = page.update(.key(.down))
    _ = page.update(.key(.enter))
    return page
  }

  private static func shelf(_ size: Size) -> GameShelf {
    GameShelf(
      look: look,
      size: size,
      entries: (1...40).map { .init(number: $0, text: "Bo, game \($0)", canGoOn: $0 < 3) }
    )
  }

  private static func replay(_ size: Size, isAnalysed: Bool) throws -> ReplayScreen {
    var position = Position(game: .gomoku())
    for word in ["h8", "i9", "h9", "i10", "h10"] {
      try position.play(try position.move(from: word))
    }
    var screen = ReplayScreen(GameFile(position), title: "game 7", look: look, size: size, ply: 3)
    guard isAnalysed else { return screen }
    screen.beginAnalysis()
    for ply in 1...5 {
      let better = ply == 4 ? "better g7 (+0.10)" : nil
      screen.judge(.init(ply: ply, value: ply < 4 ? "+0.10" : "+M7", better: better))
    }
    screen.finishAnalysis(worst: [4])
    return screen
  }

  private static func game(_ game: Game, _ moves: String, _ size: Size) throws -> ScriptedScreen {
    var screen = ScriptedScreen(game, rows: size.rows, columns: size.columns, look: look)
    for move in moves.split(separator: " ") { screen.enter(String(move)) }
    return screen
  }

  private static func linked(_ kind: Kind, _ size: Size) -> ScriptedScreen {
    let bo = Introduction("Bo")
    var screen = ScriptedScreen(kind == .digits ? .guest : .host, size: size, look: look)
    if kind == .waiting {
      screen.give(.progress(.advertising(true)))
      return screen
    }
    guard kind != .digits else {
      screen.session(.introduced(bo))
      return screen
    }
    screen.session(.joined(bo))
    for row in 8...11 {
      screen.enter("h\(row)")
      screen.answer("j\(row)")
    }
    if kind == .lost {
      screen.session(.suspended(Situation.peer, .lost(.disconnected)))
      screen.pass(.seconds(48))
    } else {
      screen.enter("h12")
    }
    return screen
  }
}

extension ScriptedScreen {
  /// The other side plays this.
  fileprivate mutating func answer(_ text: String) {
    guard var position = match?.position, let point = Point(text) else { return }
    try? position.play(.place(point))
    let move = MatchMessage.Move(ply: position.ply - 1, text: text, position: position.textHash)
    hear(.message(.move(move)))
  }
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
