import GameRules

/// Lines that a comment names in place of the game's own moves: `or (i9 “a fork” j10)`.
extension Replay {
  /// The lines that leave the game after the moves so far, as words.
  ///
  /// What stands inside of a line in parentheses, quotation marks and braces is left out.
  var lines: [[String]] {
    guard tried == 0, let comment = comments[ply], let start = comment.firstRange(of: "or (") else {
      return []
    }
    var (depth, line) = (0, "")
    var lines: [String] = []
    for character in comment[start.lowerBound...].dropFirst(3) {
      switch character {
      case "(", "“", "{": depth += 1
      case ")", "”", "}":
        depth -= 1
        guard depth == 0 else { continue }
        lines.append(line)
        line = ""
      case _: if depth == 1 { line.append(character) }
      }
    }
    return lines.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  }

  /// Plays the line of this number, as far as its words are moves.
  mutating func showLine(_ number: Int?) -> Effect {
    let lines = lines
    guard let number, lines.indices.contains(number - 1) else {
      return .say(ReplayStrings.noLine(lines.count))
    }
    var trial = position
    for word in lines[number - 1] {
      // A number such as 2. or 2... stands before a move, or is glued to it.
      let text = word.drop { $0.isASCII && $0.isNumber }
      let bare = text.first == "." ? String(text.drop { $0 == "." }) : word
      if bare.isEmpty { continue }
      guard case .move(let move) = TypedMove(String(bare), in: trial),
        (try? trial.playOn(move)) != nil
      else { break }
    }
    guard trial.ply > position.ply else { return .say(ReplayStrings.noLine(0)) }
    position = trial
    return .show
  }
}
