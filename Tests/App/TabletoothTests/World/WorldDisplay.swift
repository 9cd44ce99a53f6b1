import Synchronization
import Terminal

@testable import tabletooth

/// The screen of a program of a ``World``.
final class WorldDisplay: Display {
  private struct State {
    var size: Size
    var handler: (@Sendable (TerminalEvent) -> Void)?
    var pending: [TerminalEvent] = []
    var canvas: Canvas?
    var farewell: [String] = []
    var notices: [String] = []
    var isOpen = true
  }

  let facts: DisplayFacts
  private let state: Mutex<State>
  private let print: @Sendable (String) -> Void

  init(_ size: Size, print: @escaping @Sendable (String) -> Void) {
    facts = DisplayFacts(isUTF8: true, size: size, hasColours: true)
    self.print = print
    state = Mutex(State(size: size))
  }

  var size: Size { state.withLock(\.size) }

  func resize(_ size: Size) {
    state.withLock { $0.size = size }
    take(.resized(size))
  }

  /// True until it is given back.
  var isOpen: Bool { state.withLock(\.isOpen) }

  /// The rows of the screen, as text.
  var rows: [String] { state.withLock(\.canvas)?.lines ?? [] }

  /// Does something at the terminal.
  func take(_ event: TerminalEvent) {
    let handler = state.withLock { state in
      if state.handler == nil { state.pending.append(event) }
      return state.handler
    }
    handler?(event)
  }

  func onEvent(_ handler: @escaping @Sendable (TerminalEvent) -> Void) {
    let pending = state.withLock { state in
      defer { (state.pending, state.handler) = ([], handler) }
      return state.pending
    }
    for event in pending { handler(event) }
  }

  func holdEvents() { state.withLock { $0.handler = nil } }
  func putBack(_ events: [TerminalEvent]) {
    state.withLock { $0.pending.insert(contentsOf: events, at: 0) }
  }
  func show(_ canvas: Canvas) { state.withLock { $0.canvas = canvas } }
  func redraw() { take(.resized(size)) }
  func ring() {}
  func setTitle(_ title: String) {}
  func send(_ text: String) {}
  func suspend() {}
  func close() { state.withLock { ($0.isOpen, $0.handler) = (false, nil) } }
  func keepFarewell(_ lines: [String]) {
    if !lines.isEmpty { state.withLock { $0.farewell = lines } }
  }
  func addNotice(_ line: String) { state.withLock { $0.notices.append(line) } }
  func takeNotices() -> [String] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }
  func closeAfterGame() {
    close()
    print(state.withLock { $0.farewell.map { $0 + "\n" }.joined() })
  }
}
