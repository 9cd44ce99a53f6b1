public import GameRules
public import GameSearch
import MatchProtocol
public import Phrases

/// Something that a player may set once for all, by the name that it has in the file of settings.
public enum Setting: String, CaseIterable, Hashable, Sendable {
  case name, game, level, pieces, notation, theme, language, adapter, nearby, broker, online
  case sound, notify, still, receipts, typing

  /// The kind of values of a setting.
  public enum Kind: Hashable, Sendable {
    /// One of these words.
    case word([String])
    /// A whole number.
    case number(ClosedRange<Int>)
    /// True or false.
    case flag
    /// Any text that can be shown, of at most so many bytes.
    case text(Int)
  }

  /// The kind of its values.
  public var kind: Kind {
    switch self {
    case .name: .text(PlayerName.maximumLength)
    case .game: .word(GameKind.allCases.map(\.rawValue))
    case .level: .number(SearchLevel.range)
    case .pieces: .word(PieceStyle.allCases.map(\.rawValue))
    case .notation: .word(Notation.allCases.map(\.rawValue))
    case .theme: .word(Theme.allCases.map(\.rawValue))
    case .language: .word(Language.allCases.map(\.rawValue))
    case .adapter: .text(40)
    case .broker: .text(500)
    case .nearby: .word(NearbyChoice.allCases.map(\.rawValue))
    case .online: .word(["asked", "always"])
    case .sound: .word(SoundChoice.allCases.map(\.rawValue))
    case .notify, .still, .receipts, .typing: .flag
    }
  }

  /// The default of the program; nil where it has none, or the player's computer decides.
  public var initialValue: String? {
    switch self {
    case .game: GameKind.gomoku.rawValue
    case .level: "\(SearchLevel.usual.number)"
    case .theme: Theme.wood.rawValue
    case .nearby: NearbyChoice.both.rawValue
    case .online: "asked"
    case .sound: SoundChoice.turn.rawValue
    case .still: "false"
    case .notify, .receipts, .typing: "true"
    default: nil
    }
  }

  /// The value that `text` means: a game may be called by its other names, and ways nearby may
  /// stand in any order.
  public func value(of text: String) -> String {
    switch self {
    case .game: GameKind(named: text)?.rawValue ?? text
    case .nearby: NearbyChoice(words: text)?.rawValue ?? text
    default: text
    }
  }

  /// True if `text` is a value of this setting.
  public func allows(_ text: String) -> Bool {
    switch kind {
    case .word(let words): words.contains(text)
    case .number(let range): Int(text).map(range.contains) ?? false
    case .flag: ["true", "false"].contains(text)
    case .text(let limit):
      !text.isEmpty && text.utf8.count <= limit
        && PrintableText(text, limit: limit).text == text
    }
  }
}

/// The sounds of a game.
public enum SoundChoice: String, CaseIterable, Hashable, Sendable {
  /// Nothing.
  case off
  /// The terminal's bell when another person waits for the player.
  case turn
  /// The terminal's bell, for all that is heard of a game.
  case bell
  /// The event sounds of the desktop.
  case desktop
}

/// The ways by which tables nearby are opened and found.
public enum NearbyChoice: String, CaseIterable, Hashable, Sendable {
  /// Bluetooth, and the local network where avahi-daemon runs.
  case both = "bluetooth,lan"
  case bluetooth
  /// The local network.
  case lan

  /// The ways of these words, with commas between them.
  fileprivate init?(words text: String) {
    let words = text.split(separator: ",").map { $0.filter { $0 != " " } }.sorted()
    self.init(rawValue: words.joined(separator: ","))
  }
}

/// The settings of a player; one that is not set has the default of the program.
public struct Settings: Hashable, Sendable {
  private var values: [Setting: String] = [:]

  /// Nothing is set.
  public init() {}

  /// The value of `setting` as text; nil where it is not set.
  ///
  /// What it may not be is not taken.
  public subscript(setting: Setting) -> String? {
    get { values[setting] }
    set {
      let value = newValue.map { setting.value(of: $0) }
      if let value, !setting.allows(value) { return }
      values[setting] = value
    }
  }

  /// These settings, with those of `other` in their place.
  public func overridden(by other: Settings) -> Settings {
    var settings = self
    settings.values.merge(other.values) { $1 }
    return settings
  }

  /// The default game.
  public var game: GameKind? { values[.game].flatMap(GameKind.init(rawValue:)) }
  /// The default level of the robot.
  public var level: SearchLevel? { number(.level).flatMap { SearchLevel($0) } }
  /// The style of the pieces of Xiangqi and chess.
  public var pieces: PieceStyle? { values[.pieces].flatMap(PieceStyle.init(rawValue:)) }
  /// The notation of moves of Xiangqi.
  public var notation: Notation? { values[.notation].flatMap(Notation.init(rawValue:)) }
  /// The language of the program.
  public var language: Language? { values[.language].flatMap(Language.init(rawValue:)) }
  /// The colours of the screen.
  public var theme: Theme? { values[.theme].flatMap(Theme.init(rawValue:)) }
  /// The ways by which tables nearby are opened and found.
  public var nearby: NearbyChoice {
    values[.nearby].flatMap(NearbyChoice.init(rawValue:)) ?? .both
  }
  /// The sounds.
  public var sound: SoundChoice { values[.sound].flatMap(SoundChoice.init(rawValue:)) ?? .turn }
  /// True if the desktop is told when something happens while another window has the focus.
  public var notifies: Bool { values[.notify] != "false" }
  /// True if nothing moves on the screen but what has to.
  public var isStill: Bool { values[.still] == "true" }

  /// True if the other side is told what was seen.
  public var tellsSeen: Bool { values[.receipts] != "false" }
  /// True if both players see that the other one is typing.
  public var tellsTyping: Bool { values[.typing] != "false" }

  private func number(_ setting: Setting) -> Int? { values[setting].flatMap { Int($0) } }
}
