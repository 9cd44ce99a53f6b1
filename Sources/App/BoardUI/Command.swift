import GameRules
import MatchPlay

/// The command of one typed line.
enum Command: Hashable, Sendable {
  /// Make a move; the text is as it was typed, without spaces, and still has to be read as a move.
  case play(String)
  case resign
  /// Offer a draw.
  case draw
  /// Claim a draw that this move would bring about.
  case claim(String)
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
    "接收": "accept", "接受": "accept", "再来一局": "again", "再来": "again",
    "再下一局": "again", "棋盘": "board", "隐藏棋盘": "board off", "显示棋盘": "board on",
    "取消": "cancel", "关闭聊天": "chat off", "打开聊天": "chat on", "关门": "close",
    "抛硬币": "coin", "猜先": "coin", "继续": "continue", "恢复": "continue", "求和": "draw",
    "提和": "draw", "和棋": "draw", "对方": "guest", "对方先": "guest", "客人": "guests",
    "谁在": "guests", "帮助": "help", "说明": "help", "提示": "hint", "支招": "hint",
    "请出": "kick", "踢": "kick", "可走": "legal", "级别": "level", "等级": "level",
    "难度": "level", "聊天记录": "log", "我": "me", "我先": "me", "着法": "moves",
    "走法": "moves", "棋谱": "moves", "静音": "mute", "屏蔽": "mute", "新局": "new",
    "重新开始": "new", "重开": "new", "否": "no", "不": "no", "不同意": "no", "不对": "no",
    "不同": "no", "不一样": "no", "开门": "open", "暂停": "pause", "退出": "quit",
    "离开": "quit", "拒绝": "refuse", "认输": "resign", "投降": "resign", "认负": "resign",
    "投子": "resign", "规则": "rules", "说": "say", "发送": "send", "状态": "status",
    "悔棋": "undo", "悔一步": "undo", "撤销": "undo", "取消静音": "unmute", "是": "yes",
    "同意": "yes", "好": "yes", "可以": "yes", "对": "yes", "相同": "yes", "一样": "yes",
    "黑": "black", "白": "white", "两子": "two", "执黑": "black", "黑棋": "black",
    "执白": "white", "白棋": "white",
  ]

  /// The words of ``chinese`` behind which something follows, with a space or without.
  private static let leading: Set = [
    "级别", "等级", "难度", "请出", "踢", "说", "可走", "发送", "聊天记录", "求和", "提和",
  ]

  /// Reads a typed line; letters of any case, wide ones too, spaces before, behind and between are
  /// ignored.
  init(_ line: String) {
    // What is said stays as it was typed.
    if let talk = TalkCommand(line) {
      self = .talk(talk)
      return
    }
    let line = TypedLine.english(line, Self.chinese, leading: Self.leading)
    self = TalkCommand(line).map(Command.talk) ?? Command(ofGame: TypedLine.narrow(line))
  }

  private init(ofGame line: String) {
    let typed = line.split { $0.isWhitespace }
    let words = typed.map { $0.lowercased() }
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
      case "board": .board
      case "legal": .legal("")
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
      case "rules": .rules
      case "new": .new
      case _: Self.about(typed) ?? Self.move(typed) ?? .unknown(typed.joined(separator: " "))
      }
  }

  /// A command with something behind its first word.
  private static func about(_ typed: [Substring]) -> Command? {
    guard typed.count > 1 else { return nil }
    let rest = typed.dropFirst().joined(separator: " ")
    return switch typed[0].lowercased() {
    case "draw": .claim(rest)
    case "kick": .kick(rest)
    case "legal": .legal(rest)
    case "level": .level(rest.lowercased())
    default: nil
    }
  }

  /// The move that `words` look like: a point or two, a move of chess, or one of Xiangqi in
  /// WXF or in Chinese.
  private static func move(_ words: [Substring]) -> Command? {
    let text = words.joined()
    if XiangqiPosition.isPhrase(text) { return .play(text) }
    if words.count == 1, ChessPosition.isPhrase(text) { return .play(text) }
    if text.first == "吃" { return move(["x" + text.dropFirst()]) }
    return words.count == 1 && looksLikeMove(text.lowercased()) ? .play(text) : nil
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
