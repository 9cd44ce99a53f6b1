internal import GameRules
internal import GameSearch

/// UCI or UCCI, with the words in which they differ.
///
/// UCCI was made from UCI: both have the same commands and the same phases of a thought.
public enum Dialect: Hashable, Sendable {
  /// The Universal Chess Interface, here for all three games.
  case uci
  /// The Universal Chinese Chess Protocol, version 3.0, for Xiangqi.
  case ucci

  /// The command that begins the conversation.
  var greeting: String {
    switch self {
    case .uci: "uci"
    case .ucci: "ucci"
    }
  }

  /// The line that ends the list of options.
  var acknowledgement: String { "\(greeting)ok" }

  /// The answer of an engine that has no move.
  var noMove: String {
    switch self {
    case .uci: "bestmove (none)"
    case .ucci: "nobestmove"
    }
  }

  /// The answers of a client or an engine that plays no more.
  var farewell: [String] {
    switch self {
    case .uci: []
    case .ucci: ["bye"]
    }
  }

  /// A line that tells a person `text`.
  func remark(_ text: String) -> String {
    switch self {
    case .uci: "info string \(text)"
    case .ucci: "info message \(text)"
    }
  }

  /// The line that announces an option with its `initial` value and the `choices` for others.
  func announcement(_ name: String, _ type: String, initial: String?, choices: String?) -> String {
    let initial = initial.map { "default \($0)" }
    return switch self {
    case .uci: (["option name", name, "type", type] + [initial, choices].compactMap(\.self)).line
    case .ucci: (["option", name, "type", type] + [choices, initial].compactMap(\.self)).line
    }
  }

  /// The line that sets an option, or presses it if it has no value.
  func setting(_ name: String, to value: String?) -> String {
    switch self {
    case .uci: (["setoption name", name] + (value.map { ["value", $0] } ?? [])).line
    case .ucci: (["setoption", name] + (value.map { [$0] } ?? [])).line
    }
  }

  /// Reads the name and the value that follow `setoption`; nil if the name is missing.
  func option(_ words: inout Words) -> (name: String, value: String)? {
    var name = words.next()
    if self == .uci {
      guard name == "name" else { return nil }
      name = words.take(until: ["value"]).joined(separator: " ")
      _ = words.next()
    }
    return (name ?? "", words.take(until: []).joined(separator: " "))
  }

  /// The words of `go` for the clock of `side`, which moves, and those that change nothing here.
  func clock(of side: Side) -> (time: String, increment: String, others: Set<String>) {
    switch (self, side) {
    // White's clock is that of the side that moves first, as in chess.
    case (.uci, .first): ("wtime", "winc", ["btime", "binc"])
    case (.uci, .second): ("btime", "binc", ["wtime", "winc"])
    case (.ucci, _): ("time", "increment", ["opptime", "oppmovestogo", "oppincrement"])
    }
  }

  /// The lines that tell what is known after an iteration.
  func information(
    _ report: SearchReport,
    after time: Duration,
    _ notation: MoveNotation
  ) -> [String] {
    let line = report.line.map(notation.text).line
    switch self {
    case .uci:
      let speed = Int(Double(report.nodes) / max(time / .seconds(1), 0.001))
      // Mates are counted in moves of the winner, not in plies.
      let mate = report.mate.map { "mate \(($0 + ($0 > 0 ? 1 : -1)) / 2)" }
      return [
        "info depth \(report.depth) score \(mate ?? "cp \(report.score)") nodes \(report.nodes)"
          + " nps \(speed) time \(time.wholeMilliseconds) pv \(line)"
      ]
    case .ucci:
      return [
        "info time \(time.wholeMilliseconds) nodes \(report.nodes)",
        "info depth \(report.depth) score \(report.plainScore) pv \(line)",
      ]
    }
  }
}

extension SearchReport {
  /// The score as one number: a mate is 10,000 less its plies, as UCCI has no word for it.
  var plainScore: Int {
    guard let mate else { return score }
    return mate > 0 ? 10_000 - mate : -10_000 - mate
  }
}

extension Collection<String> {
  /// The words with spaces between them.
  var line: String { joined(separator: " ") }
}
