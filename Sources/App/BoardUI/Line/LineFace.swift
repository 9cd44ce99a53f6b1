import GameRules
import MatchPlay
import MatchProtocol

/// The program as lines of text: what is told becomes lines, and lines become what the player
/// wants.
///
/// Prompts, piped lines that come ahead of their turn, and what is printed after what belong to
/// this
/// face alone; what goes on is the ``App``'s.
struct LineFace: NoticeTeller, Hashable, Sendable {
  /// The number of piped lines that may wait; no game of this program has as many moves.
  static let maximumTypedAhead = 1_000

  let input: LineInput
  let pieces: PieceStyle
  let showsPlayers = false
  var drawsBoard = true
  /// Piped lines that wait for their turn.
  var typedAhead: [String] = []
  private(set) var isInputOpen = true
  private var isOutputOpen = true
  private var isPromptOpen = false

  /// True if the player sees that something may be typed, after all that was printed.
  var isPrompting: Bool { isOutputOpen && (isPromptOpen || input == .editor) }
  /// The text to print.
  private var text = ""

  init(input: LineInput, pieces: PieceStyle) {
    self.input = input
    self.pieces = pieces
  }

  /// Hands over what is to be printed.
  mutating func takeText() -> String {
    defer { text = "" }
    return text
  }

  mutating func closeInput() {
    isInputOpen = false
  }

  mutating func closeOutput() {
    isOutputOpen = false
  }

  /// Notes that the terminal itself has shown the typed line, and the end of it.
  mutating func noteTypedLine() {
    isPromptOpen = false
  }

  /// Notes that the terminal itself has shown a key within a line: the next text begins a new one.
  mutating func noteEcho() {
    if input == .terminal { isPromptOpen = true }
  }

  /// Prints whole lines; a prompt that stands open gets its end of line first.
  mutating func say(_ text: String) {
    closePrompt()
    write(text + "\n")
  }

  /// True for a terminal with UTF-8, as the style of the pieces tells.
  func hasRoom(for lines: [String]) -> Bool { input != .pipe && pieces == .han }

  mutating func openPrompt(_ text: String) {
    guard !isPromptOpen, input != .editor else { return }
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
    say(RecordStrings.board(match.position, pieces))
  }

  private mutating func write(_ text: String) {
    if isOutputOpen { self.text += text }
  }
}

/// The source of lines.
public enum LineInput: Hashable, Sendable {
  /// From a terminal, which shows each typed line by itself.
  case terminal
  /// From a terminal whose lines are edited by this program, below all that is printed.
  case editor
  /// From a pipe or a file: moves may come ahead of their turn and are kept until then, and each
  /// line
  /// is printed where a terminal would show it.
  case pipe
}
