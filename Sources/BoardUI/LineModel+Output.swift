import GameRules
import MatchPlay

extension LineModel {
  /// Prints whole lines; a prompt that stands open gets its end of line first.
  mutating func say(_ text: String) {
    closePrompt()
    write(text + "\n")
  }

  mutating func openPrompt(_ match: Match) {
    switch match.seats {
    case .both: openPrompt(Strings.sharedPrompt(match.position))
    case .one: openPrompt(Strings.ownPrompt(match.position))
    }
  }

  mutating func openPrompt(_ text: String) {
    guard !isPromptOpen else { return }
    write(text)
    isPromptOpen = true
  }

  /// Shows a piped line after its prompt, so that the output reads like a terminal's.
  mutating func echo(_ line: String) {
    guard isPromptOpen else { return }
    isPromptOpen = false
    write(PrintableText(line, limit: 200).text + "\n")
  }

  mutating func closePrompt() {
    guard isPromptOpen else { return }
    isPromptOpen = false
    write("\n")
  }

  mutating func sayBoard(_ match: Match) {
    let last = match.record.moves.last
    let board =
      switch match.position {
      case .gomoku(let position): BoardText(position, last: last)
      case .liuzhou(let position): BoardText(position, last: last)
      case .xiangqi(let position): BoardText(position, last: last, pieces: pieces)
      }
    say((board.lines + [Strings.status(match.position)].compactMap(\.self)).joined(separator: "\n"))
  }

  /// Adds to the last print, so that one step of the game is one write.
  private mutating func write(_ text: String) {
    guard isOutputOpen else { return }
    if case .print(let before) = effects.last {
      effects[effects.count - 1] = .print(before + text)
    } else {
      effects.append(.print(text))
    }
  }
}
