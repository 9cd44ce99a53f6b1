import Phrases
public import Terminal

/// The games that were played, as a screen lists them.
public struct GameShelf: Sendable {
  /// A game of the list.
  public struct Entry: Hashable, Sendable {
    let number: Int64
    let text: String
    let canGoOn: Bool

    /// Names a game by its number, says in a line what it is, and whether it may go on.
    public init(number: Int64, text: String, canGoOn: Bool) {
      self.number = number
      self.text = text
      self.canGoOn = canGoOn
    }
  }

  /// The choice.
  public enum Choice: Hashable, Sendable {
    /// To go through the game of this number.
    case replay(Int64)
    /// To go through it with what its moves are worth.
    case analyse(Int64)
    /// To go on with it.
    case resume(Int64)
    /// To forget it; the player has said yes.
    case delete(Int64)
    /// To leave the list.
    case back
  }

  /// The rows above the list, and below it.
  private static let (topRows, bottomRows) = (2, 4)

  private let look: ScreenLook
  private var screen: Size
  private let entries: [Entry]
  private var selected = 0
  private var top = 0
  /// True if the player is asked whether the game is to be forgotten.
  private var isAsking = false
  private var message: String?

  /// A list on a screen of this size.
  ///
  /// - Parameters:
  ///   - look: how it looks.
  ///   - size: how large the screen is.
  ///   - entries: the games, in the order in which they are listed.
  ///   - number: the game that is selected, if it is there.
  ///   - message: what became of what was chosen before.
  public init(
    look: ScreenLook,
    size: Size,
    entries: [Entry],
    selecting number: Int64? = nil,
    message: String? = nil
  ) {
    self.look = look
    screen = size
    self.entries = entries
    self.message = message
    selected = entries.firstIndex { $0.number == number } ?? 0
    scroll()
  }

  /// Takes what was done at the terminal.
  ///
  /// - Returns: what was chosen, if anything was.
  public mutating func update(_ event: TerminalEvent) -> Choice? {
    switch event {
    case .key(.control("c")), .key(.control("d")): return .back
    case .key(let key): return press(key)
    case .click(let place): return click(area.place(of: place))
    case .resized(let size):
      screen = size
      scroll()
    case .paste, .focus, .continued: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> Choice? {
    message = nil
    if isAsking { return answer(key) }
    switch key {
    case .up, .character("k"): select(selected - 1)
    case .down, .character("j"): select(selected + 1)
    case .pageUp: select(selected - room)
    case .pageDown: select(selected + room)
    case .home: select(0)
    case .end: select(entries.count - 1)
    case .escape, .character("q"): return .back
    case .enter, .character(" "): return entry.map { .replay($0.number) }
    case .character("a"): return entry.map { .analyse($0.number) }
    case .character("g"):
      guard let entry else { return nil }
      if entry.canGoOn { return .resume(entry.number) }
      message = say("This game has ended. Press Enter to replay it and continue from any move.")
    case .character("d"), .delete: isAsking = entry != nil
    default: break
    }
    return nil
  }

  private mutating func answer(_ key: Key) -> Choice? {
    isAsking = false
    guard case .character(let character) = key, "yY".contains(character) else { return nil }
    return entry.map { .delete($0.number) }
  }

  private mutating func click(_ place: Place) -> Choice? {
    let index = top + place.row - Self.topRows
    guard !isAsking, (0..<room).contains(place.row - Self.topRows), entries.indices.contains(index)
    else { return nil }
    let isSecond = index == selected
    select(index)
    return isSecond ? .replay(entries[index].number) : nil
  }

  private var entry: Entry? { entries.indices.contains(selected) ? entries[selected] : nil }

  /// The part of the screen that is drawn on.
  private var area: ScreenArea {
    ScreenArea(of: screen, columns: 100)
  }
  private var size: Size { area.size }

  private var room: Int { max(size.rows - Self.topRows - Self.bottomRows, 1) }

  private mutating func select(_ index: Int) {
    selected = max(min(index, entries.count - 1), 0)
    scroll()
  }

  /// Has the selected game in sight.
  private mutating func scroll() {
    if selected < top { top = selected }
    if selected >= top + room { top = selected - room + 1 }
  }

  // MARK: The screen

  /// The screen as it is.
  public var view: Canvas {
    var canvas = Canvas(size)
    canvas.write(say("Games"), at: Place(0, 1), look.theme.style(.title))
    if entries.isEmpty { canvas.write(RecordStrings.noGames, at: Place(Self.topRows, 4)) }
    for (row, entry) in entries.dropFirst(top).prefix(room).enumerated() {
      let isSelected = top + row == selected
      canvas.write(isSelected ? look.glyphs.turn : " ", at: Place(Self.topRows + row, 2))
      let text = entry.text.shortened(to: size.columns - 5, look.glyphs.more)
      let style = isSelected ? look.theme.style(.title) : .plain
      canvas.write(text, at: Place(Self.topRows + row, 4), style)
    }
    let note =
      isAsking
      ? entry.map {
        say("Delete game \($0.number)? Press y to delete it, any other key to keep it.")
      } : message ?? whole
    for (row, line) in (note?.wrapped(to: size.columns - 2) ?? []).prefix(2).enumerated() {
      canvas.write(line, at: Place(size.rows - 3 + row, 1))
    }
    let keys = isAsking ? "" : say("Enter replay  a analyse  g resume  d delete  q back")
    let faint = look.theme.style(.faint)
    canvas.write(keys.wrapped(to: size.columns - 1)[0], at: Place(size.rows - 1, 1), faint)
    return area.screen(with: canvas)
  }

  /// The selected line where it was cut in the list.
  private var whole: String? {
    guard let text = entry?.text, CharacterWidth.columns(of: text) > size.columns - 5 else {
      return nil
    }
    return text
  }
}
