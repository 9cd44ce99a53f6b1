import Terminal
import Testing

@Suite struct CanvasTests {
  @Test func `text is cut at the edges, and never in the middle of a wide character`() {
    var canvas = Canvas(Size(rows: 2, columns: 6))
    canvas.write("abc車d", at: Place(0, 0))
    canvas.write("abcde車", at: Place(1, 0))
    #expect(canvas.lines == ["abc車d", "abcde"])
    canvas.write("x", at: Place(0, 4))
    #expect(canvas.lines[0] == "abc xd")
    #expect(canvas.write("車馬", at: Place(1, 0), limit: 3) == 2)
    #expect(canvas.lines[1] == "車cde")
    canvas.write("outside", at: Place(7, 0))
    canvas.write("left", at: Place(0, -2))
    #expect(canvas.lines[0] == "ftc xd")
  }

  @Test func `text keeps the background that is there`() {
    let wood = Colour(0xD0A060, .yellow)
    var canvas = Canvas(Size(rows: 1, columns: 4))
    canvas.fill(from: Place(0, 1), Size(rows: 1, columns: 2), Style(on: wood))
    canvas.write("abcd", at: Place(0, 0), Style(bold: true))
    #expect(canvas.row(0).map(\.style.background) == [nil, wood, wood, nil])
    #expect(canvas.row(0).allSatisfy { $0.style.isBold })
  }

  @Test(
    arguments: [
      ("a", 1), ("車", 2), ("é", 1), ("e\u{301}", 1), ("●", 1), ("─", 1), ("\u{200B}", 0), ("ａ", 2),
      ("😀", 2), ("\n", 0), ("한", 2),
    ] as [(Character, Int)]
  )
  func `characters have the width that terminals give them`(character: Character, columns: Int) {
    #expect(CharacterWidth.columns(of: character) == columns)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 8, ["one two", "three"]),
    ("immeasurable", 5, ["immea", "surab", "le"]),
    ("車馬象士", 5, ["車馬", "象士"]),
    ("車馬象，士", 6, ["車馬", "象，士"]),
    ("h8 走。", 5, ["h8", "走。"]),
    ("車馬（士）", 6, ["車馬", "（士）"]),
    ("abc、def、ghi", 10, ["abc、def、", "ghi"]),
    ("abc、（de）", 5, ["abc、", "（de", "）"]),
    ("", 5, [""]),
    ("a\nb c", 3, ["a", "b c"]),
  ])
  func `lines break between words`(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(to: columns) == lines)
  }

  @Test func `a colour is told to each kind of terminal in its own way`() {
    let red = Colour(0xD03020, .red)
    #expect(red.resolved(to: .none) == nil)
    #expect(red.resolved(to: .sixteen) == .palette(1))
    #expect(red.resolved(to: .palette) == .palette(166))
    #expect(red.resolved(to: .direct) == .direct(0xD03020))
    #expect(Colour(0x808080, .white).resolved(to: .palette) == .palette(244))
  }
}
