import GameRules
import Testing

@Suite struct XiangqiTextTests {
  @Test func `a FEN of the last numbered turn is followed by one that can be read`() throws {
    var game = try XiangqiPosition(text: "3k5/9/9/9/9/9/9/R8/9/4K4 b - - 0 9999")
    for move in ["d9d8", "a2a3", "d8d9"] { try game.play(Position.xiangqi(game).move(from: move)) }
    #expect(try XiangqiPosition(text: game.text).text == game.text)
  }
}
