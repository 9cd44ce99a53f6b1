import GameRules
import GameSearch
import MatchPlay
import Terminal

/// The analysis of a game that has ended, in place of its board.
extension ScreenClient {
  /// True if there is a game that has ended, and the search knows its rules.
  var canAnalyse: Bool {
    guard analysis == nil, let match = shownMatch, match.outcome != nil else { return false }
    return !match.record.moves.isEmpty && match.record.game.isSearchable
  }

  /// Shows the game that has ended, with the value of each move as it is found.
  mutating func analyse() {
    guard canAnalyse, let match = shownMatch else { return }
    var screen = ReplayScreen(
      GameFile(match.position),
      title: ScreenStrings.title(match),
      look: face.look,
      size: face.size
    )
    screen.beginAnalysis()
    analysis = screen
    order(.analyse(match.position))
  }

  mutating func closeAnalysis() {
    guard analysis != nil else { return }
    analysis = nil
    order(.stopAnalysis)
  }

  /// Takes what was done at the terminal while the analysis is shown.
  mutating func takeInAnalysis(_ event: TerminalEvent) {
    switch event {
    case .key(.control("z")): order(.suspend)
    case .key(.control("l")), .continued: order(.redraw)
    case .focus(let isHere): face.isWatched = isHere
    case .key, .click, .paste, .resized:
      if case .resized(let size) = event { face.size = size }
      switch analysis?.update(event) {
      case .back: closeAnalysis()
      case .play: analysis?.tell(ScreenStrings.playOnLater)
      case .analyse, nil: break
      }
    }
  }
}
