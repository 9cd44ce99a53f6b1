import Phrases
import Testing

/// What a sentence is in either language.
struct PhraseTests {
  @Test func `a sentence knows its key, its arguments and its English text`() {
    let (name, side) = ("Ann", 7)
    let phrase: Phrase = "\(name) plays \(side)."
    #expect(phrase.key == "{} plays {}.")
    #expect(phrase.arguments == ["Ann", "7"])
    #expect(phrase.text(in: .english) == "Ann plays 7.")
  }

  @Test(arguments: [(0, "0 moves left"), (1, "1 move left"), (2, "2 moves left")])
  func `a count takes the form of its noun`(count: Int, expected: String) {
    let phrase: Phrase = "\(count, "move", "moves") left"
    #expect(phrase.key == "{move|moves} left")
    #expect(phrase.text(in: .english) == expected)
  }

  @Test func `arguments stand where the Chinese sentence has them`() {
    let phrase: Phrase = "\(3) of \("{1}"): \("a")"
    #expect(phrase.text(in: .chinese) == "3 of {1}: a")
    let known: Phrase = "The last \(2) moves"
    #expect(known.text(in: .chinese) == "The last 2 moves")
    let there: Phrase = "\("Ann") has left."
    #expect(there.text(in: .chinese) == "Ann 已离开。")
    let braces: Phrase = "\("{2}{1}") has left."
    #expect(braces.text(in: .chinese) == "{2}{1}已离开。")
  }

  @Test(arguments: [
    ("Ann", "Ann 已离开。"), ("安娜", "安娜已离开。"), ("Zoë", "Zoë 已离开。"), ("A-1", "A-1 已离开。"),
    ("“Bo”", "“Bo”已离开。"), ("", "已离开。"), ("Анна", "Анна 已离开。"), ("🐼", "🐼已离开。"),
  ])
  func `a space stands between Chinese and other letters`(name: String, text: String) {
    let phrase: Phrase = "\(name) has left."
    #expect(phrase.text(in: .chinese) == text)
    #expect(phrase.text(in: .english) == "\(name) has left.")
  }

  @Test(arguments: [
    ("tcp:127.0.0.1:4711", "正在连接 tcp:127.0.0.1:4711。"), ("安娜", "正在连接安娜。"),
  ])
  func `a space stands before other letters, too`(name: String, text: String) {
    let phrase: Phrase = "Connecting to \(name)."
    #expect(phrase.text(in: .chinese) == text)
  }

  @Test func `the language of a task counts before the program's`() {
    #expect(say("You won.") == "You won.")
    Language.$ofTask.withValue(.chinese) {
      #expect(say("You won.") == "你赢了。")
    }
  }

  @Test(
    arguments: [
      ([nil, nil, "zh_CN.UTF-8"], Language.chinese), (["", "zh_TW.UTF-8", "C"], .chinese),
      (["C", "zh_CN.UTF-8", "zh_CN.UTF-8"], .english), (["de_DE.UTF-8", nil, nil], .english),
      (["zho", nil, nil], .english), ([nil, nil, nil], .english), (["zh", nil, nil], .chinese),
    ] as [([String?], Language)]
  )
  func `the first locale that is set names the language`(locale: [String?], expected: Language) {
    #expect(Language(locale: locale, showsHan: true) == expected)
    #expect(Language(locale: locale, showsHan: false) == .english)
  }
}
