internal import Terminal

/// The facts about a terminal that drawing needs.
struct DisplayFacts: Hashable, Sendable {
  let isUTF8: Bool
  let size: Size
  let hasColours: Bool
}

/// A terminal as a screen, for which nothing here waits.
protocol Display: AnyObject, Sendable {
  /// The facts about the terminal when it was opened.
  var facts: DisplayFacts { get }

  /// The size of the terminal now.
  var size: Size { get }

  /// Hands what is done at the terminal to `handler` from now on, first of all what was typed
  /// ahead; it may be called from anywhere.
  func onEvent(_ handler: @escaping @Sendable (TerminalEvent) -> Void)

  /// Keeps what is done at the terminal from now on for the next one who asks for it.
  func holdEvents()

  /// Has what was handed on too early come first.
  func putBack(_ events: [TerminalEvent])

  /// Shows `canvas` as soon as the terminal takes it.
  func show(_ canvas: Canvas)

  /// Draws everything anew.
  func redraw()

  /// Rings the terminal's bell.
  func ring()

  /// Has the window of the terminal called `title`, until the screen is given back.
  func setTitle(_ title: String)

  /// Sends the terminal a sequence that shows nothing on the screen.
  func send(_ text: String)

  /// Gives the terminal back and stops the process and its group, as control-Z does elsewhere.
  func suspend()

  /// Gives the terminal back as it was found.
  func close()

  /// Keeps `lines` of a game for the terminal below the screen, in place of those of the game
  /// before; a screen without a game has none, and changes nothing.
  func keepFarewell(_ lines: [String])

  /// Keeps a line for the start menu.
  func addNotice(_ line: String)

  /// Hands over what is to be told in the start menu.
  func takeNotices() -> [String]

  /// Gives the terminal back as it was found, and prints there what remains of the last game.
  func closeAfterGame()
}
