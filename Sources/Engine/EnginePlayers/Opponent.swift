public import EngineProtocols
public import GameRules

/// Somebody who plays without a person: this program's own search, or another program.
///
/// One thread at a time asks; ``stop()`` may come from any.
public protocol Opponent: AnyObject, Sendable {
  /// The name for one line.
  var name: String { get }

  /// Makes it ready for a game; this is no part of its thinking time.
  func prepare(_ game: Game) throws(EngineFailure)

  /// Waits for its moves in `position`, whose game goes on.
  ///
  /// - Parameters:
  ///   - position: what to think about.
  ///   - pace: how long it may think.
  ///   - patience: how long to wait beyond its time before it is taken for hung.
  /// - Returns: what it plays.
  /// - Throws: what it did instead; the next ``prepare(_:)`` starts it anew.
  func answer(
    in position: Position,
    _ pace: MovePace,
    patience: Duration
  ) throws(EngineFailure) -> EngineAnswer

  /// Asks for the answer at once.
  func stop()
}

/// The reason why an opponent does not play on.
public enum EngineFailure: Error, Hashable {
  /// The end of a program.
  public enum End: Hashable, Sendable {
    /// With this exit code.
    case code(CInt)
    /// By this signal.
    case signal(CInt)
  }

  /// The program cannot be started, because of this.
  case notStarted(program: String, reason: String)
  /// The program ended.
  case ended(End)
  /// The program said nothing for this long.
  case silent(for: Duration)
  /// The program said what no engine may say.
  case fault(EngineFault)
}

extension EngineFailure: CustomStringConvertible {
  /// The event, to follow the name of the engine.
  public var description: String {
    switch self {
    case .notStarted(let program, let reason): "\(program) cannot be started: \(reason)"
    case .ended(.code(let code)): "ended by itself with code \(code)"
    case .ended(.signal(let number)): "crashed (signal \(number))"
    case .silent(let duration): "did not answer for \(TimeSpan(duration))"
    case .fault(.refused(let line)): "refused to play: \(Self.cut(line))"
    case .fault(.unreadable(let line)): "answered with no move: \(Self.cut(line))"
    case .fault(.illegal(let line)): "made the illegal move \(Self.cut(line))"
    case .fault(.noMove): "gave no move although it has one"
    case .fault(.noScore): "gave a move without a score"
    case .fault(.onlyXBoard): "speaks XBoard's protocol, which cannot be used here"
    case .fault(.otherGame(let game)): "does not play \(game.rawValue) by this protocol"
    }
  }

  /// At most forty characters that can be shown.
  public static func cut(_ text: String) -> String {
    let shown = text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) }
    return String(shown.prefix(40)) + (shown.count > 40 ? "…" : "")
  }
}
