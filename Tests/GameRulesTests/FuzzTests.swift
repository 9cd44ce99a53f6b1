import GameRules
import Testing

@Suite struct FuzzTests {
  @Test(arguments: GameKind.allCases)
  func `any two bytes are played or refused, never a crash`(game: GameKind) throws {
    let start = Position(game: game)
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
    let letters = Array("WBwb/123456789 prm,0-x\n\u{e9}\u{0}六")
    let texts = [LiuzhouPosition().text, GomokuPosition().text].map(Array.init)
    for round in 0..<200 {
      var text = texts[round % 2]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<text.count, using: &random)
        text[at] = letters.randomElement(using: &random) ?? " "
      }
      text.removeLast(Int.random(in: 0...2, using: &random))
      let broken = String(text)
      if let game = try? GomokuPosition(text: broken) { #expect(game.size == 15) }
      if var game = try? LiuzhouPosition(text: broken) {
        for _ in 0..<40 {
          guard let move = game.legalMoves.randomElement(using: &random) else { break }
          try game.play(move)
        }
      }
      _ = try? Position(game: .liuzhou).move(from: broken)
      _ = try? Position(game: .gomoku).move(from: broken)
    }
  }
}
