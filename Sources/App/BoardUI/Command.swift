import MatchPlay

/// The command of one typed line.
enum Command: Hashable, Sendable {
  /// Make a move; the text is trimmed and in lower case, and still has to be read as a move.
  case play(String)
  case resign
  /// Offer a draw.
  case draw
  /// Ask to take the last turn back.
  case undo
  case yes
  case no
  case pause
  /// End the pause.
  case goOn
  /// Play another game.
  case again
  case quit
  case help
  /// Show a good move, and why it is one.
  case hint
  /// Set how well the machine plays, or tell it where nothing follows.
  case level(String)
  /// Draw the board once more.
  case board
  /// List what may be played now, or at this point, or say whether this move may be.
  case legal(String)
  /// Draw the board after each move, or not.
  case drawing(Bool)
  /// List the moves played so far.
  case moves
  /// Show the rules of the game.
  case rules
  /// Begin a new game in the middle of one.
  case new
  /// Say who moves first.
  case first(FirstChoice)
  /// Something besides the game.
  case talk(TalkCommand)
  /// As a host, let others in from now on, or nobody new.
  case door(isOpen: Bool)
  /// As a host, send away who has this number.
  case kick(String)
  /// As a host, see who is there.
  case guests
  /// An empty line.
  case nothing
  /// A line that is no command and does not look like a move.
  case unknown(String)
}

extension Command {
  /// The words that may be typed, in the order of the alphabet.
  static let words = [
    "accept", "again", "board", "board off", "board on", "cancel", "chat off", "chat on", "close",
    "coin", "continue", "draw", "guest", "guests", "help", "hint", "kick", "legal", "level", "log",
    "me", "moves", "mute", "new", "no", "open", "pause", "quit", "refuse", "resign", "rules", "say",
    "send", "status", "undo", "unmute", "yes",
  ]

  /// The Chinese words for those of ``words``, which work in every language.
  static let chinese = [
    "接收": "accept", "再来一局": "again", "棋盘": "board", "隐藏棋盘": "board off",
    "显示棋盘": "board on", "取消": "cancel", "关闭聊天": "chat off", "打开聊天": "chat on",
    "关门": "close", "抛硬币": "coin", "继续": "continue", "求和": "draw", "提和": "draw",
    "对方": "guest", "客人": "guests", "帮助": "help", "提示": "hint", "请出": "kick",
    "可走": "legal", "级别": "level", "聊天记录": "log", "我": "me", "着法": "moves",
    "静音": "mute", "新局": "new", "否": "no", "不同意": "no", "开门": "open", "暂停": "pause",
    "退出": "quit", "拒绝": "refuse", "认输": "resign", "规则": "rules", "说": "say",
    "发送": "send", "状态": "status", "悔棋": "undo", "取消静音": "unmute", "是": "yes",
    "同意": "yes", "黑": "black", "白": "white", "两子": "two",
  ]

  /// Reads a typed line; letters of any case, spaces before, behind and between are ignored.
  init(_ line: String) {
    let typed = line.drop { $0.isWhitespace }
    let word = typed.prefix { !$0.isWhitespace }
    let line = Self.chinese[String(word)].map { $0 + typed.dropFirst(word.count) } ?? line
    self = TalkCommand(line).map(Command.talk) ?? Command(ofGame: line)
  }

  private init(ofGame line: String) {
    let words = line.lowercased().split { $0.isWhitespace }
    self =
      switch words.joined(separator: " ") {
      case "": .nothing
      case "resign": .resign
      case "draw": .draw
      case "undo": .undo
      case "yes", "y": .yes
      case "no", "n": .no
      case "pause": .pause
      case "continue": .goOn
      case "again", "rematch": .again
      case "quit", "exit": .quit
      case "help", "?": .help
      case "hint": .hint
      case "level": .level("")
      case let text where text.hasPrefix("level "): .level(String(text.dropFirst(6)))
      case "board": .board
      case "legal": .legal("")
      case let text where text.hasPrefix("legal "): .legal(String(text.dropFirst(6)))
      case "black", "white", "two": .play(words.joined())
      case "board on", "board off": .drawing(words.last == "on")
      case "moves": .moves
      case "open": .door(isOpen: true)
      case "close": .door(isOpen: false)
      case "guests": .guests
      case "me": .first(.me)
      case "guest": .first(.guest)
      case "coin": .first(.coin)
      case "kick": .kick("")
      case let text where text.hasPrefix("kick "):
        .kick(line.split { $0.isWhitespace }.dropFirst().joined(separator: " "))
      case "rules": .rules
      case "new": .new
      case let text: Self.looksLikeMove(text) ? .play(text) : .unknown(text)
      }
  }

  /// True if `text` is made like a move: `h8`, `c3c4`, `h2-e2`, `xd4`.
  private static func looksLikeMove(_ text: String) -> Bool {
    var points = Substring(
      text.first == "x" && text.dropFirst().first?.isLetter == true
        ? text.dropFirst() : text[...]
    )
    for _ in 0..<2 {
      guard let letter = points.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
      else { return false }
      points.removeFirst()
      let digits = points.prefix { ("0"..."9").contains($0) }
      guard (1...3).contains(digits.count) else { return false }
      points.removeFirst(digits.count)
      if points.isEmpty { return true }
      if points.first == "-" { points.removeFirst() }
    }
    return false
  }
}
