import GameRules
import Terminal

/// The colours of a screen.
public enum Theme: String, CaseIterable, Hashable, Sendable {
  /// A wooden board, red and black pieces.
  case wood
  /// Blue and orange, which nearly everybody can tell apart.
  case colourBlind = "colour-blind"
  /// Black, white, yellow, and cyan for hints.
  case contrast
}

/// The kind of a thing on the screen, which decides its look.
enum Tint: CaseIterable {
  /// The board and its lines.
  case board
  /// Letters and numbers at its edges.
  case label
  /// A light piece or stone: White's, or Red's.
  case light
  /// A dark one.
  case dark
  /// The place where the cursor is.
  case cursor
  /// The piece that was picked.
  case picked
  /// A point where it can move.
  case target
  /// A point of the move that the robot suggests.
  case hint
  /// Check, what is threatened or forbidden, and trouble.
  case warning
  /// A point that decided the game.
  case won
  /// The line at the top, and names.
  case title
  /// A detail of less importance.
  case faint
  /// A key that can be pressed.
  case key
}

extension Theme {
  /// The look of `tint` on a board of so many colours: colours tell everything if there are any,
  /// because weight and reversal take many more bytes.
  func boardStyle(_ tint: Tint, isXiangqi: Bool, hasColours: Bool) -> Style {
    let style = style(tint, isXiangqi: isXiangqi)
    guard hasColours else { return style }
    let (front, back) = (style.foreground, style.background)
    return style.isReversed ? Style(back, on: front) : Style(front, on: back)
  }

  /// The look of `tint`; `isXiangqi` distinguishes pieces of wood from stones of glass.
  func style(_ tint: Tint, isXiangqi: Bool = false) -> Style {
    switch tint {
    case .board: Style(ink.dark, on: ink.board)
    case .label, .faint: Style(dim: true)
    case .light where isXiangqi: Style(ink.red, on: ink.piece, bold: true)
    case .light: Style(ink.white, on: ink.board, bold: true)
    case .dark where isXiangqi: Style(ink.dark, on: ink.piece)
    case .dark: Style(ink.dark, on: ink.board)
    case .cursor: Style(ink.cursor, on: ink.board, bold: true, reversed: true)
    case .picked: Style(ink.picked, on: ink.board, bold: true, reversed: true)
    case .target: Style(ink.picked, on: ink.board, bold: true)
    case .hint: Style(ink.hintText, on: ink.hint, bold: true)
    case .warning: Style(ink.warning, on: self == .contrast ? ink.board : nil, bold: true)
    case .won: Style(ink.won, on: ink.board, bold: true, reversed: true)
    case .title: Style(bold: true)
    case .key: Style(bold: true, underlined: true)
    }
  }

  /// The colours of a theme, each with a contrast of 3 : 1 at least to what is behind it.
  ///
  /// In sixteen colours the stones of White are blue: no board of these colours shows both white
  /// and black in every terminal.
  private struct Ink {
    let board: Colour
    let piece: Colour
    let dark: Colour
    let white: Colour
    let red: Colour
    let cursor: Colour
    let picked: Colour
    let hint: Colour
    var hintText = Colour(0x000000, .black)
    let won: Colour
    let warning: Colour
  }

  private var ink: Ink {
    switch self {
    case .wood:
      Ink(
        board: Colour(0xAF875F, .white),
        piece: Colour(0xFFE7BA, .brightWhite),
        dark: Colour(0x000000, .black),
        white: Colour(0xFFFFFF, .blue),
        red: Colour(0xC00000, .red),
        cursor: Colour(0x000087, .blue),
        picked: Colour(0x5F005F, .blue),
        hint: Colour(0x87FF87, .brightGreen),
        won: Colour(0x870000, .red),
        warning: Colour(0xD70000, .brightRed)
      )
    case .colourBlind:
      Ink(
        board: Colour(0xD0D0D0, .white),
        piece: Colour(0xFFFFFF, .brightWhite),
        dark: Colour(0x003C9E, .blue),
        white: Colour(0xB34700, .red),
        red: Colour(0xB34700, .red),
        cursor: Colour(0x000000, .black),
        picked: Colour(0x000000, .black),
        hint: Colour(0xFFD75F, .brightYellow),
        won: Colour(0xB34700, .red),
        warning: Colour(0xB34700, .brightRed)
      )
    case .contrast:
      Ink(
        board: Colour(0x000000, .black),
        piece: Colour(0x000000, .black),
        dark: Colour(0xFFFF00, .brightYellow),
        white: Colour(0xFFFFFF, .brightWhite),
        red: Colour(0xFFFFFF, .brightWhite),
        cursor: Colour(0xFFFFFF, .brightWhite),
        picked: Colour(0xFFFF00, .brightYellow),
        hint: Colour(0x00FFFF, .brightCyan),
        won: Colour(0xFFFF00, .brightYellow),
        warning: Colour(0xFFFF00, .brightYellow)
      )
    }
  }
}
