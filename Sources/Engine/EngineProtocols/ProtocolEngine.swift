public import GameSearch

/// An action of the engine's side of a protocol.
public enum EngineAction: Hashable, Sendable {
  /// Write this line.
  case say(String)
  /// Begin to think; no thought is under way.
  case think(Thought)
  /// From now on the thought that is under way may take this long.
  case limit(TimeBudget)
  /// End the thought that is under way; what it found is still asked for.
  case stop
  /// Begin later thoughts with these settings, and nothing remembered.
  case settings(SearchSettings)
  /// Forget what was remembered: another game begins.
  case forget
  /// End the program.
  case quit
}

/// The engine's side of a protocol: lines come in, lines and thoughts go out.
///
/// Whoever has the thoughts done reports back by ``reported(_:after:)`` and ``finished(_:after:)``.
public protocol ProtocolEngine: Sendable {
  /// The actions after a line of input, without its end.
  mutating func receive(_ line: String) -> [EngineAction]

  /// The actions after an iteration.
  ///
  /// - Parameters:
  ///   - report: what is known now.
  ///   - time: since the thought began.
  /// - Returns: what to do, in this order.
  mutating func reported(_ report: SearchReport, after time: Duration) -> [EngineAction]

  /// The actions after a search.
  ///
  /// - Parameters:
  ///   - report: what was found, or nil where there is no move.
  ///   - time: since the thought began.
  /// - Returns: what to do, in this order.
  mutating func finished(_ report: SearchReport?, after time: Duration) -> [EngineAction]

  /// The actions after the end of the input: a search that would wait for a line has to end.
  mutating func close() -> [EngineAction]
}

/// The identity of an engine.
public struct EngineName: Hashable, Sendable {
  /// The program.
  public let name: String
  /// Its version.
  public let version: String
  /// The author.
  public let author: String

  /// States a name.
  public init(name: String, version: String, author: String) {
    self.name = name
    self.version = version
    self.author = author
  }
}

/// Lines that came too early: what they ask for has to wait for the end of a thought.
struct HeldLines {
  /// The maximum number of lines; any more are dropped.
  private static let limit = 1_000

  private var lines: [String] = []

  var isEmpty: Bool { lines.isEmpty }

  mutating func hold(_ line: String) {
    if lines.count < Self.limit { lines.append(line) }
  }

  /// Takes the oldest line off.
  mutating func next() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  mutating func removeAll() { lines = [] }
}

/// The words of a line, read one by one.
struct Words {
  private var words: ArraySlice<Substring>

  init(_ line: String) {
    words = line.split { $0 == " " || $0 == "\t" }[...]
  }

  var isAtEnd: Bool { words.isEmpty }

  var peek: String? { words.first.map(String.init) }

  mutating func next() -> String? { words.popFirst().map(String.init) }

  /// The next word as a number within ±10¹², where larger ones end; nil where it is none, which
  /// leaves it.
  mutating func number() -> Int? {
    guard let number = words.first.flatMap({ Int($0) }) else { return nil }
    words.removeFirst()
    return min(max(number, -1_000_000_000_000), 1_000_000_000_000)
  }

  /// All words up to one of `ends` or the end.
  mutating func take(until ends: Set<String>) -> [String] {
    let end = words.firstIndex { ends.contains(String($0)) } ?? words.endIndex
    defer { words = words[end...] }
    return words[..<end].map(String.init)
  }
}
