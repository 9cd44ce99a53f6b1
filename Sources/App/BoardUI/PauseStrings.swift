import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// Messages about pauses.
enum PauseStrings {
  static func paused(_ isOn: Bool, by name: String, in match: Match) -> String {
    guard isOn else { return say("\(name)'s pause is over.") }
    return runsInPause(match)
      ? say("\(name) needs a pause. Their clock keeps running unless you type pause too.")
      : say("\(name) needs a pause. Nobody moves until it is over.")
  }

  static func pausing(_ match: Match, other: String) -> String {
    runsInPause(match)
      ? say(
        """
        You paused the game. Your clock keeps running unless \(other) pauses too. Type continue to \
        resume.
        """
      )
      : say("You paused the game. Type continue to resume.")
  }

  private static func runsInPause(_ match: Match) -> Bool {
    match.clock != nil && match.isTimeRunning
  }

  static var pauseOver: String { say("Your pause is over.") }
}
