import GameRules
import Testing

@testable import BoardUI

/// A game with somebody at another app, which knows nothing but moves.
@Suite struct OtherAppTests {
  private static let app = Machine.app("BlueGame")

  private func game() throws -> MachineTests.Play {
    let game = try #require(Game(.gomoku, options: "size=12x20 edge-five=wrap"))
    var play = MachineTests.Play(game, machine: Self.app)
    play.type("a20")
    try play.machinePlays("l1")
    return play
  }

  @Test(arguments: [["undo"], ["draw"], ["new", "yes"], ["pause"]])
  func `what needs a word of the app is refused`(lines: [String]) throws {
    var game = try game()
    for line in lines { game.type(line) }
    #expect(game.output.ranges(of: RobotStrings.wordless("BlueGame")).count == 2)
    #expect(game.moves == "a20 l1")
    game.type("b20")
    #expect(game.moves == "a20 l1 b20")
  }

  @Test func `there are no hints and no levels`() throws {
    var game = try game()
    game.type("hint")
    #expect(game.output.contains("The robot does not know these house rules"))
    game.type("level 3")
    #expect(game.output.contains("There is no robot with a level here."))
  }

  @Test func `the other player is waited for, and control-C forces no move`() throws {
    var game = try game()
    game.type("b20")
    #expect(game.output.contains("Waiting for BlueGame to move."))
    game.give(.interrupted(.interrupt))
    #expect(!game.effects.contains(.stopThinking))
    #expect(game.exit == nil)
    game.give(.interrupted(.interrupt))
    #expect(game.exit != nil)
  }

  @Test func `a resignation ends the game`() throws {
    var game = try game()
    game.type("resign")
    #expect(game.output.contains("You lost."))
  }
}
