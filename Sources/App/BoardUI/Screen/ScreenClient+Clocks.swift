import GameRules
import MatchPlay
import Terminal

/// The clocks of the players, which tick on the screen.
extension ScreenClient {
  /// Below this a clock that runs stands out.
  private static var shortTime: Duration { .seconds(10) }

  /// When a clock that runs shows something else.
  var nextTick: Duration? {
    guard let face = app.table.clockFaces(now: face.countedTo).first(where: \.isRunning) else {
      return nil
    }
    if face.time >= TermStrings.longTime { return self.face.countedTo + .seconds(60) }
    let second = Duration.seconds(face.time.components.seconds)
    // A millisecond more, as what is due is due no earlier.
    return self.face.countedTo + (face.time - second) + .milliseconds(1)
  }

  /// The clock of `side`, with true if little is left of it; nil without clocks.
  func clock(_ side: Side, now: Duration) -> (text: String, isUrgent: Bool)? {
    guard let clock = app.table.clockFaces(now: now).first(where: { $0.side == side }) else {
      return nil
    }
    let isUrgent = clock.isRunning && clock.time < Self.shortTime && clock.periods == 0
    return (TermStrings.time(clock.time, periods: clock.periods), isUrgent)
  }

  /// Writes both clocks into the first row, where there is no room beside the board.
  func drawClocks(_ match: Match, now: Duration, on canvas: inout Canvas) {
    let faces = app.table.clockFaces(now: now)
    guard !faces.isEmpty else { return }
    let text = faces.map { clock in
      "\(mark(clock.side, match.position)) \(TermStrings.time(clock.time, periods: clock.periods))"
    }
    .joined(separator: "  ")
    let column = max(1, area.size.columns - CharacterWidth.columns(of: text) - 1)
    canvas.write(text, at: Place(0, column), style(.title))
  }
}
