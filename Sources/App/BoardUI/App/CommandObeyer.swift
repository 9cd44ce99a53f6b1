import GameRules
import GameSearch
import MatchPlay
import MatchProtocol

/// A program with a face that does what a typed line asks for, whatever the face looks like.
protocol CommandObeyer {
  associatedtype Session: MatchSession
  associatedtype Face: NoticeTeller

  /// The state of the program.
  var app: App<Session> { get }
  /// The face that shows the answers.
  var face: Face { get set }
  /// The open questions to the player.
  var questions: OpenQuestions { get set }
  /// True if the player is asked before the game is given up.
  var asksBeforeResigning: Bool { get }

  /// Hands an event to the program, and shows what comes of it.
  mutating func submit(_ event: Event, now: Duration)
}

extension CommandObeyer {
  /// Hands an event to the program, shows what comes of it, and notes which questions that answers.
  mutating func give(_ event: Event, now: Duration) {
    let before = app.table.phase
    submit(event, now: now)
    questions.note(event, from: before, to: app.table.phase, now: now)
  }

  /// Hands on what the player wants.
  mutating func give(_ request: PlayerRequest, now: Duration) {
    give(.request(request), now: now)
  }

  /// Does what `command` asks for, or says why not.
  mutating func obey(_ command: Command, now: Duration) {
    if app.table.isWatching { return obeyAsWatcher(command, now: now) }
    if case .talk(.answerFile(let agrees)) = command, isOtherAsked, !isFileOffered {
      return obey(agrees ? .yes : .no, now: now)
    }
    if case .talk(let talk) = command { return obey(talk, now: now) }
    if command == .yes || command == .no, isFileAsked {
      return obey(.answerFile(command == .yes), now: now)
    }
    if let action = command.roomAction { return give(.wants(action), now: now) }
    if case .kick(let text) = command { return kick(text, now: now) }
    if app.table.isAskedToGoBack { return obeyAskedToGoBack(command, now: now) }
    switch app.table.phase {
    case .comparing(let introduction): obey(command, at: introduction, now: now)
    case .open, .accepted, .seated: obeyBeforeGame(command, now: now)
    case .playing(let match): obey(command, in: match, now: now)
    case .over(let match, _): obey(command, after: match, now: now)
    case .leaving where command == .quit: give(.quits(.quit), now: now)
    case .leaving, .ended: break
    }
  }

  /// True if a file is offered, and nothing else is asked.
  var isFileAsked: Bool { isFileOffered && !isOtherAsked }

  private var isFileOffered: Bool {
    app.table.transfers.contains { !$0.isMine && $0.stage == .offered }
  }

  /// True if anything but whether to take a file is asked.
  private var isOtherAsked: Bool {
    app.due == .answer || questions.asked != nil || app.table.isAskedToGoBack
      || app.table.phase.match?.isAnswerDue == true
  }

  /// Sends away the one guest of this name.
  private mutating func kick(_ text: String, now: Duration) {
    guard !text.isEmpty, app.table.isRoom else { return face.say(RoomStrings.kickByNumber) }
    let name = app.scene.name
    let numbers = RoomStrings.numbers(of: text, among: app.table.guests, name)
    switch numbers.count {
    case 0: face.say(RoomStrings.noGuest(text))
    case 1: give(.wants(.kick(numbers[0])), now: now)
    default: face.say(RoomStrings.severalGuests(text, numbers))
    }
  }

  private mutating func obey(_ command: TalkCommand, now: Duration) {
    let name = app.scene.name
    switch command {
    case .say(let text): say(text, now: now)
    case .mute(let isOn): give(.wants(.talk(.mute(isOn))), now: now)
    case .deafen(let isOn): give(.wants(.talk(.deafen(isOn))), now: now)
    case .log(let player): give(.asksLog(player), now: now)
    case .send(let path): give(.asksToSend(path), now: now)
    case .answerFile(let agrees): give(.wants(.file(.accept(agrees))), now: now)
    case .cancelFile: give(.wants(.file(.cancel)), now: now)
    case .status where app.table.session == nil: face.say(TalkStrings.refused(.nobody, name))
    case .status where app.table.phase == .open: face.say(TalkStrings.nobodyYet)
    case .status:
      let isSuspended = app.table.isSuspended
      let talk = TalkStrings.status(app.table.talk, name, isSuspended: isSuspended, now: now)
      let files = app.table.transfers.map {
        FileStrings.line($0, isSuspended: isSuspended, now: now)
      }
      face.say(([talk] + files).joined(separator: "\n"))
    }
  }

  /// Says what was typed, if it can be said.
  mutating func say(_ text: String, now: Duration) {
    do throws(Words.Flaw) {
      give(.wants(.talk(.say(try Words(text)))), now: now)
    } catch .tooLong(let count) {
      face.say(TalkStrings.tooLong(count))
    } catch {
      face.say(TalkStrings.empty)
    }
  }

  mutating func setDrawing(_ isOn: Bool) {
    face.drawsBoard = isOn
    face.say(isOn ? Strings.drawingOn : Strings.drawingOff)
  }

  private mutating func obey(_ command: Command, at introduction: Introduction, now: Duration) {
    switch command {
    case .nothing: break
    case .quit: give(.quits(.quit), now: now)
    case .yes: give(.wants(.accept), now: now)
    case .no: give(.wants(.decline), now: now)
    case .help where app.table.knows(introduction): face.say(RoomStrings.asks(app.scene.name))
    case .help: face.say(MeetingStrings.compare(introduction.code, with: app.scene.name))
    case .play, .resign, .draw, .claim, .undo, .pause, .goOn, .again, .hint, .level, .board, .legal,
      .drawing, .moves, .rules, .new, .unknown, .door, .kick, .guests, .first, .talk:
      face.say(Strings.yesOrNo)
    }
  }

  /// The player is asked whether to go back to the last position that both sides have.
  private mutating func obeyAskedToGoBack(_ command: Command, now: Duration) {
    switch command {
    case .nothing: break
    case .quit: give(.quits(.quit), now: now)
    case .yes: give(.wants(.answer(true)), now: now)
    case .no: give(.wants(.answer(false)), now: now)
    case .board: if let match = app.table.commonMatch { face.sayBoard(match) }
    case .help, .play, .resign, .draw, .claim, .undo, .pause, .goOn, .again, .hint, .level, .legal,
      .drawing, .moves, .rules, .new, .unknown, .door, .kick, .guests, .first, .talk:
      face.say(Strings.yesOrNo)
    }
  }

  /// The reply to a command of a game before there is one.
  private var beforeGame: String {
    if app.table.isFirstAsked { return RoomStrings.asksFirst(app.scene.name) }
    guard app.scene.errand != nil else { return Strings.noGameYet }
    return isFileAsked ? FileStrings.isWanted : Strings.onlyQuit
  }

  /// Takes the first letter of who moves first, where that is asked.
  private mutating func choose(_ letter: String, now: Duration) {
    let choice = FirstChoice.allCases.first { $0.rawValue.prefix(1) == letter }
    guard app.table.isFirstAsked, let choice else { return face.say(beforeGame) }
    give(.wants(.begin(choice)), now: now)
  }

  private mutating func obeyBeforeGame(_ command: Command, now: Duration) {
    switch command {
    case .nothing: break
    case .first(let choice) where app.table.isFirstAsked: give(.wants(.begin(choice)), now: now)
    case .unknown(let letter): choose(letter, now: now)
    case .help where app.table.isFirstAsked: face.say(RoomStrings.asksFirst(app.scene.name))
    case .help: face.say(HelpText.lines(nil, face.pieces, isHost: app.table.isRoom))
    case .level(let text) where app.player == .robot: setLevel(text, now: now)
    case .quit: give(.quits(.quit), now: now)
    case .drawing(let isOn): setDrawing(isOn)
    case .play, .resign, .draw, .claim, .undo, .yes, .no, .pause, .goOn, .again, .hint, .level,
      .board,
      .legal, .moves, .rules, .new, .door, .kick, .guests, .first, .talk:
      face.say(beforeGame)
    }
  }

  private mutating func obey(_ command: Command, in match: Match, now: Duration) {
    if let asked = questions.asked, command == .yes || command == .no {
      questions.asked = nil
      guard command == .yes else { return face.say(Strings.playsOn) }
      return give(.wants(asked == .new ? .startOver : .resign), now: now)
    }
    let isAsked = asksFirst(command)
    questions.asked = isAsked ? command : nil
    switch command {
    case .first: face.say(RoomStrings.firstIsDecided)
    case .new where isAsked: face.say(Strings.newAsked)
    case .new: give(.wants(.startOver), now: now)
    case .resign where isAsked: face.say(Strings.resignAsked)
    case .rules: face.say(RulesText.lines(match))
    case .drawing(let isOn): setDrawing(isOn)
    case .help:
      let isHost = app.table.isRoom
      let hasMachine = app.table.hasMachine
      face.say(
        HelpText.lines(match.position, face.pieces, againstRobot: hasMachine, isHost: isHost)
      )
    case .quit: give(.quits(.quit), now: now)
    case .board: face.sayBoard(match)
    case .legal(let text): face.say(MoveStrings.legal(match.position, text))
    case .moves: face.say(Strings.moves(match.record))
    case .resign: give(.wants(.resign), now: now)
    case .draw: give(.wants(.draw), now: now)
    case .undo: give(.wants(.takeBack), now: now)
    case .yes: give(.wants(.answer(true)), now: now)
    case .no: give(.wants(.answer(false)), now: now)
    case .pause: give(.wants(.pause(true)), now: now)
    case .goOn: give(.wants(.pause(false)), now: now)
    case .again: give(.wants(.again), now: now)
    case .hint: give(.asksHint, now: now)
    case .level(let text): setLevel(text, now: now)
    case .unknown(let text): sayUnknown(text, in: match)
    case .play(let text), .claim(let text): play(text, command, in: match, now: now)
    default: break
    }
  }

  /// True if the player is asked before `command` is obeyed, which ends the game.
  private func asksFirst(_ command: Command) -> Bool {
    command == .new && app.table.session == nil || command == .resign && asksBeforeResigning
  }

  /// Sets the level of the machine, or tells it and the choices.
  private mutating func setLevel(_ text: String, now: Duration) {
    guard app.table.hasMachine || app.player == .robot, let present = app.machine.level else {
      return face.say(RobotStrings.noLevel)
    }
    guard let level = Int(text).flatMap(SearchLevel.init) else {
      return face.say(RobotStrings.levels(present))
    }
    give(.setsLevel(level), now: now)
  }

  /// Plays the move `text`, or claims a draw with it.
  private mutating func play(_ text: String, _ command: Command, in match: Match, now: Duration) {
    guard app.player != .robot else { return face.say(Strings.robotSeat) }
    switch TypedMove(text, in: match.position) {
    case .move(let move):
      give(.wants(command == .claim(text) ? .claim(move) : .play(move)), now: now)
    case .unplayable where !match.isAtTurn: face.say(Strings.notYourTurn(app.scene.name))
    case .unplayable(let why), .unreadable(let why): face.say(why)
    }
  }

  private mutating func sayUnknown(_ text: String, in match: Match) {
    face.say(Strings.unknown(PrintableText(text).text, match.position.game.kind))
  }

  private mutating func obey(_ command: Command, after match: Match, now: Duration) {
    switch command {
    case .quit where !app.isAskingAgain: give(.quits(.quit), now: now)
    case _ where !app.isAskingAgain: break
    case _ where questions.voids(command, now: now): face.say(Strings.againInstead)
    case .yes, .again: give(.wants(.again), now: now)
    case .no, .quit: give(.wants(.answer(false)), now: now)
    case .board: face.sayBoard(match)
    case .moves: face.say(Strings.moves(match.record))
    case .rules: face.say(RulesText.lines(match))
    case .level(let text): setLevel(text, now: now)
    case .nothing: break
    case .help, .play, .resign, .draw, .claim, .undo, .pause, .goOn, .hint, .legal, .drawing, .new,
      .unknown, .door, .kick, .guests, .first, .talk:
      face.say(Strings.againOrNot)
    }
  }
}

extension Match {
  /// True if a player at this board is to move.
  fileprivate var isAtTurn: Bool {
    if case .one(let own) = seats { own == position.toMove } else { true }
  }
}

extension Command {
  /// The host's action for its table, whatever happens there.
  fileprivate var roomAction: PlayerAction? {
    switch self {
    case .door(let isOpen): .open(isOpen)
    case .kick(let text): Int(text).map { .kick($0) }
    case .guests: .listGuests
    default: nil
    }
  }
}
