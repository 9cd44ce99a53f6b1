import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// Messages about pauses.
enum PauseStrings {
  static func paused(_ isOn: Bool, by name: String, in match: Match) -> String {
    guard isOn else { return say("The pause of \(name) is over.") }
    return runsInPause(match)
      ? say("\(name) needs a pause; that clock goes on unless you type pause, too.")
      : say("\(name) needs a pause. Nobody moves until it is over.")
  }

  static func pausing(_ match: Match, other: String) -> String {
    runsInPause(match)
      ? say(
        "You pause the game; your clock goes on unless \(other) pauses, too. Type continue to go on."
      )
      : say("You pause the game. Type continue to go on.")
  }

  private static func runsInPause(_ match: Match) -> Bool {
    match.clock != nil && match.isTimeRunning
  }

  static var pauseOver: String { say("Your pause is over.") }
}
