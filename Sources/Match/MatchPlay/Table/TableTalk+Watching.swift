import MatchProtocol

/// The chat of spectators.
extension TableTalk {
  /// Does what the player here wants, who watches in `room`.
  mutating func perform(_ action: TalkAction, in room: WatchedRoom?, now: Duration) -> TalkOutcome {
    switch action {
    case .see, .typing: return TalkOutcome()
    case .mute(let isOn), .deafen(let isOn):
      isDeaf = isOn
      return TalkOutcome(notices: [.deaf(isOn)])
    case .say(let words):
      if let refusal = refusal(in: room, now: now) {
        return TalkOutcome(notices: [.refused(refusal)])
      }
      return TalkOutcome(notices: [.remarked(words)], input: .say(words))
    }
  }

  /// The reason why one who watches may say nothing now, which is counted; nil if it may.
  private mutating func refusal(in room: WatchedRoom?, now: Duration) -> TalkRefusal? {
    guard let room, room.host != nil else { return .nobody }
    if !room.mayTalk { return .onlyPlayers }
    if isDeaf { return .deaf }
    if room.hasLostLink { return .noLink }
    return saying.note(now: now) == .taken ? nil : .tooFast
  }

  /// The notices after a spectator writes: `notice`, unless chat is unwanted or too much.
  mutating func hear(_ notice: TableNotice, now: Duration) -> [TableNotice] {
    guard !isDeaf, !isMuted else { return [] }
    switch remarks.note(now: now) {
    case .taken: return [notice]
    case .muting: return [.room(.remarksMuted)]
    case .muted: return []
    }
  }
}
