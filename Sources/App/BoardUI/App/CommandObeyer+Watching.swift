import GameRules
import MatchPlay

/// The commands of a spectator.
extension CommandObeyer {
  /// Does what `command` asks for, or says that one only watches.
  mutating func obeyAsWatcher(_ command: Command, now: Duration) {
    switch command {
    case .nothing: break
    case .quit: give(.quits(.quit), now: now)
    case .help: face.say(WatchStrings.help)
    case .drawing(let isOn): setDrawing(isOn)
    case .board: look { face, match in face.sayBoard(match) }
    case .legal(let text):
      look { face, match in face.say(MoveStrings.legal(match.position, text)) }
    case .moves: look { face, match in face.say(Strings.moves(match.record)) }
    case .rules: look { face, match in face.say(RulesText.lines(match)) }
    case .talk(let talk): talkAsWatcher(talk, now: now)
    case .play, .resign, .draw, .claim, .undo, .yes, .no, .pause, .goOn, .again, .hint, .level,
      .new,
      .unknown, .door, .kick, .guests, .first:
      face.say(WatchStrings.onlyWatches)
    }
  }

  private mutating func talkAsWatcher(_ command: TalkCommand, now: Duration) {
    switch command {
    case .say(let text): say(text, now: now)
    case .mute(let isOn), .deafen(let isOn): give(.wants(.talk(.deafen(isOn))), now: now)
    case .log, .status, .send, .answerFile, .cancelFile: face.say(WatchStrings.onlyWatches)
    }
  }

  private mutating func look(_ show: (inout Face, Match) -> Void) {
    guard let match = app.table.phase.match else { return face.say(WatchStrings.nothingYet) }
    show(&face, match)
  }
}
