import GameRules
import MatchPlay
public import MatchProtocol
public import Terminal

/// The program on a screen: what goes on, and its face of boards and keys.
public struct ScreenClient<Session: MatchSession>: CommandObeyer, Sendable {
  package var app: App<Session>
  var face: ScreenFace
  var questions = OpenQuestions()
  let asksBeforeResigning = false
  private var orders: [ScreenOrder] = []
  /// Why the program is over, while its last screen is still looked at.
  private(set) var ending: ExitReason?
  /// Whether the player here has asked to leave.
  private var isLeavingByHand = false

  /// A program on a screen of this size.
  public init(_ app: App<Session>, look: ScreenLook, size: Size) {
    self.app = app
    face = ScreenFace(look: look, size: size)
  }

  /// What was said last, besides that a guest is waited for; nil where that is a question, which
  /// has several lines.
  public var lastNews: String? {
    let last = face.sentences.last { $0.text != MeetingStrings.waitingForGuest }?.text
    return last?.contains("\n") == true ? nil : last
  }

  /// What remains to be told in the terminal when the screen has closed: the last board, and how
  /// the game on it ended or goes on.
  public var farewell: [String] { face.farewell(app.scene) }

  /// When the program wants ``AppEvent/tick``, if at all.
  public var deadline: Duration? {
    guard ending == nil else { return nil }
    return [app.deadline, nextSecond, nextTick, face.arrival?.until].compactMap(\.self).min()
  }

  /// The next second at which a countdown on the screen changes.
  private var nextSecond: Duration? { face.lostAt == nil ? nil : face.countedTo + .seconds(1) }

  /// Whether the last screen stays until a key is pressed, as the end came by itself.
  public var holdsAtEnd: Bool {
    guard ending != nil, !isLeavingByHand else { return false }
    return face.cursor != nil
  }

  /// The first thing to do; `journal` is what was said and heard in a match that goes on.
  public mutating func begin(
    resuming journal: [JournalEntry]? = nil,
    now: Duration
  ) -> [ScreenOrder] {
    show(app.begin(resuming: journal, now: now), now: now)
    return finishStep(now: now)
  }

  /// Takes `event`, which happened at `now`, and returns what to do.
  public mutating func update(_ event: ScreenEvent, now: Duration) -> [ScreenOrder] {
    switch event {
    case .terminal(let event): take(event, now: now)
    case .interrupted(let signal): interrupt(signal, now: now)
    case .app(let event): give(event, now: now)
    case .answered(let text): face.reply = text
    }
    if case .terminal = event { glance(now: now) }
    return finishStep(now: now)
  }

  /// Lets the other player see what the one here does with the keys.
  private mutating func glance(now: Duration) {
    guard case .playing = app.table.phase else { return }
    let glimpse = Glimpse(
      isTyping: TalkStrings.isTalk(face.input),
      cursor: face.cursor?.number
    )
    give(.wants(.glimpse(glimpse)), now: now)
  }

  private mutating func finishStep(now: Duration) -> [ScreenOrder] {
    if let match = app.table.commonMatch ?? app.table.phase.match {
      face.follow(match)
      let isDue = match.outcome != nil || match.isLocalTurn
      if isDue { face.forget(Strings.waiting(for: app.scene.name)) }
    }
    if face.isWatched, face.sheet == nil, app.table.talk.hasUnseen {
      give(.wants(.talk(.see)), now: now)
    }
    if let arrival = face.arrival, now >= arrival.until { face.arrival = nil }
    face.countedTo = now
    defer { orders = [] }
    return orders
  }

  // MARK: What goes on

  mutating func submit(_ event: AppEvent, now: Duration) {
    guard ending == nil else { return }
    show(app.update(event, now: now), now: now)
  }

  /// A signal, or control-C, which ends what the player does not wait for any more.
  mutating func interrupt(_ signal: StopSignal, now: Duration) {
    guard ending == nil else { return order(.close) }
    let wasLeavingByHand = isLeavingByHand
    isLeavingByHand = true
    give(.interrupted(signal), now: now)
    if case .playing = app.table.phase, ending == nil { isLeavingByHand = wasLeavingByHand }
  }

  mutating func order(_ order: ScreenOrder) {
    orders.append(order)
  }

  /// Shows what is told, and hands the rest on in its order.
  private mutating func show(_ appOrders: [AppOrder], now: Duration) {
    for order in appOrders {
      switch order {
      // The line at the top shows how far a file is.
      case .tell(.table(.file(.progress))): break
      case .tell(let notice):
        face.note(notice, now: now)
        let wasReplying = face.isReplying
        face.isReplying = notice.isReply
        let said = face.saidCount
        face.show(notice, in: app.scene)
        if case .table(.record(.asks)) = notice { showWholeQuestion() }
        face.isReplying = wasReplying
        if let cue = Cue(notice) {
          orders.append(.cue(cue))
          announce(since: said)
        }
      case .end(let reason):
        ending = reason
        if let line = reason.line { face.keep(line) }
        orders.append(.app(order))
      case .keep, .send, .disconnect, .setOpen, .announce, .think, .stopThinking, .findLog,
        .prepareFile, .discardFile:
        orders.append(.app(order))
      }
    }
  }

  /// Shows the question that was just asked over the board, where the panel has no room for it.
  private mutating func showWholeQuestion() {
    guard let text = face.sentences.last?.text, let layout = boardLayout,
      PanelFrame(beside: layout, on: face.size)?.shows(text) != true
    else { return }
    face.sheet = TextPage(text: text, isQuestion: true)
  }

  /// Has the desktop tell what was just said, where the terminal is not looked at.
  private mutating func announce(since count: Int) {
    guard !face.isWatched, face.saidCount > count else { return }
    let said = face.sentences.suffix(face.saidCount - count)
    orders.append(.announce(said.map(\.text).joined(separator: " ")))
  }

  /// Does what is asked for; what is said to that is its answer.
  mutating func obeyNow(_ command: Command, now: Duration) {
    switch command {
    case .quit: isLeavingByHand = true
    case .no where app.isAskingAgain: isLeavingByHand = true
    case .help:
      face.sheet = .init(text: helpText)
      return
    case .nothing, .play, .resign, .draw, .undo, .yes, .no, .pause, .goOn, .again, .hint, .level,
      .board, .legal, .drawing, .moves, .rules, .new, .unknown, .door, .kick, .guests, .first,
      .talk:
      break
    }
    face.isReplying = true
    obey(command, now: now)
    face.isReplying = false
  }

  private var helpText: String {
    if app.table.isWatching { return WatchStrings.help }
    let text = HelpText.lines(
      app.table.phase.match?.position,
      face.pieces,
      againstRobot: app.table.hasMachine,
      isHost: app.table.isRoom
    )
    let keys = ScreenStrings.help.split(separator: "\n")
      .filter { app.table.hasMachine || !$0.hasPrefix("Control-C") }
    return keys.joined(separator: "\n") + "\n\n" + text
  }
}

extension AppNotice {
  /// Whether it answers what the player here has just done, and nobody else would be told.
  fileprivate var isReply: Bool {
    switch self {
    case .table(.file(.refused)), .fileProblem: true
    case .table(.talk(.refused)), .table(.talk(.mute)), .table(.talk(.deaf)), .log: true
    case .table(.room(.watches)), .table(.room(.watchesNoMore)), .table(.room(.othersWatch)),
      .table(.room(.challengeExpired)):
      false
    case .table(.room(.remark)), .table(.room(.remarksMuted)): false
    case .table(.watch(.onlyWatches)): true
    case .table(.refused), .table(.room), .hintRefused, .asksToStop, .digitsChanged, .hint, .level:
      true
    case .table, .progress, .waits, .wayEnded, .sharesFolder, .thinking: false
    }
  }
}

/// What can happen to the program on a screen.
public enum ScreenEvent: Hashable, Sendable {
  /// Something was done at the terminal.
  case terminal(TerminalEvent)
  /// A signal came.
  case interrupted(StopSignal)
  /// An order of a key was carried out, which this says.
  case answered(String)
  /// Something that has nothing to do with the terminal.
  case app(AppEvent)
}

/// What the program has to do on a screen, in the order of the array; then it is shown anew.
public enum ScreenOrder: Hashable, Sendable {
  /// Give the terminal back and stop the process, until somebody lets it go on.
  case suspend
  /// Draw everything anew.
  case redraw
  /// The last screen has been looked at.
  case close
  /// Let this be heard, if the player likes.
  case cue(Cue)
  /// Have the desktop tell this, if the player likes: the terminal is not looked at.
  case announce(String)
  /// Play the music, or do not any more.
  case switchMusic
  /// Play the sounds, or do not any more.
  case switchSound
  /// Anything else; never ``AppOrder/tell(_:)``, which is shown.
  case app(AppOrder)
}
