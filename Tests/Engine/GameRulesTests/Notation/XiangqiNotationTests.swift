import TestSupport
import Testing

@testable import GameRules

@Suite struct XiangqiNotationTests {
  /// Positions looked at in each test; `FUZZ_CASES` asks for as many in all.
  static let rounds = max(Fixture.count(environment: "FUZZ_CASES", standard: 1_000) / 20, 1)

  /// Every legal move has a text of its own, and the text is read as that move.
  static func check(_ position: XiangqiPosition) {
    let legal = position.legalMoves
    var texts: Set<String> = []
    for move in legal {
      guard let step = XiangqiStep(move, in: position) else { continue }
      for text in [step.wxf, step.chinese(.simplified)] {
        #expect(texts.insert(text).inserted, "\(text) twice in \(position.text)")
        let form = XiangqiNotation(of: text)
        let phrase = form == .wxf ? XiangqiPhrase(wxf: text) : XiangqiPhrase(chinese: text)
        #expect(phrase?.moves(of: legal, in: position) == [move], "\(text) in \(position.text)")
      }
    }
    #expect(texts.count == legal.count * 2)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `in random games every move is read as it is written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = XiangqiPosition()
    for _ in 0..<Self.rounds {
      Self.check(position)
      if position.outcome != nil { position = XiangqiPosition() }
      try position.play(#require(position.legalMoves.randomElement(using: &random)))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `with many pieces in tandem every move is read as it is written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<Self.rounds * 10 where count < Self.rounds {
      guard let position = XiangqiPosition.crowded(using: &random) else { continue }
      count += 1
      Self.check(position)
    }
    #expect(count == Self.rounds)
  }

  @Test(arguments: XiangqiNotation.allCases, 0..<4 as Range<UInt64>)
  func `a position reads what it writes`(notation: XiangqiNotation, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = Position.xiangqi(XiangqiPosition())
    try game.playRandomly(40, using: &random)
    guard case .xiangqi(let position) = game else { return }
    for move in position.legalMoves {
      let text = try #require(position.text(of: move, in: notation))
      #expect(try position.move(from: text, in: notation) == move)
    }
  }

  /// A position, a move in ICCS, the same in WXF, Chinese and traditional Chinese.
  static let samples: [(String, String, String, String, String)] = [
    (XiangqiPosition.startText, "h2e2", "C2.5", "炮二平五", "炮二平五"),
    (XiangqiPosition.startText, "b0c2", "H8+7", "马八进七", "馬八進七"),
    (XiangqiPosition.startText, "e0e1", "K5+1", "帅五进一", "帥五進一"),
    ("3k5/9/9/4C4/9/9/4C4/9/9/4K4 w", "e6e7", "+C+1", "前炮进一", "前炮進一"),
    ("3k5/9/9/4C4/9/9/4C4/9/9/4K4 w", "e3a3", "-C.9", "后炮平九", "後炮平九"),
    ("3k5/9/9/4r4/9/9/4r4/9/9/5K3 b", "e3d3", "+r.4", "前车平4", "前車平4"),
    ("3k5/9/9/4r4/9/9/4r4/9/9/5K3 b", "e6e8", "-r-2", "后车退2", "後車退2"),
    ("3k5/9/9/2N6/2N6/9/9/9/9/4K4 w", "c6d8", "+H+6", "前马进六", "前馬進六"),
    ("3k5/9/9/2n6/2n6/9/9/9/9/4K4 b", "c6b8", "-h-2", "后马退2", "後馬退2"),
    ("3k5/9/4P4/4P4/9/9/9/9/9/4K4 w", "e7f7", "+P.4", "前兵平四", "前兵平四"),
    ("3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w", "e7f7", "25.4", "中兵平四", "中兵平四"),
    ("3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w", "e6d6", "35.6", "后兵平六", "後兵平六"),
    ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "c8d8", "17.6", "前兵平六", "前兵平六"),
    ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "c7d7", "27.6", "二兵平六", "二兵平六"),
    ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "c6d6", "37.6", "三兵平六", "三兵平六"),
    ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "c5d5", "47.6", "后兵平六", "後兵平六"),
    ("4k4/9/9/9/9/p8/p8/p8/p8/p2K5 b", "a1b1", "21.2", "二卒平2", "二卒平2"),
    ("4k4/9/9/9/9/p8/p8/p8/p8/p2K5 b", "a3b3", "41.2", "四卒平2", "四卒平2"),
    ("3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w", "a7b7", "19.8", "前九平八", "前九平八"),
    ("3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w", "c6d6", "27.6", "后七平六", "後七平六"),
    ("3k5/P8/P1P6/P1P6/9/9/9/9/9/4K4 w", "a7b7", "29.8", "中九平八", "中九平八"),
    ("4k4/9/9/9/9/9/p7p/p7p/9/3K5 b", "i2h2", "19.8", "前9平8", "前9平8"),
    ("3k1a3/9/3a5/9/8r/9/9/9/9/4K4 b", "d7e8", "a4-5", "士4退5", "士4退5"),
    ("3k5/9/9/9/9/2B6/9/9/9/2B1K3R w", "c4a2", "E7-9", "相七退九", "相七退九"),
    ("3k5/9/9/9/9/2B6/9/9/9/2B1K3R w", "c0e2", "E7+5", "相七进五", "相七進五"),
  ]

  @Test(arguments: samples)
  func `a move is written as people say it`(
    sample: (String, String, String, String, String)
  ) throws {
    let position = try XiangqiPosition(text: sample.0)
    let move = try position.move(from: sample.1, in: .iccs)
    #expect(position.text(of: move, in: .iccs) == sample.1)
    #expect(position.text(of: move, in: .wxf) == sample.2)
    #expect(position.text(of: move, in: .chinese) == sample.3)
    #expect(position.text(of: move, in: .traditionalChinese) == sample.4)
    for (text, notation) in [
      (sample.2, XiangqiNotation.wxf), (sample.3, .chinese), (sample.4, .chinese),
    ] {
      #expect(try position.move(from: text, in: notation) == move)
    }
  }

  /// Each line has a FEN, a move, and what pyffish 0.0.90 and cchess 1.25.5 write for it.
  ///
  /// `C+=5` was changed to `+C=5`, and Black's letters to small ones; they write `=` where we write
  /// `.`. - stands for a Chinese text in which cchess leaves the file of a pawn in tandem out.
  @Test(arguments: Fixture.lines("notation/agreed-moves.txt"))
  func `two other programs write the same`(line: String) throws {
    let words = line.split(separator: "\t").map(String.init)
    try #require(words.count == 4)
    let position = try XiangqiPosition(text: words[0])
    let move = try position.move(from: words[1], in: .iccs)
    #expect(position.text(of: move, in: .wxf) == words[2].replacing("=", with: "."))
    #expect(words[3] == "-" || position.text(of: move, in: .chinese) == words[3])
  }

  static let twoFiles = "3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w"
  static let fourPawns = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w"

  /// A position, what somebody may write, and the move that is meant.
  static let spellings: [(String, String, String)] = [
    (XiangqiPosition.startText, "H2-E2", "h2e2"),
    (XiangqiPosition.startText, "c2.5", "h2e2"),
    (XiangqiPosition.startText, "N8+7", "b0c2"),
    (XiangqiPosition.startText, "b7+5", "c0e2"),
    (XiangqiPosition.startText, "炮２平５", "h2e2"),
    (XiangqiPosition.startText, "包2平五", "h2e2"),
    (XiangqiPosition.startText, "傌八進七", "b0c2"),
    (XiangqiPosition.startText, "俥九进一", "a0a1"),
    (XiangqiPosition.startText, "士六进五", "d0e1"),
    (XiangqiPosition.startText, "将五进一", "e0e1"),
    ("3k5/9/9/4C4/9/9/4C4/9/9/4K4 w", "C+-2", "e6e4"),
    ("3k5/9/9/4C4/9/9/4C4/9/9/4K4 w", "C--2", "e3e1"),
    ("3k5/9/9/4C4/9/9/4C4/9/9/4K4 w", "炮前退二", "e6e4"),
    ("3k5/9/9/9/9/2B6/9/9/9/2B1K3R w", "前相退九", "c4a2"),
    (fourPawns, "一兵进一", "c8c9"), (fourPawns, "四兵平六", "c5d5"), (fourPawns, "2兵平6", "c7d7"),
    (twoFiles, "前兵九平八", "a7b7"), (twoFiles, "前兵平六", "c7d7"), (twoFiles, "+9=8", "a7b7"),
    (twoFiles, "一兵进一", "c7c8"), (twoFiles, "二兵平六", "c6d6"), (twoFiles, "四兵平八", "a6b6"),
    (twoFiles, "19.8", "a7b7"),
    ("3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w", ".P=4", "e7f7"),
    ("3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w", "二五平四", "e7f7"),
  ]

  @Test(arguments: spellings)
  func `other spellings are read`(sample: (String, String, String)) throws {
    let position = try XiangqiPosition(text: sample.0)
    let move = try position.move(from: sample.1, in: XiangqiNotation(of: sample.1))
    #expect(move.description == sample.2)
  }

  @Test(arguments: [
    "", "炮", "炮二平", "炮二平五五", "炮二平二", "炮十平五", "炮二进九", "前炮平五", "马二平五", "后二平五", "二二平五",
    "C2=", "C2=55", "C0=5", "C2=2", "X2=5", "+C=5", "C+=5", "2C=5", "h2e9", "h2", "h2-e",
    "C2=5\u{301}", "  ", "炮二平五 ",
  ])
  func `what is no legal move is refused with an example`(text: String) {
    for notation in XiangqiNotation.allCases {
      #expect(throws: UnreadableMove.self) {
        try XiangqiPosition().move(from: text, in: notation)
      }
    }
  }

  @Test func `a pawn that could be either is refused`() throws {
    let position = try XiangqiPosition(text: Self.twoFiles)
    #expect(throws: UnreadableMove.self) { try position.move(from: "前兵进一", in: .chinese) }
    #expect(throws: UnreadableMove.self) { try position.move(from: "兵九平八", in: .chinese) }
  }

  @Test func `an illegal move has no text`() {
    for notation in XiangqiNotation.allCases {
      let move = Point("a1").flatMap { from in Point("a9").map { Move.carry(from: from, to: $0) } }
      #expect(move.flatMap { XiangqiPosition().text(of: $0, in: notation) } == nil)
    }
  }
}
