public import EngineProtocols
public import GameRules
public import GameSearch

/// The command and the protocol of another engine.
public struct EngineSpec: Hashable, Sendable {
  /// The program and its arguments.
  public var words: [String]
  /// The protocol.
  public var spoken: EngineProtocol
  /// The options that are set before each game.
  public var options: [EngineOption] = []
  /// The folder in which it runs; nil for the current one.
  public var folder: String?

  /// The same engine with so many threads, and a table of so many MiB, where a number is given; an
  /// option that was typed is set later, and counts.
  public func using(threads: Int?, hash: Int? = nil) -> EngineSpec {
    let given: [(name: String, number: Int?)] =
      switch spoken {
      case .uci: [("Threads", threads), ("Hash", hash)]
      case .ucci: [("threads", threads), ("hashsize", hash)]
      case .gomocup: [("thread_num", threads), ("max_memory", hash.map { $0 << 20 })]
      }
    var spec = self
    spec.options = given.compactMap { name, number in number.map { EngineOption(name, "\($0)") } }
    spec.options += options
    return spec
  }

  /// A client for it that has not said anything yet.
  public var client: any EngineClient { engineClient(spoken, options: options) }
}

/// A player as it is typed: `robot[:LEVEL]` or `engine:PROGRAM[,protocol]`, then `,key=value…`.
public struct PlayerSpec: Hashable, Sendable {
  /// A flaw of a text, and the allowed texts.
  public struct Unusable: Error, Hashable {
    /// The sentence, without its end.
    public let what: String

    /// States what is wrong.
    public init(what: String) {
      self.what = what
    }
  }

  /// The kinds of players.
  public enum Kind: Hashable, Sendable {
    /// This program's own search.
    case robot(SearchSettings)
    /// Another program.
    case engine(EngineSpec)
  }

  /// The text that was typed.
  public let text: String
  /// The kind of player.
  public let kind: Kind
  /// A pace of its own; what is nil is that of the match.
  public let pace: MovePace

  /// The allowed texts.
  public static let choices =
    "robot, robot:LEVEL (\(SearchLevel.range.lowerBound) to \(SearchLevel.range.upperBound)) or "
    + "engine:PROGRAM[,uci|ucci|gomocup][,option=value]"

  /// Reads what is typed, for a match of `game`.
  public init(
    _ text: String,
    game: GameKind,
    settings: SearchSettings = SearchSettings()
  ) throws(Unusable) {
    self.text = text
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var reader = SpecReader(game: game, settings: settings)
    let head = parts[0]
    switch head.prefix(while: { $0 != ":" }) {
    case "robot": try reader.readRobot(head)
    case "engine" where head.hasPrefix("engine:"): try reader.readEngine(head)
    default: throw Unusable(what: "`\(head)` is not a robot; expected \(Self.choices)")
    }
    for part in parts.dropFirst() { try reader.readPart(part) }
    pace = reader.pace
    kind = reader.engine.map(Kind.engine) ?? .robot(reader.settings)
  }

  /// The player, who has not been started yet.
  ///
  /// - Parameters:
  ///   - name: what to call it.
  ///   - seed: what a robot decides equal choices by.
  /// - Returns: an opponent that begins with its first game.
  public func opponent(name: String, seed: UInt64) -> any Opponent {
    switch kind {
    case .robot(var settings):
      settings.seed = seed
      return RobotOpponent(settings, name: name)
    case .engine(let spec):
      return EngineOpponent(spec, name: name)
    }
  }
}

/// The parts of a player read so far.
private struct SpecReader {
  let game: GameKind
  var settings: SearchSettings
  var engine: EngineSpec?
  var pace = MovePace()

  mutating func readRobot(_ text: String) throws(PlayerSpec.Unusable) {
    guard text != "robot" else { return }
    let number = text.dropFirst("robot:".count)
    guard text.hasPrefix("robot:"), let level = Int(number).flatMap(SearchLevel.init) else {
      throw .init(what: "`\(text)` is not a robot; expected \(PlayerSpec.choices)")
    }
    settings.level = level
  }

  mutating func readEngine(_ text: String) throws(PlayerSpec.Unusable) {
    let words = text.dropFirst("engine:".count).split(separator: " ").map(String.init)
    guard !words.isEmpty else {
      throw .init(what: "engine: names no program; expected \(PlayerSpec.choices)")
    }
    engine = EngineSpec(words: words, spoken: EngineProtocol(usualFor: game))
  }

  mutating func readPart(_ part: String) throws(PlayerSpec.Unusable) {
    guard let equals = part.firstIndex(of: "=") else {
      guard let spoken = EngineProtocol(rawValue: part), engine != nil else {
        throw .init(
          what: "`\(part)` is not a protocol; expected uci, ucci or gomocup, or option=value"
        )
      }
      guard spoken.games.contains(game) else {
        throw .init(what: "\(part) has no \(game.rawValue); expected \(Self.protocols(game))")
      }
      engine?.spoken = spoken
      return
    }
    let key = String(part[..<equals])
    let value = String(part[part.index(after: equals)...])
    if try !set(key, value) {
      guard engine != nil else {
        throw .init(
          what: "robot has no option `\(key)`; expected threads, hash, time, nodes or depth"
        )
      }
      engine?.options.append(EngineOption(key, value))
    }
  }

  /// Sets what this program knows, and says whether it does.
  private mutating func set(_ key: String, _ value: String) throws(PlayerSpec.Unusable) -> Bool {
    switch key {
    case "time":
      guard let span = TimeSpan(value) else { throw Self.wrong(key, value, TimeSpan.choices) }
      pace.time = span.duration
    case "nodes": pace.nodes = try number(key, value, MovePace.nodeCounts)
    case "depth": pace.depth = try number(key, value, MovePace.depths)
    case "dir" where engine != nil: engine?.folder = value
    case "threads" where engine == nil:
      settings.threads = try number(key, value, SearchSettings.threadCounts)
    case "hash" where engine == nil:
      settings.tableBytes = try number(key, value, SearchSettings.megabytes) << 20
    default: return false
    }
    return true
  }

  private func number<Number: FixedWidthInteger>(
    _ key: String,
    _ value: String,
    _ range: ClosedRange<Number>
  ) throws(PlayerSpec.Unusable) -> Number {
    guard let number = Number(value), range.contains(number) else {
      throw Self.wrong(key, value, "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func wrong(
    _ key: String,
    _ value: String,
    _ expected: String
  ) -> PlayerSpec.Unusable {
    .init(what: "\(key)=\(value): expected \(expected)")
  }

  private static func protocols(_ game: GameKind) -> String {
    EngineProtocol.allCases.filter { $0.games.contains(game) }.map(\.rawValue)
      .joined(separator: " or ")
  }
}
