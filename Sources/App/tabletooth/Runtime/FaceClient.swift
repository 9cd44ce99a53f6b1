internal import BoardUI
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import Terminal

/// What the loop hands to the face of the program.
enum FaceEvent: Sendable {
  /// A line was typed or piped in.
  case line(String)
  /// No line will come any more.
  case inputClosed
  /// The player begins to type words for the other one, goes on, or does not any more.
  case typing(Bool)
  /// Nobody reads what is printed.
  case outputClosed
  /// Something was done on the screen.
  case terminal(TerminalEvent)
  /// A signal came.
  case interrupted(StopSignal)
  /// The screen that was another one's is this program's now.
  case lifted
  /// An order of a key was carried out, which this says.
  case answered(String)
  /// Something that has nothing to do with a face.
  case app(AppEvent)
}

extension FaceEvent {
  /// What came of standard input.
  init(_ event: StandardInput.Event) {
    self =
      switch event {
      case .line(let text): .line(text)
      case .typing(let isOn): .typing(isOn)
      case .closed: .inputClosed
      case .hungUp: .interrupted(.hangUp)
      }
  }
}

/// What the loop is told to do.
enum FaceOrder: Sendable {
  /// Write this to standard output.
  case print(String)
  /// Have this stand before what is typed, which these words complete.
  case prompt(String, words: [String])
  /// Show this on the screen.
  case show(Canvas)
  /// Give the terminal back and stop the process.
  case suspend
  /// Draw the whole screen anew.
  case redraw
  /// The last screen has been looked at.
  case close
  /// Let this be heard, if the player likes.
  case cue(Cue)
  /// Have the desktop tell this.
  case announce(String)
  /// Play the music, or do not any more.
  case switchMusic
  /// Play the sounds, or do not any more.
  case switchSound
  /// Anything else.
  case app(AppOrder)

  /// Whether nothing more is looked at.
  var isClose: Bool {
    if case .close = self { true } else { false }
  }
}

/// The program with one of its faces.
protocol FaceClient: Sendable {
  /// When the program wants ``AppEvent/tick``, if at all.
  var deadline: Duration? { get }
  /// Whether what is shown stays until a key is pressed.
  var holdsAtEnd: Bool { get }
  /// What remains to be told of the game when a screen has closed.
  var farewell: [String] { get }
  /// How well the machine plays, from 1 to 10, where it has a level.
  var machineLevel: Int? { get }
  /// Where the session with the other side is, if there is one.
  var sessionState: SessionState? { get }

  /// The first thing to do.
  mutating func begin(resuming journal: [JournalEntry]?, now: Duration) -> [FaceOrder]

  /// Takes `event`, and returns what to do.
  mutating func update(_ event: FaceEvent, now: Duration) -> [FaceOrder]
}

extension FaceClient {
  /// Takes what has nothing to do with the face, and returns what to do.
  mutating func update(_ event: AppEvent, now: Duration) -> [FaceOrder] {
    update(FaceEvent.app(event), now: now)
  }
}

/// The program in line mode, in the hands of the loop.
struct LineFaceClient<Session: MatchSession>: FaceClient {
  private var client: LineClient<Session>

  init(_ client: LineClient<Session>) {
    self.client = client
  }

  var deadline: Duration? { client.deadline }
  var holdsAtEnd: Bool { false }
  var farewell: [String] { [] }
  var machineLevel: Int? { client.app.machine.level?.number }
  var sessionState: SessionState? { client.app.table.session?.state }

  mutating func begin(resuming journal: [JournalEntry]?, now: Duration) -> [FaceOrder] {
    client.begin(resuming: journal, now: now).map(FaceOrder.init)
  }

  mutating func update(_ event: FaceEvent, now: Duration) -> [FaceOrder] {
    let event: LineEvent? =
      switch event {
      case .line(let text): .line(text)
      case .inputClosed: .inputClosed
      case .typing(let isOn): .typing(isOn)
      case .outputClosed: .outputClosed
      case .interrupted(let signal): .interrupted(signal)
      case .app(let event): .app(event)
      case .terminal, .lifted, .answered: nil
      }
    return event.map { client.update($0, now: now).map(FaceOrder.init) } ?? []
  }
}

/// The program on a screen, in the hands of the loop.
struct ScreenFaceClient<Session: MatchSession>: FaceClient {
  private var client: ScreenClient<Session>
  private var pace = DrawingPace()

  init(_ client: ScreenClient<Session>) {
    self.client = client
  }

  var deadline: Duration? { [client.deadline, pace.deadline].compactMap(\.self).min() }
  var holdsAtEnd: Bool { client.holdsAtEnd }
  var farewell: [String] { client.farewell }
  var machineLevel: Int? { client.app.machine.level?.number }
  var sessionState: SessionState? { client.app.table.session?.state }

  mutating func begin(resuming journal: [JournalEntry]?, now: Duration) -> [FaceOrder] {
    let orders = client.begin(resuming: journal, now: now)
    return [.show(client.view(now: now))] + orders.map(FaceOrder.init)
  }

  mutating func update(_ event: FaceEvent, now: Duration) -> [FaceOrder] {
    let event: ScreenEvent? =
      switch event {
      case .terminal(let event): .terminal(event)
      case .interrupted(let signal): .interrupted(signal)
      case .answered(let text): .answered(text)
      case .app(let event): .app(event)
      case .line, .inputClosed, .outputClosed, .lifted, .typing: nil
      }
    guard let event else { return [] }
    let orders = client.update(event, now: now)
    let isDrawn = pace.isDue(after: event, orders, now: now)
    return (isDrawn ? [.show(client.view(now: now))] : []) + orders.map(FaceOrder.init)
  }
}

extension FaceOrder {
  /// What a program in line mode orders.
  fileprivate init(_ order: LineOrder) {
    switch order {
    case .print(let text): self = .print(text)
    case .prompt(let text, let words): self = .prompt(text, words: words)
    case .cue(let cue): self = .cue(cue)
    case .app(let order): self = .app(order)
    }
  }

  /// What a program on a screen orders.
  init(_ order: ScreenOrder) {
    switch order {
    case .suspend: self = .suspend
    case .redraw: self = .redraw
    case .close: self = .close
    case .cue(let cue): self = .cue(cue)
    case .announce(let text): self = .announce(text)
    case .switchMusic: self = .switchMusic
    case .switchSound: self = .switchSound
    case .app(let order): self = .app(order)
    }
  }
}
