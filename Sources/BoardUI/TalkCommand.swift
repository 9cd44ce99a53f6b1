/// What a typed line asks for besides the game.
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
}

extension TalkCommand {
  /// Reads a typed line; nil for one that is about the game.
  init?(_ line: String) {
    let trimmed = line.drop { $0.isWhitespace }
    if trimmed.first == "/" {
      self = .say(String(trimmed.dropFirst()))
      return
    }
    let word = trimmed.prefix { !$0.isWhitespace }
    let rest = trimmed.dropFirst(word.count)
    let argument = rest.split { $0.isWhitespace }.joined(separator: " ")
    switch (word.lowercased(), argument.lowercased()) {
    case ("say", _), ("说", _): self = .say(String(rest))
    case ("log", _), ("聊天记录", _): self = .log(argument)
    case ("mute", ""), ("静音", ""): self = .mute(true)
    case ("unmute", ""), ("取消静音", ""): self = .mute(false)
    case ("chat", "off"): self = .deafen(true)
    case ("chat", "on"): self = .deafen(false)
    case ("status", ""), ("状态", ""): self = .status
    case (_, _): return nil
    }
  }
}

extension Command {
  /// Whether something is to be said.
  var isSaying: Bool {
    if case .talk(.say) = self { true } else { false }
  }
}
