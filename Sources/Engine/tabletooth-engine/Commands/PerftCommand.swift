internal import ArgumentParser
internal import GameRules
internal import ProcessIO

/// `tabletooth-engine perft`: counts move sequences, to compare the rules with other programs'.
struct PerftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perft",
    abstract: "Count the sequences of moves from a position.",
    discussion: """
      The last line is the count. It looks at the board alone: repetition, and in Xiangqi every draw, does \
      not end a sequence. In Liuzhou chess each stone placed, stepped or taken is a move.
      """
  )

  @OptionGroup var rules: RulesOptions

  @Option(help: "«startpos» or the text of a position, and «moves M1 M2 …» if you like.")
  var position = "startpos"

  @Option(help: "How many moves long, from 0 to 32.")
  var depth: Int

  @Flag(help: "Print the count after each first move before, as «h2e2: 1920».")
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
