/// The time that the players of a game have.
public enum TimeControl: Hashable, Sendable {
  /// So much for the whole game, and so much more after each turn.
  case game(Duration, increment: Duration)
  /// So much for the game, and then this many periods, each of which is used up only by a turn that
  /// takes longer (byo-yomi).
  case periods(Duration, count: Int, of: Duration)
  /// So much for each turn, by the calendar: it goes on while the players are away.
  case turn(Duration)

  /// The longest time that can be given, in seconds: a year.
  private static let longest = 366 * 86_400

  /// Reads `10m+5s`, `10m`, `5m/30s×3`, `5m/30s` (one period) or `1d`.
  ///
  /// Any other text, no time at all and more than a year give nil.
  ///
  /// Times are numbers with `h`, `m` or `s`, such as `1h30m`; days stand alone and are for each
  /// turn. For the sign of multiplication an x may stand.
  public init?(_ text: String) {
    if text.hasSuffix("d") {
      guard let days = Int(text.dropLast()), 1...366 ~= days else { return nil }
      self = .turn(.seconds(days * 86_400))
    } else if let slash = text.firstIndex(of: "/") {
      self.init(main: text[..<slash], periods: text[text.index(after: slash)...])
    } else {
      let parts = text.split(separator: "+", omittingEmptySubsequences: false)
      guard parts.count <= 2, let main = Self.time(parts[0]), main > .zero,
        let increment = parts.count == 2 ? Self.time(parts[1]) : .zero
      else { return nil }
      self = .game(main, increment: increment)
    }
  }

  /// Reads what stands before and after the slash of `5m/30sx3`.
  private init?(main: Substring, periods: Substring) {
    let parts = periods.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }
    guard let main = Self.time(main), let first = parts.first, let period = Self.time(first),
      period > .zero, parts.count <= 2, let count = parts.count == 2 ? Int(parts[1]) : 1,
      1...99 ~= count
    else { return nil }
    self = .periods(main, count: count, of: period)
  }

  /// Reads `1h30m`, `10m`, `5s` or `0`.
  private static func time(_ text: Substring) -> Duration? {
    if text == "0" { return .zero }
    var seconds = 0
    var number = ""
    var units: [(name: Character, seconds: Int)] = [("h", 3_600), ("m", 60), ("s", 1)]
    for character in text {
      if character.isASCII, character.isNumber {
        number.append(character)
        continue
      }
      guard let unit = units.firstIndex(where: { $0.name == character }), let value = Int(number),
        value <= longest
      else { return nil }
      seconds += value * units[unit].seconds
      // Hours stand before minutes, and minutes before seconds, each once.
      units.removeFirst(unit + 1)
      number = ""
    }
    guard number.isEmpty, !text.isEmpty, seconds <= longest else { return nil }
    return .seconds(seconds)
  }

  /// True if it goes on while the link is away, and by the calendar.
  public var isByCalendar: Bool {
    if case .turn = self { true } else { false }
  }
}

extension TimeControl: CustomStringConvertible {
  /// As it is read, in ASCII: `10m+5s`, `5m/30sx3`, `1d`.
  public var description: String {
    switch self {
    case .game(let main, .zero): Self.text(main)
    case .game(let main, let increment): "\(Self.text(main))+\(Self.text(increment))"
    case .periods(let main, let count, let period):
      "\(Self.text(main))/\(Self.text(period))x\(count)"
    case .turn(let time): "\(time.components.seconds / 86_400)d"
    }
  }

  private static func text(_ time: Duration) -> String {
    let seconds = time.components.seconds
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return text.isEmpty ? "0" : text
  }
}

extension TimeControl {
  private static let word = "clock="

  /// Takes the word for the clock out of a host's options.
  public static func split(_ options: String) -> (rules: String, clock: String?) {
    let words = options.split(separator: " ")
    let clock = words.first { $0.hasPrefix(word) }?.dropFirst(word.count)
    let rules = words.filter { !$0.hasPrefix(word) }
    return (rules.joined(separator: " "), clock.map(String.init))
  }

  /// The options `rules` with a word for `clock`.
  public static func join(_ rules: String, _ clock: TimeControl?) -> String {
    guard let clock else { return rules }
    return (rules.isEmpty ? "" : rules + " ") + word + clock.description
  }
}
