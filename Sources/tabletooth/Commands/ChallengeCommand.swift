internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import Phrases
internal import Terminal

/// `tabletooth challenge`: asks a known player for a game.
struct ChallengeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "challenge",
    abstract: "Ask a player whom you know for a game, and play when they say yes.",
    discussion: """
      The other one has to be within reach, with «tabletooth» alone or «tabletooth host». They see \
      your name, the game and the text, and have 30 seconds to say yes or no.
      """
  )

  /// How long to look for the player.
  private static let searchLimit = Duration.seconds(30)
  /// How long to listen before the tables that were heard are tried, and between two tries.
  private static let listenTime = Duration.seconds(3)

  @Argument(help: ArgumentHelp("The name or the first digits of the player.", valueName: "player"))
  var player: String

  @Argument(help: "What to say to it, at most 140 characters.")
  var text: String?

  @OptionGroup var rules: GameOptions

  @Option(help: "Your name, as the other player sees it. As the last time, if not given.")
  var name: String?

  @OptionGroup var options: PlayerOptions
  @OptionGroup var machine: MachineOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    let game = try rules.played()
    let terms = MatchMessage.Start(game, first: .host, clock: rules.clock)
    let words = try text.map(Self.clean)
    var ways = Ways(bluetooth: bluetooth)
    ways.always = nil
    var setup = try MatchSetup(name, options, machine, ways, game: game)
    let known = try setup.playerData.player(player)
    let challenge = Challenge(terms, text: words?.text ?? "")
    setup.tableRules.challenge = ChallengeErrand(challenge, of: known.key)
    let own = options.localPlayer == .person && !options.board.plain && FaceChoice.lent == nil
    let display = own ? FaceChoice.openDisplay() : nil
    defer { display?.close() }
    try await FaceChoice.$passesOtherTables.withValue(true) {
      guard let display = display ?? FaceChoice.lent else {
        _ = StandardOutput.write(Self.looking(for: known) + "\n")
        return try await ask(known, setup, at: .lines(options.input, options.pieceStyle))
      }
      let face = FaceChoice.screen(display, options.look(display), isBorrowed: true)
      try await ask(known, setup, at: face)
    }
  }

  /// The text as it is sent: fit to be shown, and not too long.
  private static func clean(_ text: String) throws -> Words {
    do throws(Words.Flaw) {
      let words = try Words(text)
      let count = words.text.unicodeScalars.count
      guard count <= Challenge.longest else { throw .tooLong(count) }
      return words
    } catch {
      switch error {
      case .empty: throw ExitReason.usage(say("the text has nothing that can be shown"))
      case .tooLong(let count):
        throw ExitReason.usage(
          say("the text has \(count) characters; \(Challenge.longest) are the limit")
        )
      }
    }
  }

  /// Tries the tables nearby, first those of the player's name, until one proves to be the
  /// player's.
  private func ask(
    _ player: KnownPlayer,
    _ setup: MatchSetup,
    at face: FaceChoice
  ) async throws {
    let clock = ContinuousClock()
    var end = clock.now + Self.searchLimit
    var search = PlayerSearch(player: player)
    repeat {
      let tables = try await look(for: player, at: face)
      search.taken = tables.filter { $0.isTaken && player.isAdvertised(as: $0.name) }
      // It may be free again at the next look.
      end = min(end, clock.now + (search.taken.isEmpty ? Self.searchLimit : Self.listenTime))
      for table in tables where table.isForGuests && search.tried.insert(table.address).inserted {
        do {
          try await setup.joinMatch(HostQuery(table.address), at: face)
        } catch let reason as ExitReason where reason.isOfOtherTable {
          search.note(reason, at: table.name)
        }
      }
    } while clock.now < end && search.refusal == nil
    throw search.outcome
  }

  /// The tables that are heard now, unless who looks at the screen leaves meanwhile.
  private func look(for player: KnownPlayer, at face: FaceChoice) async throws -> [FoundHost] {
    guard let display = face.display else { return try await tables(of: player) }
    var canvas = Canvas(display.size)
    canvas.write(Self.looking(for: player), at: Place(1, 1))
    canvas.write(say("Press q to leave."), at: Place(3, 1))
    display.show(canvas)
    let looking = Task { try await tables(of: player) }
    display.onEvent { event in
      let leaving: [Key] = [.character("q"), .escape, .control("c")]
      if case .key(let key) = event, leaving.contains(key) { looking.cancel() }
    }
    let found = await looking.result
    if looking.isCancelled { throw ExitReason.quit }
    return try found.get()
  }

  private static func looking(for player: KnownPlayer) -> String {
    say("Looking for \(player.displayName.description).")
  }

  /// The tables that are heard now, those first that have the player's name.
  private func tables(of player: KnownPlayer) async throws -> [FoundHost] {
    do {
      let (service, adapter) = try await bluetooth.open()
      let heard: [FoundHost]
      do {
        heard = try await service.scan(on: adapter, for: Self.listenTime) { _ in }
      } catch {
        await service.close()
        throw error
      }
      await service.close()
      return heard.filter { player.isAdvertised(as: $0.name) }
        + heard.filter { !player.isAdvertised(as: $0.name) }
    } catch {
      throw ExitReason(error)
    }
  }
}

/// What has become of the tables that were tried for a player.
struct PlayerSearch {
  let player: KnownPlayer
  /// The addresses of those that were tried.
  var tried: Set<String> = []
  /// Those of the player's name that somebody has taken.
  var taken: [FoundHost] = []
  /// Why one of the player's name lets nobody in.
  private(set) var refusal: ExitReason?
  /// Whether one of the player's name proved to be somebody else's.
  private var isOther = false

  init(player: KnownPlayer) {
    self.player = player
  }

  /// Why nothing came of the table of this name.
  mutating func note(_ reason: ExitReason, at table: String?) {
    guard player.isAdvertised(as: table) else { return }
    if reason.isRefusal { refusal = reason }
    if case .notAccepted(_, .here) = reason { isOther = true }
  }

  /// Why the player cannot be asked.
  var outcome: ExitReason {
    let name = player.displayName.description
    if let refusal { return refusal }
    if !taken.isEmpty { return ExitReason(TransportError.taken(taken)) }
    return isOther ? .otherOfName(name) : .nobodyFound(asked: name)
  }
}

extension KnownPlayer {
  /// Whether the player goes by this name, as much of it as is advertised.
  fileprivate func isAdvertised(as name: String?) -> Bool {
    [self.name, displayName].contains { GameService.advertisedName($0.description) == name }
  }
}

extension ExitReason {
  /// Whether another table may be the one that is looked for.
  var isOfOtherTable: Bool {
    if case .notAccepted(_, .here) = self { return true }
    if case .notAccepted(_, .there) = self { return true }
    if case .nobodyFound = self { return true }
    if case .couldNotConnect = self { return true }
    if case .otherVersion = self { return true }
    return isRefusal
  }

  /// Whether a host has said that it lets nobody in now.
  fileprivate var isRefusal: Bool {
    if case .notLetIn(_, let why) = self {
      return why != .challengeDeclined && why != .challengeExpired
    }
    // The player's own table, where this one is not known any more.
    if case .notAccepted(_, .declined) = self { return true }
    if case .keptShut = self { return true }
    return false
  }
}
