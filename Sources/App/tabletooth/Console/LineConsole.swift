internal import BoardUI
internal import Curses
internal import Dispatch
internal import Glibc
internal import ProcessIO
internal import Synchronization
internal import Terminal

/// A terminal in line mode: what is printed stands above the line that is being typed, and keys
/// edit that line.
///
/// Each write is one call of the system, so that a slow link shows no half of it.
final class LineConsole: Sendable {
  fileprivate struct State {
    var editor = LineEditor()
    var decoder = KeyDecoder()
    /// True if a line stands at the bottom that is to be taken away before something is printed.
    var isShown = false
    var isClosed = false
    /// True if words for the other player were being typed after the last key.
    var isTalking = false
  }

  private let state = Mutex(State())
  private let modes: LineModes
  private let queue = DispatchQueue(label: "tabletooth.console")
  private let signals = TerminalSignals()

  /// Takes the terminal over; nil where standard input and output are none that a cursor moves on.
  init?() {
    guard TestFiles.current == nil, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      (try? TerminalKind.check()) != nil, CharacterSet.takeLocale(), let modes = LineModes()
    else { return nil }
    self.modes = modes
    signals.hear(on: queue) { [weak self] number in self?.hear(number) }
  }

  // MARK: Showing

  /// Prints whole lines, broken between words where they are too long.
  ///
  /// - Returns: whether somebody still reads.
  func print(_ text: String) -> Bool {
    let columns = LineModes.columns
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      String(line).wrapped(to: columns)
    }
    return state.withLock { state in
      guard !state.isClosed else { return StandardOutput.tell(text) }
      return StandardOutput.write(state.erased + lines.joined(separator: "\n") + state.line)
    }
  }

  /// Has `text` stand before what is typed, which `words` complete.
  func prompt(_ text: String, words: [String]) {
    state.withLock { state in
      state.editor.words = words
      guard !state.isClosed, state.editor.prompt != text else { return }
      state.editor.prompt = text
      _ = StandardOutput.write(state.erased + state.line)
    }
  }

  /// Takes the line away and gives the terminal back.
  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      _ = StandardOutput.write(state.erased)
    }
    giveBack()
  }

  /// Gives the terminal back as it was found, whatever it still has to show.
  func giveBack() {
    modes.end()
    signals.cancel()
  }

  // MARK: Typing

  /// Reads to the end, and hands each line to `handler`.
  ///
  /// It goes on until the process ends.
  func read(_ handler: @escaping @Sendable (Event) -> Void) {
    DispatchQueue(label: "tabletooth.input").async { [self] in
      let isTerminal = StandardInput.isTerminal
      while let bytes = StandardStreams.read() {
        for event in take(bytes) {
          handler(event)
          if event == .inputClosed { return }
        }
      }
      handler(StandardInput.end(ofTerminal: isTerminal))
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) -> [Event] {
    state.withLock { state in
      var events: [Event] = []
      let wasTalking = state.isTalking
      for key in state.decoder.keys(in: bytes) where !state.isClosed {
        switch state.editor.press(key) {
        case .edited: break
        case .choices(let words): state.write(words.joined(separator: "  "))
        case .line(let line):
          state.finish(line)
          events.append(.line(line))
        case .closed: events.append(.inputClosed)
        }
      }
      if !state.isClosed { _ = StandardOutput.write(state.erased + state.line) }
      state.isTalking = TalkStrings.isTalk(state.editor.line)
      if wasTalking || state.isTalking { events.insert(.typing(state.isTalking), at: 0) }
      return events
    }
  }

  // MARK: Signals

  private func hear(_ number: CInt) {
    switch number {
    case SIGTSTP:
      modes.end()
      _ = StandardOutput.write("\n")
      state.withLock { $0.isShown = false }
      kill(0, SIGSTOP)
    case SIGCONT:
      modes.begin()
      fallthrough
    default:
      state.withLock { state in
        if !state.isClosed { _ = StandardOutput.write(state.erased + state.line) }
      }
    }
  }
}

extension LineConsole.State {
  /// The bytes that remove the line; it is not shown then.
  fileprivate var erased: String {
    mutating get {
      defer { isShown = false }
      return isShown ? "\r\u{1B}[K" : ""
    }
  }

  /// The bytes that show the line, with the cursor in its place; it is shown then.
  fileprivate var line: String {
    mutating get {
      let row = editor.row(columns: LineModes.columns)
      isShown = true
      return row.text + "\r" + (row.cursor > 0 ? "\u{1B}[\(row.cursor)C" : "")
    }
  }

  /// Prints a line above the one that is typed.
  fileprivate mutating func write(_ text: String) {
    let lines = text.wrapped(to: LineModes.columns).joined(separator: "\n")
    _ = StandardOutput.write(erased + lines + "\n")
  }

  /// Leaves the line that was typed where it stands.
  fileprivate mutating func finish(_ text: String) {
    _ = StandardOutput.write(erased + editor.prompt + text + "\n")
  }
}
