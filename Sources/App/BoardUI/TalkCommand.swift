/// The command of a typed line about chat and files.
enum TalkCommand: Hashable, Sendable {
  /// Say this to the other player, as it was typed.
  case say(String)
  /// Show the words of the other player no more, or show them again.
  case mute(Bool)
  /// Hear and say nothing besides the game, or do again.
  case deafen(Bool)
  /// Show what was said, with the player of this name or with the one who is here.
  case log(String)
  /// Tell how far the last move and the last words are.
  case status
  /// Offer the file at this path to the other player.
  case send(String)
  /// Take the file that the other player offers, or do not.
  case answerFile(Bool)
  /// End the file that is under way.
  case cancelFile
}

extension TalkCommand {
  /// Reads a typed line; nil for one that is about the game.
  init?(_ line: String) {
    let trimmed = line.drop { $0.isWhitespace }
    // A Chinese keyboard has the second and third on the key of the first.
    if let first = trimmed.first, "/／、".contains(first) {
      self = .say(String(trimmed.dropFirst()))
      return
    }
    let word = trimmed.prefix { !$0.isWhitespace }
    let rest = trimmed.dropFirst(word.count)
    let argument = rest.split { $0.isWhitespace }.joined(separator: " ")
    switch (word.lowercased(), argument.lowercased()) {
    case ("say", _): self = .say(String(rest))
    case ("log", _): self = .log(argument)
    case ("mute", ""): self = .mute(true)
    case ("unmute", ""): self = .mute(false)
    case ("chat", "off"): self = .deafen(true)
    case ("chat", "on"): self = .deafen(false)
    case ("status", ""): self = .status
    case (_, _): self.init(file: word.lowercased(), argument, rest)
    }
  }

  /// Reads what is about files.
  private init?(file word: String, _ argument: String, _ rest: Substring) {
    switch (word, argument.lowercased()) {
    case ("send", _): self = .send(String(rest.drop { $0.isWhitespace }))
    case ("accept", ""): self = .answerFile(true)
    case ("refuse", ""): self = .answerFile(false)
    case ("cancel", ""): self = .cancelFile
    case (_, _): return nil
    }
  }
}

extension Command {
  /// True if something is to be said or sent.
  var isSaying: Bool {
    switch self {
    case .talk(.say), .talk(.send): true
    case _: false
    }
  }
}
