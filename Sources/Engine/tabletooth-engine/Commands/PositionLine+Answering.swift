internal import GameRules
internal import ProcessIO

extension PositionLine {
  /// The longest line that is read, in bytes; the longest game takes less than half of it.
  private static let maximumLength = 65_536

  /// Answers each line of standard input by one JSON object, until the input ends: with `answer`
  /// for a position of the game that `rules` name, or with what is wrong with the line.
  ///
  /// - Throws: `StandardStreams.OutputClosed`.
  static func answerAll(_ rules: RulesOptions, by answer: (Position) -> String) throws {
    var lines = InputLines(limit: maximumLength)
    while let line = lines.next() {
      let text =
        switch line {
        case .tooLong: Inspection.json("expected a line of at most \(maximumLength) bytes")
        case .bytes(let bytes): Self.answer(bytes, rules, by: answer)
        }
      try StandardStreams.print(text)
    }
  }

  private static func answer(
    _ bytes: [UInt8],
    _ rules: RulesOptions,
    by answer: (Position) -> String
  ) -> String {
    do {
      let position = try position(bytes, rules)
      if let warning = position.start.warning { StandardStreams.complain(warning) }
      return answer(position)
    } catch {
      return Inspection.json(error.description)
    }
  }
}
