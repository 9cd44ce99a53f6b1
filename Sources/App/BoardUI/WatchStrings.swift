import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// Messages for a spectator.
enum WatchStrings {
  static var onlyWatches: String {
    say(
      """
      You are a spectator and cannot move. Type / and a message to chat, if the host lets \
      spectators chat; quit to leave, or help.
      """
    )
  }

  static var help: String {
    say(
      """
      board      show the board again
      board off  stop showing the board after each move; board on resumes
      legal      list the legal moves
      moves      list the moves so far
      rules      show the rules of this game
      say TEXT   send a message to everybody at the table, if allowed; or /TEXT
      chat off   turn chat off; chat on turns it on again
      quit       leave
      help       show this list
      """
    )
  }

  static var nothingYet: String { say("There is nothing to see yet.") }

  static func words(_ notice: WatchNotice, _ room: WatchedRoom, _ scene: Scene) -> String? {
    let host = scene.name
    return switch notice {
    case .entered(_, isKnown: true): say("You are watching at the table of your contact \(host).")
    case .entered(_, isKnown: false): say("You are watching at \(scene.title)'s table.")
    case .otherKey(_, let player): MeetingStrings.keyChanged(host, known: player)
    case .noGame: say("Nobody is playing there yet. You will see the game when it begins.")
    case .asks(let role, let request): asks(request, name(of: role, room))
    case .declines(let role, let subject): declines(subject, name(of: role, room))
    case .agreed(let request, _): Strings.agreed(request)
    case .paused(let role, true, _): say("\(name(of: role, room)) needs a pause.")
    case .paused(let role, false, let match):
      PauseStrings.paused(false, by: name(of: role, room), in: match)
    case .differ:
      say("The two boards differ. The players have to agree on moves to take back.")
    case .guest(let state): guest(state, host)
    case .linkLost:
      say("Connection to \(host) lost. Reconnecting; you will see everything you miss.")
    case .closed: say("\(host) has closed the table.")
    case .heard(let words, let name?): line(name, words)
    case .heard(let words, nil): TalkStrings.line(host, words)
    case .onlyWatches: onlyWatches
    case .seen: nil
    }
  }

  /// A spectator's chat line, distinguished from that of a player of the same name.
  static func line(_ name: PlayerName, _ words: Words) -> String {
    TalkStrings.line(say("\(PrintableText(name.description).text) (watching)"), words)
  }

  private static func guest(_ state: RoomState, _ host: String) -> String {
    let name = state.name.map { PrintableText($0.description).text } ?? Strings.nobody
    return switch state.guest {
    case .none: say("\(host) has no other player now.")
    case .plays: say("\(name) is at the table, playing with \(host).")
    case .isAway: say("\(name) lost the connection. \(host) is waiting.")
    }
  }

  private static func asks(_ request: MatchMessage.Ask.Request, _ name: String) -> String {
    switch request {
    case .draw: say("\(name) offers a draw.")
    case .takeBack(let remaining): say("\(name) asks to go back to move \(remaining).")
    case .rematch: Strings.wantsAgain(name)
    case .newGame: say("\(name) wants to start over, without a result for this game.")
    }
  }

  private static func declines(_ subject: MatchMessage.Answer.Subject, _ name: String) -> String {
    switch subject {
    case .draw: Strings.declined(.draw, by: name)
    case .takeBack: Strings.declined(.takeBack(remaining: 0), by: name)
    case .rematch: Strings.declined(.rematch, by: name)
    case .newGame: Strings.declined(.newGame, by: name)
    }
  }

  /// The name of the player on this side of the link.
  static func name(of role: Role, _ room: WatchedRoom) -> String {
    let name = role == .host ? room.host : room.guest.name
    return name.map { PrintableText($0.description).text } ?? Strings.nobody
  }

  /// The name of the player of this colour; empty if it is not known.
  static func name(of side: Side, _ room: WatchedRoom) -> String {
    room.name(of: side).map { PrintableText($0.description).text } ?? ""
  }

  /// The game, and the sides of the players.
  static func opening(_ match: Match, _ room: WatchedRoom) -> String {
    let rule = match.position.words.ruleSentence
    let lines = [rule, TermStrings.houseRules(match)].compactMap(\.self)
    guard let first = room.name(of: .first), let second = room.name(of: .second) else {
      return lines.joined(separator: "\n")
    }
    let names = [first, second].map { PrintableText($0.description).text }
    let sides = Side.allCases.map { Strings.side($0, in: match.position) }
    let players = say("\(names[0]) is \(sides[0]), \(names[1]) is \(sides[1]).")
    return (lines + [players]).joined(separator: "\n")
  }
}
