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
  /// What the players say to each other.
  case chat
  /// A question that waits for an answer.
  case question
}

extension Theme {
  /// The look of `tint` on a board of so many colours: colours tell everything if there are any,
  /// because weight and reversal take many more bytes.
  func boardStyle(_ tint: Tint, hasSigns: Bool, hasColours: Bool) -> Style {
    let style = style(tint, hasSigns: hasSigns)
    guard hasColours else { return style }
    let (front, back) = (style.foreground, style.background)
    return style.isReversed ? Style(back, on: front) : Style(front, on: back)
  }

  /// The look of `tint`; `hasSigns` distinguishes pieces of wood from stones of glass.
  func style(_ tint: Tint, hasSigns: Bool = false) -> Style {
    switch tint {
    case .board: Style(ink.dark, on: ink.board)
    case .label, .faint: Style(dim: true)
    case .light where hasSigns: Style(ink.red, on: ink.piece, bold: true)
    case .light: Style(ink.white, on: ink.board, bold: true)
    case .dark where hasSigns: Style(ink.dark, on: ink.piece)
    case .dark: Style(ink.dark, on: ink.board)
    case .cursor: Style(ink.cursor, on: ink.board, bold: true, reversed: true)
    case .picked: Style(ink.picked, on: ink.board, bold: true, reversed: true)
    case .target: Style(ink.picked, on: ink.board, bold: true)
    case .hint: Style(ink.hintText, on: ink.hint, bold: true)
    case .warning: Style(ink.warning, on: self == .contrast ? ink.board : nil, bold: true)
    case .won: Style(ink.won, on: ink.board, bold: true, reversed: true)
    case .title: Style(bold: true)
    case .key: Style(bold: true, underlined: true)
    // Magenta can be read on black and on white in the sixteen colours of every terminal.
    case .chat where self == .contrast: Style(ink.hint, on: ink.board)
    case .chat: Style(Colour(0xAF5FAF, .magenta))
    case .question: Style(bold: true, reversed: true)
    }
  }

  /// The colour of the darker cells of a board of two tones.
  var cell: Colour { ink.cell }

  /// The colours of a stone or piece of several cells, and of characters on it.
  struct Stone {
    let rim: Colour
    let inside: RoundShapes.Paint
    let ink: Colour
  }

  /// The colours of a stone; a light one is a ring, so that neither is a colour only.
  ///
  /// The rim of a small one would hide it, and has its colour where there are many.
  func stone(isDark: Bool, isSmall: Bool) -> Stone {
    guard !isDark else {
      return Stone(rim: isSmall ? ink.dark : ink.rim, inside: .solid(ink.dark), ink: ink.board)
    }
    let rim = self == .wood && !isSmall ? Colour(ink.rim.rgb, ink.white.basic) : ink.white
    return Stone(rim: rim, inside: .clear(ink.shell), ink: ink.shellInk)
  }

  /// The colours of a piece of Xiangqi, which has a character.
  func piece(isDark: Bool, isSmall: Bool) -> Stone {
    let own = isDark ? ink.dark : ink.red
    let rim = isSmall ? Colour(ink.piece.rgb, ink.dark.basic) : ink.dark
    return Stone(rim: self == .wood ? rim : own, inside: .clear(ink.piece), ink: own)
  }

  /// The colour of the rim of a stone with a mark; nil if the mark has none of its own.
  func rim(_ tint: Tint) -> Colour? {
    switch tint {
    case .cursor: ink.cursor
    case .picked, .target: ink.picked
    case .hint: ink.hintRim
    case .won, .warning: ink.won
    default: nil
    }
  }

  /// The colours of a theme, each with a contrast of 3 : 1 at least to what is behind it, and of
  /// 4.5 : 1 for the stones of White, which are thin rings on a small board.
  ///
  /// In sixteen colours the stones of White are blue: no board of these colours shows both white
  /// and black in every terminal.
  private struct Ink {
    let board: Colour
    /// The darker cells of a board of two tones.
    let cell: Colour
    let piece: Colour
    let dark: Colour
    let white: Colour
    /// The rim of a stone of several cells, which tells it from the next one.
    let rim: Colour
    let red: Colour
    let cursor: Colour
    let picked: Colour
    let hint: Colour
    let hintRim: Colour
    var hintText = Colour(0x000000, .black)
    /// The inside of a light stone of several cells, and characters on it.
    let shell: Colour
    var shellInk = Colour(0x000000, .black)
    let won: Colour
    let warning: Colour
  }

  private var ink: Ink {
    switch self {
    case .wood:
      Ink(
        board: Colour(0xA8672F, .white),
        cell: Colour(0x8A4B1C, .cyan),
        piece: Colour(0xFFFFD7, .brightWhite),
        dark: Colour(0x000000, .black),
        white: Colour(0xFFFFFF, .blue),
        rim: Colour(0x1C1C1C, .black),
        red: Colour(0xC00000, .red),
        cursor: Colour(0x000087, .blue),
        picked: Colour(0xAFFFFF, .blue),
        hint: Colour(0xFFFF87, .brightYellow),
        hintRim: Colour(0xFFFF87, .blue),
        shell: Colour(0xFFFFFF, .brightWhite),
        won: Colour(0xFFFF00, .red),
        warning: Colour(0xD70000, .brightRed)
      )
    case .colourBlind:
      Ink(
        board: Colour(0xE4E4E4, .brightWhite),
        cell: Colour(0xE8DC96, .white),
        piece: Colour(0xFFFFFF, .white),
        dark: Colour(0x003C9E, .blue),
        white: Colour(0xAF2F00, .red),
        rim: Colour(0x001C4C, .blue),
        red: Colour(0xB34700, .red),
        cursor: Colour(0x000000, .black),
        picked: Colour(0x000000, .black),
        hint: Colour(0xFFD75F, .brightYellow),
        hintRim: Colour(0x000000, .black),
        shell: Colour(0xFFFFFF, .brightWhite),
        won: Colour(0xB34700, .red),
        warning: Colour(0xB34700, .brightRed)
      )
    case .contrast:
      Ink(
        board: Colour(0x000000, .black),
        cell: Colour(0x303030, .brightBlack),
        piece: Colour(0x000000, .black),
        dark: Colour(0xFFFF00, .brightYellow),
        white: Colour(0xFFFFFF, .brightWhite),
        rim: Colour(0xD7AF00, .brightYellow),
        red: Colour(0xFFFFFF, .brightWhite),
        cursor: Colour(0xFFFFFF, .brightWhite),
        picked: Colour(0xFFFF00, .brightYellow),
        hint: Colour(0x00FFFF, .brightCyan),
        hintRim: Colour(0x00FFFF, .brightCyan),
        shell: Colour(0x000000, .black),
        shellInk: Colour(0xFFFFFF, .brightWhite),
        won: Colour(0xFFFF00, .brightYellow),
        warning: Colour(0xFFFF00, .brightYellow)
      )
    }
  }
}
