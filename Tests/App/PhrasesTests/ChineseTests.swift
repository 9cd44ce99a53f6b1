import Phrases
import Terminal
import Testing

/// The table of Chinese against the sentences that the sources say.
struct ChineseTests {
  /// The sources are read once for all tests.
  private static let sources = Result { try SourceScan() }

  private let scan: SourceScan

  init() throws { scan = try Self.sources.get() }

  @Test func `every sentence of the sources has a Chinese text`() {
    let missing = scan.phrases.filter { Chinese.texts[$0.key] == nil }
    for phrase in missing { Issue.record("\(phrase.file) has no Chinese for: \(phrase.key)") }
    #expect(scan.phrases.count > 600)
  }

  @Test func `every sentence is said as a literal`() {
    #expect(scan.unreadable == [])
  }

  @Test func `no Chinese text is left that nobody says, and none is there twice`() {
    let used = Set(scan.phrases.map(\.key))
    let keys = Chinese.parts.joined().map(\.key)
    #expect(keys.filter { !used.contains($0) } == [])
    #expect(Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test func `a Chinese text has the arguments of its English sentence`() {
    for (key, text) in Chinese.texts {
      let count = key.count { $0 == "{" }
      let numbers: Set<Int> = Set(text.matches(of: /\{(\d+)\}/).compactMap { Int($0.1) })
      #expect(numbers == Set(Array(1...10).prefix(count)), "\(key) and \(text)")
    }
  }

  @Test func `a Chinese text is Chinese`() {
    for (key, text) in Chinese.texts where !text.filter({ !"{}123：".contains($0) }).isEmpty {
      let isChinese = text.unicodeScalars.contains { $0.value >= 0x3000 }
      #expect(isChinese || key.first == "t", "\(key): \(text)")
    }
  }

  @Test func `no sentence has an article before an argument, which may begin with a vowel`() {
    let keys = scan.phrases.map(\.key).filter { $0.contains(/\b[Aa]n? \{\}/) }
    #expect(keys == [])
  }

  @Test func `what the system says of an error is Chinese in a Chinese sentence`() {
    let words = "Permission denied"
    let phrase: Phrase = "it cannot be written: \(words)"
    #expect(phrase.text(in: .chinese) == "无法写入：权限不够")
    #expect(phrase.text(in: .english) == "it cannot be written: Permission denied")
  }

  // MARK: Places

  @Test func `a line of a list is not wider than a terminal of 80 columns`() {
    let lists = scan.phrases.filter { $0.key.contains("\n") && !$0.key.contains("{}") }
    #expect(lists.count >= 8)
    for phrase in lists {
      for line in (Chinese.texts[phrase.key] ?? "").split(separator: "\n") {
        #expect(CharacterWidth.columns(of: String(line)) <= 79, "\(line)")
      }
    }
  }

  @Test func `a key's word and an item of the menu are not wider than the English ones allow`() {
    let screen = scan.phrases.filter { $0.file.hasPrefix("App/BoardUI/Screen/") }.map(\.key)
    let single = screen.filter { !$0.contains("\n") && !$0.contains("{") }
    #expect(single.count > 40)
    for key in single {
      let width = CharacterWidth.columns(of: Chinese.texts[key] ?? "")
      // A word that is a key's may take what is left of a line of seven; a line takes the screen.
      // What does not fit into one line in English is wrapped.
      let room = key.count <= 7 ? 8 : key.count > 78 ? key.count : max(28, min(key.count + 6, 78))
      #expect(width <= room, "\(key): \(Chinese.texts[key] ?? "") takes \(width) of \(room)")
    }
  }

  @Test func `the title of a setting leaves room for its value`() {
    let titles = scan.phrases.filter {
      $0.file == "App/BoardUI/Settings/SettingsStrings.swift" && $0.key.first?.isLowercase == true
        && $0.key.count < 22
    }
    #expect(titles.count >= 14)
    for title in titles {
      #expect(CharacterWidth.columns(of: Chinese.texts[title.key] ?? "") <= 23)
    }
  }

  @Test func `what is asked and typed behind leaves room to type`() {
    let prompts = scan.phrases.filter { $0.key.hasSuffix(": ") && $0.key.count < 40 }
    #expect(prompts.count >= 5)
    for prompt in prompts {
      #expect(CharacterWidth.columns(of: Chinese.texts[prompt.key] ?? "") <= 40)
    }
  }
}
