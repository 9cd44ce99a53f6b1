internal import ArgumentParser
internal import BoardUI
internal import MatchProtocol
internal import MatchStore

/// `tabletooth resume`: goes on with a match that has no result, also one that a player has left.
struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Go on with a match that has no result, also one that somebody has left.",
    discussion: """
      «host» and «join» go on with an unfinished match by themselves. One that a player has left \
      goes on when both type «tabletooth resume».
      """
  )

  @Argument(
    help: "The number of the match, as «tabletooth games» shows it. The latest, if not given."
  )
  var number: Int64?

  @Option(help: "Your name. As the last time, if not given.")
  var name: String?

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    let setup = try MatchSetup(name, player, machine, bluetooth)
    try await setup.resumeMatch(try match(in: setup.playerData))
  }

  private func match(in playerData: PlayerData) throws -> (id: SavedMatch.ID, match: SavedMatch) {
    let matches = try playerData.store.matches()
    guard let number else {
      let open = matches.filter { $0.match.result == nil || $0.match.leftAt == nil }
      // One that hardly began does not stand before a game.
      let played = try open.first { try !playerData.store.savedSession(of: $0.id).journal.isEmpty }
      guard let latest = played ?? open.first else { throw ExitReason.kept(.nothingToResume) }
      return latest
    }
    guard let match = matches.first(where: { $0.id.rawValue == number }) else {
      let isDamaged = try playerData.store.damagedMatches().contains { $0.rawValue == number }
      throw ExitReason.kept(isDamaged ? .damagedMatch(number) : .noSuchMatch(number))
    }
    if let result = match.match.result, match.match.leftAt != nil {
      throw ExitReason.kept(.matchOver(number, result: result))
    }
    return match
  }
}
