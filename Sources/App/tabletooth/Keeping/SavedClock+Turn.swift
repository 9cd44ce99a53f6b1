internal import MatchPlay
internal import MatchStore

extension SavedClock {
  /// The turn `turn` as it stands at this moment, with what both sides have left where `clock` is
  /// given.
  init(_ turn: KeptTurn, _ clock: GameClock? = nil) {
    self.init(
      state: clock?.text ?? "",
      ply: turn.ply,
      thought: Int64(turn.thought / .milliseconds(1)),
      savedAt: Timestamp.now.seconds
    )
  }

  /// The time spent on the turn until now: by the calendar it continued since it was written, and a
  /// computer's clock that was set back takes nothing away.
  func turn(_ control: TimeControl) -> KeptTurn {
    let away = control.isByCalendar ? max(0, Timestamp.now.seconds - savedAt) : 0
    return KeptTurn(
      ply: ply,
      thought: .milliseconds(thought) + .seconds(away),
      isByCalendar: control.isByCalendar
    )
  }
}
