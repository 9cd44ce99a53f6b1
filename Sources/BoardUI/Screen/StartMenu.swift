import GameRules
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

  /// A table that is heard.
  public struct Table: Hashable, Sendable {
    let name: String
    let address: String
    let isTaken: Bool

    /// States what is heard of a table.
    public init(name: String, address: String, isTaken: Bool) {
      self.name = name
      self.address = address
      self.isTaken = isTaken
    }
  }

  /// What is chosen.
  public enum Choice: Hashable, Sendable {
    /// A command, word by word.
    case command([String])
    /// To leave.
    case quit
    /// To stop the process until somebody lets it go on.
    case suspend
    /// To draw everything anew.
    case redraw
  }

  /// What is asked at the moment.
  private enum Page: Hashable {
    case start
    case game(then: [String])
    case level(then: [String])
    case text(String)
  }

  /// A line that can be chosen.
  private struct Item: Hashable {
    enum Effect: Hashable {
      case page(Page)
      case command([String])
      case quit
    }

    let key: Character
    let text: String
    let effect: Effect
    /// What stands above it, where a new group begins.
    var heading: String?
  }

  /// How many matches and tables are listed.
  private static let longestList = 4

  private let look: ScreenLook
  private var size: Size
  private let matches: [Match]
  /// What was played, in lines.
  private let games: [String]
  /// What became of what was chosen before.
  private let message: String?
  private var tables: [Table] = []
  private var trouble: String?
  private var page = Page.start
  private var selected = 0

  /// A menu on a screen of this size.
  ///
  /// - Parameters:
  ///   - look: how it looks.
  ///   - size: how large the screen is.
  ///   - matches: the matches that can go on.
  ///   - games: what was played, in lines.
  ///   - message: what became of what was chosen before.
  public init(
    look: ScreenLook,
    size: Size,
    matches: [Match] = [],
    games: [String] = [],
    message: String? = nil
  ) {
    self.look = look
    self.size = size
    self.matches = matches
    self.games = games
    self.message = message
  }

  /// Lists a table that is heard, or knows better of one.
  public mutating func hear(_ table: Table) {
    if let index = tables.firstIndex(where: { $0.address == table.address }) {
      tables[index] = table
    } else {
      tables.append(table)
    }
  }

  /// Says why no tables are heard.
  public mutating func tell(_ trouble: String) {
    self.trouble = trouble
  }

  /// Takes what was done at the terminal.
  ///
  /// - Returns: what was chosen, if anything was.
  public mutating func update(_ event: TerminalEvent) -> Choice? {
    switch event {
    case .key(.control("z")): return .suspend
    case .key(.control("l")), .continued: return .redraw
    case .key(.control("c")), .key(.control("d")), .closed: return .quit
    case .key(let key): return press(key)
    case .click(let place): return click(place)
    case .resized(let size): self.size = size
    case .paste: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> Choice? {
    if case .text = page {
      page = .start
      return nil
    }
    let items = items
    switch key {
    case .up: selected = max(selected - 1, 0)
    case .down: selected = min(selected + 1, items.count - 1)
    case .escape where page != .start: go(to: .start)
    case .enter, .character(" "): return choose(items[min(selected, items.count - 1)])
    case .function(1), .character("?"): go(to: .text(ScreenStrings.menuHelp))
    case .character(let character):
      return items.first { $0.key == character }.flatMap { choose($0) }
    case .left, .right, .home, .end, .pageUp, .pageDown, .tab, .escape, .backspace, .delete,
      .control, .function:
      break
    }
    return nil
  }

  private mutating func click(_ place: Place) -> Choice? {
    let row = rows.firstIndex { $0.row == place.row }
    return row.flatMap { choose(items[$0]) }
  }

  private mutating func choose(_ item: Item) -> Choice? {
    switch item.effect {
    case .page(let page):
      go(to: page)
      return nil
    case .command(let words): return .command(words)
    case .quit: return .quit
    }
  }

  private mutating func go(to page: Page) {
    self.page = page
    // The level in the middle is the one that most begin with.
    if case .level = page { selected = SearchLevel.usual.number - 1 } else { selected = 0 }
  }

  // MARK: Items

  private var items: [Item] {
    switch page {
    case .start, .text: startItems
    case .game(let words):
      zip("123", [GameKind.xiangqi, .gomoku, .liuzhou]).map { key, kind in
        let command = words + ["--game", kind.rawValue]
        let isMachine = words.contains("--against")
        return Item(
          key: key,
          text: ScreenStrings.name(kind),
          effect: isMachine ? .page(.level(then: command)) : .command(command)
        )
      }
    case .level(let words):
      zip("1234567890", SearchLevel.range).map { key, level in
        let command = words.map { $0 == "robot" ? "robot:\(level)" : $0 }
        return Item(key: key, text: ScreenStrings.level(level), effect: .command(command))
      }
    }
  }

  private var startItems: [Item] {
    let here: [Item] = [
      Item(
        key: "1",
        text: ScreenStrings.againstMachine,
        effect: .page(.game(then: ["play", "--against", "robot"])),
        heading: ScreenStrings.here
      ),
      Item(key: "2", text: ScreenStrings.two, effect: .page(.game(then: ["play"]))),
      Item(
        key: "3",
        text: ScreenStrings.openTable,
        effect: .page(.game(then: ["host"])),
        heading: ScreenStrings.there
      ),
      Item(key: "4", text: ScreenStrings.findTable, effect: .command(["join"])),
      Item(
        key: "5",
        text: ScreenStrings.games,
        effect: .page(.text(games.isEmpty ? ScreenStrings.noGames : games.joined(separator: "\n"))),
        heading: ScreenStrings.besides
      ),
      Item(key: "6", text: ScreenStrings.helpItem, effect: .page(.text(ScreenStrings.menuHelp))),
      Item(key: "q", text: ScreenStrings.quit, effect: .quit),
    ]
    return here + goingOn + nearby
  }

  private var goingOn: [Item] {
    zip("789", matches.prefix(3)).enumerated().map { index, pair in
      Item(
        key: pair.0,
        text: pair.1.text,
        effect: .command(["resume", "\(pair.1.number)"]),
        heading: index == 0 ? ScreenStrings.goOnWith : nil
      )
    }
  }

  private var nearby: [Item] {
    zip("abcd", tables.prefix(Self.longestList)).enumerated().map { index, pair in
      let table = pair.1
      let state = table.isTaken ? ScreenStrings.taken : ScreenStrings.free
      return Item(
        key: pair.0,
        text: "\(PrintableText(table.name).text)  \(state)",
        effect: .command(["join", table.address]),
        heading: index == 0 ? ScreenStrings.nearby : nil
      )
    }
  }

  // MARK: The screen

  /// Where each item stands.
  private var rows: [Place] {
    let items = items
    let headings = items.count { $0.heading != nil }
    // Without room for empty rows there are none.
    let gap = items.count + 2 * headings + 5 <= size.rows ? 3 : 2
    var row = 1
    return items.map { item in
      row += item.heading == nil ? 1 : (row == 1 ? 2 : gap)
      return Place(row, 4)
    }
  }

  /// The screen as it is.
  public var view: Canvas {
    var canvas = Canvas(size)
    canvas.write(ScreenStrings.title, at: Place(0, 1), look.theme.style(.title))
    if case .text(let text) = page {
      draw(text, on: &canvas)
    } else {
      drawItems(on: &canvas)
    }
    return canvas
  }

  private func draw(_ text: String, on canvas: inout Canvas) {
    for (row, line) in text.wrapped(to: size.columns - 2).prefix(size.rows - 4).enumerated() {
      canvas.write(line, at: Place(2 + row, 1))
    }
    let last = Place(size.rows - 1, 1)
    canvas.write(ScreenStrings.anyKey, at: last, look.theme.style(.faint))
  }

  private func drawItems(on canvas: inout Canvas) {
    if let question {
      canvas.write(question, at: Place(0, 1 + ScreenStrings.title.count + 2))
    }
    for (index, (item, place)) in zip(items, rows).enumerated() {
      if let heading = item.heading {
        canvas.write(heading, at: Place(place.row - 1, 2), look.theme.style(.faint))
      }
      let isSelected = index == selected
      canvas.write(isSelected ? look.glyphs.turn : " ", at: Place(place.row, 2))
      canvas.write(String(item.key), at: place, look.theme.style(.key))
      let style = isSelected ? look.theme.style(.title) : .plain
      canvas.write(item.text, at: Place(place.row, 7), style, limit: size.columns - 8)
    }
    let lines = (message ?? trouble)?.wrapped(to: size.columns - 2).prefix(2) ?? []
    for (row, line) in lines.enumerated() {
      canvas.write(line, at: Place(size.rows - 3 + row, 1))
    }
    let last = Place(size.rows - 1, 1)
    canvas.write(
      ScreenStrings.menuKeys,
      at: last,
      look.theme.style(.faint),
      limit: size.columns - 1
    )
  }

  private var question: String? {
    switch page {
    case .game: ScreenStrings.whichGame
    case .level: ScreenStrings.whichLevel
    case .start, .text: nil
    }
  }
}
