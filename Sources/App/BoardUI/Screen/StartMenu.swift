public import GameRules
import GameSearch
public import Terminal

/// The first screen: what can be played, with whom, and what goes on.
///
/// What is chosen are the words of a command line, which the program then obeys as if they had been
/// typed.
public struct StartMenu: Sendable {
  /// A match that can go on.
  public struct Match: Hashable, Sendable {
    let number: Int64
    let text: String

    /// Names a match by its number, and says in a line what it is.
    public init(number: Int64, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// The choice.
  public enum Choice: Hashable, Sendable {
    /// A game, or a table.
    case request(Request)
    /// To see what was played.
    case games
    /// To see and change the settings.
    case settings
    /// To meet the guest who has come to the table behind the menu.
    case guest
    /// To leave.
    case quit
  }

  /// The purpose of a choice between the games.
  private enum Purpose: Hashable {
    case robot, two, host
  }

  /// The current question.
  private enum Page: Hashable {
    case start
    case game(Purpose)
    case level(GameKind)
    case text(TextPage)
  }

  /// A line that can be chosen.
  private struct Item: Hashable {
    enum Effect: Hashable {
      case page(Page)
      case choice(Choice)
      case nothing
    }

    let key: Character
    let text: String
    let effect: Effect
    /// The heading above it, if it begins a group.
    var heading: String?
  }

  /// The maximum number of matches and tables that are listed.
  private static let longestList = 4

  private let look: ScreenLook
  private let settings: Settings
  private var size: Size
  private let matches: [Match]
  /// The result of the previous choice.
  private let message: String?
  private var slots = TableSlots()
  private var trouble: String?
  /// The background activity of the menu.
  private var offer: Offer?
  /// True if something was pressed or clicked.
  public private(set) var isTouched = false
  private var page = Page.start
  private var selected = 0

  /// A menu on a screen of this size.
  ///
  /// - Parameters:
  ///   - look: how it looks.
  ///   - size: how large the screen is.
  ///   - matches: the matches that can go on.
  ///   - message: what became of what was chosen before.
  ///   - settings: what is selected first where something is to be chosen.
  public init(
    look: ScreenLook,
    size: Size,
    matches: [Match] = [],
    message: String? = nil,
    settings: Settings = Settings()
  ) {
    self.settings = settings
    self.look = look
    self.size = size
    self.matches = matches
    self.message = message
  }

  /// Lists a table that is heard, or knows better of one.
  public mutating func hear(_ table: NearbyTable) {
    slots.hear(table, keeping: selectedSlot)
  }

  /// Notes that the table with this ``NearbyTable/id`` is gone.
  ///
  /// It keeps its letter until ``expire(_:)``, which is due after ``TablePage/goneTime``.
  public mutating func forget(_ id: String) {
    slots.forget(id)
  }

  /// Lets another table have the letter of a table that has been gone for ``TablePage/goneTime``.
  public mutating func expire(_ id: String) {
    slots.expire(id, keeping: selectedSlot)
    slots.moveUp(into: Self.longestList, keeping: selectedSlot)
  }

  /// The place of the table that is selected.
  private var selectedSlot: Int? {
    let index = selected - (startItems.count - nearby.count)
    return page == .start && index >= 0 ? index : nil
  }

  /// Says why no tables are heard, or no table is opened; nil where nothing is wrong any more.
  public mutating func tell(_ trouble: String?) {
    self.trouble = trouble
  }

  /// The background activity of the menu.
  public enum Offer: Hashable, Sendable {
    /// Tables are listened for, and none is there yet.
    case looking
    /// A table is open, under this name and for this game.
    case open(name: String, game: GameKind)
    /// The same at a broker alone, for players who are known.
    case openOnline(name: String, game: GameKind)
    /// There is a table, and none is opened beside it.
    case following
  }

  /// Shows what goes on behind the menu, if anything does.
  public mutating func show(_ offer: Offer?) {
    self.offer = offer
  }

  /// Takes what was done at the terminal.
  ///
  /// - Returns: what was chosen, if anything was.
  public mutating func update(_ event: TerminalEvent) -> Choice? {
    switch event {
    case .key, .click: isTouched = true
    case .resized, .paste, .focus, .continued: break
    }
    switch event {
    case .key(.control("c")), .key(.control("d")): return .quit
    case .key(let key): return press(key)
    case .click(let place): return click(place)
    case .resized(let size): self.size = size
    case .paste, .focus, .continued: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> Choice? {
    if case .text(var text) = page {
      page = text.turn(key, on: size) ? .text(text) : .start
      return nil
    }
    let items = items
    switch key {
    case .up: selected = max(selected - 1, 0)
    case .down: selected = min(selected + 1, items.count - 1)
    case .escape where page != .start: go(to: .start)
    case .enter, .character(" "): return choose(items[min(selected, items.count - 1)])
    case .function(1), .character("?"): go(to: .text(help))
    case .character(let character):
      return items.first { $0.key == character }.flatMap { choose($0) }
    case .left, .right, .home, .end, .pageUp, .pageDown, .tab, .escape, .backspace, .delete,
      .control, .function:
      break
    }
    return nil
  }

  private mutating func click(_ place: Place) -> Choice? {
    guard let index = blocks.lastIndex(where: { $0.row <= place.row }) else { return nil }
    let block = blocks[index]
    return place.row < block.row + block.lines.count ? choose(items[index]) : nil
  }

  private mutating func choose(_ item: Item) -> Choice? {
    switch item.effect {
    case .page(let page):
      go(to: page)
      return nil
    case .choice(let choice): return choice
    case .nothing: return nil
    }
  }

  private mutating func go(to page: Page) {
    self.page = page
    switch page {
    case .level: selected = (settings.level ?? .usual).number - 1
    case .game: selected = Self.games.firstIndex { $0 == settings.game } ?? 0
    case .start, .text: selected = 0
    }
  }

  private var help: TextPage { TextPage(text: ScreenStrings.menuHelp) }

  // MARK: Items

  /// The games in the order in which they are offered.
  private static let games = [GameKind.xiangqi, .gomoku, .liuzhou]

  private var items: [Item] {
    switch page {
    case .start, .text: startItems
    case .game(let purpose):
      zip("123", Self.games).map { key, kind in
        Item(key: key, text: ScreenStrings.name(kind), effect: Self.effect(of: kind, for: purpose))
      }
    case .level(let kind):
      zip("1234567890", SearchLevel.range).map { key, number in
        let level = SearchLevel(number) ?? .usual
        return Item(
          key: key,
          text: ScreenStrings.level(number),
          effect: .choice(.request(.play(kind, against: level)))
        )
      }
    }
  }

  private static func effect(of kind: GameKind, for purpose: Purpose) -> Item.Effect {
    switch purpose {
    case .robot: .page(.level(kind))
    case .two: .choice(.request(.play(kind, against: nil)))
    case .host: .choice(.request(.host(kind)))
    }
  }

  private var startItems: [Item] {
    let here: [Item] = [
      Item(
        key: "1",
        text: ScreenStrings.againstMachine,
        effect: .page(.game(.robot)),
        heading: ScreenStrings.here
      ),
      Item(key: "2", text: ScreenStrings.two, effect: .page(.game(.two))),
      Item(
        key: "3",
        text: ScreenStrings.openTable,
        effect: .page(.game(.host)),
        heading: ScreenStrings.there
      ),
      Item(key: "4", text: ScreenStrings.findTable, effect: .choice(.request(.join(nil)))),
      Item(
        key: "5",
        text: ScreenStrings.games,
        effect: .choice(.games),
        heading: ScreenStrings.besides
      ),
      Item(key: "6", text: ScreenStrings.settings, effect: .choice(.settings)),
      Item(key: "?", text: ScreenStrings.helpItem, effect: .page(.text(help))),
      Item(key: "q", text: ScreenStrings.quit, effect: .choice(.quit)),
    ]
    return here + goingOn + nearby
  }

  /// The rows for items and what stands above them, below the title.
  private var room: Int { size.rows - (offer == nil ? 4 : 5) }

  /// The rows of what is always there, with what stands above it.
  private static let usualRows = 11

  /// The number of tables that are listed: as many as there is room for, and one at least.
  private var tablesShown: Int {
    min(slots.slots.count, Self.longestList, max(room - Self.usualRows - 1, 1))
  }

  /// The number of games that are listed; tables come first, and the games have a list of their
  /// own.
  private var gamesShown: Int {
    let rows = room - Self.usualRows - (tablesShown == 0 ? 0 : tablesShown + 1)
    return min(matches.count, 3, max(rows - 1, 0))
  }

  private var goingOn: [Item] {
    zip("789", matches.prefix(gamesShown)).enumerated().map { index, pair in
      Item(
        key: pair.0,
        text: pair.1.text,
        effect: .choice(.request(.resume(pair.1.number))),
        heading: index == 0 ? ScreenStrings.goOnWith : nil
      )
    }
  }

  private var nearby: [Item] {
    zip("abcd", slots.slots.prefix(tablesShown)).enumerated().map { index, pair in
      let (key, slot) = pair
      let table = slot.table
      let parts = slot.isGone ? [table.title, NearbyStrings.gone] : table.firstParts
      return Item(
        key: key,
        text: parts.joined(separator: "  "),
        effect: slot.isGone ? .nothing : .choice(.request(.join(table.id))),
        heading: index == 0 ? ScreenStrings.heading(of: slots.slots.map(\.table)) : nil
      )
    }
  }

  // MARK: The screen

  /// The place of an item, and its text as it has room.
  private struct Block {
    let row: Int
    let lines: [String]
  }

  /// The places of the items: long ones are wrapped and groups stand apart if there is room for
  /// that.
  private var blocks: [Block] {
    let items = items
    let width = max(size.columns - Self.margin - 1, 2)
    let headings = items.count { $0.heading != nil }
    let whole = items.map { $0.text.wrapped(to: width) }
    let rows = whole.reduce(0) { $0 + $1.count }
    let isWrapped = rows + headings <= room
    let isLoose = (isWrapped ? rows : items.count) + 2 * headings - 1 <= room
    var row = 1
    return zip(items, whole).map { item, lines in
      if item.heading != nil { row += row == 1 ? 1 : isLoose ? 2 : 1 }
      defer { row += isWrapped ? lines.count : 1 }
      return Block(
        row: row,
        lines: isWrapped ? lines : [item.text.shortened(to: width, look.glyphs.more)]
      )
    }
  }

  /// The column where the texts of the items begin.
  private static let margin = 7

  /// The screen as it is.
  public var view: Canvas {
    var canvas = Canvas(size)
    canvas.write(ScreenStrings.title, at: Place(0, 1), look.theme.style(.title))
    if case .text(let text) = page {
      text.draw(on: &canvas, look)
    } else {
      drawItems(on: &canvas)
    }
    return canvas
  }

  private func drawItems(on canvas: inout Canvas) {
    if let question {
      canvas.write(question, at: Place(0, 1 + ScreenStrings.title.count + 2))
    }
    for (index, (item, block)) in zip(items, blocks).enumerated() {
      if let heading = item.heading {
        canvas.write(heading, at: Place(block.row - 1, 2), look.theme.style(.faint))
      }
      let isSelected = index == selected
      canvas.write(isSelected ? look.glyphs.turn : " ", at: Place(block.row, 2))
      canvas.write(String(item.key), at: Place(block.row, 4), look.theme.style(.key))
      let style = isSelected ? look.theme.style(.title) : .plain
      for (row, line) in block.lines.enumerated() {
        canvas.write(line, at: Place(block.row + row, Self.margin), style)
      }
    }
    if let offer {
      let text = ScreenStrings.offer(offer).shortened(to: size.columns - 2, look.glyphs.more)
      canvas.write(text, at: Place(size.rows - 4, 1), look.theme.style(.faint))
    }
    let lines = (message ?? trouble)?.wrapped(to: size.columns - 2).prefix(2) ?? []
    for (row, line) in lines.enumerated() {
      canvas.write(line, at: Place(size.rows - 3 + row, 1))
    }
    let last = Place(size.rows - 1, 1)
    let keys = ScreenStrings.menuKeys(size.columns - 2)
    canvas.write(keys, at: last, look.theme.style(.faint), limit: size.columns - 1)
  }

  private var question: String? {
    switch page {
    case .game: ScreenStrings.whichGame
    case .level: ScreenStrings.whichLevel
    case .start, .text: nil
    }
  }
}
