internal import ArgumentParser
internal import BoardUI
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import ProcessIO

/// `tabletooth players`: lists, renames and forgets the players whose digits were compared.
struct PlayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "players",
    abstract: "List, rename or forget your contacts.",
    discussion: """
      tabletooth players
      tabletooth players rename Anna Annie

      Players who have accepted each other do not compare digits again. If a contact has a new \
      computer or a new key, forget the contact first.
      """,
    subcommands: [ListCommand.self, RenameCommand.self, ForgetCommand.self],
    defaultSubcommand: ListCommand.self
  )

  /// `tabletooth players list`.
  struct ListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List your contacts.",
      discussion: """
        tabletooth players list
        tabletooth players list --json
        """
    )

    @Flag(help: "Print one JSON object per line, and nothing else.")
    var json = false

    func run(in environment: Environment) throws {
      let playerData = try PlayerData.open(in: environment)
      let damaged = try DamagedPlayer.all(in: playerData.store)
      let sound = try playerData.store.trustBook().players.filter { player in
        !damaged.contains { $0.key == player.key }
      }
      if json {
        let entries = sound.map(PlayerEntry.init) + damaged.map(PlayerEntry.init)
        guard StandardOutput.write(entries.map { JSON.line($0) + "\n" }.joined()) else {
          throw ExitReason.outputClosed
        }
        return
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
            To forget a damaged contact: tabletooth players forget "\(query)". You compare digits \
            when you meet again.
            """
          )
        )
      }
      if lines.isEmpty { lines.append(say("You have no contacts yet.")) }
      guard StandardOutput.tell(lines.map { $0 + "\n" }.joined()) else {
        throw ExitReason.outputClosed
      }
    }
  }

  /// `tabletooth players rename`.
  struct RenameCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Rename a contact on this computer.",
      discussion: """
        tabletooth players rename Anna Annie
        tabletooth players rename 1234 Annie
        """
    )

    @Argument(help: "The contact's name, or the first digits of the fingerprint.")
    var player: String

    @Argument(help: "The name to show from now on.")
    var new: String

    func run(in environment: Environment) throws {
      let playerData = try PlayerData.open(in: environment)
      guard let name = PlayerName(new) else {
        throw ExitReason.usage(
          say("the new name is empty, too long, or has unprintable characters")
        )
      }
      let found = try playerData.player(player)
      let others = try playerData.store.trustBook()
      if let other = others.holder(of: name, besides: found.key) {
        throw ExitReason.usage(
          "\(name) is the name of another contact, \(other.fingerprint); choose another name"
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
      abstract: "Forget a contact, who then counts as a new player. Your games stay.",
      discussion: """
        tabletooth players forget Anna
        """
    )

    @Argument(help: "The contact's name, or the first digits of the fingerprint.")
    var player: String

    func run(in environment: Environment) throws {
      try PlayerData.open(in: environment).forget(player)
    }
  }
}

/// A known player as `tabletooth players --json` prints it.
private struct PlayerEntry: Encodable {
  /// The name that the player has here; nil where it cannot be read.
  let name: String?
  /// The name that the player claims; nil where it is the same, or cannot be read.
  let claimedName: String?
  let fingerprint: String
  let firstSeen: Timestamp?
  let lastSeen: Timestamp?
  /// The damaged column of the store; nil for a player who can be read.
  let damaged: String?

  init(_ player: KnownPlayer) {
    name = player.displayName.description
    claimedName = player.nickname == nil ? nil : player.name.description
    fingerprint = player.fingerprint.description
    firstSeen = Timestamp(seconds: player.firstSeen)
    lastSeen = Timestamp(seconds: player.lastSeen)
    damaged = nil
  }

  init(_ player: DamagedPlayer) {
    name = player.name?.description
    claimedName = nil
    fingerprint = player.label
    firstSeen = nil
    lastSeen = nil
    damaged = "\(player.column)"
  }
}
