public import GameRules
import MatchPlay
public import MatchProtocol

/// What a player sees and does in line mode: text out, typed lines in.
///
/// One model for the host, the guest, and two people at one terminal. It decides and nothing else:
/// each input returns what to do, time comes in as `now`, and ``deadline`` says when it wants to
/// be woken with ``AppEvent/tick``.
///
/// The end of a game is agreed upon before a board goes: the side that receives the last move says
/// goodbye, the side that made it waits for that goodbye. People at a terminal are asked first whether
/// they want another game. Whatever breaks after the game is over is no error any more.
public struct LineModel: Sendable {
  /// What this board is in the match.
  public enum Part: Hashable, Sendable {
    /// Opens the table and says what is played and who begins.
    case host(Game, first: Role)
    /// Sits down at a table.
    case guest
    /// Two people at this terminal, and no other board.
    case hotSeat(Game)
  }

  /// Where the moves of this board come from.
  public enum Input: Hashable, Sendable {
    /// A person at a terminal, which shows each typed line by itself.
    case terminal
    /// A pipe or a file: moves may come ahead of their turn and are kept until then, and each line
    /// is printed where a terminal would show it.
    case pipe
    /// The robot; a person may still type `board` or `quit`, and standard input may be closed.
    case robot
  }

  /// What to do about a player who is not in the book.
  public enum UnknownPlayers: Hashable, Sendable {
    /// Ask the player here whether both see the same digits.
    case ask
    /// Play with anybody, as the robot does.
    case accept
    /// Play with nobody new.
    case refuse
  }

  /// A match that goes on after its program had ended.
  public struct Resumption: Hashable, Sendable {
    /// The other player's name.
    public let name: PlayerName

    /// All that was said and heard.
    public let journal: [JournalEntry]

    /// The match with `name` after `journal`.
    public init(with name: PlayerName, after journal: [JournalEntry]) {
      self.name = name
      self.journal = journal
    }
  }

  enum Phase: Hashable {
    /// Nobody sits on the other side yet.
    case opening
    /// Somebody does, and the two players have to accept each other; here that is done, or not.
    case introduced(Introduction, isAccepted: Bool)
    /// The guest is seated and waits for the host's terms.
    case seated
    case playing(Match)
    /// The game is over; the boards take leave, or begin another one.
    case settled(Match)
    /// The session is being closed, and then the program ends with this.
    case leaving(ExitReason)
    case ended
  }

  /// How long the goodbye of the other side may take after the game.
  static let goodbyeTime = Duration.seconds(5)
  /// How long the other side may take to answer a resignation: longer than the session's silence.
  static let resignationTime = Duration.seconds(20)
  /// How long digits have to be on the screen that follow others, so that nobody says yes to the wrong ones.
  static let lookingTime = Duration.seconds(2)
  /// How many piped lines may wait; no game of this program has as many moves.
  static let maximumTypedAhead = 1_000

  let part: Part
  let input: Input
  let pieces: PieceStyle
  let unknown: UnknownPlayers
  let resumption: Resumption?
  var book: TrustBook
  var phase = Phase.opening
  var other = Strings.nobody
  /// Whether the other player's key is in the book, or the digits were compared.
  var isOtherKnown = false
  /// When the last question about digits may be answered at a terminal: a little later if it followed another one.
  var answerableAt: Duration?
  var typedAhead: [String] = []
  var isInputOpen = true
  /// Whether the way to the other side is open: the table can be found, or was connected to.
  var isWayOpen = false
  /// Whether the link of the match is lost, and another one is waited for.
  var isSuspended = false
  /// Whether nobody here wants another game, and only the way to say so is missing.
  var isTakingLeave = false
  var isOutputOpen = true
  var isPromptOpen = false
  /// What the robot was asked about and has not answered.
  var thought: Position?
  var drawsBoard = true
  var effects: [AppEffect] = []

  /// When the model wants ``AppEvent/tick``, if at all.
  public internal(set) var deadline: Duration?

  /// A model at the start of the program.
  ///
  /// - Parameters:
  ///   - part: What this board is in the match.
  ///   - input: Where its moves come from.
  ///   - pieces: How Xiangqi is drawn.
  ///   - book: The players who are known.
  ///   - unknown: What to do about others.
  ///   - resumption: The match to go on with, if it is not a new one.
  public init(
    _ part: Part,
    input: Input,
    pieces: PieceStyle = .latin,
    book: TrustBook = TrustBook(),
    unknown: UnknownPlayers = .ask,
    resuming resumption: Resumption? = nil
  ) {
    self.part = part
    self.input = input
    self.pieces = pieces
    self.book = book
    self.unknown = unknown
    self.resumption = resumption
  }
}

// MARK: - Inputs

extension LineModel {
  /// The first thing to do: two people at one terminal start to play at once, and a match that goes on is shown.
  public mutating func begin(now: Duration) -> [AppEffect] {
    if case .hotSeat(let game) = part { begin(Match(Position(game: game), seats: .both)) }
    if let resumption { resume(resumption, now: now) }
    return finishStep(now: now)
  }

  /// Takes `event`, which happened at `now`, and returns what to do.
  public mutating func update(_ event: AppEvent, now: Duration) -> [AppEffect] {
    guard phase != .ended else { return [] }
    switch event {
    case .line(let text): take(text, now: now)
    case .inputClosed: closeInput(now: now)
    case .outputClosed: closeOutput(now: now)
    case .interrupted(let signal): interrupt(signal, now: now)
    case .session(let event): take(event, now: now)
    case .progress(let progress): show(progress)
    case .robotMoved(let move): takeRobotMove(move, now: now)
    case .tick: tick(now: now)
    }
    return finishStep(now: now)
  }

  /// Lets the next player at this board go on, then hands the collected effects over.
  private mutating func finishStep(now: Duration) -> [AppEffect] {
    takeTurn(now: now)
    defer { effects = [] }
    return effects
  }
}
