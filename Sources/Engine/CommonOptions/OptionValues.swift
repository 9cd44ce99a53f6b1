public import ArgumentParser
public import EnginePlayers
public import GameRules

extension GomokuRule: ExpressibleByArgument {}

extension GameKind: ExpressibleByArgument {
  /// Reads a name that people know the game by.
  public init?(argument: String) {
    self.init(named: argument)
  }
}

/// The penalty for a forbidden move of Black's under renju.
public enum FoulChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// It cannot be played.
  case refuse
  /// It can be played, and loses.
  case lose
}

extension TimeSpan {
  /// Reads an option's value.
  ///
  /// - Throws: `ValidationError`, with what may be typed.
  public static func parse(_ text: String) throws -> TimeSpan {
    guard let span = TimeSpan(text) else {
      throw ValidationError("expected \(choices), up to a day")
    }
    return span
  }
}
