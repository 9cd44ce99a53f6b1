public import GameRules
public import GameSearch

/// The protocols that engines speak.
public enum EngineProtocol: String, CaseIterable, Sendable {
  /// The Universal Chess Interface; Xiangqi, and all games between two Tabletooths.
  case uci
  /// The Universal Chinese Chess Protocol; Xiangqi.
  case ucci
  /// The protocol of Piskvork and the Gomocup; Gomoku.
  case gomocup

  /// The games that can be played by this protocol.
  public var games: [GameKind] {
    switch self {
    case .uci: GameKind.offered
    case .ucci: [.xiangqi]
    case .gomocup: [.gomoku]
    }
  }

  /// The protocol that most engines for `game` speak.
  public init(usualFor game: GameKind) {
    self = game == .gomoku ? .gomocup : .uci
  }
}

/// The time that an engine has for a move.
public struct MovePace: Hashable, Sendable {
  /// The numbers of nodes that can be asked for.
  public static let nodeCounts: ClosedRange<UInt64> = 1...1_000_000_000_000
  /// The depths that can be asked for, in plies.
  public static let depths = 1...SearchLimits.mostPlies

  /// The time for the move; nil where something else limits it.
  public var time: Duration?
  /// The number of nodes it may visit.
  public var nodes: UInt64?
  /// The depth after which no deeper iteration begins.
  public var depth: Int?

  /// Sets a pace.
  public init(time: Duration? = nil, nodes: UInt64? = nil, depth: Int? = nil) {
    self.time = time
    self.nodes = nodes
    self.depth = depth
  }
}

/// An option of an engine and what it is set to.
public struct EngineOption: Hashable, Sendable {
  /// The name, as the engine announces it.
  public let name: String
  /// The value.
  public let value: String

  /// States an option.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// An engine's answer.
public enum EngineAnswer: Hashable, Sendable {
  /// Moves to be played one after the other, at least one; each is legal after the ones before.
  ///
  /// They are several where a turn is: in Liuzhou chess and in the swap2 opening.
  case moves([Move])
  /// The engine gives up.
  case resigns
}

/// An engine's violation of its protocol.
public enum EngineFault: Error, Hashable, Sendable {
  /// It said that it cannot go on, in these words.
  case refused(String)
  /// It answered with something that is no move.
  case unreadable(String)
  /// It answered with a move that the rules do not allow.
  case illegal(String)
  /// It has no move although there is one.
  case noMove
  /// It gave a move without what that is worth.
  case noScore
  /// It does not play this game.
  case otherGame(GameKind)
  /// It speaks XBoard's protocol alone.
  case onlyXBoard
}

/// An action of the client.
public enum ClientAction: Hashable, Sendable {
  /// Write this line to the engine.
  case send(String)
  /// The engine can be asked for a move now.
  case ready
  /// The engine says what it knows so far.
  case report(SearchReport)
  /// The engine's answer to the position that it was asked about.
  case answer(EngineAnswer)
  /// The engine did what no engine may do; nothing it says later counts.
  case fault(EngineFault)
}

/// The opponent's side of a protocol: it asks an engine for moves.
///
/// ``begin(_:)`` comes first, and again before each further game; each time ``ClientAction/ready``
/// is waited for. Then positions of this game are asked about one by one.
public protocol EngineClient: Sendable {
  /// Begins a game.
  mutating func begin(_ game: Game) -> [ClientAction]

  /// Asks for a move in `position`, whose game goes on.
  mutating func ask(_ position: Position, _ pace: MovePace) -> [ClientAction]

  /// Asks for the answer at once.
  mutating func stop() -> [ClientAction]

  /// The actions after a line of the engine, without its end.
  mutating func receive(_ line: String) -> [ClientAction]

  /// The actions after a line on the engine's standard error, where some write why they do not
  /// take a position.
  mutating func complain(_ line: String) -> [ClientAction]

  /// The actions if the engine has not said for long which protocol it speaks.
  mutating func wonder() -> [ClientAction]

  /// The last lines to an engine that is no longer needed.
  var farewell: [String] { get }
}

extension EngineClient {
  /// Does nothing, as what the engine complains of is not known.
  public mutating func complain(_ line: String) -> [ClientAction] { [] }

  /// Does nothing: the engine may still be loading.
  public mutating func wonder() -> [ClientAction] { [] }
}

/// Makes the client of `spoken` with the engine's `options`.
public func engineClient(
  _ spoken: EngineProtocol,
  options: [EngineOption] = []
) -> any EngineClient {
  switch spoken {
  case .uci: UCIClient(.uci, options: options)
  case .ucci: UCIClient(.ucci, options: options)
  case .gomocup: GomocupClient(options: options)
  }
}

/// Plays `text` in `position`, and gives the moves that it is.
func answer(
  _ text: String,
  _ notation: MoveNotation,
  in position: Position
) throws(EngineFault) -> EngineAnswer {
  guard let moves = notation.moves(text, in: position), !moves.isEmpty else {
    throw .unreadable(text)
  }
  return .moves(try check(moves, text, in: position))
}

/// Gives `moves` back if each of them is legal.
func check(
  _ moves: [Move],
  _ text: String,
  in position: Position
) throws(EngineFault) -> [Move] {
  var position = position
  for move in moves {
    do {
      try position.play(move)
    } catch {
      throw .illegal(text)
    }
  }
  return moves
}
