import MatchPlay
public import MatchProtocol
import Phrases

/// Messages about chat and its progress.
public enum TalkStrings {
  /// One line of what was said.
  ///
  /// - Parameters:
  ///   - name: Who said it.
  ///   - words: What was said.
  /// - Returns: The line, in which neither can turn the rest round.
  public static func line(_ name: String, _ words: Words) -> String {
    isolated(name) + say(": ") + isolated(words.text)
  }

  /// One line of what was said once.
  public static func line(_ name: String?, _ words: Words, at time: String) -> String {
    "\(time)  \(line(name ?? you, words))"
  }

  /// One line of what was said here to somebody once.
  public static func line(to name: String, _ words: Words, at time: String) -> String {
    say("\(time)  You, to \(isolated(name)): \(isolated(words.text))")
  }

  /// Nothing was said.
  public static var emptyLog: String { say("No messages.") }

  static var you: String { say("You") }

  /// `text`, so that letters that go from right to left change nothing of what stands around it
  /// (Unicode Standard Annex 9, section 2.4).
  static func isolated(_ text: String) -> String {
    text.unicodeScalars.contains(where: goesLeft) ? "\u{2068}\(text)\u{2069}" : text
  }

  /// True if the scalar is in a block of scripts that go from right to left.
  private static func goesLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    case _: false
    }
  }

  // MARK: Saying

  /// True if a line that is being typed will be words for the other player.
  public static func isTalk(_ line: String) -> Bool {
    let text = line.drop { $0.isWhitespace }
    return text.first == "/" && text.count > 1 || ["say ", "说 "].contains { text.hasPrefix($0) }
  }

  static func said(_ words: Words) -> String { line(you, words) }

  static func saidLater(_ name: String) -> String {
    say("\(name) will read it after reconnecting.")
  }

  static func typing(_ name: String) -> String { say("\(name) is typing") }

  static var empty: String { say("Add your message: say hello") }

  static func tooLong(_ count: Int) -> String {
    say("The message has \(count) characters; the limit is \(Words.longest). It was not sent.")
  }

  static func refused(_ refusal: TalkRefusal, _ name: String) -> String {
    switch refusal {
    case .nobody: say("There is nobody to chat with.")
    case .notUnderstood:
      say("\(name)'s Tabletooth is too old for chat. The message was not sent.")
    case .unwanted: say("\(name) turned chat off. The message was not sent.")
    case .deaf: say("You turned chat off. Type chat on to use it again.")
    case .tooFast:
      say(
        """
        Too many messages at once. This one was not sent; try again in a few seconds.
        """
      )
    case .onlyPlayers: say("Spectators cannot chat at this table. The message was not sent.")
    case .noLink: say("Connection to \(name) lost. Message not sent.")
    case .tooMuch: say("Too many messages for \(name) are pending. This was not sent.")
    }
  }

  static func muting(_ name: String) -> String {
    say("\(name) sends too many messages. They are hidden for a while.")
  }

  static func mute(_ isOn: Bool, _ name: String) -> String {
    isOn
      ? say("\(name)'s messages are now hidden; log shows them. Type unmute to see them again.")
      : say("\(name)'s messages are shown again.")
  }

  static func deaf(_ isOn: Bool) -> String {
    isOn
      ? say("Chat is off: no messages are shown, saved or sent. Type chat on to turn it on again.")
      : say("Chat is on again.")
  }

  // MARK: How far

  static func status(
    _ talk: TableTalk,
    _ name: String,
    isSuspended: Bool,
    now: Duration
  ) -> String {
    let link = isSuspended ? say("Connection lost.") : standing(talk.receipts, name, now: now)
    var lines = [link]
    if talk.receipts.isUnderstood == false {
      lines.append(say("\(name)'s Tabletooth is too old for chat."))
    }
    if let move = talk.move {
      lines.append(say("Your last move: \(stage(of: move, in: talk, name))"))
    }
    lines += talk.lines.suffix(5).compactMap { line in
      line.words.map { "\(isolated($0.text)) – \(stage(of: line, in: talk, name))" }
    }
    return lines.joined(separator: "\n")
  }

  static var nobodyYet: String { say("Nobody is there yet.") }

  private static func standing(_ receipts: Receipts, _ name: String, now: Duration) -> String {
    let silence = receipts.lastHeard.map { now - $0 } ?? .zero
    if silence >= SessionTimes.quiet {
      return say("Nothing was received from \(name) for \(silence.components.seconds) seconds.")
    }
    guard let delay = receipts.delay else { return say("Connected.") }
    return say("Connected: round trip \(delay.milliseconds) ms.")
  }

  private static func stage(of line: TableTalk.Line, in talk: TableTalk, _ name: String) -> String {
    switch talk.stage(of: line) {
    case .queued: say("not sent yet.")
    case .sent: say("sent.")
    case .delivered: line.travel.map(arrived) ?? say("arrived.")
    case .seen: say("seen by \(name).")
    }
  }

  private static func arrived(_ travel: Duration) -> String {
    let milliseconds = travel.milliseconds
    if milliseconds < 1_000 { return say("arrived after \(milliseconds) ms.") }
    return say("arrived after \(milliseconds / 1_000) s.")
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
