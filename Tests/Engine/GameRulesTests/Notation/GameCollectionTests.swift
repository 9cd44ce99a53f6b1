import GameRules
import Testing

extension GameFile {
  /// All games of a text, which arrives in parts of `length` characters.
  static func games(
    reading text: String,
    as format: GameFormat,
    inPartsOf length: Int = .max
  ) -> [GameCollection.Entry] {
    var collection = GameCollection(as: format)
    var entries: [GameCollection.Entry] = []
    var rest = text[...]
    while !rest.isEmpty {
      collection.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
      while let entry = collection.next() { entries.append(entry) }
    }
    collection.finish()
    while let entry = collection.next() { entries.append(entry) }
    return entries
  }
}

@Suite struct GameCollectionTests {
  /// A format, a text with many games, and the moves of each or the place where it is broken.
  static let texts: [(GameFormat, String, [String])] = [
    (.sgf, "(;B[hh];W[ii])(;B[aa])", ["h8 i7", "a15"]),
    (.sgf, "x\n(;B[hh]\n(;W[ii])(;W[jj]))\ny\n( ;B[aa]C[a \\] (;b)])\nz", ["h8 i7", "a15"]),
    (.sgf, "(;B[hh];W[hh])\n(;B[aa])", ["1:11", "a15"]),
    (.sgf, "(;B[hh])(;B[zz])(;B[aa])", ["h8", "1:13", "a15"]),
    (
      .sgf, "(;FF[4]B[hh];W[ii\n(;FF[4]B[aa])\n(;GM[4]B[bb]\n(;SZ[15]B[cc])",
      [
        "1:15", "a15", "4:1", "c13",
      ]
    ),
    (.sgf, "(;B[hh]C[\n(;FF[4\\]B[aa\\])\n];W[ii])", ["h8 i7"]),
    (.sgf, "no game", ["1:1"]), (.sgf, "", ["1:1"]),
    (.chinese, "[Red \"A\"]\n\n1. h2e2\n\n[Red \"B\"]\n\n1. c3c4 *\n\nEnd\n", ["h2e2", "c3c4"]),
    (.chinese, "1. h2e2 *\n\n1. h2e2 h9g8 *\n====\n1. c3c4 1-0\n", ["h2e2", "3:9", "c3c4"]),
    (.chinese, "[Red \"A\"]\r\n\r\n1. h2e2 {a\r\n[Red \"B\"]\r\n} h9g7\r\n", ["h2e2 h9g7"]),
    (.chinese, "[Red \"A\"]\n1. h2e2 {a\n\n[Red \"B\"]\n1. c3c4", ["2:9", "c3c4"]),
    (.chinese, "{a}\n[Red \"A\"]\n1. h2e2 ; [b\n*\n[Red \"B\"]\n*", ["h2e2", ""]),
    (.chinese, "Text\n\n[Red \"A\"]\n1. h2e2 h9g7 (1... h7e7) *", ["h2e2 h9g7"]),
    (.chinese, "１．炮二平五 *\n２．马\n１．兵七进一", ["h2e2", "c3c4"]),
    (.dhtmlxq, ForeignFileTests.dhtmlxq + "\n" + ForeignFileTests.dhtmlxq, ["", ""]),
    (.pos, "h8i9\n\nh8h8\nj10", ["h8 i9", "3:3", "j10"]),
    (
      .fen, "\(XiangqiPosition.startText) moves h2e2\n\(XiangqiPosition.startText)\n", ["h2e2", ""]
    ),
    (.psq, "Piskvorky 15x15, 0:0, 0\n8,8,0\nPiskvorky 15x15, 0:0, 0\n1,1,0\n", ["h8", "a15"]),
    (.text, "6/6/6/6/6/6 w p 18,18 0 0\na1\n", ["a1"]),
  ]

  @Test(arguments: texts)
  func `every game that can be read is read`(sample: (GameFormat, String, [String])) {
    let (format, text, expected) = sample
    let entries = GameFile.games(reading: text, as: format)
    #expect(entries.map(\.number) == Array(1..<(expected.count + 1)))
    let found = entries.map { entry in
      switch entry.game {
      case .success(let file): WildFileTests.moves(file)
      case .failure(let error): "\(error.line):\(error.column)"
      }
    }
    if format != .dhtmlxq { #expect(found == expected) }
    for length in [1, 7] {
      #expect(GameFile.games(reading: text, as: format, inPartsOf: length) == entries)
    }
  }

  @Test(arguments: [
    (GameFormat.sgf, "(;C[", "])\n"), (.chinese, "[Red \"A\"]\n1. h2e2 {", "} *\n"),
  ])
  func `a game that is too long is left out`(sample: (GameFormat, String, String)) {
    let (format, head, tail) = sample
    let word = String(repeating: "x", count: 99) + "\n"
    let text = head + String(repeating: word, count: 30_000) + tail
    let entries = GameFile.games(reading: text + head + tail, as: format, inPartsOf: 100_000)
    #expect(entries.count == 2)
    #expect(throws: BrokenFile.self) { try entries[0].game.get() }
    #expect(throws: Never.self) { try entries[1].game.get() }
    let broken = GameFile.games(reading: text + "(;B[zz])[Red \"B\"]\n1. x1", as: format)
    #expect(throws: BrokenFile.self) { try broken[1].game.get() }
  }
}
