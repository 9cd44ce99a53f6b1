import Phrases
public import Terminal

/// The settings on a screen, each with what it may be.
public struct SettingsScreen: Sendable {
  /// The choice.
  public enum Choice: Hashable, Sendable {
    /// A setting has another value now; nil is none.
    case set(Setting, String?)
    /// To leave.
    case back
  }

  private static let (topRows, bottomRows) = (2, 4)

  private var look: ScreenLook
  private var screen: Size
  private var settings: Settings
  /// The settings that options of this run have set.
  private var typed: Settings
  /// The player's name if no name is set.
  private let name: String?
  private var selected = 0
  /// The input for the selected setting; nil if there is none.
  private var input: String?
  private var message: String?

  /// The settings on a screen of this size, of a player who is called `name` where none is set;
  /// options of this run have set those that are `typed`.
  public init(
    _ settings: Settings,
    typed: Settings = Settings(),
    name: String? = nil,
    look: ScreenLook,
    size: Size
  ) {
    self.settings = settings
    self.typed = typed
    self.name = name
    self.look = look
    screen = size
  }

  /// Says what became of a value.
  public mutating func tell(_ text: String) {
    message = text
  }

  /// Shows other settings, in the look that they give the screen.
  public mutating func show(_ settings: Settings, typed: Settings, look: ScreenLook) {
    self.settings = settings
    self.typed = typed
    self.look = look
  }

  /// Takes what was done at the terminal.
  ///
  /// - Returns: what was chosen, if anything was.
  public mutating func update(_ event: TerminalEvent) -> Choice? {
    switch event {
    case .key(.control("c")): return .back
    case .key(let key): return input == nil ? press(key) : type(key)
    case .click(let place):
      let row = area.place(of: place).row - Self.topRows
      if input == nil, Setting.allCases.indices.contains(row) { selected = row }
    case .resized(let size): screen = size
    case .paste(let text): if input != nil { input? += PrintableText(text, limit: 200).text }
    case .focus, .continued: break
    }
    return nil
  }

  /// The part of the screen that is drawn on.
  private var area: ScreenArea { ScreenArea(usualOf: screen) }
  private var size: Size { area.size }

  private var setting: Setting { Setting.allCases[selected] }

  private mutating func press(_ key: Key) -> Choice? {
    message = nil
    switch key {
    case .up, .character("k"): selected = max(selected - 1, 0)
    case .down, .character("j"): selected = min(selected + 1, Setting.allCases.count - 1)
    case .home: selected = 0
    case .end: selected = Setting.allCases.count - 1
    case .escape, .character("q"), .control("d"): return .back
    case .right, .character("l"): return step(1)
    case .left, .character("h"): return step(-1)
    case .enter, .character(" "): return enter()
    case .delete, .backspace: return .set(setting, nil)
    default: break
    }
    return nil
  }

  private mutating func enter() -> Choice? {
    if case .text = setting.kind {
      input = settings[setting] ?? ""
      return nil
    }
    return step(1)
  }

  /// The next value of the selected setting after the one in force, in a ring.
  private func step(_ step: Int) -> Choice? {
    let values: [String]
    switch setting.kind {
    case .word(let words): values = words
    case .flag: values = ["false", "true"]
    case .number(let range): return .set(setting, String(next(step, in: range)))
    case .text: return nil
    }
    let index = valueInForce(setting).flatMap(values.firstIndex) ?? 0
    return .set(setting, values[(index + step + values.count) % values.count])
  }

  /// The next number, by tens in a long range.
  private func next(_ step: Int, in range: ClosedRange<Int>) -> Int {
    let stride = range.count > 20 ? 10 : 1
    let number = valueInForce(setting).flatMap { Int($0) } ?? range.lowerBound
    let (down, up) = ((number - 1 + stride) / stride - 1, number / stride + 1)
    let next = (step > 0 ? up : down) * stride
    return range.contains(next) ? next : step > 0 ? range.lowerBound : range.upperBound
  }

  /// The value that the program keeps to; nil where it is none.
  private func valueInForce(_ setting: Setting) -> String? {
    switch setting {
    case .name: settings[setting] ?? name
    // Letters take the place of characters that the terminal has not.
    case .pieces: look.pieces.rawValue
    case .notation: Notation.current.rawValue
    case .language: Language.current.rawValue
    case .game, .level, .theme, .adapter, .nearby, .broker, .online, .sound, .notify, .still,
      .receipts, .typing:
      settings[setting] ?? setting.initialValue
    }
  }

  private mutating func type(_ key: Key) -> Choice? {
    guard var text = input else { return nil }
    message = nil
    switch key {
    case .character(let character): if text.count < 200 { text.append(character) }
    case .backspace, .delete: if !text.isEmpty { text.removeLast() }
    case .control("u"): text = ""
    case .escape:
      input = nil
      return nil
    case .enter:
      if !text.isEmpty, !setting.allows(text) {
        message = SettingsStrings.refused(setting)
        return nil
      }
      input = nil
      return .set(setting, text.isEmpty ? nil : text)
    default: break
    }
    input = text
    return nil
  }

  // MARK: The screen

  /// The screen as it is.
  public var view: Canvas {
    var canvas = Canvas(size)
    canvas.write(SettingsStrings.title, at: Place(0, 1), look.theme.style(.title))
    let room = max(size.rows - Self.topRows - Self.bottomRows, 1)
    let top = max(selected - room + 1, 0)
    for (row, setting) in Setting.allCases.dropFirst(top).prefix(room).enumerated() {
      draw(setting, Self.topRows + row, on: &canvas)
    }
    let explanation = SettingsStrings.explanation(setting)
    let note = message ?? (typed[setting] == nil ? explanation : SettingsStrings.typed(explanation))
    for (row, line) in note.wrapped(to: size.columns - 2).prefix(2).enumerated() {
      canvas.write(line, at: Place(size.rows - 3 + row, 1))
    }
    let keys = input == nil ? SettingsStrings.keys : SettingsStrings.typing
    let faint = look.theme.style(.faint)
    canvas.write(keys.wrapped(to: size.columns - 1)[0], at: Place(size.rows - 1, 1), faint)
    return area.screen(with: canvas)
  }

  private func draw(_ setting: Setting, _ row: Int, on canvas: inout Canvas) {
    let isSelected = setting == self.setting
    let style = isSelected ? look.theme.style(.title) : .plain
    canvas.write(isSelected ? look.glyphs.turn : " ", at: Place(row, 2))
    canvas.write(SettingsStrings.title(setting), at: Place(row, 4), style)
    let (column, room) = (28, size.columns - 29)
    guard isSelected, let input else {
      var value = valueInForce(setting)
      if setting == .broker { value = value.map(BrokerText.hidingPasswords) }
      let text = SettingsStrings.shown(value, of: setting).shortened(to: room, look.glyphs.more)
      let isSet = settings[setting] != nil
      canvas.write(text, at: Place(row, column), isSet ? style : look.theme.style(.faint))
      return
    }
    let end = canvas.write(input, at: Place(row, column), style, limit: room)
    canvas.cursor = Place(row, min(end, size.columns - 1))
  }
}
