internal import ArgumentParser
internal import GameRules
internal import ProcessIO

/// `tabletooth-engine perft`: counts move sequences, to compare the rules with other programs'.
struct PerftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perft",
    abstract: "Count the sequences of moves from a position.",
    discussion: """
      The last line is the count. Only the board counts: repetition does not end a sequence, nor does any \
      draw in Xiangqi. In Liuzhou chess, each stone placed, moved or taken counts as a move.
      """
  )

  @OptionGroup var rules: RulesOptions

  @Option(help: "`startpos` or the text of a position; `moves M1 M2 …` may follow.")
  var position = "startpos"

  @Option(help: "The length in moves, from 0 to 32.")
  var depth: Int

  @Flag(help: "First print the count for each first move, such as `h2e2: 1920`.")
  var divide = false

  func validate() throws {
    guard (0...32).contains(depth) else {
      throw ValidationError("--depth takes a number from 0 to 32.")
    }
  }

  func run() throws {
    let start: Position
    do {
      start = try PositionLine.position(Array(position.utf8), rules, isFenAssumed: true)
    } catch {
      throw Refusal("--position, \(error)")
    }
    guard divide, depth > 0 else { return try StandardStreams.print("\(start.perft(depth))") }
    var total = 0
    for branch in start.branches.sorted(by: { $0.move.description < $1.move.description }) {
      let count = branch.position.perft(depth - 1)
      total += count
      try StandardStreams.print("\(branch.move): \(count)")
    }
    try StandardStreams.print("\(total)")
  }
}
