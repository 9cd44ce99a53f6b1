import Testing

@testable import BoardUI

@Suite struct CommandTests {
  static let lines: [(String, Command)] = [
    ("h8", .play("h8")),
    ("  H8\t", .play("H8")),
    ("Ｈ８", .play("H8")),
    ("h8。", .play("h8")),
    ("C2.5", .play("C2.5")),
    ("25=4", .play("25=4")),
    ("炮二平五", .play("炮二平五")),
    ("炮2平5！", .play("炮2平5")),
    ("炮二平5。", .play("炮二平5")),
    (" 炮 二　平 五 ", .play("炮二平五")),
    ("吃d4", .play("xd4")),
    ("吃 D4", .play("xD4")),
    ("吃吃吃", .unknown("吃吃吃")),
    ("。", .unknown("。")),
    ("？", .help),
    ("Yes!", .yes),
    ("／你好！", .talk(.say("你好！"))),
    ("、你好。", .talk(.say("你好。"))),
    ("说你好！", .talk(.say(" 你好！"))),
    ("说 你好 Ａｎｎａ", .talk(.say(" 你好 Ａｎｎａ"))),
    ("级别3", .level("3")),
    ("级别３", .level("3")),
    ("请出1", .kick("1")),
    ("可走C2.5", .legal("C2.5")),
    ("legal H8", .legal("H8")),
    ("draw Nf3", .claim("Nf3")),
    ("提和马f3", .claim("马f3")),
    ("提和", .draw),
    ("聊天记录Anna", .talk(.log("Anna"))),
    ("发送/tmp/Ａ", .talk(.send("/tmp/Ａ"))),
    ("认输。", .resign),
    ("o15", .play("o15")),
    ("z99", .play("z99")),
    ("h1000", .unknown("h1000")),
    ("h", .unknown("h")),
    ("8h", .unknown("8h")),
    ("h 8", .unknown("h 8")),
    ("resign", .resign),
    ("RESIGN ", .resign),
    ("resig", .unknown("resig")),
    ("quit", .quit),
    ("exit", .quit),
    ("draw", .draw),
    ("undo", .undo),
    ("Yes", .yes),
    ("y", .yes),
    ("no", .no),
    ("n", .no),
    ("pause", .pause),
    ("continue", .goOn),
    ("again", .again),
    ("rematch", .again),
    ("hint", .hint),
    ("Hint ", .hint),
    ("level", .level("")),
    ("LEVEL  7", .level("7")),
    ("level seven", .level("seven")),
    ("levels", .unknown("levels")),
    ("help", .help),
    ("?", .help),
    ("board", .board),
    ("board  off", .drawing(false)),
    ("Board on", .drawing(true)),
    ("moves", .moves),
    ("", .nothing),
    ("   ", .nothing),
  ]

  @Test(arguments: lines)
  func `a line is read as it is meant`(line: String, command: Command) {
    #expect(Command(line) == command)
  }
}

@Suite struct TypedAnswerTests {
  @Test(arguments: ["y", "Yes", "是", "同意", "好。", "接受"])
  func `a yes is one in both languages`(line: String) {
    #expect(TypedAnswer(line).isYes && !TypedAnswer(line).isQuit)
  }

  @Test(arguments: ["q", "Quit ", "退出", "离开！"])
  func `so is the wish to leave`(line: String) {
    #expect(TypedAnswer(line).isQuit && !TypedAnswer(line).isYes)
  }

  @Test(arguments: [("12", 12), (" １２ ", 12), ("3。", 3)])
  func `digits may be wide`(line: String, number: Int) {
    #expect(TypedAnswer(line).number == number)
  }

  @Test(arguments: ["", "no", "不", "12a", "hello"])
  func `any other line is none of these`(line: String) {
    let answer = TypedAnswer(line)
    #expect(!answer.isYes && !answer.isQuit && answer.number == nil)
  }
}

@Suite struct PrintableTextTests {
  static let texts: [(String, String)] = [
    ("Anna", "Anna"),
    ("\u{1B}[31mred\u{7}", "[31mred"),
    ("a\u{202E}b\nc", "abc"),
    ("  two   words ", "two words"),
    ("张三", "张三"),
    ("", ""),
  ]

  @Test(arguments: texts)
  func `text from outside cannot steer a terminal`(raw: String, shown: String) {
    #expect(PrintableText(raw).text == shown)
  }

  @Test(arguments: ["\u{301}", "\u{E31}", "\u{20E3}", "\u{903}"])
  func `a pile of marks keeps three of them`(mark: String) {
    let piled = "ab" + String(repeating: mark, count: 150) + "c"
    #expect(PrintableText(piled).text == "ab" + String(repeating: mark, count: 3) + "c")
  }

  @Test func `text from outside is cut`() {
    #expect(PrintableText(String(repeating: "x", count: 10_000)).text.count == 40)
  }
}
