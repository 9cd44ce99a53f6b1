internal import BoardUI
internal import GameRecords
internal import GameRules

/// A player at another app, who moves where a machine would.
protocol Partner: Sendable {
  /// The name of the app.
  var name: String { get }

  /// Tells of what happens at the app from now on.
  func begin(_ deliver: @escaping @Sendable (WorkResult) -> Void)

  /// Sends the last move of `position` if the player here has made it.
  func note(_ position: Position)

  /// Hands the next move to `onEnd` once the other player has made it.
  func expect(_ onEnd: @escaping @Sendable (MachineEvent) -> Void)
}

extension RecordedGame.Setting {
  /// A game with somebody at BlueGame.
  static let blueGame = Self.machine(name: BlueGamePartner.appName.lowercased(), level: nil)
}
