public import GameRules
import GameSearch
public import MatchPlay
import Phrases
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
  enum Purpose: Hashable {
    case robot, two, host
  }

  /// The current question.
  enum Page: Hashable {
    case start
    case game(Purpose)
    case level(GameKind)
    case text(TextPage)
  }

  /// A line that can be chosen.
  struct Item: Hashable {
    enum Effect: Hashable {
      case page(Page)
      case choice(Choice)
      case nothing
    }

    let key: Character
    let text: String
    let effect: Effect
    /// The heading above it, if it begins a group; empty for a group without one.
    var heading: String?
  }

  /// The maximum number of matches and tables that are listed.
  private static let longestList = 4

  let look: ScreenLook
  private let settings: Settings
  private(set) var size: Size
  private let matches: [Match]
  /// The result of the previous choice.
  let message: String?
  private var slots = TableSlots()
  private(set) var trouble: String?
  /// The background activity of the menu.
  private(set) var offer: Offer?
  /// True if something was pressed or clicked.
  public private(set) var isTouched = false
  private(set) var page = Page.start
  /// The key of the item that is selected; what comes and goes above it does not move it.
  private var selectedKey = Self.firstKey
  /// The key of what is selected first: the robot is always there.
  private static let firstKey: Character = "1"

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
  public mutating func hear(_ table: Listing) {
    slots.hear(table, keeping: selectedSlot)
  }

  /// Notes that the table with this ``Listing/id`` is gone.
  ///
  /// It keeps its letter until ``expire(_:)``, which is due after ``Lobby/goneTime``.
  public mutating func forget(_ id: String) {
    slots.forget(id)
  }

  /// Lets another table have the letter of a table that has been gone for ``Lobby/goneTime``.
  public mutating func expire(_ id: String) {
    slots.expire(id, keeping: selectedSlot)
    slots.moveUp(into: Self.longestList, keeping: selectedSlot)
  }

  /// The place of the table that is selected.
  private var selectedSlot: Int? {
    page == .start ? Self.tableKeys.firstIndex(of: selectedKey) : nil
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
    default: break
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
    case .up: selectedKey = items[max(selected - 1, 0)].key
    case .down: selectedKey = items[min(selected + 1, items.count - 1)].key
    case .escape where page != .start: go(to: .start)
    case .enter, .character(" "): return choose(items[selected])
    case .function(1), .character("?"): go(to: .text(help))
    case .character(let character):
      return items.first { $0.key == character }.flatMap { choose($0) }
    default: break
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
    let index =
      switch page {
      case .level: (settings.level ?? .usual).number - 1
      case .game: GameKind.offered.firstIndex { $0 == settings.game ?? .gomoku } ?? 0
      case .start, .text: startItems.firstIndex { $0.key == Self.firstKey } ?? 0
      }
    selectedKey = items[index].key
  }

  /// The place of the item that is selected.
  var selected: Int {
    let items = items
    return items.firstIndex { $0.key == selectedKey }
      ?? items.firstIndex { $0.key == Self.firstKey } ?? 0
  }

  private var help: TextPage { TextPage(text: ScreenStrings.menuHelp) }

  // MARK: Items

  var items: [Item] {
    switch page {
    case .start, .text: startItems
    case .game(let purpose):
      zip("123456789", GameKind.offered).map { key, kind in
        Item(key: key, text: kind.name, effect: Self.effect(of: kind, for: purpose))
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
    let play = [
      Item(
        key: Self.firstKey,
        text: ScreenStrings.againstRobot,
        effect: .page(.game(.robot)),
        heading: ScreenStrings.play
      ),
      Item(key: "2", text: ScreenStrings.two, effect: .page(.game(.two))),
      Item(key: "3", text: ScreenStrings.openTable, effect: .page(.game(.host))),
      Item(key: "4", text: say("find a table nearby"), effect: .choice(.request(.join(nil)))),
    ]
    let more = [
      Item(key: "5", text: ScreenStrings.games, effect: .choice(.games), heading: ""),
      Item(key: "6", text: ScreenStrings.settings, effect: .choice(.settings)),
      Item(key: "?", text: say("help"), effect: .page(.text(help))),
      Item(key: "q", text: ScreenStrings.quit, effect: .choice(.quit)),
    ]
    return nearby + goingOn + play + more
  }

  /// The rows of the page, which all its lists fit in.
  var pageRows: Int { min(size.rows, 26) }

  /// The rows between the upper and the lower line of the frame.
  var room: Int { pageRows - 5 }

  /// The rows of what is always there, with what stands above it.
  private static let usualRows = 9

  /// The number of tables that are listed: as many as there is room for, and one at least.
  private var tablesShown: Int {
    min(slots.slots.count, Self.longestList, max(room - Self.usualRows - 1, 1))
  }

  /// The number of games that are listed; tables come first, and the games have a list of their
  /// own.
  private var gamesShown: Int {
    let tables = max(tablesShown, isListening ? 1 : 0)
    let rows = room - Self.usualRows - (tables == 0 ? 0 : tables + 1)
    return min(matches.count, 3, max(rows - 1, 0))
  }

  /// True if tables may appear.
  private var isListening: Bool { offer != nil }

  private var goingOn: [Item] {
    zip("789", matches.prefix(gamesShown)).enumerated().map { index, pair in
      Item(
        key: pair.0,
        text: pair.1.text,
        effect: .choice(.request(.resume(pair.1.number))),
        heading: index == 0 ? say("Continue") : nil
      )
    }
  }

  /// The keys of the tables.
  private static let tableKeys: [Character] = ["a", "b", "c", "d"]

  private var nearby: [Item] {
    guard tablesShown > 0 || !isListening else {
      // The first table takes this row, and moves nothing under the hand of the player.
      let heading = ScreenStrings.nearby
      return [Item(key: "·", text: say("none yet"), effect: .nothing, heading: heading)]
    }
    return zip(Self.tableKeys, slots.slots.prefix(tablesShown)).enumerated().map { index, pair in
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
}
