import GameRules
import GameSearch
import MatchPlay
package import MatchProtocol
package import Terminal

/// The program on a screen: what goes on, and its face of boards and keys.
package struct ScreenClient<Session: MatchSession>: CommandObeyer, MatchPage {
  package var app: App<Session>
  var face: ScreenFace
  var questions = OpenQuestions()
  let asksBeforeResigning = false
  private var orders = Orders()
  /// The game that has ended with the values of its moves, while the player looks at it.
  var analysis: ReplayScreen?
  /// The reason why the program is over, while its last screen is still looked at.
  private(set) var ending: ExitReason?
  /// True if the player here has asked to leave.
  private var isLeavingByHand = false

  /// A program on a screen of this size.
  package init(_ app: App<Session>, look: ScreenLook, size: Size) {
    self.app = app
    face = ScreenFace(look: look, size: size)
  }

  /// The last message, except that a guest is waited for; nil if it is a question, which has
  /// several lines.
  package var lastNews: String? {
    let last = face.sentences.last { $0.text != MeetingStrings.waitingForGuest }?.text
    return last?.contains("\n") == true ? nil : last
  }

  /// The lines to print in the terminal when the screen has closed: the last board, and the end or
  /// the state of its game.
  package var farewell: [String] { face.farewell(app.scene) }

  package var deadline: Duration? {
    guard ending == nil else { return nil }
    return [app.deadline, nextSecond, nextTick, face.arrival?.until].compactMap(\.self).min()
  }

  package var machineLevel: Int? { app.machine.level?.number }
  package var sessionState: SessionState? { app.table.session?.state }
  package var letter: Letter? { app.table.letter }
  package var isWaitedFor: Bool { ending == nil && app.isWaitedFor }
  package func view(now: Duration) -> Canvas? { picture(now: now) }

  /// The next second at which a countdown on the screen changes.
  private var nextSecond: Duration? { face.lostAt == nil ? nil : face.countedTo + .seconds(1) }

  /// True if the last screen stays until a key is pressed, as the end came by itself.
  package var holdsAtEnd: Bool {
    guard ending != nil, !isLeavingByHand else { return false }
    return face.cursor != nil
  }

  package mutating func begin(resuming journal: [JournalEntry]? = nil, now: Duration) -> Orders {
    show(app.begin(resuming: journal, now: now), now: now)
    return finishStep(now: now)
  }

  package mutating func update(_ event: Event, now: Duration) -> Orders {
    switch event {
    case .terminal(let event): take(event, now: now)
    case .interrupted(let signal): interrupt(signal, now: now)
    case .work(let result): if !show(result) { give(event, now: now) }
    case .request, .link, .progress, .route, .tick: give(event, now: now)
    case .shown, .ranked: break
    case .line, .typing, .inputClosed, .outputClosed: return Orders()
    }
    if case .terminal = event { noteTyping(now: now) }
    return finishStep(now: now)
  }

  /// Shows the result of work that is the screen's own affair; false if it is not.
  private mutating func show(_ result: WorkResult) -> Bool {
    switch result {
    case .setting(let text): face.reply = text
    case .judged(let judgement): analysis?.judge(judgement)
    case .analysed(let worst): analysis?.finishAnalysis(worst: worst)
    case .machine, .line, .left, .rating, .log, .file, .fileProblem: return false
    }
    return true
  }

  /// Lets the other player see that words are typed here.
  private mutating func noteTyping(now: Duration) {
    let isTyping = TalkStrings.isTalk(face.input)
    guard case .playing = app.table.phase, isTyping != app.table.talk.isTyping else { return }
    give(.wants(.talk(.typing(isTyping))), now: now)
  }

  private mutating func finishStep(now: Duration) -> Orders {
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
    defer { orders = Orders() }
    return orders
  }

  // MARK: What goes on

  mutating func submit(_ event: Event, now: Duration) {
    guard ending == nil else { return }
    show(app.update(event, now: now), now: now)
  }

  /// A signal, or control-C, which ends what the player does not wait for any more.
  mutating func interrupt(_ signal: StopSignal, now: Duration) {
    guard ending == nil else { return order(.close) }
    let wasLeavingByHand = isLeavingByHand
    isLeavingByHand = true
    give(Event.interrupted(signal), now: now)
    // After a control-C the game may go on; after any other signal nobody looks at the end.
    guard signal == .interrupt, ending == nil, case .playing = app.table.phase else { return }
    isLeavingByHand = wasLeavingByHand
  }

  /// Has the terminal given back, drawn anew or closed.
  ///
  /// A screen that is closed before the last move is on disk is not shown again after that.
  mutating func order(_ order: TerminalOrder) {
    orders.terminal = order
    if order == .close { isLeavingByHand = true }
  }

  /// Has work done beside the loop.
  mutating func order(_ work: Work) { orders.work.append(work) }

  /// Shows what is told, and hands the rest on.
  private mutating func show(_ next: Orders, now: Duration) {
    var next = next
    for notice in next.notices { show(notice, now: now) }
    next.notices = []
    orders += next
    guard let reason = next.end else { return }
    ending = reason
    if let line = reason.line { face.keep(line) }
  }

  private mutating func show(_ notice: AppNotice, now: Duration) {
    // The line at the top shows how far a file is.
    if case .table(.file(.progress)) = notice { return }
    face.note(notice, now: now)
    let wasReplying = face.isReplying
    face.isReplying = notice.isReply
    let said = face.saidCount
    face.show(notice, in: app.scene)
    if case .table(.record(.asks)) = notice { showWholeQuestion() }
    face.isReplying = wasReplying
    if case .table(.began) = notice { closeAnalysis() }
    if face.saidCount > said, let text = face.sentences.last?.text { analysis?.tell(text) }
    if app.sound(notice, in: &orders) { announce(since: said) }
  }

  /// Shows the question that was just asked over the board, where the panel has no room for it.
  private mutating func showWholeQuestion() {
    guard let text = face.sentences.last?.text, let layout = boardLayout,
      PanelFrame(beside: layout, on: area.size)?.shows(text) != true
    else { return }
    face.sheet = TextPage(text: text, isQuestion: true)
  }

  /// Has the desktop tell what was just said, where the terminal is not looked at.
  private mutating func announce(since count: Int) {
    guard !face.isWatched, face.saidCount > count else { return }
    let said = face.sentences.suffix(face.saidCount - count)
    orders.announcement = ([orders.announcement].compactMap(\.self) + said.map(\.text))
      .joined(separator: " ")
  }

  /// Does what is asked for; what is said to that is its answer.
  mutating func obeyNow(_ command: Command, now: Duration) {
    switch command {
    case .quit: isLeavingByHand = true
    case .no where app.isAskingAgain: isLeavingByHand = true
    case .help:
      face.sheet = .init(text: helpText)
      return
    default: break
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
    let others =
      (app.table.hasMachine ? ["="] : ["Control-C", "Ctrl-C", "t "])
      + (app.table.session == nil ? ["/", "Page Up"] : [])
    let keys = ScreenStrings.help.split(separator: "\n")
      .filter { line in !others.contains { line.hasPrefix($0) } }
    return keys.joined(separator: "\n") + "\n\n" + text
  }
}

extension AppNotice {
  /// True if it answers what the player here has just done, and nobody else would be told.
  fileprivate var isReply: Bool {
    switch self {
    case .table(.file(.refused)), .fileProblem, .wordless: true
    case .table(.talk(.refused)), .table(.talk(.mute)), .table(.talk(.deaf)), .log: true
    case .table(.room(.watches)), .table(.room(.watchesNoMore)), .table(.room(.othersWatch)),
      .table(.room(.challengeExpired)), .table(.room(.remark)), .table(.room(.remarksMuted)):
      false
    case .table(.watch(.onlyWatches)): true
    case .table(.refused), .table(.room), .hintRefused, .asksToStop, .digitsChanged, .hint, .level:
      true
    default: false
    }
  }
}
