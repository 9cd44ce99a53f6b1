public import GameRules
public import GameSearch

/// The engine's side of the Gomocup protocol, which Piskvork speaks.
///
/// Of Yixin's additions it knows `YXBOARD`, `YXSHOWFORBID`, `YXSTOP`, `YXHASHCLEAR`, `INFO
/// thread_num`, `max_depth` and `max_node`.
public struct GomocupEngine: ProtocolEngine {
  enum Phase {
    case idle
    /// The lines of a board are being read.
    case reading(Board)
    case thinking(Search)
  }

  /// A board that is being read.
  struct Board {
    /// The purpose of a search.
    enum Purpose {
      case think, set, swap2
    }

    let purpose: Purpose
    var stones: [Stone] = []
    /// The first line that could not be used.
    var broken: String?
  }

  /// A stone on the board; nil where only the order tells whose it is.
  struct Stone {
    let point: Point
    let isOwn: Bool?
  }

  /// A thought that was begun and not answered.
  struct Search {
    var position: GomokuPosition
    let budget: TimeBudget
    /// The points to write before the next one, in the swap2 opening.
    var points: [Point] = []
    /// The number of further moves that belong to the answer.
    var movesLeft = 1
  }

  let name: EngineName
  let initial: Game
  var phase = Phase.idle
  /// The size of the board; nil before `START`.
  var size: BoardSize?
  /// The stones in the order of play.
  var stones: [Stone] = []
  /// The lines that the current search delays.
  var held = HeldLines()
  var limits = GomocupLimits()
  var options: EngineOptions

  /// An engine that begins with `settings`, and with the rule of `game` until `INFO rule`.
  public init(_ name: EngineName, game: Game, settings: SearchSettings = SearchSettings()) {
    self.name = name
    initial = game
    limits.rule = game.gomokuTerms.rule
    options = EngineOptions(settings)
  }

  /// The actions after a line of input, without its end.
  public mutating func receive(_ line: String) -> [EngineAction] {
    if case .reading(let board) = phase { return read(line, board) }
    var words = Words(line)
    guard let command = words.next()?.uppercased() else { return [] }
    let argument = words.take(until: []).joined(separator: " ")
    if case .thinking = phase { return receiveThinking(line, command, argument) }
    switch command {
    case "START": return start(argument)
    case "RECTSTART": return startRectangle(argument)
    case "RESTART": return restart()
    case "BEGIN": return begin()
    case "TURN": return turn(argument)
    case "PLAY": return play(argument)
    case "TAKEBACK": return takeBack(argument)
    case "BOARD": return read(into: .think)
    case "YXBOARD": return read(into: .set)
    case "SWAP2BOARD": return read(into: .swap2)
    case "YXSHOWFORBID": return showForbidden()
    case "YXHASHCLEAR": return [.forget]
    case "YXSTOP", "STOP": return []
    default: return receiveAnywhere(command, argument)
    }
  }

  /// Says what is known after an iteration.
  public mutating func reported(
    _ report: SearchReport,
    after time: Duration
  ) -> [EngineAction] {
    guard case .thinking(let search) = phase else { return [] }
    let size = search.position.size
    let line = report.line.compactMap(\.placedPoint).map { GomocupText.text($0, size: size) }
    let score = report.mate.map { ($0 > 0 ? "+M" : "-M") + String(abs($0)) } ?? "\(report.score)"
    return [
      .say(
        "MESSAGE depth \(report.depth) ev \(score) n \(report.nodes) tm \(time.wholeMilliseconds) "
          + "pv \(line.joined(separator: " "))"
      )
    ]
  }

  /// Nothing: every thought of this protocol has its time.
  public mutating func close() -> [EngineAction] { [] }

  // MARK: Commands

  /// The answers that are possible at any time, also during a search.
  private mutating func receiveAnywhere(_ command: String, _ argument: String) -> [EngineAction] {
    switch command {
    case "ABOUT":
      return [
        .say(
          "name=\"\(name.name)\", version=\"\(name.version)\", author=\"\(name.author)\""
        )
      ]
    case "INFO": return information(argument)
    case "END": return [.quit]
    default: return [.say("UNKNOWN command \(command)")]
    }
  }

  /// Answers what can be answered while a thought is under way; the rest waits for its end.
  private mutating func receiveThinking(
    _ line: String,
    _ command: String,
    _ argument: String
  ) -> [EngineAction] {
    switch command {
    case "YXSTOP", "STOP": return [.stop]
    case "ABOUT", "INFO", "END": return receiveAnywhere(command, argument)
    default:
      held.hold(line)
      return []
    }
  }

  private mutating func information(_ argument: String) -> [EngineAction] {
    var words = Words(argument)
    let key = words.next()?.lowercased() ?? ""
    let value = words.take(until: []).joined(separator: " ")
    switch key {
    case "thread_num":
      return options.setThreads(Int(value)) ? [.settings(options.settings)] : []
    case "max_memory":
      return limits.setMemory(Int(value), &options) ? [.settings(options.settings)] : []
    case "rule": return setRule(value)
    default:
      limits.set(key, to: value)
      return []
    }
  }

  private mutating func setRule(_ value: String) -> [EngineAction] {
    limits.rule = Int(value).flatMap(GomocupText.rule)
    guard limits.rule == nil else { return [] }
    return [
      .say("ERROR unknown rule \(value.prefix(20)); expected 0, 1 (standard), 2 or 4 (renju)")
    ]
  }

  /// Begins a game on the board of `START 15`, or of `START 15 15`, as some managers write it.
  private mutating func start(_ argument: String) -> [EngineAction] {
    let sides = Set(argument.split { $0 == " " || $0 == "," })
    guard sides.count == 1, let side = sides.first.flatMap({ Int($0) }) else {
      return [.say("ERROR unsupported size; expected 15, 19 or 20")]
    }
    return start(BoardSize(side), or: "15, 19 or 20")
  }

  private mutating func start(_ size: BoardSize, or expected: String) -> [EngineAction] {
    guard GomokuTerms(rule: .freestyle, size: size) != nil else {
      return [.say("ERROR unsupported size; expected \(expected)")]
    }
    self.size = size
    stones = []
    return [.forget, .say("OK")]
  }

  private mutating func startRectangle(_ argument: String) -> [EngineAction] {
    let numbers = GomocupText.numbers(argument)
    let size = numbers.count == 2 ? BoardSize(columns: numbers[0], rows: numbers[1]) : BoardSize(0)
    return start(size, or: "15,15, 19,19, 20,20 or two numbers from 10 to 20")
  }

  private mutating func restart() -> [EngineAction] {
    guard size != nil else { return [Self.noBoard] }
    stones = []
    return [.forget, .say("OK")]
  }

  private mutating func begin() -> [EngineAction] {
    guard stones.isEmpty else { return [.say("ERROR the board is not empty")] }
    return think()
  }

  private mutating func turn(_ argument: String) -> [EngineAction] {
    if let refusal = put(argument, isOwn: false) { return [refusal] }
    return think()
  }

  private mutating func play(_ argument: String) -> [EngineAction] {
    if let refusal = put(argument, isOwn: true) { return [refusal] }
    return [.say(argument)]
  }

  /// Puts a stone, or says why that cannot be.
  private mutating func put(_ argument: String, isOwn: Bool) -> EngineAction? {
    guard let size else { return Self.noBoard }
    guard let point = GomocupText.point(argument, size: size) else {
      return .say("ERROR expected a point of the board like 7,7")
    }
    guard !stones.contains(where: { $0.point == point }) else {
      return .say("ERROR \(argument) is not empty")
    }
    stones.append(Stone(point: point, isOwn: isOwn))
    return nil
  }

  private mutating func takeBack(_ argument: String) -> [EngineAction] {
    guard let size else { return [Self.noBoard] }
    guard let point = GomocupText.point(argument, size: size),
      let index = stones.lastIndex(where: { $0.point == point })
    else { return [.say("ERROR no stone is there")] }
    stones.remove(at: index)
    return [.say("OK")]
  }

  static let noBoard = EngineAction.say("ERROR there is no board; expected START first")
}
