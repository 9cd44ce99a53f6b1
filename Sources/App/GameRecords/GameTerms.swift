public import GameRules
public import MatchPlay
public import MatchProtocol

/// What is played, in words that outlive the program: another version may know other games.
public struct GameTerms: Hashable, Sendable {
  /// The name of the game, such as `gomoku`.
  public let name: String
  /// What differs from the usual rules: pairs like `rule=renju` with a space between them.
  public let options: String

  /// The game `name` with `options`, which need not be known here.
  public init(name: String, options: String) {
    self.name = name
    self.options = options
  }

  /// The terms of `game`, played by `clock` if there is one.
  public init(_ game: Game, clock: TimeControl? = nil) {
    self.init(name: game.kind.rawValue, options: TimeControl.join(game.options, clock))
  }

  /// The terms that a host names.
  public init(_ start: MatchMessage.Start) {
    let isPlain = start.game != GameKind.gomoku.rawValue || start.rule == "freestyle"
    let options = (isPlain ? [] : ["rule=\(start.rule)"]) + [start.options]
    self.init(name: start.game, options: options.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// Which game it is, if this program knows it.
  public var kind: GameKind? { GameKind(rawValue: name) }

  /// The game, if this program knows it and all its options.
  public var game: Game? {
    kind.flatMap { Game($0, options: TimeControl.split(options).rules) }
  }

  /// The clock, if there is one and this program knows it.
  public var clock: TimeControl? {
    TimeControl.split(options).clock.flatMap(TimeControl.init)
  }
}
