import GameRules
import GameSearch
import MatchPlay
package import MatchProtocol
package import Terminal

/// The program in line mode: what goes on, and its face of text.
package struct LineClient<Session: MatchSession>: CommandObeyer, MatchPage {
  package var app: App<Session>
  var face: LineFace
  private var orders = Orders()
  var questions = OpenQuestions()
  var asksBeforeResigning: Bool { face.input != .pipe }

  /// A program whose lines come in by `input`, with Xiangqi drawn in the style of `pieces`.
  package init(_ app: App<Session>, input: LineInput, pieces: PieceStyle = .latin) {
    self.app = app
    face = LineFace(input: input, pieces: pieces)
  }

  package var deadline: Duration? { app.deadline }
  package var holdsAtEnd: Bool { false }
  package var farewell: [String] { [] }
  package var machineLevel: Int? { app.machine.level?.number }
  package var sessionState: SessionState? { app.table.session?.state }
  package var letter: Letter? { app.table.letter }
  package var isWaitedFor: Bool { app.isWaitedFor }
  package func view(now _: Duration) -> Canvas? { nil }

  package mutating func begin(resuming journal: [JournalEntry]? = nil, now: Duration) -> Orders {
    show(app.begin(resuming: journal, now: now))
    return finishStep(now: now)
  }

  package mutating func update(_ event: Event, now: Duration) -> Orders {
    guard app.table.phase != .ended else { return Orders() }
    switch event {
    case .line(let line): take(line, now: now)
    case .inputClosed: closeInput(now: now)
    case .typing(let isOn): give(.wants(.talk(.typing(isOn))), now: now)
    case .outputClosed:
      face.closeOutput()
      give(.leaves(.outputClosed), now: now)
    case .interrupted(let signal):
      give(event, now: now)
      if signal == .interrupt, app.table.phase != .ended { face.noteEcho() }
    case .request, .link, .progress, .route, .work, .tick: give(event, now: now)
    case .terminal, .shown, .ranked: break
    }
    return finishStep(now: now)
  }

  /// Lets the next player at this board go on, then hands over what is to be done.
  private mutating func finishStep(now: Duration) -> Orders {
    takeTurn(now: now)
    if face.isPrompting, app.table.talk.hasUnseen { give(.wants(.talk(.see)), now: now) }
    if case .leaving = app.table.phase { face.closePrompt() }
    print()
    if face.input == .editor {
      orders.prompt = Orders.Prompt(text: prompt(now: now), words: words)
    }
    defer { orders = Orders() }
    return orders
  }

  // MARK: What goes on

  mutating func submit(_ event: Event, now: Duration) {
    show(app.update(event, now: now))
  }

  /// Shows what is told, and hands the rest on.
  private mutating func show(_ next: Orders) {
    var next = next
    for notice in next.notices {
      // The line at the bottom of a terminal shows how far a file is.
      if face.input == .editor, case .table(.file(.progress)) = notice { continue }
      face.show(notice, in: app.scene)
      if face.input != .pipe { app.sound(notice, in: &orders) }
    }
    next.notices = []
    orders += next
    if next.end != nil { face.closePrompt() }
  }

  /// One step of the game is one write.
  private mutating func print() { orders.text += face.takeText() }

  // MARK: Lines

  private mutating func take(_ line: String, now: Duration) {
    guard face.isInputOpen else { return }
    app.goOnAfterStop()
    guard face.input == .pipe, app.player != .robot, !app.table.isWatching else {
      face.noteTypedLine()
      let command = Command(line)
      return obey(showsBoard(command) ? .board : command, now: now)
    }
    guard face.typedAhead.count < LineFace.maximumTypedAhead else {
      return give(.leaves(.usage(Strings.tooManyLines(LineFace.maximumTypedAhead))), now: now)
    }
    face.typedAhead.append(line)
  }

  /// True if an empty line has the board shown again.
  private func showsBoard(_ command: Command) -> Bool {
    guard command == .nothing, face.input == .editor, case .playing = app.table.phase else {
      return false
    }
    return true
  }

  /// A person who closes the input wants to leave; a pipe has simply said all it had to say.
  private mutating func closeInput(now: Duration) {
    face.closeInput()
    guard face.input != .pipe, app.player == .person else { return }
    switch app.table.phase {
    case .playing(let match) where match.isResigning: break
    case .over: break
    case .open, .comparing, .accepted, .seated, .playing:
      give(.leaves(.inputClosedByHand), now: now)
    case .leaving, .ended: break
    }
    give(.asksNoMore, now: now)
  }

  /// Prompts, or plays on with what was piped in.
  private mutating func takeTurn(now: Duration) {
    while let due = app.due, !app.isLookingForHint {
      if due != .nothing, app.player == .robot { return }
      prompt(due, now: now)
      guard face.input == .pipe, app.player != .robot else { return }
      if face.typedAhead.isEmpty {
        if !face.isInputOpen { endPipe(due, now: now) }
        return
      }
      guard let index = nextLine(due) else {
        guard due == .answer else { return }
        answerByItself(now: now)
        continue
      }
      let line = face.typedAhead.remove(at: index)
      face.echo(line)
      obey(Command(line), now: now)
    }
  }

  /// The first piped line that can be obeyed while this is due; nil where all wait.
  ///
  /// Behind a line that waits, only those come before it that change nothing of the game.
  private func nextLine(_ due: Due) -> Int? {
    let commands = face.typedAhead.lazy.map(Command.init)
    guard let first = commands.first else { return nil }
    if fits(first, due) { return 0 }
    return commands.firstIndex { $0.overtakesMoves && fits($0, due) }
  }

  /// True if the command, piped in, can be obeyed when this is due.
  private func fits(_ command: Command, _ due: Due) -> Bool {
    // Words that are piped in wait for somebody to say them to.
    if command.isSaying, app.table.phase.isBeforeSeat, due == .nothing { return false }
    return command.fits(due) || (command == .yes || command == .no) && isFileAsked
  }

  private func clocks(_ match: Match, now: Duration) -> String {
    let faces = app.table.clockFaces(now: now)
    return TermStrings.clocks(
      faces.map { (Strings.side($0.side, in: match.position), $0.time, $0.periods) }
    )
  }

  private mutating func prompt(_ due: Due, now: Duration) {
    if let text = prompt(for: due, now: now) { face.openPrompt(text) }
  }

  private func prompt(for due: Due, now: Duration) -> String? {
    if app.table.isAskedToGoBack { return Strings.answerPrompt }
    return switch (due, app.table.phase) {
    case (.move, .playing(let match)): clocks(match, now: now) + Strings.prompt(match)
    case (.answer, .over(let match, _)) where match.mine.question == nil: Strings.againPrompt
    case (.answer, .playing), (.answer, .comparing): Strings.answerPrompt
    case (.answer, .seated): RoomStrings.firstPrompt
    case (.nothing, _), (.move, _), (.answer, _): nil
    }
  }

  /// The prompt where lines are edited: the colour here, and the task.
  private func prompt(now: Duration) -> String {
    guard let due = app.due else { return "" }
    let file = FileStrings.brief(
      app.table.transfers,
      isSuspended: app.table.isSuspended,
      now: now
    )
    if let file, due == .nothing { return file }
    let news = app.table.isOtherTyping ? TalkStrings.typing(app.scene.name) : file
    let typing = news.map { "(\($0)) " } ?? ""
    let text = app.isLookingForHint ? nil : prompt(for: due, now: now)
    guard case .playing(let match) = app.table.phase, case .one(let own) = match.seats else {
      return typing + (text ?? Strings.restingPrompt(nil))
    }
    let colour = Strings.side(own, in: match.position)
    return typing + (text.map { Strings.prompt($0, for: colour) } ?? Strings.restingPrompt(colour))
  }

  /// The completions: the words, and the moves if there are not too many.
  private var words: [String] {
    guard case .playing(let match) = app.table.phase, match.isLocalTurn else {
      return Command.words
    }
    let moves = match.position.legalMoves
    let texts = moves.map(match.position.text)
    let points = moves.map(\.description)
    return Command.words + (texts == points ? points : texts + points)
  }

  /// Nothing good can come without a line, unless the other player's move may still end the game.
  ///
  /// As long as the way is not open, why it cannot be opened is more worth knowing.
  private mutating func endPipe(_ due: Due, now: Duration) {
    switch due {
    case .answer: answerByItself(now: now)
    case .move: give(.leaves(.inputClosed), now: now)
    case .nothing where app.isUseless: give(.leaves(.inputClosed), now: now)
    case .nothing: break
    }
  }

  /// Answers no to whatever a pipe does not say yes to.
  private mutating func answerByItself(now: Duration) {
    if app.table.isAskedToGoBack { return give(.wants(.answer(false)), now: now) }
    switch app.table.phase {
    case .comparing:
      face.say(MeetingStrings.noAnswerPiped)
      give(.wants(.decline), now: now)
    case .playing: give(.wants(.answer(false)), now: now)
    case .open, .accepted, .seated, .over, .leaving, .ended: break
    }
  }
}

extension Command {
  /// True if the command, piped in, can be obeyed when this is due; a move at one's turn is also an
  /// answer.
  fileprivate func fits(_ due: Due) -> Bool {
    switch self {
    case .play, .resign, .draw, .claim, .undo, .hint, .new: due == .move
    case .yes, .no: due != .nothing
    case .quit, .help, .level, .board, .legal, .drawing, .moves, .rules, .pause, .goOn, .again,
      .nothing, .unknown, .door, .kick, .guests, .first, .talk:
      true
    }
  }

  /// True if the command, piped in, need not wait for moves that were piped in before it.
  fileprivate var overtakesMoves: Bool {
    switch self {
    case .help, .level, .board, .legal, .drawing, .moves, .rules, .pause, .goOn, .door, .kick,
      .guests, .talk:
      true
    default: false
    }
  }
}
