import MatchProtocol
import Testing

@Suite struct PlayerNameTests {
  @Test(arguments: [
    "A", "Ada Lovelace", "王积薪", "👩‍💻", "نیم‌فاصله", "Ấn", "A\u{E000}",
    String(repeating: "x", count: 64),
  ])
  func `names of people are names`(text: String) {
    #expect(PlayerName(text)?.description == text)
    #expect(PlayerName(cleaning: text).description == text)
  }

  @Test(
    arguments: [
      ("\u{1b}[2JAda", "[2JAda"), ("A\u{7}da", "Ada"), ("Ada\n", "Ada"), ("\u{202e}adA", "adA"),
      ("A\u{2066}da\u{2069}", "Ada"), ("A\u{9b}1m", "A1m"), ("A\u{2028}B", "AB"),
      ("\u{feff}Ada", "Ada"), ("", "player"), ("  ", "player"), ("\u{200d}", "player"),
      ("\u{115F}", "player"), ("\u{3164} \u{3164}", "player"), ("\u{2800}", "player"),
      ("\u{FE0F}\u{200C}", "player"), ("\u{E000}", "player"), ("\u{F8FF} \u{10FFFD}", "player"),
      (
        "A" + String(repeating: "\u{301}", count: 9) + "b",
        "A" + String(repeating: "\u{301}", count: 8) + "b"
      ),
      (String(repeating: "棋", count: 22), String(repeating: "棋", count: 21)),
      (String(repeating: "👩‍💻", count: 6), String(repeating: "👩‍💻", count: 5)),
    ])
  func `what could harm a terminal is no name and is cleaned out`(text: String, clean: String) {
    #expect(PlayerName(text) == nil)
    #expect(PlayerName(cleaning: text).description == clean)
    #expect(PlayerName(clean) != nil)
  }

  @Test func `a chat message keeps at most eight marks on a character`() throws {
    let marks = { String(repeating: "\u{301}", count: $0) }
    #expect(try Words("a\(marks(100))b\(marks(2))").text == "a\(marks(8))b\(marks(2))")
    let hindi = "नमस्ते दुनिया"
    #expect(try Words(hindi).text == hindi)
  }
}
