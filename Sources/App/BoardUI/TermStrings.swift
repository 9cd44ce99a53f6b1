import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// The game, its house rules and its clock, in words.
enum TermStrings {
  /// The host's terms, for a guest who may still say no.
  static func offer(_ name: String, _ offer: Offer) -> String? {
    guard let game = Game(offer.terms) else { return nil }
    let words = words(game) + (offer.terms.clock.map { [say("clock \($0)")] } ?? [])
    let first =
      if offer.isFirstOpen { say("first move decided at the table") } else {
        offer.terms.first == .host ? say("\(name) moves first") : say("you move first")
      }
    return say("\(name) plays \(words.joined(separator: say("; "))); \(first).")
  }

  /// A game, its rule, and what differs from the usual rules, in a few words each.
  static func words(_ game: Game) -> [String] {
    let words = Position(game: game).words
    return [words.gameTitle] + words.houseRules
  }

  /// The sentence about house rules and the clock; nil where there are none.
  static func houseRules(_ match: Match) -> String? {
    let rules = match.position.words.houseRules
    let sentences =
      (rules.isEmpty ? [] : [say("House rules: \(rules.joined(separator: say("; "))).")])
      + (match.clock.map { [clock($0.control)] } ?? [])
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// The sentence about the clock.
  static func clock(_ control: TimeControl) -> String {
    switch control {
    case .game(let main, .zero): say("Clock: \(time(main)) each for the game.")
    case .game(let main, let increment):
      say("Clock: \(time(main)) each, plus \(time(increment)) after each turn.")
    case .periods(let main, 1, let period):
      say("Clock: \(time(main)) each, then one \(time(period)) period per turn.")
    case .periods(let main, let count, let period):
      say("Clock: \(time(main)) each, then \(count) periods of \(time(period)) per turn.")
    case .turn(.seconds(86_400)):
      say("Clock: one day per turn, by the calendar.")
    case .turn(let time):
      say("Clock: \(time.components.seconds / 86_400) days per turn, by the calendar.")
    }
  }

  /// The other side's move took longer than it says.
  static func doubted(_ name: String, _ said: Duration, _ seen: Duration) -> String {
    say(
      """
      \(name)'s program says that this move took \(time(said)); here it took \(time(seen)), which \
      the connection does not explain. Its clock may be wrong.
      """
    )
  }

  /// Both clocks before a prompt: `White 9:58, Black 10:00. `; nothing without clocks.
  static func clocks(
    _ faces: [(side: String, time: Duration, periods: Int)]
  ) -> String {
    guard !faces.isEmpty else { return "" }
    return faces.map { "\($0.side) \(time($0.time, periods: $0.periods))" }.joined(separator: ", ")
      + ". "
  }

  /// A time, and how many periods there are besides: `0:28 (3)`.
  static func time(_ time: Duration, periods: Int) -> String {
    self.time(time) + (periods > 0 ? " (\(periods))" : "")
  }

  /// From here on clocks count days and hours.
  static var longTime: Duration { .seconds(48 * 3_600) }

  /// A time as clocks show it: `1:05:00`, `9:58`.
  static func time(_ time: Duration) -> String {
    let seconds = max(0, time.components.seconds)
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
    guard hours > 0 else { return "\(minutes):\(rest)" }
    if time >= longTime { return say("\(hours / 24) days \(hours % 24) h") }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
  }
}
