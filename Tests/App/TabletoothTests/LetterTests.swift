import Glibc
import Testing

/// Moves and words for a player who is away.
@MainActor @Suite struct LetterTests {
  private static let broker = "mqtt://127.0.0.1:1883"

  /// Begins a match at a broker, and ends both programs.
  private func begin(in world: World) async throws {
    let (host, guest, _) = try await world.beginMatch(at: Self.broker)
    for program in [host, guest] {
      program.signal(SIGKILL)
      _ = await program.end()
    }
  }

  @Test func `a game of ten moves a side is played though the two are never there together`()
    async throws
  {
    try await World.run { world in
      try await begin(in: world)
      let moves = ["a1", "h9", "b1", "h10", "c1", "g8", "d1", "f8", "a15", "e8"]
      for (index, move) in moves.enumerated() {
        let player = index.isMultiple(of: 2) ? "Gus" : "Anna"
        let program = await world.start(player, ["resume"])
        if index > 0 { try await program.prints("plays \(moves[index - 1])") }
        try await say(move, as: program)
      }
    }
  }

  /// Has `program` say something, which lies at the broker then, and end.
  private func say(_ line: String, as program: WorldProgram) async throws {
    await program.world.advance(by: .milliseconds(200))
    program.type(line)
    try await program.prints("will get it from the broker, even if you quit now.")
    program.type("quit")
    try await program.prints("To see the answer later, run tabletooth resume.")
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `the last move, and what the other one says to it, travel alone`() async throws {
    try await World.run { world in
      try await begin(in: world)
      for (player, move) in [
        ("Gus", "a1"), ("Anna", "h9"), ("Gus", "b1"), ("Anna", "h10"), ("Gus", "c1"),
        ("Anna", "h11"), ("Gus", "d1"),
      ] {
        try await say(move, as: await world.start(player, ["resume"]))
      }
      let anna = await world.start("Anna", ["resume"])
      try await anna.prints("plays d1")
      anna.type("h12")
      try await anna.prints("You won")
      await world.advance(by: .seconds(1))
      anna.type("quit")
      #expect(await anna.end() == .init(code: 0, complaints: []))
      let gus = await world.start("Gus", ["resume"])
      try await gus.prints("You lost")
      #expect(await gus.end() == .init(code: 0, complaints: []))
      let again = await world.start("Anna", ["resume"])
      try await again.prints("Gus may not know the result")
      #expect(await again.end() == .init(code: 0, complaints: []))
      #expect(world.letters.isEmpty)
    }
  }

  @Test func `words, a resignation and an offer of a draw lie there as moves do`() async throws {
    try await World.run { world in
      try await begin(in: world)
      let gus = await world.start("Gus", ["resume"])
      gus.type("say good morning")
      gus.type("a1")
      try await gus.prints("will get it from the broker")
      gus.type("quit")
      _ = await gus.end()
      let anna = await world.start("Anna", ["resume"])
      try await anna.prints("plays a1")
      try await anna.prints("Gus: good morning")
      try await say("draw", as: anna)
      let asked = await world.start("Gus", ["resume"])
      try await asked.prints("draw")
      try await say("no", as: asked)
      let refused = await world.start("Anna", ["resume"])
      try await refused.prints("declined")
      refused.type("resign")
      try await refused.prints("will get it from the broker")
      refused.type("quit")
      _ = await refused.end()
      let won = await world.start("Gus", ["resume"])
      try await won.prints("You won")
      _ = await won.end()
    }
  }

  @Test func `a program that comes and goes has read the letter, and says whose move it is`()
    async throws
  {
    try await World.run { world in
      try await begin(in: world)
      try await say("a1", as: await world.start("Gus", ["resume"]))
      let anna = await world.start("Anna", ["resume"])
      try await anna.prints("plays a1")
      anna.type("quit")
      _ = await anna.end()
      for (player, count, words) in [("Anna", "1", "your move"), ("Gus", "0", "Anna to move")] {
        let waiting = await world.start(player, ["games", "--waiting"])
        _ = await waiting.end()
        #expect(waiting.printed == [count])
        let list = await world.start(player, ["games"])
        try await list.prints(words)
        _ = await list.end()
      }
    }
  }

  @Test func `letters that cross are settled as messages that cross`() async throws {
    try await World.run { world in
      try await begin(in: world)
      let gus = await world.start("Gus", ["resume"])
      try await say("draw", as: gus)
      world.letters = [:]
      let anna = await world.start("Anna", ["resume"], isTerminal: true)
      try await say("draw", as: anna)
      let other = await world.start("Gus", ["resume"])
      try await other.prints("Draw: both players agreed.")
      other.type("quit")
      #expect(await other.end() == .init(code: 0, complaints: []))
      let last = await world.start("Anna", ["resume"])
      try await last.prints("Draw: both players agreed.")
      #expect(await last.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `a program that is killed as soon as it has a letter reads it again`() async throws {
    try await World.run { world in
      try await begin(in: world)
      try await say("a1", as: await world.start("Gus", ["resume"]))
      for _ in 0..<5 {
        let anna = await world.start("Anna", ["resume"])
        await world.advance(by: .milliseconds(Int.random(in: 0..<150, using: &world.random)))
        anna.signal(SIGKILL)
        _ = await anna.end()
      }
      let anna = await world.start("Anna", ["resume"])
      try await anna.prints("at move 3", or: ["plays a1"])
    }
  }
}
