import GameRules
import TestSupport
import Testing

/// `make rules WHAT=fuzz` asks for a million broken texts; a plain run tries four thousand.
private let rounds = Fixture.count(environment: "FUZZ_CASES", standard: 4_000) / 20

@Suite struct FuzzTests {
  @Test(arguments: GameKind.allCases)
  func `any two bytes are played or refused, never a crash`(game: GameKind) throws {
    let start = Position(game: Game(game))
    var legal: Set<Move> = []
    for move in (0...UInt16.max).compactMap(Move.init(rawValue:)) {
      var next = start
      if (try? next.play(move)) != nil { legal.insert(move) }
    }
    #expect(legal == Set(start.legalMoves))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `broken texts are read or refused, never a crash`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = Array("WBwbRNKACPnkacprhe/0123456789 prm,-x\n\u{e9}\u{0}六")
    let texts = GameKind.allCases.map { Array(Position(game: Game($0)).text) }
    for round in 0..<rounds {
      var text = texts[round % texts.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<text.count, using: &random)
        text[at] = letters.randomElement(using: &random) ?? " "
      }
      text.removeLast(Int.random(in: 0...2, using: &random))
      let broken = String(text)
      for game in GameKind.allCases {
        _ = try? Position(game: Game(game)).move(from: String(broken.suffix(Int(round % 7))))
        guard var position = try? Position(game: Game(game), text: broken) else { continue }
        #expect(try Position(game: Game(game), text: position.text).text == position.text)
        for _ in 0..<10 {
          guard let move = position.legalMoves.randomElement(using: &random) else { break }
          try position.play(move)
        }
      }
    }
  }
}
