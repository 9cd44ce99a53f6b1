import ArgumentParser
import BoardUI
import EnginePlayers
import EngineProtocols
import GameRules
import GameSearch
import Glibc
import Testing

@testable import tabletooth

/// A program that always plays one move.
private final class OneMove: Opponent {
  let name = "one move"
  private let move: Move

  init(move: Move) {
    self.move = move
  }

  func prepare(_ game: Game) {}

  func answer(in position: Position, _ pace: MovePace, patience: Duration) -> EngineAnswer {
    .moves([move])
  }

  func stop() {}
}

/// The robot at the terminal, as a pipe sees it.
@Suite(.timeLimit(.minutes(5))) struct RobotTests {
  @MainActor
  @Test(arguments: [("gomoku", "h8"), ("liuzhou", "c3"), ("xiangqi", "h2e2")])
  func `the robot answers a move, and gives a hint`(game: String, move: String) async throws {
    try await World.run { world in
      let words = ["play", "--unkept", "--against", "robot:2", game, "--time", "300ms"]
      let program = await world.start("Zoë", words)
      program.type(move)
      try await program.prints("The robot plays at level 2 of 10.")
      try await program.prints(move)
      program.type("hint")
      let hint = try await program.prints("Try ")
      #expect(hint.hasSuffix("."))
      program.type("undo")
      try await program.prints("All moves were taken back.")
      program.type("level 3")
      try await program.prints("The robot plays at level 3 from its next move.")
      program.type("resign")
      try await program.prints("You lost.")
      #expect(await program.end() == .init(code: 0, complaints: []))
    }
  }

  @MainActor
  @Test func `the robot begins where the person has the second move`() async throws {
    try await World.run { world in
      let words = ["play", "--unkept", "--against", "robot:1", "--color", "second"]
      let program = await world.start("Zoë", words)
      try await program.prints("You are White, O on the board. Robot is Black, X.")
      try await program.prints("Black plays h8.")
      program.endInput()
      #expect(await program.end().code == 64)
    }
  }

  @MainActor
  @Test(arguments: [
    (["play", "--against", "robot:11"], "expected robot, robot:LEVEL (1 to 10) or engine:PROGRAM"),
    (["play", "--against", "robot:strong"], "expected robot, robot:LEVEL (1 to 10)"),
    (["play", "--against", "somebody"], "expected robot, robot:LEVEL (1 to 10)"),
    (["play", "--against", "engine:/nonexistent"], "No such file or directory; expected robot"),
    (["play", "--against", "engine:/etc/passwd"], "Permission denied; expected robot"),
    (["host", "--robot:0"], "expected robot, robot:LEVEL (1 to 10)"),
    (["host", "--robot", "engine:/etc"], "not a file; expected robot"),
    (["join", "--robot:"], "expected robot, robot:LEVEL (1 to 10)"),
    (["play", "--against", "robot", "--time", "0"], "expected a time such as 500ms, 5s or 1m"),
    (["play", "--against", "robot", "--threads", "0"], "expected a number from 1 to 64"),
    (["play", "--against", "robot", "--color", "red"], "'first', 'second' or 'random'"),
  ])
  func `what cannot be played is told with the choices`(
    arguments: [String],
    choices: String
  ) async throws {
    try await World.run { world in
      let end = await world.start("Zoë", arguments).end()
      #expect(end.code == 64)
      #expect(end.complaints.contains { $0.contains(choices) })
    }
  }

  @Test(arguments: [
    (["play", "--robot", "3"], ["play", "--robot=robot:3"]),
    (["play", "--robot", "robot:3", "xiangqi"], ["play", "--robot=robot:3", "xiangqi"]),
    (["play", "--robot=3"], ["play", "--robot=robot:3"]),
    (["play", "--robot:3"], ["play", "--robot=robot:3"]),
    (["play", "--robot", "11"], ["play", "--robot=robot:11"]),
    (["join", "--robot", "Anna"], ["join", "--robot=robot", "Anna"]),
    (["host", "--robot", "engine:x"], ["host", "--robot=engine:x"]),
    // The number of a game.
    (["resume", "--robot", "3"], ["resume", "--robot=robot", "3"]),
    (["games", "replay", "--robot:2", "3"], ["games", "replay", "--robot=robot:2", "3"]),
  ])
  func `the robot and its level are read as the usage shows them`(
    typed: [String],
    read: [String]
  ) {
    #expect(MachinePlayer.split(typed) == read)
  }

  @Test func `each of two machines is asked for its own seat`() async throws {
    let position = Position(game: Game(.xiangqi))
    let players = try ["h2e2", "b0c2"].map { text in
      let program = OneMove(move: try position.move(from: text))
      return MachinePlayer(machine: .program(text), program: program)
    }
    let thinker = Thinker(players[0], against: players[1], Thinking(), seed: 1)
    let (answers, inbox) = AsyncStream.makeStream(of: MachineEvent.self)
    var inquiry = Inquiry(position, for: .move, level: .full)
    thinker.think(inquiry) { inbox.yield($0) }
    inquiry.isOwnSeat = true
    thinker.think(inquiry) { inbox.yield($0) }
    var moves: [String] = []
    for await case .moveFound(let move) in answers {
      moves.append(move.description)
      if moves.count == 2 { break }
    }
    #expect(moves == ["h2e2", "b0c2"])
  }

  @MainActor
  @Test func `robots of different levels play each other over Bluetooth`() async throws {
    try await World.run { world in
      let host = try await world.openTable("liuzhou", "--robot:1", "--first", "me")
      let guest = await world.join("--robot:2")
      for program in [host, guest] {
        try await program.prints("Nobody won.", or: ["You won.", "You lost."])
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
    }
  }

  @Test func `nothing is searched while nobody waits, unless that is asked for`() async throws {
    for ponders in [false, true] {
      let thinking = Thinking(time: .milliseconds(100), ponders: ponders)
      let thinker = Thinker(.robot(.usual), thinking, seed: 1)
      let (answers, inbox) = AsyncStream.makeStream(of: MachineEvent.self)
      let position = Position(game: Game(.xiangqi))
      thinker.think(Inquiry(position, for: .move, level: .full)) { inbox.yield($0) }
      for await _ in answers { break }
      #expect(thinker.isPondering == ponders)
      // A question that somebody waits for comes first.
      thinker.think(Inquiry(position, for: .hint, level: .full)) { inbox.yield($0) }
      for await _ in answers { break }
      #expect(!thinker.isPondering)
    }
  }
}
