import GameRules
import Testing

@Suite struct XiangqiCycleTests {
  @Test(arguments: Fixture.lines("xiangqi-cycles.txt"))
  func `X9 to X16 a repetition is judged as pyffish judges it`(line: String) throws {
    let parts = line.split(separator: "|").map(String.init)
    var position = try XiangqiPosition(text: parts[0])
    let moves = parts[1].split(separator: " ").map(String.init)
    for word in moves + moves {
      #expect(position.outcome == nil)
      try position.play(Position.xiangqi(position).move(from: word))
    }
    let winner = position.outcome?.winner.map { $0 == .first ? "red" : "black" } ?? "draw"
    #expect(winner == parts[2])
  }

  /// `make rules WHAT=cycles` asks for a file of them; a plain run tries twenty.
  @Test func `random repetitions are found and judged`() throws {
    let count = Fixture.count(environment: "CYCLE_COUNT", standard: 20)
    var cycles = XiangqiCycles(seed: UInt64(Fixture.count(environment: "CYCLE_SEED", standard: 1)))
    var lines: [String] = []
    var draws = 0
    while lines.count < count {
      let cycle = try cycles.next()
      let reasons: Set<Outcome.Reason> = [.repetition, .perpetualCheck, .perpetualChase]
      #expect(reasons.contains(cycle.outcome.reason))
      // Most are draws: one of forty is kept, which makes about half of the lines.
      if cycle.outcome.winner == nil { draws += 1 }
      if cycle.outcome.winner != nil || draws % 40 == 0 { lines.append(cycle.line) }
    }
    Fixture.write(lines, environment: "CYCLE_FILE")
  }
}
