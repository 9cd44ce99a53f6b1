import Testing

@testable import Terminal

/// A line that is typed at a terminal.
@Suite struct LineEditorTests {
  private static func type(_ text: String, _ editor: inout LineEditor) {
    for character in text { _ = editor.press(.character(character)) }
  }

  @Test func `a line is edited where the cursor is`() {
    var editor = LineEditor()
    Self.type("h9 x", &editor)
    for key in [Key.backspace, .backspace, .left, .delete] { _ = editor.press(key) }
    Self.type("8", &editor)
    #expect(editor.line == "h8")
    for key in [Key.home, .delete, .character("棋"), .end] { _ = editor.press(key) }
    #expect(editor.line == "棋8")
    #expect(editor.row(columns: 80).cursor == 3)
    #expect(editor.press(.enter) == .line("棋8"))
    #expect(editor.line.isEmpty)
  }

  @Test func `words and ends of the line are cut`() {
    var editor = LineEditor()
    Self.type("level 10", &editor)
    _ = editor.press(.control("w"))
    #expect(editor.line == "level ")
    _ = editor.press(.control("u"))
    #expect(editor.line.isEmpty)
    Self.type("abc", &editor)
    for key in [Key.control("a"), .control("f"), .control("k")] { _ = editor.press(key) }
    #expect(editor.line == "a")
  }

  @Test func `lines before come back, and what was being typed too`() {
    var editor = LineEditor()
    for line in ["h8", "i9", "i9", ""] {
      Self.type(line, &editor)
      #expect(editor.press(.enter) == .line(line))
    }
    Self.type("dra", &editor)
    _ = editor.press(.up)
    #expect(editor.line == "i9")
    _ = editor.press(.up)
    #expect(editor.line == "h8")
    _ = editor.press(.up)
    #expect(editor.line == "h8")
    for _ in 1...3 { _ = editor.press(.down) }
    #expect(editor.line == "dra")
  }

  @Test func `words are completed as far as they agree`() {
    var editor = LineEditor()
    editor.words = ["board", "board off", "level", "legal"]
    Self.type("bo", &editor)
    #expect(editor.press(.tab) == .edited)
    #expect(editor.line == "board")
    #expect(editor.press(.tab) == .choices(["board", "board off"]))
    _ = editor.press(.control("u"))
    Self.type("lev", &editor)
    _ = editor.press(.tab)
    #expect(editor.line == "level ")
    _ = editor.press(.control("u"))
    #expect(editor.press(.tab) == .edited)
    #expect(editor.press(.control("d")) == .closed)
  }

  @Test(arguments: [80, 20, 5, 1])
  func `the row has room, and the cursor is in it`(columns: Int) {
    var editor = LineEditor()
    editor.prompt = "Black. Your move: "
    Self.type(String(repeating: "棋x", count: 60), &editor)
    for key in [Key.end, .home, .right, .left] {
      _ = editor.press(key)
      let row = editor.row(columns: columns)
      #expect(CharacterWidth.columns(of: row.text) <= max(columns, 3))
      #expect((0...max(columns, 3)).contains(row.cursor))
    }
  }

  @Test(arguments: [
    ("h8", [Key.character("h"), .character("8")]),
    ("\u{1B}[A\u{1B}OB", [.up, .down]),
    ("\u{1B}[3~\u{1B}[H\u{1B}[8~", [.delete, .home, .end]),
    ("\u{1B}", [.escape]),
    ("\u{1B}[99;99~x", [.character("x")]),
    ("棋\u{7F}\r\t\u{1}", [.character("棋"), .backspace, .enter, .tab, .control("a")]),
    ("\u{1B}[200~", []),
    ("\u{1B}[[A\u{1B}[15;2~x", [.character("x")]),
    ("\u{1B}\u{1B}[A", [.up]),
    ("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}x", [.character("x")]),
    ("\u{1B}P>|terminal 1\u{1B}\\x", [.character("x")]),
    ("\u{1B}]", []),
  ])
  func `bytes are keys`(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: Array(text.utf8)) == keys)
    #expect(decoder.keys(in: Array("y".utf8)) == [.character("y")])
  }

  @Test(arguments: ["\u{1B}|[A", "\u{1B}[|A", "\u{1B}|[|A"])
  func `an arrow key in two parts is an arrow`(parts: String) {
    var decoder = KeyDecoder()
    let keys = parts.split(separator: "|").flatMap { decoder.keys(in: Array($0.utf8)) }
    #expect(keys.filter { $0 != .escape } == [.up])
    #expect(decoder.keys(in: Array("A".utf8)) == [.character("A")])
  }

  static let clicks: [(String, Place?)] = [
    ("<0;1;1M", Place(0, 0)), ("<0;300;20M", Place(19, 299)), ("<4;9;2M", Place(1, 8)),
    ("<0;300;20m", nil), ("<1;9;2M", nil), ("<32;9;2M", nil), ("<64;9;2M", nil),
    ("<0;0;2M", nil),
    ("0;9;2M", nil), ("<0;9M", nil), ("<0;99999999999999;2M", nil), ("<0;-9;2M", nil),
    ("<;;M", nil),
  ]

  @Test(arguments: clicks)
  func `a click in SGR mode has its place in any column`(text: String, place: Place?) throws {
    var sequence = try #require(TerminalSequence(after: UInt8(ascii: "[")))
    for byte in text.utf8 { sequence.take(byte) }
    #expect(sequence.click == place)
  }

  @Test func `bytes that come one by one are the same, and broken ones are nothing`() {
    var decoder = KeyDecoder()
    let bytes = Array("棋".utf8)
    #expect(decoder.keys(in: [bytes[0]]).isEmpty)
    #expect(decoder.keys(in: bytes[1...]) == [.character("棋")])
    #expect(decoder.keys(in: [0xFF, 0xC3, 0x28, 0x61]) == [.character("("), .character("a")])
  }
}
