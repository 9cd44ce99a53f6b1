import Testing

@testable import Phrases

/// Reading of gettext's files.
struct CatalogueTests {
  @Test func `a catalogue is read with its escapes, contexts and texts of several lines`() {
    let texts = Catalogue.texts(
      of: #"""
        msgid ""
        msgstr "Language: zh_CN\n"

        #: Sources/"A.swift"
        msgid "one"
        msgstr "一"

        msgctxt "system"
        msgid "one"
        msgstr ""
        "\"一\"\n"
        "\\n"

        """#
    )
    #expect(texts == ["": "Language: zh_CN\n", "one": "一", "system|one": "\"一\"\n\\n"])
  }

  @Test func `the program has its catalogue with it`() {
    #expect(Catalogue.chinese.count > 1_400)
  }

  @Test func `what the system says of an error is Chinese in a Chinese sentence`() {
    let words = "Permission denied"
    let phrase: Phrase = "it cannot be written: \(words)"
    #expect(phrase.text(in: .chinese) == "无法写入：权限不够")
    #expect(phrase.text(in: .english) == "it cannot be written: Permission denied")
  }
}
