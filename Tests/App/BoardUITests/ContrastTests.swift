import Foundation
import GameRules
import Terminal
import Testing

@testable import BoardUI

/// What carries meaning has a contrast of at least 3 : 1, as WCAG 2.1 (1.4.11) computes it.
@Suite struct ContrastTests {
  private static let least = 3.0
  private static let sizes = [(24, 80), (40, 120), (60, 200)].map { Size(rows: $0, columns: $1) }
  private static let marks: [BoardPicture.Mark?] = [
    nil, .cursor, .picked, .target, .hint, .warning, .won, .last, .arrived, .origin,
  ]

  @Test(arguments: Theme.allCases, PaintedScreenTests.Kind.allCases)
  func `everything on a screen can be told from what is behind it`(
    theme: Theme,
    kind: PaintedScreenTests.Kind
  ) throws {
    let look = ScreenLook(pieces: .han, glyphs: .full, theme: theme)
    for size in Self.sizes {
      let canvas = try PaintedScreenTests.$look.withValue(look) {
        try PaintedScreenTests.canvas(kind, size)
      }
      Self.check(canvas, theme)
    }
  }

  @Test(arguments: Theme.allCases, marks)
  func `every piece can be told from what is behind it, whatever mark it has`(
    theme: Theme,
    mark: BoardPicture.Mark?
  ) throws {
    for position in try Self.positions {
      for size in Self.sizes {
        Self.check(try Self.board(position, theme, mark, size), theme)
      }
    }
  }

  @Test(arguments: Theme.allCases, marks)
  func `a mark leaves a piece its colours`(theme: Theme, mark: BoardPicture.Mark?) throws {
    for position in try Self.positions {
      let layout = try #require(BoardLayout(position, isTurned: false, in: Self.sizes[0]))
      let canvases = try [nil, mark].map { try Self.board(position, theme, $0, Self.sizes[0]) }
      let pieces = layout.points.map(layout.place).filter { place in
        canvases[0].cell(at: place)?.character.map { !"─┼┬├╋┤┴┌┐└┘".contains($0) } ?? false
      }
      #expect(pieces.count > 3)
      for place in pieces { #expect(canvases[0].cell(at: place) == canvases[1].cell(at: place)) }
    }
  }

  @Test(arguments: Theme.allCases, [true, false])
  func `stones of several cells can be told from the board, and what is on them from them`(
    theme: Theme,
    isSmall: Bool
  ) {
    let board = theme.style(.board).background
    for isDark in [true, false] {
      let stone = theme.stone(isDark: isDark, isSmall: isSmall)
      let piece = theme.piece(isDark: isDark, isSmall: isSmall)
      for terminal in Terminal.all {
        for each in [stone, piece] {
          #expect(terminal.contrast(of: Style(each.rim, on: board)) >= Self.least)
          guard let inside = each.inside.colour else { continue }
          #expect(terminal.contrast(of: Style(each.ink, on: inside)) >= Self.least)
        }
      }
    }
    for mark in [Tint.cursor, .picked, .target, .hint, .warning, .won] {
      for terminal in Terminal.all {
        let style = Style(theme.rim(mark), on: board)
        #expect(terminal.contrast(of: style) >= Self.least, "\(mark) in \(terminal.name)")
      }
    }
  }

  /// A stone of one character is a thin ring, which WCAG 2.1 (1.4.3) would take for text.
  @Test(arguments: Theme.allCases)
  func `a white stone stands out as text does`(theme: Theme) {
    let board = theme.style(.board).background
    for terminal in Terminal.all {
      let style = theme.boardStyle(.light, hasSigns: false, hasColours: true)
      #expect(terminal.contrast(of: style) >= 4.5, "\(terminal.name)")
      for isSmall in [true, false] {
        let stone = theme.stone(isDark: false, isSmall: isSmall)
        let parts = [stone.rim, stone.inside.colour].compactMap(\.self)
        let contrasts = parts.map { terminal.contrast(of: Style($0, on: board)) }
        #expect(contrasts.max() ?? 0 >= 4.5, "\(terminal.name)")
      }
    }
  }

  /// A board with this mark on every point.
  private static func board(
    _ position: Position,
    _ theme: Theme,
    _ mark: BoardPicture.Mark?,
    _ size: Size
  ) throws -> Canvas {
    let layout = try #require(BoardLayout(position, isTurned: false, in: size))
    let look = ScreenLook(pieces: .han, glyphs: .full, theme: theme)
    let marks = mark.map { mark in layout.points.map { ($0, Set([mark])) } } ?? []
    var canvas = Canvas(size)
    let picture = BoardPicture(
      position: position,
      layout: layout,
      look: look,
      marks: Dictionary(uniqueKeysWithValues: marks)
    )
    picture.draw(on: &canvas)
    return canvas
  }

  private static var positions: [Position] {
    get throws {
      let games: [(Game, String)] = [
        (.gomoku(), "h8 i9 h9 a1 o15"), (.liuzhou(), "a1 f6 a2 f5 b1 f4 b2"),
        (.xiangqi, "h2e2 h9g7 e2e6"),
      ]
      return try games.map { game, moves in
        var position = Position(game: game)
        for word in moves.split(separator: " ") {
          try position.play(try position.move(from: String(word)))
        }
        return position
      }
    }
  }

  private static func check(_ canvas: Canvas, _ theme: Theme) {
    let cells = (0..<canvas.size.rows).flatMap { canvas.row($0) }
    let board = theme.style(.board).background
    let signs = cells.filter { cell in
      guard let character = cell.character, character != " " else { return false }
      // Inside of a stone, and between two of them, a block of its rim says nothing.
      return !"▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".contains(character) || cell.style.background == board
    }
    for style in Set(signs.map(\.style)) {
      for terminal in Terminal.all {
        let contrast = terminal.contrast(of: style)
        let sign = signs.first { $0.style == style }?.character
        #expect(
          contrast >= least,
          "\(contrast) of \(sign ?? " ") in \(terminal.name): \(style)"
        )
      }
    }
  }
}

/// How a terminal shows colours.
private struct Terminal {
  let name: String
  let depth: Colour.Depth
  /// The first sixteen colours.
  let basic: [UInt32]
  /// What it has where nothing says another colour.
  let front: UInt32
  let back: UInt32

  /// The usual colours of xterm (XTerm-col.ad) and of the console of Linux (vt.c).
  private static let palettes: [(name: String, basic: [UInt32])] = [
    (
      "xterm",
      [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
      ]
    ),
    (
      "console",
      [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
      ]
    ),
  ]

  static let all = palettes.flatMap { name, basic in
    [Colour.Depth.sixteen, .palette, .direct].flatMap { depth in
      [(UInt32(0xFFFFFF), UInt32(0)), (0, 0xFFFFFF)].map { front, back in
        Terminal(
          name: "\(name), \(depth), \(back == 0 ? "dark" : "light")",
          depth: depth,
          basic: basic,
          front: front,
          back: back
        )
      }
    }
  }

  func contrast(of style: Style) -> Double {
    var (front, back) = (rgb(style.foreground) ?? front, rgb(style.background) ?? back)
    if style.isReversed { swap(&front, &back) }
    var lights = [front, back].map(Self.luminance)
    if style.isDim {
      // Faint text is half way between the two.
      let half = zip(Self.parts(front), Self.parts(back)).map { ($0 + $1) / 2 }
      lights[0] = Self.luminance(half)
    }
    lights.sort()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private func rgb(_ colour: Colour?) -> UInt32? {
    switch colour?.resolved(to: depth) {
    case nil: nil
    case .direct(let rgb): rgb
    case .palette(let number) where number < 16: basic[Int(number)]
    case .palette(let number) where number < 232: Self.cube(Int(number) - 16)
    case .palette(let number): UInt32(8 + 10 * (Int(number) - 232)) * 0x010101
    }
  }

  private static func cube(_ number: Int) -> UInt32 {
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    return levels[number / 36] << 16 | levels[number / 6 % 6] << 8 | levels[number % 6]
  }

  private static func parts(_ rgb: UInt32) -> [Double] {
    [rgb >> 16, rgb >> 8, rgb].map { Double($0 & 255) / 255 }
  }

  private static func luminance(_ rgb: UInt32) -> Double { luminance(parts(rgb)) }

  private static func luminance(_ parts: [Double]) -> Double {
    let linear = parts.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
