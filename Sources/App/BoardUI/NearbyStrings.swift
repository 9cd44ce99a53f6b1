import GameRules
public import MatchPlay
import MatchProtocol
import Phrases

extension Listing {
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
    if isProven { return say("a contact") }
    if familiarity.place { return say("met there before") }
    return familiarity.name ? say("a name you know") : ""
  }

  /// All that lists say of it, part by part.
  public var parts: [String] {
    let strength = carriers.contains(.bluetooth) ? strength.map { "\($0) dBm" } : nil
    let known = [title, game, state, acquaintance].filter { !$0.isEmpty }
    return known + [strength, place].compactMap(\.self)
  }

  /// The description for a narrow list: the transport only if it is not Bluetooth.
  var firstParts: [String] { Array(parts.prefix(3)) + [place].compactMap(\.self) }

  /// The transport, if it is not Bluetooth alone.
  private var place: String? {
    switch carriers {
    case [.bluetooth]: nil
    case [.lan]: say("on this network")
    case let all where all.contains(.broker): say("online")
    default: say("also on this network")
    }
  }
}

/// Messages about tables that come and go.
public enum NearbyStrings {
  /// The line of a table in a list.
  public static func line(_ table: Listing) -> String {
    "\(table.title)  \(table.address)  \(table.parts.dropFirst().joined(separator: ", "))"
  }

  /// Another adapter than the first is used.
  static func adapter(_ name: String) -> String { say("Using the Bluetooth adapter \(name).") }

  /// A table is heard while another one is looked for.
  static func passed(_ name: String) -> String {
    say("Found a table called \(name). It is not the one you asked for; still looking.")
  }

  /// The question whether the table is wanted, as no other is heard.
  public static func onlyOne(_ table: Listing, watches: Bool) -> String {
    watches
      ? say("Only \"\(table.title)\" is here; watch it? Type yes or no: ")
      : say("Only \"\(table.title)\" is here; join it? Type yes or no: ")
  }

  /// The line before a list of tables of one name.
  public static func several(called name: String) -> String {
    say("Several tables here are called \(PrintableText(name).text).")
  }

  /// A table is heard that was not heard before.
  public static func appeared(_ table: Listing) -> String { "+ \(line(table))" }

  /// A table says something else.
  public static func changed(_ table: Listing) -> String { "* \(line(table))" }

  /// A table is not heard any more.
  public static func vanished(_ table: Listing) -> String {
    "- \(table.title)  \(table.address)"
  }
}
