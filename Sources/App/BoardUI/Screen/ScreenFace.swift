import GameRules
import MatchPlay
import MatchProtocol
import Terminal

/// The state of the screen besides the game: the cursor, the input and the messages.
struct ScreenFace: NoticeTeller, Hashable, Sendable {
  /// Something that is done only when the player says yes to it.
  enum Confirmation: Hashable {
    case resign
    case leave
  }

  /// A message, and its number if the player here has sent it to the other one.
  struct Sentence: Hashable {
    /// What a message is about, which decides its look.
    enum Kind: Hashable {
      case news
      /// What the players and spectators say to each other.
      case chat
      /// A question of the other player.
      case question
    }

    let text: String
    var number: Int?
    var kind = Kind.news
  }

  /// A move that stands out for a moment.
  struct Arrival: Hashable {
    let point: Point
    let until: Duration
  }

  /// A move that the player was told to try, and where.
  struct Hint: Hashable {
    let move: Move
    let position: Position
  }

  /// The time for which a move of the other side stands out.
  static let arrivalTime = Duration.milliseconds(150)

  /// The number of sentences that are kept.
  private static let longestLog = 200
  /// The longest line that can be typed, in characters.
  static let longestInput = 512

  var look: ScreenLook
  var size: Size
  let showsPlayers = true
  var drawsBoard = true
  /// The messages, the latest last.
  private(set) var sentences: [Sentence] = []
  /// The number of sentences that were ever said.
  private(set) var saidCount = 0
  /// The number of them, at the end, that are about the last move and nothing else.
  private var passing = 0
  /// The result of the last key or line.
  var reply: String?
  /// True if what is said is the answer to a key or a line.
  var isReplying = false
  /// A move of the other side that has just come, and until when it stands out.
  var arrival: Arrival?
  /// True if the terminal has the focus of its desktop, as far as it says so.
  var isWatched = true
  var sheet: TextPage?
  var confirmation: Confirmation?
  /// The letters of the word yes that were typed at that question.
  var agreement = ""
  /// The point of the cursor; nil before there is a board.
  var cursor: Point?
  /// The piece that was picked.
  var picked: Point?
  /// The input.
  var input = ""
  /// The effects of the letters that may turn out to begin a word.
  var prefix: Prefix?
  /// The last hint to the player.
  private(set) var hint: Hint?
  /// True if threats and forbidden points are shown.
  var showsThreats = false
  var moves = MoveList()
  /// The match as it was shown last.
  private(set) var lastMatch: Match?
  /// When the link was lost, and which attempt to make it again is under way.
  var lostAt: Duration?
  var attempt = 0
  /// The time that was on the screen last.
  var countedTo = Duration.zero

  init(look: ScreenLook, size: Size) {
    self.look = look
    self.size = size
  }

  var pieces: PieceStyle { look.pieces }

  /// A letter that was obeyed as a key at once.
  enum Prefix: Hashable {
    /// It moved the cursor from there.
    case moved(Character, from: Point)
    /// It did what this word says.
    case obeyed(String)
    /// It asked whether to do what this word says.
    case asked(String)
  }

  /// The time in which Enter belongs to the letter of an answer before it: a player who presses
  /// both does not play at the cursor.
  private static let answerTime = Duration.seconds(1)
  /// When a letter was an answer in the game.
  private var answeredAt: Duration?

  /// A letter was an answer, or the beginning of the word that says the same.
  mutating func noteAnswer(_ word: String, now: Duration) {
    (prefix, answeredAt) = (.obeyed(word), now)
  }

  /// True if a line, behind which Enter is pressed now, says no more than the letter before it did.
  func isAnswered(by line: String, now: Duration) -> Bool {
    if case .obeyed(line)? = prefix { return true }
    return line.isEmpty && answeredAt.map { now < $0 + Self.answerTime } ?? false
  }

  /// The rows of the title, the sentence about the table and the input.
  private static let rowsBesideCode = 9

  func hasRoom(for lines: [String]) -> Bool {
    look.glyphs == .full && size.rows >= lines.count + Self.rowsBesideCode
      && size.columns >= (lines.first?.count ?? 0) + 4
  }

  /// The longest answer that has room below the board, in lines.
  private static let longestReply = 2

  mutating func say(_ text: String) {
    if isReplying {
      if text.wrapped(to: size.columns - 2).count > Self.longestReply {
        sheet = TextPage(text: text)
      } else {
        reply = text
      }
    } else {
      keep(text)
    }
  }

  /// The end or the state of the game, as it was told.
  private var end: [String] = []
  /// True if what is said is about that.
  private var isAtEnd = false

  /// The last board, and how the game on it ended or goes on; nothing before there was one.
  func farewell(_ scene: Scene) -> [String] {
    guard let match = lastMatch else { return [] }
    let title = ScreenStrings.title(match)
    let isAlone = match.seats == .both || scene.watched != nil
    let headline = isAlone ? title : ScreenStrings.title(title, against: scene.name)
    return [headline, RecordStrings.board(match.position, pieces)] + end
  }

  /// Keeps a sentence that is not an answer.
  mutating func keep(_ text: String) {
    if isAtEnd { end.append(text) }
    sentences.append(Sentence(text: text, number: saying, kind: kind))
    saying = nil
    if kind == .chat { chatScroll = 0 }
    saidCount += 1
    sheet?.news = text.split(separator: "\n").last.map(String.init)
    if sentences.count > Self.longestLog { sentences.removeFirst() }
    passing = isPassing ? passing + 1 : 0
  }

  /// Forgets a sentence that is no longer true.
  mutating func forget(_ text: String) {
    guard sentences.contains(where: { $0.text == text }) else { return }
    passing -= sentences.suffix(passing).count { $0.text == text }
    sentences.removeAll { $0.text == text }
  }

  /// The number of the player's own words that are kept next.
  private var saying: Int?

  /// What is said now is about this.
  private var kind = Sentence.Kind.news
  /// The number of lines of the chat below those that its pane shows.
  var chatScroll = 0

  /// Says what counts until the next move only: the list of moves has the rest.
  private var isPassing = false

  /// Forgets what was said about the move before, unless something else was said since, and takes
  /// what is said next for passing or not.
  private mutating func begin(passing isPassing: Bool, isMove: Bool) {
    if isMove {
      sentences.removeLast(passing)
      passing = 0
    }
    self.isPassing = isPassing
  }

  /// Notes what is shown besides the sentence that says it.
  mutating func note(_ notice: AppNotice, now: Duration) {
    noteEnd(notice)
    kind = notice.kind
    switch notice {
    case .table(.moved(let move, let before, _)):
      begin(passing: true, isMove: true)
      // What was wrong before this move may be right now.
      if !isReplying { reply = nil }
      if !look.isStill, !before.isLocalTurn, let point = move.points.last {
        arrival = Arrival(point: point, until: now + Self.arrivalTime)
      }
    case .table(.changed), .table(.answered), .table(.watch(.closed)):
      // What was said to the question is over with it.
      if !isReplying { reply = nil }
      begin(passing: false, isMove: false)
    case .thinking, .table(.began): begin(passing: true, isMove: false)
    case .table(.talk(.said(_, let number, _))):
      begin(passing: false, isMove: false)
      saying = number
    case .hint(let move, _, let position):
      show(Hint(move: move, position: position))
    case .table, .progress, .waits, .wayEnded, .sharesFolder, .digitsChanged, .asksToStop,
      .hintRefused, .rating, .cameBack, .log, .fileProblem, .line, .wordless, .level:
      begin(passing: false, isMove: false)
    }
    noteLink(notice, now: now)
  }

  /// Moves the cursor to the hint, so that one Enter plays it.
  private mutating func show(_ hint: Hint) {
    begin(passing: false, isMove: false)
    self.hint = hint
    if let point = hint.move.points.last { (cursor, picked) = (point, nil) }
    forget(RobotStrings.lookingForHint)
  }

  private mutating func noteEnd(_ notice: AppNotice) {
    isAtEnd = notice.isEnd
    // What was said of the game before is not true of the one that begins.
    if isAtEnd || notice.isBeginning { end = [] }
  }

  /// True if the last sentence says why the game that begins now begins as it does.
  private var isPrelude = false

  private mutating func noteLink(_ notice: AppNotice, now: Duration) {
    let prelude = isPrelude ? sentences.suffix(1) : []
    isPrelude = notice.isPrelude
    switch notice {
    case .table(.suspended), .table(.suspendedInLeaving): (lostAt, attempt) = (now, 0)
    case .table(.began(_)), .table(.restored(_)), .table(.watch(.seen)):
      // The chat outlives the games.
      (lostAt, passing) = (nil, 0)
      sentences = sentences.filter { $0.kind == .chat } + prelude
    case .table(.resumed), .cameBack: lostAt = nil
    // The board that was there belongs to somebody who has gone.
    case .table(.waiting): (lostAt, lastMatch, cursor, picked) = (nil, nil, nil, nil)
    case .progress(.reconnecting(let attempt, _)): self.attempt = attempt
    default: break
    }
  }

  /// The board is always there.
  mutating func sayBoard(_ match: Match) {}

  /// Lets the cursor begin where a first move of the game may be made.
  mutating func placeCursor(in match: Match) {
    let own: Side = if case .one(let side) = match.seats { side } else { .first }
    cursor = match.position.shape.start(for: own)
    picked = nil
  }

  /// Forgets what was picked where it cannot be moved any more.
  mutating func follow(_ match: Match) {
    lastMatch = match
    moves.follow(match.record)
    if cursor == nil || moves.isNew { placeCursor(in: match) }
    guard let picked else { return }
    let isMovable = match.isLocalTurn && !match.position.steps(from: picked).isEmpty
    if !isMovable { self.picked = nil }
  }
}

extension AppNotice {
  /// What is said of it is about this.
  fileprivate var kind: ScreenFace.Sentence.Kind {
    switch self {
    case .table(.talk(.said)), .table(.talk(.heard)), .table(.talk(.remarked)),
      .table(.room(.remark)):
      .chat
    case .table(.changed(.asked, _, _)), .table(.wantsAgain), .table(.file(.offered)): .question
    default: .news
    }
  }

  /// True if another game stands on the board from now on.
  fileprivate var isBeginning: Bool {
    if case .table(.began) = self { return true }
    if case .table(.restored) = self { return true }
    return false
  }

  /// True if it tells the end of the game, or its state.
  fileprivate var isEnd: Bool {
    if case .table(.finished) = self { return true }
    if case .table(.unfinished) = self { return true }
    return false
  }

  /// True if it belongs to the game that begins with the next notice.
  fileprivate var isPrelude: Bool {
    [.table(.tossed(.host)), .table(.tossed(.guest)), .table(.record(.wentBack))].contains(self)
  }
}

extension Position {
  /// The choices of colours, if swap2 asks for one now.
  var choices: [ColourChoice] {
    guard case .gomoku(let gomoku) = self, gomoku.isOpening else { return [] }
    return gomoku.legalMoves.compactMap { move in
      if case .choose(let choice) = move.action { choice } else { nil }
    }
  }

  /// The legal moves of what stands on `point`.
  func steps(from point: Point) -> [Move] {
    legalMoves.filter { $0.ends?.from == point }
  }
}

extension Move {
  /// The points where a step begins and ends; nil for other moves.
  var ends: (from: Point, to: Point)? {
    switch action {
    case .step(let from, let to), .carry(let from, let to): (from, to)
    case .place, .remove, .choose: nil
    }
  }

  /// The points that the move touches.
  var points: [Point] {
    switch action {
    case .step(let from, let to), .carry(let from, let to): [from, to]
    case .place(let point), .remove(let point): [point]
    case .choose: []
    }
  }
}
