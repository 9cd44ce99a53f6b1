import GameRules
import GameSearch
import MatchPlay
import MatchProtocol

@testable import BoardUI

/// The program in line mode on a ``ScriptedSession``.
struct ScriptedProgram {
  /// What this board is in the match.
  enum Part: Hashable {
    case host(Game, first: Role)
    case guest
    case hotSeat(Game)
    /// Against a machine, from this side.
    case machine(Game, Side)
  }

  /// Who gives the lines.
  enum Input: Hashable {
    case terminal
    case pipe
    case robot

    var player: LocalPlayer {
      switch self {
      case .terminal: .person
      case .pipe: .script
      case .robot: .robot
      }
    }
  }

  /// A match that goes on.
  struct Resumption {
    let name: PlayerName
    let journal: [JournalEntry]

    init(with name: PlayerName, after journal: [JournalEntry]) {
      self.name = name
      self.journal = journal
    }
  }

  private var client: LineClient<ScriptedSession>
  private let journal: [JournalEntry]?
  /// Whether who types resign says yes when asked.
  private let confirms: Bool

  init(
    _ part: Part,
    input: Input,
    pieces: PieceStyle = .latin,
    name: String = "Hans",
    book: TrustBook = TrustBook(),
    unknown: TableRules.UnknownPlayers = .ask,
    resuming resumption: Resumption? = nil,
    machine: Machine = .robot(.usual),
    ownMachine: Machine? = nil,
    confirms: Bool = true
  ) {
    self.confirms = confirms
    let isRobot = input == .robot
    let rules = TableRules(
      unknown: isRobot && unknown == .ask ? .accept : unknown,
      asksAgain: input == .terminal
    )
    journal = resumption?.journal
    let app = App(
      Self.table(part, rules, book),
      player: input.player,
      name: PlayerName(cleaning: name),
      other: resumption?.name,
      machine: machine,
      ownMachine: ownMachine
    )
    client = LineClient(app, input: input == .pipe ? .pipe : .terminal, pieces: pieces)
  }

  private static func table(
    _ part: Part,
    _ rules: TableRules,
    _ book: TrustBook
  ) -> Table<ScriptedSession> {
    let session = ScriptedSession()
    switch part {
    case .host(let game, let first):
      let terms = MatchMessage.Start(game, first: first)
      return Table(session, as: .host, terms: terms, rules: rules, book: book)
    case .guest:
      return Table(session, as: .guest, rules: rules, book: book)
    case .hotSeat(let game):
      return Table(local: Match(Position(game: game), seats: .both))
    case .machine(let game, let side):
      let match = Match(Position(game: game), seats: .one(side))
      return Table(local: match, asksAgain: rules.asksAgain)
    }
  }

  var phase: TablePhase { client.app.table.phase }

  var typedAhead: [String] { client.face.typedAhead }

  var deadline: Duration? { client.deadline }

  /// The match that is being played, if one is.
  var match: Match? {
    if case .playing(let match) = phase { match } else { nil }
  }

  mutating func begin(now: Duration) -> [ScriptedEffect] {
    let orders = client.begin(resuming: journal, now: now)
    return effects(of: orders)
  }

  mutating func update(_ event: ScriptedEvent, now: Duration) -> [ScriptedEffect] {
    let lineEvent: Event =
      switch event {
      case .line(let text): .line(text)
      case .inputClosed: .inputClosed
      case .outputClosed: .outputClosed
      case .routeFails(let reason): .route(.failed(reason))
      case .interrupted(let signal): .interrupted(signal)
      case .progress(let progress): .progress(progress)
      case .robotMoved(let move): .work(.machine(.moveFound(move)))
      case .hinted(let move, let reason): .work(.machine(.hintFound(move, because: reason)))
      case .machineResigns: .work(.machine(.resigns))
      case .machineFailed(let what): .work(.machine(.failed(what)))
      case .tick: .tick
      case .session(let event): told(Step(events: [event]))
      case .sessionEnds(let end): told(Step(end: end))
      }
    var orders = client.update(lineEvent, now: now)
    if confirms, event == .line("resign"), client.questions.asked == .resign {
      orders = client.update(.line("yes"), now: now)
    }
    return effects(of: orders)
  }

  private mutating func told(_ step: Step) -> Event {
    client.app.table.session?.next = step
    return .link(.up(Situation.peer, maximumPacketSize: 180))
  }

  private func effects(of orders: Orders) -> [ScriptedEffect] {
    let kept: [ScriptedEffect] = orders.table.keeps.compactMap { change in
      switch change {
      case .remember(let introduction): .remember(introduction)
      case .finish(let outcome, let match): .finish(result: outcome.summary(of: match.position))
      case .begin, .append, .discard, .leave, .clock, .goBack, .game, .say, .file, .pipe,
        .letter:
        nil
      }
    }
    let asked: [ScriptedEffect] = orders.table.packets.compactMap { packet in
      client.app.table.session.map { .asks($0.request(in: packet.bytes)) }
    }
    let work: [ScriptedEffect] = orders.work.compactMap { work in
      switch work {
      case .think(let inquiry): .think(inquiry)
      case .stopThinking: .stopThinking
      case .findLog, .findRating, .analyse, .stopAnalysis, .prepareFile, .discardFile,
        .switchSound:
        nil
      }
    }
    let printed: [ScriptedEffect] = orders.text.isEmpty ? [] : [.print(orders.text)]
    return kept + asked + printed + work + (orders.end.map { [.end($0)] } ?? [])
  }
}

/// What can happen to a ``ScriptedProgram``.
enum ScriptedEvent: Hashable {
  case line(String)
  case inputClosed
  case outputClosed
  case interrupted(StopSignal)
  case session(SessionEvent)
  case sessionEnds(SessionEnd)
  case progress(TransportProgress)
  case robotMoved(Move)
  case hinted(Move, because: MoveReason)
  case machineResigns
  case machineFailed(String)
  case routeFails(ExitReason)
  case tick

  /// The other side says `message`.
  static func message(_ message: MatchMessage) -> ScriptedEvent {
    .session(.message(message, from: Situation.peer))
  }
}

/// What a ``ScriptedProgram`` does.
enum ScriptedEffect: Hashable {
  case print(String)
  case asks(ScriptedSession.Request)
  case remember(Introduction)
  case finish(result: String)
  case think(Inquiry)
  case stopThinking
  case end(ExitReason)

  static let accept = ScriptedEffect.asks(.accept)
  static let decline = ScriptedEffect.asks(.decline)

  static func close(_ reason: GoodbyeReason) -> ScriptedEffect { .asks(.close(reason)) }

  /// The effect in one word, with the exit code of an end.
  var word: String {
    switch self {
    case .print: "print"
    case .asks(.submit(let message)): message.word
    case .asks(.accept): "accept"
    case .asks(.say(let words)): "say:\(words.text)"
    case .asks(.decline): "decline"
    case .asks(.adopt): "adopt"
    case .asks(.close(let reason)): "close:\(reason)"
    case .remember: "remember"
    case .finish: "finish"
    case .think: "think"
    case .stopThinking: "stop"
    case .end(let reason): "end:\(reason.code)"
    }
  }
}

extension MatchMessage {
  fileprivate var word: String {
    switch self {
    case .start: "start"
    case .move: "move"
    case .resign: "resign"
    case .ask: "ask"
    case .answer: "answer"
    case .pause: "pause"
    case .flag: "flag"
    case .coin: "coin"
    case .differ: "differ"
    }
  }
}
