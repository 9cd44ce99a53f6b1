internal import ArgumentParser
internal import BoardUI
internal import Glibc

/// `tabletooth inspect`: tells other programs what the rules say about positions.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Say what the rules say about each position on standard input, as JSON.",
    discussion: """
      A line is «startpos [moves M1 M2 …]» or «fen TEXT [moves M1 M2 …]». Each is answered at once by \
      one line with one JSON object; a line that cannot be used is answered by {"error": …}.
      """
  )

  /// The longest line that is read, in bytes; the longest game takes less than half of it.
  private static let maximumLineLength = 65_536

  @OptionGroup var rules: RulesOptions

  func run() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    var lines = InputLines(limit: Self.maximumLineLength)
    while let line = lines.next() {
      guard StandardOutput.write(answer(to: line) + "\n") else {
        throw ExitReason.outputClosed
      }
    }
  }

  private func answer(to line: InputLines.Line) -> String {
    switch line {
    case .tooLong:
      return Inspection.json("expected a line of at most \(Self.maximumLineLength) bytes")
    case .bytes(let bytes):
      do {
        return Inspection(of: try PositionLine.position(bytes, rules)).json
      } catch {
        return Inspection.json(error.description)
      }
    }
  }
}
