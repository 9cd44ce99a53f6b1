import MatchPlay
import MatchProtocol
import Phrases

/// Messages about the other player.
enum MeetingStrings {
  /// The name of a player who is new here, in quotes: it could be a whole sentence of ours.
  static func new(_ name: String) -> String {
    "\"" + name.map { $0 == "\"" ? "'" : String($0) }.joined() + "\""
  }

  /// The name that somebody who is new here has chosen, cleaned and in quotes.
  static func new(_ name: PlayerName) -> String { new(PrintableText(name.description).text) }

  static func knows(_ name: String) -> String {
    say("\(name), whom you know, is there. Waiting for \(name) to accept you.")
  }

  static func unchecked(_ name: String) -> String {
    say("\(new(name)) is new here, and is taken without comparing digits.")
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
    say("\(new(name)) is not the host whose code you have, and is not accepted.")
  }

  static func refusedStranger(_ name: String) -> String {
    say("\(new(name)) is new here, and new players are not accepted.")
  }

  static func compare(_ code: ComparisonCode, with name: String) -> String {
    let (digits, name) = (code.description, new(name))
    return say(
      """
      This is your first match with \(name). These digits must be the same on both screens:

          \(digits.prefix(3)) \(digits.suffix(3))

      Does \(name)'s screen show \(digits.prefix(3)) \(digits.suffix(3)) too? Type yes or no, within \
      \(SessionTimes.introduction.components.seconds) seconds.
      """
    )
  }

  static func accepted(_ name: String) -> String {
    say("You accept \(name). Waiting for \(name) to say the same.")
  }

  /// The digits that identify a player in a command.
  private static func digits(of player: KnownPlayer) -> String {
    String(player.fingerprint.description.filter { !$0.isWhitespace }.prefix(8))
  }

  static func sharesFolder(_ path: String) -> String {
    say(
      """
      Both sides of this match keep it in one folder, \(path). For two players on one computer, set \
      XDG_DATA_HOME to another folder for one of them.
      """
    )
  }

  static func muted(_ name: String) -> String {
    say("\(name) asks and pauses so often that you are not told of it any more for a while.")
  }

  static func recalled(_ name: String, _ count: Int) -> String {
    say("Missing on the computer of \(name): \(messages(count)) of the match. They are sent again.")
  }

  static func remembered(_ name: String, _ count: Int) -> String {
    say("Missing on this computer: \(messages(count)) of the match. \(name) has sent them again.")
  }

  private static func messages(_ count: Int) -> String {
    count == 1 ? say("one move or word") : say("\(count) moves or words")
  }

  static var otherDigits: String {
    say("The digits have just changed. Compare them, then type yes or no.")
  }
  static var noAnswerPiped: String { say("The input does not say yes, so that is a no.") }
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
        \(name) is at another game of yours than this one. To go on with the same one, type quit, and \
        then tabletooth resume, both of you.
        """
      )
    case (.host, .refused(.watchersFull)), (.host, .refused(.notShown)): turnedAway(why)
    case (.host, _): say("Somebody else asked for the seat of \(name) and was sent away.")
    case (.guest, .hungUp):
      say(
        """
        Somebody answers in the place of \(name), and ends the link before the game can go on. If \
        that is \(name), the other computer does not know you any more: ask what its screen says.
        """
      )
    case (.guest, .impostor):
      say("Somebody else answered in the place of \(name). \(name) is still looked for.")
    case (.guest, _):
      say(
        """
        Somebody answered who does not know this match. \(name) is still looked for.
        If \(name) has begun anew, type quit and join again.
        """
      )
    }
  }

  /// The message that somebody was sent away from the table.
  private static func turnedAway(_ why: StrangerRejection) -> String {
    switch why {
    case .garbage, .handshakeTimeout, .tooManyStrangers:
      say("A device that does not play Tabletooth was sent away.")
    case .refused(.unknownMatch):
      say("Somebody wants to go on with a match that this table does not play, and was sent away.")
    case .refused(.roomFull), .refused(.later), .refused(.closed),
      .refused(.seatKept), .refused(.tooManyTries), .refused(.notInvited),
      .impostor, .otherMatch, .hungUp, .left, .unanswered, .displaced:
      say("Another player asked for a seat and was sent away.")
    case .refused(.watchersFull):
      say("A spectator was sent away: every place to watch is taken.")
    case .refused(.notShown):
      say("A spectator was sent away: this table was opened without --spectators.")
    case .refused(.protocolVersion):
      say(
        """
        A player with another version of Tabletooth asked for a seat and was sent away.
        Install the same version on both computers.
        """
      )
    case .tooManyTries:
      say(
        """
        Somebody asks for your seat again and again and never sits down. Whom you know gets in at \
        once; who is new may have to wait a minute.
        """
      )
    }
  }

  static func strangerLeft(_ name: String, _ why: CandidateLoss) -> String {
    let name = new(name)
    return switch why {
    case .left: say("\(name) has gone, or did not accept you.")
    case .displaced: say("\(name) gives way, as somebody has come whom you know.")
    case .unanswered: say("You have not answered in time, and \(name) was sent away.")
    }
  }

  static func keyChanged(_ name: String, known: KnownPlayer) -> String {
    let old = PrintableText(known.displayName.description).text
    return say(
      """
      WARNING: this is not the \(old) you know.
      Somebody calls themselves \(new(name)), and does not prove to be the player of that name whom you \
      accepted before.
      It may be \(old) with a new computer, or somebody who wants to be taken for \(old). They \
      were refused.
      If you are sure, forget the old one with: tabletooth players forget \(digits(of: known))
      Then compare the digits again. If it is another player of that name, let them give another \
      with --name.
      """
    )
  }
}
