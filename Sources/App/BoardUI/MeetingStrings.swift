import MatchPlay
import MatchProtocol
import Phrases

/// Messages about the other player.
enum MeetingStrings {
  /// The name of a player who is new here, in quotes: it could be a whole sentence of ours.
  static func new(_ name: String) -> String {
    let marks: (open: Character, close: Character) =
      switch Language.current {
      case .english: ("\"", "\"")
      case .chinese: ("“", "”")
      }
    let text = name.map { [marks.open, marks.close].contains($0) ? "'" : $0 }
    return "\(marks.open)\(String(text))\(marks.close)"
  }

  /// The name that somebody who is new here has chosen, cleaned and in quotes.
  static func new(_ name: PlayerName) -> String { new(PrintableText(name.description).text) }

  static func knows(_ name: String) -> String {
    say("Your contact \(name) is there. Waiting for \(name) to accept you.")
  }

  static func unchecked(_ name: String) -> String {
    say("\(new(name)) is new, and was accepted without comparing digits.")
  }

  static func vouched(_ code: ComparisonCode, _ name: String) -> String {
    let digits = code.description
    return say(
      """
      \(name) is the host whose code you have. If \(name) asks for your digits, they are \
      \(digits.prefix(3)) \(digits.suffix(3)).
      """
    )
  }

  static func impostor(_ name: String) -> String {
    say("\(new(name)) is not the host whose code you have, and was refused.")
  }

  static func refusedStranger(_ name: String) -> String {
    say("\(new(name)) was refused, because you accept only contacts.")
  }

  static func compare(_ code: ComparisonCode, with name: String) -> String {
    let (digits, name) = (code.description, new(name))
    return say(
      """
      This is your first match with \(name). These digits must be the same on both screens:

          \(digits.prefix(3)) \(digits.suffix(3))

      Does \(name)'s screen show \(digits.prefix(3)) \(digits.suffix(3)) too? Type yes or no \
      within \(SessionTimes.introduction.components.seconds) seconds.
      """
    )
  }

  static func accepted(_ name: String) -> String {
    say("You accepted \(name). Waiting for \(name) to accept you.")
  }

  /// The digits that identify a player in a command.
  private static func digits(of player: KnownPlayer) -> String {
    String(player.fingerprint.description.filter { !$0.isWhitespace }.prefix(8))
  }

  static func sharesFolder(_ path: String) -> String {
    say(
      """
      Both players save this match in the same folder, \(path). For two players on one computer, \
      set XDG_DATA_HOME to a different folder for one of them.
      """
    )
  }

  static func muted(_ name: String) -> String {
    say("\(name) sends too many requests and pauses. They are hidden for a while.")
  }

  static func recalled(_ name: String, _ count: Int) -> String {
    say("\(name)'s computer lacks \(messages(count)) of the match. Resending the data.")
  }

  static func remembered(_ name: String, _ count: Int) -> String {
    say("This computer lacked \(messages(count)) of the match. \(name) has resent the data.")
  }

  private static func messages(_ count: Int) -> String {
    count == 1 ? say("one move or word") : say("\(count) moves or words")
  }

  static var otherDigits: String {
    say("The digits have just changed. Compare them, then type yes or no.")
  }
  static var noAnswerPiped: String { say("The input is not yes, so it counts as no.") }
  static var waitingForGuest: String {
    say("Waiting for another guest. Type quit to stop waiting.")
  }
  /// Somebody was turned away; in a match somebody who is not `name` wanted the seat, or answered a
  /// guest that looks for its host.
  static func turnedAway(_ why: StrangerRejection, _ name: String, _ scene: Scene) -> String {
    guard scene.isInMatch else { return turnedAway(why) }
    return switch (scene.role, why) {
    case (_, .otherMatch):
      say(
        """
        \(name) has a different game with you open. To continue the same one, you both type quit \
        and then run tabletooth resume.
        """
      )
    case (.host, .refused(.watchersFull)), (.host, .refused(.notShown)): turnedAway(why)
    case (.host, _): say("Somebody else asked for \(name)'s seat and was turned away.")
    case (.guest, .hungUp):
      say(
        """
        Somebody answers in place of \(name) and disconnects before the game can continue. If that \
        is \(name), the other computer no longer knows you. Ask what its screen shows.
        """
      )
    case (.guest, .brokenExchanges): brokenExchanges
    case (.guest, .impostor):
      say("Somebody else answered in place of \(name). Still looking for \(name).")
    case (.guest, _):
      say(
        """
        Somebody answered without knowing this match. Still looking for \(name).
        If \(name) has started a new match, type quit and join again.
        """
      )
    }
  }

  private static var brokenExchanges: String {
    say(
      """
      Somebody answers and disconnects again before the host has shown who it is. Tabletooth takes \
      at most three such answers a minute; the next attempt follows automatically.
      """
    )
  }

  /// The message that somebody was sent away from the table.
  private static func turnedAway(_ why: StrangerRejection) -> String {
    switch why {
    case .garbage, .handshakeTimeout, .tooManyStrangers:
      say("A device without Tabletooth was turned away.")
    case .refused(.unknownMatch):
      say("A player wanted to resume a match that is not played here, and was turned away.")
    case .refused(.roomFull), .refused(.later), .refused(.closed),
      .refused(.seatKept), .refused(.tooManyTries), .refused(.notInvited),
      .impostor, .otherMatch, .hungUp, .left, .unanswered, .displaced:
      say("Another player asked for a seat and was turned away.")
    case .refused(.watchersFull):
      say("A spectator was turned away: all spectator places are taken.")
    case .refused(.notShown):
      say("A spectator was turned away: this table was opened without --spectators.")
    case .refused(.protocolVersion):
      say(
        """
        A player with another Tabletooth version asked for a seat and was turned away.
        Install the same version on both computers.
        """
      )
    case .brokenExchanges: brokenExchanges
    case .tooManyTries:
      say(
        """
        Somebody keeps asking for the seat at your table without taking it. Contacts get in at \
        once. New players may have to wait a minute.
        """
      )
    }
  }

  static func strangerLeft(_ name: String, _ why: CandidateLoss) -> String {
    let name = new(name)
    return switch why {
    case .left: say("\(name) left, or did not accept you.")
    case .displaced: say("\(name) was turned away because a contact arrived.")
    case .unanswered: say("You did not answer in time, so \(name) was turned away.")
    }
  }

  static func keyChanged(_ name: String, known: KnownPlayer) -> String {
    let old = PrintableText(known.displayName.description).text
    return say(
      """
      WARNING: this is not your contact \(old).
      Somebody uses the name \(new(name)), but cannot prove that they are the player you accepted \
      before.
      It may be \(old) on a new computer, or an impostor posing as \(old). They were refused.
      If you are sure that it is your contact, run: tabletooth players forget \(digits(of: known))
      Then compare the digits again. Another player of that name has to choose a new one with \
      --name.
      """
    )
  }
}
