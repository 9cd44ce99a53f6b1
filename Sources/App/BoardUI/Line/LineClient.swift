import GameRules
import MatchPlay
public import MatchProtocol

/// The program in line mode: what goes on, and its face of text.
public struct LineClient<Session: MatchSession>: CommandObeyer, Sendable {
  package var app: App<Session>
  var face: LineFace
  private var orders: [LineOrder] = []
  var questions = OpenQuestions()
  var asksBeforeResigning: Bool { face.input != .pipe }

  /// A program whose lines come in by `input`, with Xiangqi drawn in the style of `pieces`.
  public init(_ app: App<Session>, input: LineInput, pieces: PieceStyle = .latin) {
    self.app = app
    face = LineFace(input: input, pieces: pieces)
  }

  /// When the program wants ``AppEvent/tick``, if at all.
  public var deadline: Duration? { app.deadline }

  /// The first thing to do; `journal` is what was said and heard in a match that goes on.
  public mutating func begin(
    resuming journal: [JournalEntry]? = nil,
    now: Duration
  ) -> [LineOrder] {
    show(app.begin(resuming: journal, now: now))
    return finishStep(now: now)
  }

  /// Takes `event`, which happened at `now`, and returns what to do.
  public mutating func update(_ event: LineEvent, now: Duration) -> [LineOrder] {
    guard app.table.phase != .ended else { return [] }
    switch event {
    case .line(let line): take(line, now: now)
    case .inputClosed: closeInput(now: now)
    case .typing(let isOn):
      give(.wants(.glimpse(Glimpse(isTyping: isOn))), now: now)
    case .outputClosed:
      face.closeOutput()
      give(.leaves(.outputClosed), now: now)
    case .interrupted(let signal):
      give(.interrupted(signal), now: now)
      if signal == .interrupt, app.table.phase != .ended { face.noteEcho() }
    case .app(let event): give(event, now: now)
    }
    return finishStep(now: now)
  }

  /// Lets the next player at this board go on, then hands over what is to be done.
  private mutating func finishStep(now: Duration) -> [LineOrder] {
    takeTurn(now: now)
    if face.isPrompting, app.table.talk.hasUnseen { give(.wants(.talk(.see)), now: now) }
    if case .leaving = app.table.phase { face.closePrompt() }
    print()
    if face.input == .editor { orders.append(.prompt(prompt(now: now), words: words)) }
    defer { orders = [] }
    return orders
  }

  // MARK: What goes on

  mutating func submit(_ event: AppEvent, now: Duration) {
    show(app.update(event, now: now))
  }

  /// Shows what is told, and hands the rest on in its order.
  private mutating func show(_ appOrders: [AppOrder]) {
    for order in appOrders {
      switch order {
      // The line at the bottom of a terminal shows how far a file is.
      case .tell(.table(.file(.progress))) where face.input == .editor: break
      case .tell(let notice):
        face.show(notice, in: app.scene)
        if face.input != .pipe, let cue = Cue(notice) { orders.append(.cue(cue)) }
      case .end:
        face.closePrompt()
        print()
        orders.append(.app(order))
      case .think:
        // A person sees the board before the machine thinks about it.
        print()
        orders.append(.app(order))
      case .keep, .send, .disconnect, .setOpen, .announce, .stopThinking, .findLog, .prepareFile,
        .discardFile:
        orders.append(.app(order))
      }
    }
  }

  /// One step of the game is one write.
  private mutating func print() {
    let text = face.takeText()
    if !text.isEmpty { orders.append(.print(text)) }
  }

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

  /// Whether an empty line has the board shown again.
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

  /// Whether the command, piped in, can be obeyed when this is due.
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

  /// What stands before what is typed where lines are edited: the colour here, and what is due.
  private func prompt(now: Duration) -> String {
    guard let due = app.due else { return "" }
    let file = FileStrings.brief(
      app.table.files.transfers,
      isSuspended: app.table.isSuspended,
      now: now
    )
    if let file, due == .nothing { return file }
    let news = app.table.seen.isTyping ? TalkStrings.typing(app.scene.name) : file
    let typing = news.map { "(\($0)) " } ?? ""
    let text = app.isLookingForHint ? nil : prompt(for: due, now: now)
    guard case .playing(let match) = app.table.phase, case .one(let own) = match.seats else {
      return typing + (text ?? Strings.restingPrompt(nil))
    }
    let colour = Strings.side(own, in: match.position)
    return typing + (text.map { Strings.prompt($0, for: colour) } ?? Strings.restingPrompt(colour))
  }

  /// What can be typed now: the words, and the moves where there are not too many.
  private var words: [String] {
    guard case .playing(let match) = app.table.phase, match.isLocalTurn else {
      return Command.words
    }
    return Command.words + match.position.legalMoves.map(\.description)
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

  /// What a pipe does not say yes to, it says no to.
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

/// What can happen to the program in line mode.
public enum LineEvent: Hashable, Sendable {
  /// A line was typed or piped in, without its newline.
  case line(String)
  /// No line will come any more.
  case inputClosed
  /// The player begins to type words for the other one, goes on, or does not any more.
  case typing(Bool)
  /// Nobody reads what is printed.
  case outputClosed
  /// A signal came.
  case interrupted(StopSignal)
  /// Something that has nothing to do with lines.
  case app(AppEvent)
}

/// What the program has to do in line mode, in the order of the array.
public enum LineOrder: Hashable, Sendable {
  /// Write this to standard output as it is, and flush.
  case print(String)
  /// Have this stand before what is typed, which these words complete.
  case prompt(String, words: [String])
  /// Let this be heard, if the player likes.
  case cue(Cue)
  /// Anything else; never ``AppOrder/tell(_:)``, which is printed.
  case app(AppOrder)
}

extension Command {
  /// Whether the command, piped in, can be obeyed when this is due; a move at one's turn is also an
  /// answer.
  fileprivate func fits(_ due: Due) -> Bool {
    switch self {
    case .play, .resign, .draw, .undo, .hint, .new: due == .move
    case .yes, .no: due != .nothing
    case .quit, .help, .level, .board, .legal, .drawing, .moves, .rules, .pause, .goOn, .again,
      .nothing, .unknown, .door, .kick, .guests, .first, .talk:
      true
    }
  }

  /// Whether the command, piped in, need not wait for moves that were piped in before it.
  fileprivate var overtakesMoves: Bool {
    switch self {
    case .help, .level, .board, .legal, .drawing, .moves, .rules, .pause, .goOn, .door, .kick,
      .guests, .talk:
      true
    case .play, .resign, .draw, .undo, .hint, .new, .yes, .no, .quit, .again, .nothing, .unknown,
      .first:
      false
    }
  }
}
