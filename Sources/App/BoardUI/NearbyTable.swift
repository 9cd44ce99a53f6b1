import GameRules
import MatchPlay
public import MatchProtocol
import Phrases

/// A table that is heard, as lists show it.
public struct NearbyTable: Hashable, Sendable {
  /// The host's name; nil if none was received.
  public let name: PlayerName?
  /// The address that distinguishes it from others of that name: the broker's, if it was found at
  /// one.
  public let address: String
  /// The code by which it is found at a broker; nil for a table nearby.
  public var code: String?
  /// The signal strength, in dBm.
  public let strength: Int?
  /// The advertisement; nil if it cannot be read.
  public let presence: Presence?
  /// True if a link can be made to it.
  public let isConnectable: Bool
  /// True if its host is known, as far as that can be told without a link.
  public let familiarity: Familiarity

  /// The parts of a table's description that belong to a contact; another player may copy both.
  public struct Familiarity: Hashable, Sendable {
    /// True if a known player goes by its name.
    public var name = false
    /// True if a known player has proven in a match to be the host at its address.
    public var place = false
    /// True if nobody but a known player could have said what is heard of it.
    public var isProven = false

    /// A table of which nothing is known.
    public init() {}
  }

  /// States what is heard of a table.
  public init(
    name: PlayerName?,
    address: String,
    strength: Int?,
    presence: Presence?,
    isConnectable: Bool,
    familiarity: Familiarity = Familiarity()
  ) {
    self.name = name
    self.address = address
    self.strength = strength
    self.presence = presence
    self.isConnectable = isConnectable
    self.familiarity = familiarity
  }

  /// The identity of the table, which follows `tabletooth join`.
  public var id: String { code ?? address }

  /// True if it was found at a broker.
  public var isOnline: Bool { code != nil }

  /// True if somebody new can sit down there to play, as far as can be heard.
  public var isFree: Bool { isFree(for: .game) && !hasUnknownGame }

  /// True if it is a table of this `kind` that waits for somebody new, as far as can be heard.
  public func isFree(for kind: TableKind) -> Bool {
    isConnectable && (presence?.state ?? .free) == .free && self.kind == kind
  }

  /// True if one can come and watch there, as far as can be heard.
  public var mayBeWatched: Bool {
    isConnectable && (presence?.places ?? 0) > 0 && !hasUnknownGame
  }

  /// True if a game is played there that this version does not know.
  public var hasUnknownGame: Bool { presence?.game.map { $0.terms == nil } ?? false }

  /// The purpose of the table, as far as it is advertised.
  public var kind: TableKind { presence?.game?.kind ?? .game }

  /// The title of the table.
  public var title: String { name.map { PrintableText($0.description).text } ?? say("(no name)") }

  /// The game, in a few words; empty if it is not advertised.
  public var game: String {
    guard let presence else { return "" }
    guard presence.state != nil else { return say("another version of Tabletooth") }
    guard let number = presence.game else { return "" }
    switch number.kind {
    case .game: break
    case .files: return say("waits for a file")
    case .pipe: return say("waits for the other end of a pipe")
    }
    guard let game = number.terms.flatMap({ Game($0) }) else {
      return say("a game unknown to this version")
    }
    var words = TermStrings.words(game)
    if presence.hasHouseRules { words.append(say("house rules")) }
    if presence.hasClock { words.append(say("with a clock")) }
    return words.joined(separator: say("; "))
  }

  /// The availability of the seat, in a few words.
  public var state: String {
    switch presence?.state {
    case nil: isConnectable ? "" : say("taken")
    case .free where !isConnectable: say("taken")
    case .free where presence?.isForKnown == true: say("free, for contacts only")
    case .free where kind != .game: ""
    case .free where (presence?.places ?? 0) > 0:
      say("free, \(presence?.places ?? 0, "spectator place", "spectator places")")
    case .free: say("free")
    case .interrupted: say("held for its player")
    case .playing where isConnectable && (presence?.places ?? 0) > 0:
      say("playing, \(presence?.places ?? 0, "spectator place", "spectator places")")
    case .playing: say("playing")
    case .closed: say("closed")
    }
  }

  private var acquaintance: String {
    if familiarity.isProven { return say("a contact") }
    if familiarity.place { return say("met there before") }
    return familiarity.name ? say("a name you know") : ""
  }

  /// All that lists say of it, part by part.
  public var parts: [String] {
    let strength = isOnline ? say("online") : strength.map { "\($0) dBm" } ?? ""
    return [title, game, state, acquaintance, strength].filter { !$0.isEmpty }
  }

  /// The description for a narrow list: the transport only if it is not Bluetooth.
  var firstParts: [String] { Array(parts.prefix(3)) + (isOnline ? [say("online")] : []) }
}

/// Messages about tables that come and go.
public enum NearbyStrings {
  /// The line of a table in a list.
  public static func line(_ table: NearbyTable) -> String {
    "\(table.title)  \(table.address)  \(table.parts.dropFirst().joined(separator: ", "))"
  }

  /// The message where tables can be heard and none can be opened.
  public static var looksOnly: String {
    say("Others cannot find this adapter, so tables are listed but none is opened here.")
  }

  /// Another adapter than the first is used.
  static func adapter(_ name: String) -> String { say("Using the Bluetooth adapter \(name).") }

  /// A table is heard while another one is looked for.
  static func passed(_ name: String) -> String {
    say("Found a table called \(name). It is not the one you asked for; still looking.")
  }

  /// The question whether the table is wanted, as no other is heard.
  public static func onlyOne(_ table: NearbyTable, watches: Bool) -> String {
    watches
      ? say("Only \"\(table.title)\" is here; watch it? Type yes or no: ")
      : say("Only \"\(table.title)\" is here; join it? Type yes or no: ")
  }

  /// The line before a list of tables of one name.
  public static func several(called name: String) -> String {
    say("Several tables here are called \(PrintableText(name).text).")
  }

  /// A table is heard that was not heard before.
  public static func appeared(_ table: NearbyTable) -> String { "+ \(line(table))" }

  /// A table says something else.
  public static func changed(_ table: NearbyTable) -> String { "* \(line(table))" }

  /// A table is not heard any more.
  public static func vanished(_ table: NearbyTable) -> String {
    "- \(table.title)  \(table.address)"
  }
}
