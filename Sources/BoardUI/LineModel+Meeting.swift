import GameRules
import MatchPlay
import MatchProtocol

/// Who sits on the other side, and whether that is the right player.
extension LineModel {
  mutating func meet(_ introduction: Introduction, now: Duration) {
    switch phase {
    case .opening, .introduced: break
    case .seated, .playing, .settled, .leaving, .ended: return
    }
    let claim = PrintableText(introduction.name.description).text
    switch book.verdict(on: introduction.key, claiming: introduction.name) {
    case .known(let player):
      other = PrintableText(player.displayName.description).text
      say(Strings.knows(other))
      accept(introduction, isKnown: true)
    case .unknown:
      other = claim
      meetStranger(introduction, now: now)
    case .keyChanged(let player):
      other = claim
      say(Strings.keyChanged(claim, known: player, new: Fingerprint(of: introduction.key)))
      decline(.keyChanged)
    }
  }

  private mutating func meetStranger(_ introduction: Introduction, now: Duration) {
    switch unknown {
    case .ask where input != .robot:
      answerableAt = answerableAt.map { _ in now + Self.lookingTime } ?? now
      phase = .introduced(introduction, isAccepted: false)
      say(Strings.compare(introduction.code, with: other))
    case .ask, .accept:
      say(Strings.unchecked(other))
      accept(introduction, isKnown: false)
    case .refuse:
      say(Strings.refusedStranger(other))
      decline(.here)
    }
  }

  private mutating func accept(_ introduction: Introduction, isKnown: Bool) {
    isOtherKnown = isKnown
    phase = .introduced(introduction, isAccepted: true)
    effects.append(.accept)
  }

  /// A host waits for somebody else, a guest has nobody to play with.
  private mutating func decline(_ why: ExitReason.Refusal) {
    effects.append(.decline)
    switch part {
    case .host:
      phase = .opening
      say(Strings.waitingForGuest)
    case .guest, .hotSeat:
      closePrompt()
      phase = .leaving(.notAccepted(name: other, why: why))
    }
  }

  mutating func obey(_ command: Command, at introduction: Introduction, now: Duration) {
    switch command {
    case .nothing: break
    case .quit: leave(.quit, saying: .left, now: now)
    case .yes where input == .terminal && now < answerableAt ?? now: say(Strings.otherDigits)
    case .yes:
      say(Strings.accepted(other))
      accept(introduction, isKnown: true)
    case .no: decline(.here)
    case .help: say(Strings.compare(introduction.code, with: other))
    case .play, .resign, .draw, .undo, .pause, .goOn, .again, .board, .legal, .drawing, .moves,
      .unknown:
      say(Strings.yesOrNo)
    }
  }

  /// A pipe that does not answer says no; what it says instead is for the game.
  mutating func declineUnanswered() {
    say(Strings.noAnswerPiped)
    decline(.here)
  }

  /// Both players have accepted each other.
  mutating func join(_ introduction: Introduction, now: Duration) {
    switch phase {
    case .opening, .introduced: break
    case .seated, .playing, .settled, .leaving, .ended: return
    }
    if phase == .opening { other = PrintableText(introduction.name.description).text }
    if isOtherKnown {
      book.accept(introduction.key, name: introduction.name, at: 0)
      effects.append(.remember(introduction.key, name: introduction.name))
    }
    switch part {
    case .hotSeat: break
    case .guest:
      phase = .seated
      say(Strings.seated(other))
    case .host(let game, let first):
      say(Strings.joined(other))
      open(MatchMessage.Start(game, first: first), now: now)
    }
  }

  /// Says the host's terms and begins by them.
  mutating func open(_ terms: MatchMessage.Start, now: Duration) {
    do {
      let match = try Match(terms, as: .host)
      submit(.start(terms))
      begin(match)
    } catch {
      leave(.internalError(Strings.violation(error)), saying: .failed, now: now)
    }
  }

  /// Somebody without a seat was turned away: the one who was introduced, or, while the host waits, another.
  mutating func turnAway(_ peer: PeerID, _ why: StrangerRejection) {
    if case .introduced(let introduction, _) = phase, introduction.peer == peer {
      phase = .opening
      say(Strings.strangerLeft(other))
      say(Strings.waitingForGuest)
      return
    }
    guard phase == .opening else { return }
    switch why {
    case .garbage, .handshakeTimeout, .tooManyStrangers: say(Strings.strangerRejected)
    case .refused(.roomFull), .refused(.unknownMatch), .impostor, .left: say(Strings.guestRefused)
    case .refused(.protocolVersion): say(Strings.otherVersionRefused)
    }
  }

  /// The other side does not know of the match, in which nobody has played, and will be introduced again.
  mutating func vacate() {
    switch phase {
    case .playing, .seated, .introduced: break
    case .opening, .settled, .leaving, .ended: return
    }
    say(Strings.vacated(other))
    isSuspended = false
    phase = .opening
  }
}

// MARK: - Going on

extension LineModel {
  mutating func resume(_ resumption: Resumption, now: Duration) {
    other = PrintableText(resumption.name.description).text
    isSuspended = true
    do {
      guard let restored = try Match.restored(from: resumption.journal, as: part.role) else {
        beginUnbegun(now: now)
        return
      }
      let match = restored.match
      say(Strings.goingOn(with: other, match.record))
      phase = .playing(match)
      if match.outcome == nil { sayBoard(match) }
      for message in restored.unsaid { submit(message) }
      saySituation(match)
      answerAsRobot(match, now: now)
      if match.outcome != nil { finish(match, then: .sayGoodbye, now: now) }
      if let terms = match.rematchTerms, part.role == .host { open(terms, now: now) }
    } catch {
      end(.internalError("the game that was kept cannot be played again"))
    }
  }

  /// The program ended before the game had begun.
  private mutating func beginUnbegun(now: Duration) {
    switch part {
    case .host(let game, let first):
      open(MatchMessage.Start(game, first: first), now: now)
    case .guest: phase = .seated
    case .hotSeat: break
    }
  }
}

extension LineModel.Part {
  var role: Role {
    switch self {
    case .host, .hotSeat: .host
    case .guest: .guest
    }
  }
}
