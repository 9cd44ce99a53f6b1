internal import BoardUI
internal import Glibc
internal import MatchPlay
internal import MatchProtocol
internal import Terminal

/// The output that a player sees, and the source of the player's input.
enum FaceChoice: Sendable {
  /// Lines of text.
  case lines(StandardInput, PieceStyle)
  /// Lines of text at a terminal, edited below all that is printed.
  case edited(LineConsole, PieceStyle)
  /// Lines on standard error, and answers from the terminal where there is one: standard input and
  /// output belong to a pipe, the latter by this descriptor.
  case aside(TerminalAnswers?, output: CInt)
  /// A screen; whether it is another one's, who goes on with it afterwards.
  case screen(any Display, ScreenLook, isBorrowed: Bool)
  /// The screen of the start menu, which shows the program once a guest has come.
  case behind(any Display, ScreenLook)

  /// The terminal, where there is one.
  var display: (any Display)? {
    switch self {
    case .lines, .edited, .aside: nil
    case .screen(let display, _, _), .behind(let display, _): display
    }
  }

  /// The player who is there, if it does not follow from the options.
  var localPlayer: LocalPlayer? {
    if case .aside(let answers, _) = self { answers == nil ? .script : .person } else { nil }
  }

  /// True if standard input and output belong to a pipe.
  var isAside: Bool { pipeOutput != nil }

  /// The descriptor for the bytes of a pipe, if there is one.
  var pipeOutput: CInt? {
    if case .aside(_, let output) = self { output } else { nil }
  }

  /// Reads no more answers: what is typed from now on goes through the pipe.
  func stopAnswering() {
    if case .aside(let answers, _) = self { answers?.stop() }
  }

  /// The console where lines are edited, if they are.
  var console: LineConsole? {
    if case .edited(let console, _) = self { console } else { nil }
  }

  /// True if the terminal is not given back at the end.
  var isBorrowed: Bool {
    switch self {
    case .lines, .edited, .aside: false
    case .screen(_, _, let isBorrowed): isBorrowed
    case .behind: true
    }
  }

  /// True if another one has the screen now, and takes the signals.
  var isBehind: Bool {
    if case .behind = self { true } else { false }
  }

  /// The program with this face.
  func page<Session: MatchSession>(_ app: App<Session>) -> any MatchPage {
    switch self {
    case .lines(let input, let pieces): LineClient(app, input: input.kind, pieces: pieces)
    case .edited(_, let pieces): LineClient(app, input: .editor, pieces: pieces)
    case .aside(let answers, _): LineClient(app, input: answers == nil ? .pipe : .terminal)
    case .screen(let display, let look, _): ScreenClient(app, look: look, size: display.size)
    case .behind(let display, let look):
      CurtainClient(ScreenClient(app, look: look, size: display.size))
    }
  }

  /// Hands what the player does to `handler` from now on.
  func listen(_ handler: @escaping @Sendable (Event) -> Void) {
    switch self {
    case .lines(let input, _): input.read(handler)
    case .edited(let console, _): console.read(handler)
    case .aside(let answers, _):
      guard let answers else { return handler(.inputClosed) }
      answers.read { handler(.line($0)) }
    case .screen(let display, _, _):
      display.onEvent { handler(.terminal($0)) }
      display.redraw()
    case .behind: break
    }
  }
}
