public import MatchPlay
import MatchProtocol
import Phrases
public import Terminal

/// The tables nearby as they come and go, on a screen: to look at, or to choose one.
public struct TablePage: Sendable {
  /// The choice.
  public enum Choice: Hashable, Sendable {
    /// To sit down at this table.
    case table(Listing)
    /// To watch at this table.
    case watching(Listing)
    /// To leave.
    case leave
  }

  /// The purpose of the list.
  public enum Purpose: Hashable, Sendable {
    /// To see what is there.
    case look
    /// To choose a table to play at.
    case join
    /// To choose a table to watch at.
    case watch
  }

  /// The places where tables are looked for.
  public enum Places: Hashable, Sendable {
    case nearby
    case online
    case both
  }

  private static let (topRows, bottomRows) = (2, 4)

  private let look: ScreenLook
  private let purpose: Purpose
  private let places: Places
  private var screen: Size
  private var slots = TableSlots()
  private var selected = 0
  private var top = 0
  /// The digits that were typed so far.
  private var typed = ""
  private var message: String?
  /// The reason why tables of a place are not heard.
  private var trouble: String?
  /// The table at which the player was offered to watch.
  private var offered: Listing?

  /// An empty list on a screen of this size.
  public init(look: ScreenLook, size: Size, purpose: Purpose, places: Places = .nearby) {
    self.places = places
    self.look = look
    screen = size
    self.purpose = purpose
  }

  /// The tables that are there, in the order in which they are numbered.
  public var list: [Listing] { slots.tables }

  /// Lists a table, or knows better of one.
  public mutating func hear(_ table: Listing) {
    slots.hear(table, keeping: selected)
  }

  /// Notes that the table with this ``Listing/id`` is gone.
  ///
  /// It keeps its number until ``expire(_:)``, which is due after ``Lobby/goneTime``.
  public mutating func forget(_ id: String) {
    slots.forget(id)
  }

  /// Lets another table have the number of a table that has been gone for ``Lobby/goneTime``.
  public mutating func expire(_ id: String) {
    slots.expire(id, keeping: selected)
  }

  /// The choice of the table with this ``Listing/id``, if somebody can sit down there.
  public func seat(at id: String) -> Choice? {
    list.first { $0.id == id && $0.isFree }.map(Choice.table)
  }

  /// Says why tables of a place are not heard; nil where nothing is wrong any more.
  public mutating func tell(_ trouble: String?) {
    self.trouble = trouble
  }

  /// Takes what was done at the terminal.
  ///
  /// - Returns: what was chosen, if anything was.
  public mutating func update(_ event: TerminalEvent) -> Choice? {
    switch event {
    case .key(.control("c")), .key(.control("d")): return .leave
    case .key(let key): return press(key)
    case .click(let place): return click(area.place(of: place))
    case .resized(let size):
      screen = size
      select(selected)
    case .paste, .focus, .continued: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> Choice? {
    message = nil
    let wasOffered = offered
    defer { if message == nil, offered == wasOffered { offered = nil } }
    let digits = typed
    typed = ""
    switch key {
    case .up, .character("k"): select(selected - 1)
    case .down, .character("j"): select(selected + 1)
    case .pageUp: select(selected - room)
    case .pageDown: select(selected + room)
    case .home: select(0)
    case .end: select(slots.slots.count - 1)
    case .escape, .character("q"): return .leave
    case .enter, .character(" "): return choose(selected)
    case .character("y"): return offered.map(Choice.watching)
    case .character(let character): return type(digits + String(character))
    default: break
    }
    return nil
  }

  /// Selects the table of that number, and chooses it where no longer number begins like this.
  private mutating func type(_ digits: String) -> Choice? {
    guard let number = Int(digits), slots.slots.indices.contains(number - 1) else {
      return nil
    }
    select(number - 1)
    guard number * 10 > slots.slots.count else {
      typed = digits
      return nil
    }
    return choose(number - 1)
  }

  private mutating func choose(_ index: Int) -> Choice? {
    guard purpose != .look, slots.slots.indices.contains(index) else { return nil }
    let table = slots.slots[index].table
    guard !slots.slots[index].isGone else {
      message = NearbyStrings.isGone(table)
      return nil
    }
    if purpose == .join, table.isFree { return .table(table) }
    guard table.mayBeWatched else {
      message = purpose == .join ? NearbyStrings.notFree(table) : NearbyStrings.notShown(table)
      return nil
    }
    // A player who wanted to play is asked first: the same key again says yes.
    guard purpose == .watch || offered?.id == table.id else {
      offered = table
      message = NearbyStrings.offersToWatch(table)
      return nil
    }
    return .watching(table)
  }

  private mutating func click(_ place: Place) -> Choice? {
    let index = top + place.row - Self.topRows
    guard (0..<room).contains(place.row - Self.topRows), slots.slots.indices.contains(index)
    else { return nil }
    let isSecond = index == selected
    select(index)
    return isSecond ? choose(index) : nil
  }

  /// The part of the screen that is drawn on.
  private var area: ScreenArea { ScreenArea(usualOf: screen) }
  private var size: Size { area.size }

  private var room: Int {
    max(size.rows - Self.topRows - Self.bottomRows - max(messageLines.count - 2, 0), 1)
  }

  private var messageLines: [String] { (message ?? trouble)?.wrapped(to: size.columns - 2) ?? [] }

  private mutating func select(_ index: Int) {
    selected = max(min(index, slots.slots.count - 1), 0)
    if selected < top { top = selected }
    if selected >= top + room { top = selected - room + 1 }
  }

  // MARK: The screen

  /// The screen as it is.
  public var view: Canvas {
    var canvas = Canvas(size)
    canvas.write(title, at: Place(0, 1), look.theme.style(.title))
    if slots.slots.isEmpty { canvas.write(none, at: Place(Self.topRows, 4)) }
    for (row, slot) in slots.slots.dropFirst(top).prefix(room).enumerated() {
      let index = top + row
      let isSelected = index == selected
      canvas.write(isSelected ? look.glyphs.turn : " ", at: Place(Self.topRows + row, 2))
      canvas.write("\(index + 1)", at: Place(Self.topRows + row, 4), look.theme.style(.key))
      let text = text(of: slot).shortened(to: size.columns - 9, look.glyphs.more)
      let style =
        slot.isGone
        ? look.theme.style(.faint) : isSelected ? look.theme.style(.title) : .plain
      canvas.write(text, at: Place(Self.topRows + row, 8), style)
    }
    let lines = messageLines.prefix(max(size.rows - Self.topRows - Self.bottomRows, 2))
    for (row, line) in lines.enumerated() {
      canvas.write(line, at: Place(size.rows - 1 - max(lines.count, 2) + row, 1))
    }
    let keys =
      switch purpose {
      case .look: say("up, down: scroll the list   q: leave")
      case .join: say("a number or Enter: join   q: leave")
      case .watch: say("a number or Enter: watch   q: leave")
      }
    let faint = look.theme.style(.faint)
    canvas.write(keys.wrapped(to: size.columns - 1)[0], at: Place(size.rows - 1, 1), faint)
    return area.screen(with: canvas)
  }

  private var title: String {
    switch places {
    case .nearby: ScreenStrings.nearby
    case .online: ScreenStrings.online
    case .both: ScreenStrings.nearbyAndOnline
    }
  }

  private var none: String {
    places == .online
      ? say("None so far. Your contacts' tables appear as soon as they open.") : NearbyStrings.none
  }

  /// The text of the table in `slot`: of several of one name also its address.
  private func text(of slot: TableSlots.Slot) -> String {
    let table = slot.table
    let isAlone = slots.slots.count { $0.table.title == table.title } == 1
    var parts = slot.isGone ? [table.title, NearbyStrings.gone] : table.parts
    if !isAlone { parts.insert(table.address, at: 1) }
    return parts.joined(separator: "  ")
  }
}

extension TablePage: ScreenPage {}

extension NearbyStrings {
  static var none: String { say("None so far. Hosts announce tables every second or two.") }

  /// The text in place of a table that is not heard any longer.
  static var gone: String { say("gone") }

  static func isGone(_ table: Listing) -> String {
    say("The table \(table.title) is gone.")
  }

  /// A table where nobody can sit down, and which can be watched.
  public static func offersToWatch(_ table: Listing) -> String {
    say("A game is in progress at the table \(table.title). To watch it, type y: ")
  }

  static func notShown(_ table: Listing) -> String {
    say("The table \(table.title) takes no further spectators.")
  }

  /// The reason why nobody can sit down at a table.
  public static func notFree(_ table: Listing) -> String {
    if table.hasUnknownGame {
      return say("This version does not know the game at the table \(table.title).")
    }
    switch table.kind {
    case .game: break
    case .files: return say("\(table.title) is waiting for a file, not for a game.")
    case .pipe: return say("\(table.title) is waiting for the other end of a pipe, not for a game.")
    }
    switch table.presence?.state {
    case .interrupted: return say("The table \(table.title) is held for its player.")
    case .closed: return say("The table \(table.title) is closed.")
    case .free, .playing, nil: return say("A game is on at the table \(table.title).")
    }
  }
}
