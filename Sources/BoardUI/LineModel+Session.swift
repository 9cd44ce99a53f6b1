import GameRules
import MatchPlay
import MatchProtocol

/// What comes from the other board and the way to it.
extension LineModel {
  mutating func take(_ event: SessionEvent, now: Duration) {
    switch event {
    case .joined(let name, _): meet(PrintableText(name).text)
    case .vacated: vacate()
    case .message(let message): take(message, now: now)
    case .strangerRejected(_, let why): sayRejected(why)
    case .quiet(let duration): sayDuringGame(Strings.quiet(other, duration))
    case .heardAgain: sayDuringGame(Strings.heardAgain(other))
    case .suspended: sayDuringGame(Strings.suspended(other))
    case .resumed: sayDuringGame(Strings.resumed(other))
    case .ended(let end): take(end, now: now)
    }
  }

  mutating func show(_ progress: Progress) {
    switch phase {
    case .settled, .leaving, .ended: return
    case .opening, .seated, .playing: break
    }
    switch progress {
    case .advertising(let name):
      isWayOpen = true
      say(Strings.open(PrintableText(name).text))
    case .scanning: say(Strings.looking)
    case .found(let name): say(Strings.found(heard(of: name)))
    case .connecting(let name): say(Strings.connecting(heard(of: name)))
    case .connected(let name):
      isWayOpen = true
      say(Strings.connected(heard(of: name)))
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

  private mutating func meet(_ name: String) {
    guard phase == .opening else { return }
    other = name
    switch part {
    case .hotSeat:
      break
    case .guest:
      phase = .seated
      say(Strings.seated(name))
    case .host(let game, let rule, let first):
      let own: Side =
        switch first {
        case .host: .first
        case .guest: .second
        }
      let terms = Message.Start(game: game.rawValue, rule: rule.rawValue, first: first)
      effects.append(.submit(.start(terms)))
      say(Strings.joined(name))
      begin(Match(game: game, rule: rule, seats: .one(own)))
    }
  }

  /// The guest's program was started anew before anybody had played, and will join again.
  private mutating func vacate() {
    guard case .playing = phase else { return }
    say(Strings.vacated(other))
    phase = .opening
  }

  private mutating func take(_ message: Message, now: Duration) {
    switch (phase, message) {
    case (.seated, .start(let terms)):
      do {
        begin(try Match(terms, as: .guest))
      } catch {
        leave(ExitReason(error), saying: error.goodbye, now: now)
      }
    case (.playing(let match), _):
      receive(message, in: match, now: now)
    case (.opening, _), (.seated, _):
      let violation = MatchViolation.unexpectedMessage
      leave(ExitReason(violation), saying: violation.goodbye, now: now)
    case (.settled, _), (.leaving, _), (.ended, _):
      break
    }
  }

  /// Only while the host waits: a player has no use for it during a game.
  private mutating func sayRejected(_ why: StrangerRejection) {
    guard phase == .opening else { return }
    switch why {
    case .garbage, .handshakeTimeout, .tooManyStrangers: say(Strings.strangerRejected)
    case .refused(.roomFull), .refused(.unknownMatch): say(Strings.guestRefused)
    case .refused(.protocolVersion): say(Strings.otherVersionRefused)
    }
  }

  /// Who has finished the game, or leaves, does not wait for anybody any more.
  private mutating func sayDuringGame(_ text: String) {
    switch phase {
    case .seated, .playing: say(text)
    case .opening, .settled, .leaving, .ended: break
    }
  }

  private mutating func take(_ sessionEnd: SessionEnd, now: Duration) {
    switch phase {
    case .opening:
      end(ExitReason(sessionEnd, before: other))
    case .seated:
      end(ExitReason(sessionEnd, with: other))
    case .playing(let match) where match.isResigning:
      settle(match, then: .leave, now: now)
    case .playing(let match):
      say(Strings.unfinished(match.record))
      end(ExitReason(sessionEnd, with: other))
    case .settled:
      end(.gameFinished)
    case .leaving(let reason):
      end(reason)
    case .ended:
      break
    }
  }
}
