/// The help that a player had in a game, which therefore does not count for a rating.
public struct Assistance: OptionSet, Hashable, Sendable {
  /// A bit for each kind of help, as it is kept on disk.
  public let rawValue: Int

  /// The kinds of help with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The player asked the robot for a move.
  public static let hints = Assistance(rawValue: 1)
  /// Moves were taken back.
  public static let takeBacks = Assistance(rawValue: 2)
  /// The robot's level was changed after the first move.
  public static let levels = Assistance(rawValue: 4)
  /// A robot or an engine moved for the player.
  public static let machine = Assistance(rawValue: 8)
}
