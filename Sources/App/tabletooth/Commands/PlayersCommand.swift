internal import ArgumentParser
internal import BoardUI
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth players`: lists, renames and forgets the players whose digits were compared.
struct PlayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "players",
    abstract: "List the players you know, rename or forget them.",
    discussion: """
      tabletooth players
      tabletooth players rename Anna Annie

      Players who have accepted each other once are not asked to compare digits again. Whoever has \
      a new computer, or a new key, has to be forgotten first.
      """,
    subcommands: [ListCommand.self, RenameCommand.self, ForgetCommand.self],
    defaultSubcommand: ListCommand.self
  )

  /// `tabletooth players list`.
  struct ListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the players you know.",
      discussion: """
        tabletooth players list
        """
    )

    func run(in environment: Environment) throws {
      let playerData = try PlayerData.open(in: environment)
      let damaged = try DamagedPlayer.all(in: playerData.store)
      let sound = try playerData.store.trustBook().players.filter { player in
        !damaged.contains { $0.key == player.key }
      }
      var lines = sound.map { $0.line(after: $0.fingerprint.description) }
      for player in damaged {
        let parts = [player.label, player.name?.description].compactMap(\.self)
        lines.append(say("\(parts.joined(separator: "  ")), damaged (\(player.column))"))
      }
      if let player = damaged.first {
        let query = player.key == nil ? player.label : String(player.label.prefix(11))
        lines.append(
          say(
            """
            To forget one that is damaged: tabletooth players forget "\(query)". You compare digits \
            when you meet again.
            """
          )
        )
      }
      if lines.isEmpty { lines.append(say("You know no players yet.")) }
      guard StandardOutput.tell(lines.map { $0 + "\n" }.joined()) else {
        throw ExitReason.outputClosed
      }
    }
  }

  /// `tabletooth players rename`.
  struct RenameCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Call a player by another name here.",
      discussion: """
        tabletooth players rename Anna Annie
        tabletooth players rename 1234 Annie
        """
    )

    @Argument(help: "The name of the player, or the first digits of the fingerprint.")
    var player: String

    @Argument(help: "The name to show from now on.")
    var new: String

    func run(in environment: Environment) throws {
      let playerData = try PlayerData.open(in: environment)
      guard let name = PlayerName(new) else {
        throw ExitReason.usage(
          say("the new name is empty, too long, or has characters that cannot be shown")
        )
      }
      let found = try playerData.player(player)
      let others = try playerData.store.trustBook()
      if let other = others.holder(of: name, besides: found.key) {
        throw ExitReason.usage(
          "\(name) is the name of another player you know, \(other.fingerprint); choose another name"
        )
      }
      var book = TrustBook([found])
      book.rename(found.key, to: name)
      for player in book.players { try playerData.store.save(player) }
    }
  }

  /// `tabletooth players forget`.
  struct ForgetCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget",
      abstract: "Forget a player, who is a stranger from then on; the games stay.",
      discussion: """
        tabletooth players forget Anna
        """
    )

    @Argument(help: "The name of the player, or the first digits of the fingerprint.")
    var player: String

    func run(in environment: Environment) throws {
      try PlayerData.open(in: environment).forget(player)
    }
  }
}
