import GameRules
import TestSupport
import Testing

/// Broken files in all formats: `FUZZ_CASES` asks for as many, a plain run tries 6,000.
@Suite struct BrokenFileFuzzTests {
  static let rounds = Fixture.count(environment: "FUZZ_CASES", standard: 6_000) / 24

  static let names: [(GameFormat, String)] = [
    (.sgf, "renju.sgf"), (.sgf, "puzzle.sgf"), (.psq, "gomocup.psq"), (.pos, "opening.pos"),
    (.chinese, "xqf-export.pgn"), (.chinese, "traditional.pgn"), (.wxf, "wxf.pgn"),
    (.iccs, "iccs.pgn"), (.text, "liuzhou.txt"), (.fen, "moves.fen"),
  ]

  static let good =
    names.map { ($0.0, Fixture.text("notation/\($0.1)")) }
    + [
      (.dhtmlxq, ForeignFileTests.dhtmlxq), (.dhtmlxq, RoundTripTests.dhtmlxq),
      (.chinese, ForeignXiangqiTests.wxf),
    ]

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `any damage is read or refused, never a crash`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let signs = Array(
      "()[]{};:,.\\\"'#$%*+-=/0123456789abhjoxzBWCHRP炮二平五前中后進８…\u{301}\u{0}\u{feff}\r\n \t"
    )
    for round in 0..<Self.rounds {
      let (format, text) = Self.good[(Int(seed) + round) % Self.good.count]
      var characters = Array(text)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !characters.isEmpty {
        let place = Int.random(in: 0..<characters.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: characters.remove(at: place)
        case 1: characters.removeSubrange(place...)
        case 2: characters.swapAt(place, characters.count - 1)
        case 3: characters.insert(signs.randomElement(using: &random) ?? " ", at: place)
        default: characters[place] = signs.randomElement(using: &random) ?? " "
        }
      }
      let damaged = String(characters)
      try check(damaged, format)
      // The games before and after a damaged one; such a check takes as long as eight others.
      if round % 8 == 0 {
        let length = Int.random(in: 1...99, using: &random)
        checkCollection(damaged + "\n" + text, format, inPartsOf: length)
      }
    }
  }

  private func checkCollection(_ text: String, _ format: GameFormat, inPartsOf length: Int) {
    let entries = GameFile.games(reading: text, as: format)
    #expect(entries.map(\.number) == Array(1..<(entries.count + 1)))
    if length < 10 {
      #expect(GameFile.games(reading: text, as: format, inPartsOf: length) == entries)
    }
  }

  @Test(arguments: [
    (GameFormat.sgf, "(;GM[4]", "(;B[hh]", ""), (.chinese, "1. h2e2 ", "(1. h2e2 ", ""),
    (.dhtmlxq, "[DhtmlXQ_movelist]7747[/]", "[DhtmlXQ_move_0_1_1]7747[/]", ""),
    (.sgf, "(;C[", "x", "])"), (.chinese, "1. h2e2 {", "x", "} *"), (.pos, "", "h8", ""),
    (.text, "", "/", ""), (.fen, "", "9/", ""), (.psq, "", "1,", ""), (.dhtmlxq, "", "[", ""),
  ])
  func `long lines and deep variations take linear time`(
    sample: (format: GameFormat, head: String, part: String, tail: String)
  ) {
    let count = min(100_000, GameFile.maximumSize / sample.part.utf8.count - 100)
    let text = sample.head + String(repeating: sample.part, count: count) + sample.tail
    _ = GameFormat.fitting(text)
    _ = GameFile.games(reading: text, as: sample.format)
  }

  private func check(_ text: String, _ format: GameFormat) throws {
    _ = GameFormat.fitting(text)
    do {
      let file = try GameFile(reading: text, as: format)
      let rule: GomokuRule? = if case .gomoku(let game) = file.position { game.rule } else { nil }
      let copy = try GameFile(reading: file.text(as: format), as: format, rule: rule)
      #expect(copy.position == file.position)
    } catch let error as BrokenFile {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      #expect((1...lines.count).contains(error.line))
      #expect((1...lines[error.line - 1].count + 1).contains(error.column))
    }
  }
}
