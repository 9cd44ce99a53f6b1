import GameRules
import MatchPlay
import MatchProtocol

/// What is typed, piped in, or chosen by the robot.
extension LineModel {
  mutating func take(_ line: String, now: Duration) {
    guard isInputOpen else { return }
    switch input {
    case .terminal, .robot:
      isPromptOpen = false
      obey(Command(line), now: now)
    case .pipe:
      guard typedAhead.count < Self.maximumTypedAhead else {
        leave(.usage(Strings.tooManyLines(Self.maximumTypedAhead)), saying: .left, now: now)
        return
      }
      typedAhead.append(line)
    }
  }

  /// A person who closes the input wants to leave; a pipe has simply said all it had to say.
  mutating func closeInput(now: Duration) {
    let wasAsking = isAskingAgain
    isInputOpen = false
    switch (input, phase) {
    case (.terminal, .playing(let match)) where match.isResigning:
      break
    case (.terminal, .opening), (.terminal, .introduced), (.terminal, .seated),
      (.terminal, .playing):
      leave(.inputClosed, saying: .left, now: now)
    case (.terminal, .settled) where wasAsking:
      sayGoodbye()
    case (.terminal, .settled), (.terminal, .leaving), (.terminal, .ended), (.pipe, _), (.robot, _):
      break
    }
  }

  /// A move for a position that does not stand any more is forgotten; the robot is then asked again.
  mutating func takeRobotMove(_ move: Move, now: Duration) {
    let asked = thought
    thought = nil
    guard case .playing(let match) = phase, match.isLocalTurn,
      asked ?? match.position == match.position
    else { return }
    var trial = match.position
    do {
      try trial.play(move)
    } catch {
      leave(.internalError(Strings.robotErred(move)), saying: .failed, now: now)
      return
    }
    play(move, in: match, now: now)
  }

  /// Prompts, starts the robot, or plays on with what was piped in.
  mutating func takeTurn(now: Duration) {
    while let due {
      if due != .nothing, input == .robot {
        if due == .move, case .playing(let match) = phase { startThinking(match) }
        return
      }
      prompt(due)
      guard input == .pipe else { return }
      guard let line = typedAhead.first else {
        if !isInputOpen { endPipe(due, now: now) }
        return
      }
      let command = Command(line)
      guard command.fits(due) else {
        guard due == .answer else { return }
        answerByItself(now: now)
        continue
      }
      typedAhead.removeFirst()
      echo(line)
      obey(command, now: now)
    }
  }

  /// What is wanted of this board.
  enum Due {
    case nothing
    case move
    /// Yes or no, and nothing else.
    case answer
  }

  /// What is due; nil when no line is obeyed any more.
  private var due: Due? {
    switch phase {
    case .opening, .seated: .nothing
    case .introduced(_, let isAccepted): isAccepted ? .nothing : .answer
    case .playing(let match):
      match.isLocalTurn ? .move : match.isAnswerDue ? .answer : .nothing
    case .settled: isAskingAgain ? .answer : nil
    case .leaving, .ended: nil
    }
  }

  private mutating func prompt(_ due: Due) {
    switch (due, phase) {
    case (.move, .playing(let match)): openPrompt(match)
    case (.answer, .settled(let match)) where match.mine.question == nil:
      openPrompt(Strings.againPrompt)
    case (.answer, .playing), (.answer, .introduced): openPrompt(Strings.answerPrompt)
    case (.nothing, _), (.move, _), (.answer, _): break
    }
  }

  /// Nothing good can come without a line, unless the other player's move may still end the game.
  ///
  /// As long as the way is not open, why it cannot be opened is more worth knowing.
  private mutating func endPipe(_ due: Due, now: Duration) {
    switch due {
    case .answer: answerByItself(now: now)
    case .move: leave(.inputClosed, saying: .left, now: now)
    case .nothing where isUseless: leave(.inputClosed, saying: .left, now: now)
    case .nothing: break
    }
  }

  /// Whether a board that will never say anything only keeps the other waiting.
  private var isUseless: Bool {
    switch phase {
    case .opening: isWayOpen
    case .seated: true
    case .playing(let match): match.mine.isPausing
    case .introduced, .settled, .leaving, .ended: false
    }
  }

  /// What a pipe does not say yes to, it says no to.
  private mutating func answerByItself(now: Duration) {
    switch phase {
    case .introduced: declineUnanswered()
    case .playing(let match): answer(false, in: match, now: now)
    case .opening, .seated, .settled, .leaving, .ended: break
    }
  }

  private mutating func startThinking(_ match: Match) {
    guard thought == nil else { return }
    thought = match.position
    effects.append(.think(match.position))
  }
}

// MARK: - Commands

extension LineModel {
  private mutating func obey(_ command: Command, now: Duration) {
    switch phase {
    case .introduced(let introduction, false): obey(command, at: introduction, now: now)
    case .opening, .introduced, .seated: obeyBeforeGame(command, now: now)
    case .playing(let match): obey(command, in: match, now: now)
    case .settled(let match): obeyAfterEnd(command, in: match, now: now)
    case .leaving(let reason) where command == .quit: end(reason)
    case .leaving, .ended: break
    }
  }

  private mutating func obeyBeforeGame(_ command: Command, now: Duration) {
    switch command {
    case .nothing: break
    case .help: say(Strings.help(nil, pieces))
    case .quit: leave(.quit, saying: .left, now: now)
    case .drawing(let isOn): setDrawing(isOn)
    case .play, .resign, .draw, .undo, .yes, .no, .pause, .goOn, .again, .board, .legal, .moves,
      .unknown:
      say(Strings.noGameYet)
    }
  }

  private mutating func obey(_ command: Command, in match: Match, now: Duration) {
    switch command {
    case .nothing: break
    case .help: say(Strings.help(match.position, pieces))
    case .quit where match.isResigning: settle(match, then: .sayGoodbyeAtOnce, now: now)
    case .quit: leave(.quit, saying: .left, now: now)
    case .drawing(let isOn): setDrawing(isOn)
    case .board: sayBoard(match)
    case .legal: say(Strings.legal(match.position))
    case .moves: say(Strings.moves(match.record))
    case .resign: resign(match, now: now)
    case .draw, .undo, .yes, .no, .pause, .goOn, .again:
      obeyRequest(command, in: match, now: now)
    case .unknown(let text):
      say(Strings.unknown(PrintableText(text).text, match.position.game.kind))
    case .play(let text): play(text, in: match, now: now)
    }
  }

  private mutating func setDrawing(_ isOn: Bool) {
    drawsBoard = isOn
    say(isOn ? Strings.drawingOn : Strings.drawingOff)
  }

  private mutating func play(_ text: String, in match: Match, now: Duration) {
    guard input != .robot else {
      say(Strings.robotSeat)
      return
    }
    do {
      play(try match.position.move(from: text), in: match, now: now)
    } catch {
      say(Strings.noMove(error, in: match.position))
    }
  }
}

extension Command {
  /// Whether the command, piped in, can be obeyed when this is due; a move at one's turn is also an answer.
  fileprivate func fits(_ due: LineModel.Due) -> Bool {
    switch self {
    case .play, .resign, .draw, .undo: due == .move
    case .yes, .no: due != .nothing
    case .quit, .help, .board, .legal, .drawing, .moves, .pause, .goOn, .again, .nothing, .unknown:
      true
    }
  }
}
