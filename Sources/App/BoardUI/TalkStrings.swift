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
    "\(isolated(name)): \(isolated(words.text))"
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
  public static var emptyLog: String { say("Nothing was said.") }

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
    say("\(name) will read that when the link is back.")
  }

  static func typing(_ name: String) -> String { say("\(name) is typing") }

  static var empty: String { say("Type what you want to say behind it: say hello") }

  static func tooLong(_ count: Int) -> String {
    say("That has \(count) characters; \(Words.longest) can be said at once. It was not said.")
  }

  static func refused(_ refusal: TalkRefusal, _ name: String) -> String {
    switch refusal {
    case .nobody: say("There is nobody to talk to.")
    case .notUnderstood:
      say("The program of \(name) is older and takes no words. It was not said.")
    case .unwanted: say("\(name) has switched words off. It was not said.")
    case .deaf: say("You have switched words off. Type chat on to talk.")
    case .tooFast: say("That was too much at once. It was not said; try again in a few seconds.")
    case .onlyPlayers: say("Those who watch cannot talk at this table. It was not said.")
    case .noLink: say("The link to \(name) is lost. It was not said.")
    case .tooMuch: say("Too many words wait for \(name) already. It was not said.")
    }
  }

  static func muting(_ name: String) -> String {
    say("\(name) says so much that nothing more is shown for a while.")
  }

  static func mute(_ isOn: Bool, _ name: String) -> String {
    isOn
      ? say("What \(name) says is not shown any more; log shows it. Type unmute to see it again.")
      : say("What \(name) says is shown again.")
  }

  static func deaf(_ isOn: Bool) -> String {
    isOn
      ? say("Words are switched off: none are shown, kept or said. Type chat on to talk again.")
      : say("Words are switched on again.")
  }

  // MARK: How far

  static func status(
    _ talk: TableTalk,
    _ name: String,
    isSuspended: Bool,
    now: Duration
  ) -> String {
    let link = isSuspended ? say("The link is lost.") : standing(talk.receipts, name, now: now)
    var lines = [link]
    if talk.receipts.isUnderstood == false {
      lines.append(say("The program of \(name) is older and takes no words."))
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
    guard let delay = receipts.delay else { return say("The link stands.") }
    return say("The link stands: \(delay.milliseconds) ms there and back.")
  }

  private static func stage(of line: TableTalk.Line, in talk: TableTalk, _ name: String) -> String {
    switch talk.stage(of: line) {
    case .queued: say("waits for the link.")
    case .sent: say("is on its way.")
    case .delivered: line.travel.map(arrived) ?? say("has arrived.")
    case .seen: say("was seen by \(name).")
    }
  }

  private static func arrived(_ travel: Duration) -> String {
    let milliseconds = travel.milliseconds
    if milliseconds < 1_000 { return say("has arrived, after \(milliseconds) ms.") }
    return say("has arrived, after \(milliseconds / 1_000) s.")
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
