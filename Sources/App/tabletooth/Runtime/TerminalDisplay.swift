internal import BoardUI
internal import Curses
internal import Dispatch
internal import Glibc
internal import ProcessIO
internal import Synchronization
internal import Terminal

/// The terminal as a screen, on a queue of its own: a terminal that is stopped, or slow, stops
/// nothing else.
///
/// Only the latest canvas is shown; those that a slow terminal had no time for are left out.
final class TerminalDisplay: Display {
  private static let state = Mutex(false)

  /// True if there is a screen, which a printed line would spoil.
  static var isOpen: Bool { state.withLock(\.self) }

  private let queue = DispatchQueue(label: "tabletooth.screen", qos: .userInteractive)
  private let content = Mutex(Content())
  /// The screen is made, used and given back by functions that run on the queue alone.
  private let holder: Holder
  private let listener = Mutex(Listener())

  private struct Content {
    /// The latest canvas, until it is shown.
    var canvas: Canvas?
    /// The title of the window, once it has one of the program.
    var title: String?
    /// The lines about the last game, for the terminal below the screen.
    var farewell: [String] = []
    /// The messages for the start menu, which a printed line would spoil.
    var notices: [String] = []
  }

  /// The receiver of events of the terminal, and the events that had no receiver yet.
  private struct Listener {
    var handler: (@Sendable (TerminalEvent) -> Void)?
    var pending: [TerminalEvent] = []
  }

  /// The maximum number of events that are kept without a receiver.
  private static let longestPending = 200

  // Dispatch sources may be used from anywhere; Swift is not told so.
  nonisolated(unsafe) private let reading: any DispatchSourceRead
  private let signals = TerminalSignals()

  /// The facts about the terminal when it was opened.
  let facts: DisplayFacts

  /// Takes the terminal over; nil where standard input and output are none that can be drawn on.
  ///
  /// - Parameters:
  ///   - hasColours: whether colours are wanted.
  ///   - reportsFocus: whether the terminal is to say when it has the focus of its desktop.
  init?(hasColours: Bool, reportsFocus: Bool) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    guard (try? TerminalKind.check()) != nil else { return nil }
    let isUTF8 = CharacterSet.takeLocale()
    signals.ignore()
    let holder = Holder()
    let queue = queue
    let size = queue.sync {
      holder.open(hasColours: hasColours, isUTF8: isUTF8, reportsFocus: reportsFocus)
    }
    guard let size else { return nil }
    self.holder = holder
    facts = DisplayFacts(isUTF8: isUTF8, size: size, hasColours: holder.hasColours)
    unsafe reading = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    Self.state.withLock { $0 = true }
    watch()
  }

  private func watch() {
    unsafe reading.setEventHandler { [unowned self] in read() }
    signals.hear(on: queue) { [weak self] number in self?.hear(number) }
    unsafe reading.activate()
  }

  /// The size of the terminal now.
  var size: Size { queue.sync { holder.size } }

  /// Hands what is done at the terminal to `handler` from now on, first of all what was typed
  /// ahead; it is called on another queue.
  func onEvent(_ handler: @escaping @Sendable (TerminalEvent) -> Void) {
    listener.withLock { listener in
      for event in listener.pending { handler(event) }
      listener.pending = []
      listener.handler = handler
    }
  }

  /// Keeps what is done at the terminal from now on for the next one who asks for it.
  func holdEvents() {
    listener.withLock { $0.handler = nil }
  }

  /// Has what was handed on too early come first.
  func putBack(_ events: [TerminalEvent]) {
    listener.withLock { $0.pending.insert(contentsOf: events, at: 0) }
  }

  /// Shows `canvas` as soon as the terminal takes it; returns at once.
  func show(_ canvas: Canvas) {
    let isWaiting = content.withLock { content in
      defer { content.canvas = canvas }
      return content.canvas != nil
    }
    guard !isWaiting else { return }
    queue.async { [self] in
      guard let canvas = content.withLock({ $0.canvas.take() }) else { return }
      holder.show(canvas)
    }
  }

  /// Draws everything anew.
  func redraw() {
    queue.async { [self] in holder.comeBack() }
  }

  /// Rings the terminal's bell.
  func ring() {
    queue.async { [self] in holder.ring() }
  }

  /// Has the window of the terminal called `title`, until the screen is given back.
  func setTitle(_ title: String) {
    let isNew = content.withLock { content in
      defer { content.title = title }
      return content.title != title
    }
    if isNew { queue.async { [self] in holder.setTitle(title) } }
  }

  /// Sends the terminal a sequence that shows nothing on the screen.
  func send(_ text: String) {
    queue.async { [self] in holder.send(text) }
  }

  /// Gives the terminal back and stops the process and its group, as control-Z does elsewhere.
  func suspend() {
    queue.async { [self] in stopProcess() }
  }

  /// Gives the terminal back as it was found.
  func close() {
    holdEvents()
    queue.sync {
      unsafe reading.cancel()
      holder.close()
    }
    Self.state.withLock { $0 = false }
    signals.cancel()
  }

  /// Keeps `lines` of a game for the terminal below the screen, in place of those of the game
  /// before; a screen without a game has none, and changes nothing.
  func keepFarewell(_ lines: [String]) {
    if !lines.isEmpty { content.withLock { $0.farewell = lines } }
  }

  /// Keeps a line for the start menu.
  func addNotice(_ line: String) { content.withLock { $0.notices.append(line) } }

  /// Hands over what is to be told in the start menu.
  func takeNotices() -> [String] {
    content.withLock { content in
      defer { content.notices = [] }
      return content.notices
    }
  }

  /// Gives the terminal back as it was found, and prints there what remains of the last game.
  func closeAfterGame() {
    close()
    let lines = content.withLock(\.farewell)
    _ = StandardOutput.tell(lines.map { $0 + "\n" }.joined())
  }

  // MARK: On the queue

  private func tell(_ event: TerminalEvent) {
    listener.withLock { listener in
      if let handler = listener.handler {
        handler(event)
      } else if listener.pending.count < Self.longestPending {
        listener.pending.append(event)
      }
    }
  }

  private func hear(_ number: CInt) {
    switch number {
    case SIGWINCH: tell(.resized(holder.size))
    case SIGTSTP: stopProcess()
    default: comeBack()
    }
  }

  private func read() {
    var isEmpty = true
    while let event = holder.nextEvent() {
      isEmpty = false
      tell(event)
    }
    guard isEmpty, Screen.waiting <= 0 else { return }
    // It can be read, and there is nothing: it has gone.
    var status = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&status, 1, 0) > 0 else { return }
    unsafe reading.cancel()
    SignalWatch.shared.hangUp()
  }

  /// SIGCONT says when it goes on.
  private func stopProcess() {
    holder.leave()
    kill(0, SIGSTOP)
  }

  private func comeBack() {
    holder.comeBack()
    tell(.resized(holder.size))
  }
}

/// The place of the one screen, which only the queue of ``TerminalDisplay`` touches.
private final class Holder: Sendable {
  private struct Box: ~Copyable {
    var screen: Screen?
  }

  private let box = Mutex(Box())

  /// Takes the terminal over; nil where that cannot be done.
  func open(hasColours: Bool, isUTF8: Bool, reportsFocus: Bool) -> Size? {
    box.withLock { box in
      box.screen = Screen(hasColours: hasColours, isUTF8: isUTF8, reportsFocus: reportsFocus)
      return box.screen?.size
    }
  }

  var size: Size { box.withLock { $0.screen?.size ?? Size(rows: 24, columns: 80) } }

  var hasColours: Bool { box.withLock { $0.screen?.depth ?? .none } != .none }

  func show(_ canvas: Canvas) { box.withLock { $0.screen?.show(canvas) } }

  func nextEvent() -> TerminalEvent? { box.withLock { $0.screen?.nextEvent() ?? nil } }

  func send(_ text: String) { box.withLock { $0.screen?.send(text) } }

  func setTitle(_ title: String) { box.withLock { $0.screen?.setTitle(title) } }

  func ring() { box.withLock { $0.screen?.ring() } }

  func leave() { box.withLock { $0.screen?.leave() } }

  func comeBack() { box.withLock { $0.screen?.comeBack() } }

  func close() { box.withLock { $0.screen = nil } }
}
