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
    isInputOpen = false
    switch (input, phase) {
    case (.terminal, .playing(let match)) where match.isResigning:
      break
    case (.terminal, .opening), (.terminal, .seated), (.terminal, .playing):
      leave(.inputClosed, saying: .left, now: now)
    case (.terminal, .settled), (.terminal, .leaving), (.terminal, .ended), (.pipe, _), (.robot, _):
      break
    }
  }

  mutating func takeRobotMove(_ move: Move, now: Duration) {
    isThinking = false
    guard case .playing(let match) = phase, match.isLocalTurn else { return }
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
    while let isDue {
      if isDue, case .playing(let match) = phase {
        guard input != .robot else {
          startThinking(match)
          return
        }
        openPrompt(match)
      }
      guard input == .pipe else { return }
      guard let line = typedAhead.first else {
        if !isInputOpen, needsInput { leave(.inputClosed, saying: .left, now: now) }
        return
      }
      let command = Command(line)
      guard isDue || !command.needsTurn else { return }
      typedAhead.removeFirst()
      echo(line)
      obey(command, now: now)
    }
  }

  /// Whether a move of this board is due; nil when no line is obeyed any more.
  private var isDue: Bool? {
    switch phase {
    case .opening, .seated: false
    case .playing(let match): match.isLocalTurn
    case .settled, .leaving, .ended: nil
    }
  }

  /// Whether nothing good can come without a line: the other player's move may still end the game.
  ///
  /// As long as the way is not open, why it cannot be opened is more worth knowing.
  private var needsInput: Bool {
    switch phase {
    case .opening: isWayOpen
    case .seated: true
    case .playing(let match): match.isLocalTurn
    case .settled, .leaving, .ended: false
    }
  }

  private mutating func startThinking(_ match: Match) {
    guard !isThinking else { return }
    isThinking = true
    effects.append(.think(match.position))
  }
}

// MARK: - Commands

extension LineModel {
  private mutating func obey(_ command: Command, now: Duration) {
    switch phase {
    case .opening, .seated: obeyBeforeGame(command, now: now)
    case .playing(let match): obey(command, in: match, now: now)
    case .settled, .leaving, .ended: break
    }
  }

  private mutating func obeyBeforeGame(_ command: Command, now: Duration) {
    switch command {
    case .nothing: break
    case .help: say(Strings.help(nil, pieces))
    case .quit: leave(.quit, saying: .left, now: now)
    case .drawing(let isOn): setDrawing(isOn)
    case .play, .resign, .board, .legal, .moves, .unknown: say(Strings.noGameYet)
    }
  }

  private mutating func obey(_ command: Command, in match: Match, now: Duration) {
    switch command {
    case .nothing: break
    case .help: say(Strings.help(match.position, pieces))
    case .quit where match.isResigning: settle(match, then: .sayGoodbye, now: now)
    case .quit: leave(.quit, saying: .left, now: now)
    case .drawing(let isOn): setDrawing(isOn)
    case .board: sayBoard(match)
    case .legal: say(Strings.legal(match.position))
    case .moves: say(Strings.moves(match.record))
    case .resign: resign(match, now: now)
    case .unknown(let text):
      say(Strings.unknown(PrintableText(text).text, match.position.game))
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
  /// Whether the command has to wait for its turn when it is piped in.
  fileprivate var needsTurn: Bool {
    switch self {
    case .play, .resign: true
    case .quit, .help, .board, .legal, .drawing, .moves, .nothing, .unknown: false
    }
  }
}
