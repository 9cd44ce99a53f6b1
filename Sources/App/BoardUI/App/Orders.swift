public import GameRules
import GameSearch
public import MatchPlay
public import MatchProtocol
import Phrases
package import Terminal

/// Everything that one event leads to, carried out by the loop in the order of the fields.
public struct Orders: Hashable, Sendable {
  /// The changes to keep and the packets to send; its notices and its end are the program's, which
  /// has taken them.
  public var table = TableOrders()
  /// Text for standard output.
  public var text = ""
  /// The prompt, and the words that complete input, if lines are edited.
  public var prompt: Prompt?
  /// The sounds, if the player wants any.
  public var cues: [Cue] = []
  /// True if a person at another computer waits for the player here.
  public var isCall = false
  /// A sentence for the desktop, if the player likes: the terminal is not looked at.
  public var announcement: String?
  /// An order to the terminal.
  public var terminal: TerminalOrder?
  /// The work beside the loop, in this order.
  public var work: [Work] = []
  /// The notices for the face; it has taken them.
  var notices: [AppNotice] = []
  /// The reason to close everything, say why on standard error and exit; nothing follows.
  public var end: ExitReason?

  /// Nothing to do.
  public init() {}

  /// Adds what follows from the same event.
  public static func += (orders: inout Self, next: Self) {
    orders.table += next.table
    orders.text += next.text
    orders.prompt = next.prompt ?? orders.prompt
    orders.cues += next.cues
    orders.isCall = orders.isCall || next.isCall
    orders.announcement = next.announcement ?? orders.announcement
    orders.terminal = next.terminal ?? orders.terminal
    orders.work += next.work
    orders.notices += next.notices
    orders.end = orders.end ?? next.end
  }

  /// The prompt.
  public struct Prompt: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The words that complete what is typed.
    public var words: [String]
  }
}

extension MatchPage {
  package var lastNews: String? { nil }

  /// The title of the terminal's window.
  package var windowTitle: String { isWaitedFor ? say("Tabletooth: your move") : "Tabletooth" }
}

/// An order to the terminal.
public enum TerminalOrder: Hashable, Sendable {
  /// Give it back and stop the process, until somebody lets it go on.
  case suspend
  /// Draw everything anew.
  case redraw
  /// Nothing: the last screen has been looked at.
  case close
  /// Nothing: whoever has the screen gives way, as somebody is there to be seen.
  case giveWay
}

/// Work beside the loop, most of which comes back as ``Event/work(_:)``.
public enum Work: Hashable, Sendable {
  /// Find this out; the thought before has always come back.
  case think(Inquiry)
  /// Come back with the best so far.
  case stopThinking
  /// Find how the last game has changed the player's rating.
  case findRating
  /// Judge the moves that led to this position, in place of any other.
  case analyse(Position)
  /// Judge no more moves.
  case stopAnalysis
  /// Find what was said with the player of this name, or with the one here.
  case findLog(String)
  /// Look at the file at this path.
  case prepareFile(String)
  /// Remove what has come of this file, unless it goes from here to the other side.
  case discardFile(FileOffer)
  /// Play the sounds, or do not any more.
  case switchSound
}

/// The program where a match is played, with one of its faces: lines or a screen.
package protocol MatchPage: Sendable {
  /// When the program wants ``Event/tick``, if at all.
  var deadline: Duration? { get }
  /// True if what is shown stays until a key is pressed.
  var holdsAtEnd: Bool { get }
  /// The lines about the game to print when a screen has closed.
  var farewell: [String] { get }
  /// The robot's level, from 1 to 10, if it has one.
  var machineLevel: Int? { get }
  /// The state of the session with the other side, if there is one.
  var sessionState: SessionState? { get }
  /// The letter that the other player should find as long as there is no link; nil for none.
  var letter: Letter? { get }

  /// True if a person at another computer waits for the player here.
  var isWaitedFor: Bool { get }

  /// The last message, where a table goes down behind a menu.
  var lastNews: String? { get }

  /// The picture of the screen at `now`; nil where there is none, or another one has it.
  func view(now: Duration) -> Canvas?

  /// The first thing to do; `journal` is what was said and heard in a match that goes on.
  mutating func begin(resuming journal: [JournalEntry]?, now: Duration) -> Orders

  /// Takes `event`, which happened at `now`, and returns what to do.
  mutating func update(_ event: Event, now: Duration) -> Orders
}
