import MatchPlay
import MatchProtocol

/// What comes from the other board and the way to it.
extension LineModel {
  mutating func take(_ event: SessionEvent, now: Duration) {
    switch event {
    case .introduced(let introduction): meet(introduction, now: now)
    case .joined(let introduction): join(introduction, now: now)
    case .vacated: vacate()
    case .message(let message, _): take(message, now: now)
    case .strangerRejected(let peer, let why): turnAway(peer, why)
    case .quiet(_, let duration): sayDuringGame(Strings.quiet(other, duration))
    case .heardAgain: sayDuringGame(Strings.heardAgain(other))
    case .suspended: suspend()
    case .resumed: resume(now: now)
    }
  }

  mutating func show(_ progress: Progress) {
    switch phase {
    case .settled, .leaving, .ended: return
    case .opening, .introduced, .seated, .playing: break
    }
    switch progress {
    case .advertising(let name):
      isWayOpen = true
      say(Strings.open(PrintableText(name).text, for: isSuspended ? other : nil))
    case .scanning: say(Strings.looking)
    case .found(let name): say(Strings.found(heard(of: name)))
    case .connecting(let name): say(Strings.connecting(heard(of: name)))
    case .connected(let name):
      isWayOpen = true
      say(Strings.connected(heard(of: name)))
    case .reconnecting(let attempt, let pause): say(Strings.reconnecting(attempt, after: pause))
    case .bluetoothGone: say(Strings.bluetoothGone)
    case .bluetoothBack: say(Strings.bluetoothBack)
    }
  }

  /// Remembers the table's name for messages about it, until the host says its own.
  private mutating func heard(of name: String) -> String {
    let name = PrintableText(name).text
    if phase == .opening { other = name }
    return name
  }

  // MARK: The link

  /// As long as the link is lost, nothing is in a hurry.
  private mutating func suspend() {
    isSuspended = true
    deadline = nil
    switch phase {
    case .seated, .playing: say(Strings.suspended(other, isHost: part.role == .host))
    case .settled where isAskingAgain:
      say(Strings.suspended(other, isHost: part.role == .host))
    case .settled, .leaving: say(Strings.leavingSuspended(other))
    case .opening, .introduced, .ended: break
    }
  }

  private mutating func resume(now: Duration) {
    isSuspended = false
    sayDuringGame(Strings.resumed(other))
    switch phase {
    case .playing(let match) where match.isResigning: deadline = now + Self.resignationTime
    case .settled where isTakingLeave: sayGoodbye()
    case .settled where !isAskingAgain: deadline = now + Self.goodbyeTime
    case .opening, .introduced, .seated, .playing, .settled, .leaving, .ended: break
    }
  }

  /// Who has finished the game, or leaves, does not wait for anybody any more.
  private mutating func sayDuringGame(_ text: String) {
    switch phase {
    case .seated, .playing: say(text)
    case .opening, .introduced, .settled, .leaving, .ended: break
    }
  }

  // MARK: Messages and the end

  private mutating func take(_ message: MatchMessage, now: Duration) {
    switch (phase, message) {
    case (.seated, .start(let terms)):
      do {
        begin(try Match(terms, as: .guest))
      } catch {
        leave(ExitReason(error), saying: error.goodbye, now: now)
      }
    case (.playing(let match), _):
      receive(message, in: match, now: now)
    case (.settled(let match), .start(let terms)) where part == .guest:
      do {
        begin(try match.rematch(by: terms))
      } catch {
        leave(ExitReason(error), saying: error.goodbye, now: now)
      }
    case (.settled(let match), _):
      receiveAfterEnd(message, in: match, now: now)
    case (.opening, _), (.introduced, _), (.seated, _):
      let violation = MatchViolation.unexpectedMessage
      leave(ExitReason(violation), saying: violation.goodbye, now: now)
    case (.leaving, _), (.ended, _):
      break
    }
  }

  mutating func take(_ sessionEnd: SessionEnd, now: Duration) {
    switch phase {
    case .opening:
      end(ExitReason(sessionEnd, before: other))
    case .introduced:
      end(ExitReason(sessionEnd, introducing: other))
    case .seated:
      end(ExitReason(sessionEnd, with: other))
    case .playing(let match) where match.isResigning:
      settle(match, then: .leave, now: now)
    case .playing(let match):
      sayUnfinished(match)
      end(ExitReason(sessionEnd, with: other))
    case .settled:
      if isAskingAgain { say(Strings.gone(other)) }
      end(.gameFinished)
    case .leaving(let reason):
      end(reason)
    case .ended:
      break
    }
  }
}
