internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import Phrases
internal import Terminal

/// `tabletooth challenge`: asks a known player for a game.
struct ChallengeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "challenge",
    abstract: "Challenge a contact to a game, and play if they accept.",
    discussion: """
      tabletooth challenge Anna
      tabletooth challenge Anna xiangqi --say "One more?"

      The contact has to be in range, or at the same broker, running `tabletooth` alone or \
      `tabletooth host`. They see your name, the game and the text, and have 30 seconds to answer.
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      Name or first fingerprint digits of the contact.
      """,
      valueName: "player"
    )
  )
  var player: String

  @OptionGroup var rules: GameOptions

  @Option(name: .customLong("say"), help: "A message to add, at most 140 characters.")
  var text: String?

  @Option(help: "Your name, as the other player sees it (default: last used).")
  var name: String?

  @OptionGroup var options: PlayerOptions
  @OptionGroup var way: TransportOptions

  func run(in environment: Environment) async throws {
    let game = try rules.played(environment.settings)
    let terms = MatchMessage.Start(game, first: .host, clock: rules.clock)
    let words = try text.map(Self.clean)
    let ways = try TransportChoice(to: nil, by: way, in: environment)
    let seat = try options.seat(environment.settings)
    var setup = try MatchSetup(
      name,
      seat,
      ways,
      in: environment,
      game: game
    )
    let known = try setup.playerData.player(player)
    let challenge = Challenge(terms, text: words?.text ?? "")
    setup.tableRules.challenge = ChallengeErrand(challenge, of: known.key)
    let own = seat.localPlayer == .person && environment.display == nil
    let display = own ? environment.openDisplay() : nil
    defer { display?.close() }
    setup.passesOtherTables = true
    guard let display = display ?? environment.display else {
      _ = StandardOutput.tell(Self.looking(for: known) + "\n")
      return try await ask(known, setup, at: .lines(environment.input, seat.pieceStyle))
    }
    let face = FaceChoice.screen(display, seat.look(display), isBorrowed: true)
    try await ask(known, setup, at: face)
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
      case .empty: throw ExitReason.usage(say("the text has no printable characters"))
      case .tooLong(let count):
        throw ExitReason.usage(
          say("the text has \(count) characters; the limit is \(Challenge.longest)")
        )
      }
    }
  }

  /// Tries the tables that are found until one proves to be the player's: first that at a broker,
  /// then those nearby of the player's name.
  private func ask(
    _ player: KnownPlayer,
    _ setup: MatchSetup,
    at face: FaceChoice
  ) async throws {
    var search = PlayerSearch(player, by: setup.ways)
    while !search.isOver, search.refusal == nil {
      for table in try await look(by: &search, at: face) {
        var setup = setup
        do {
          let destination = try setup.go(to: table)
          try await setup.joinMatch(destination, at: face)
        } catch let reason as ExitReason where reason.isOfOtherTable {
          search.note(reason, at: table)
        }
      }
    }
    throw search.outcome
  }

  /// The tables to be tried, unless who looks at the screen leaves meanwhile.
  @MainActor
  private func look(
    by search: inout PlayerSearch,
    at face: FaceChoice
  ) async throws -> [Listing] {
    guard let display = face.display else { return await search.look() }
    var canvas = Canvas(display.size)
    canvas.write(Self.looking(for: search.player), at: Place(1, 1))
    canvas.write(say("Press q to leave."), at: Place(3, 1))
    display.show(canvas)
    let looking = Task { [search] in
      var search = search
      return (await search.look(), search)
    }
    display.onEvent { event in
      let leaving: [Key] = [.character("q"), .escape, .control("c")]
      if case .key(let key) = event, leaving.contains(key) { looking.cancel() }
    }
    let (tables, after) = await looking.value
    if looking.isCancelled { throw ExitReason.quit }
    search = after
    return tables
  }

  private static func looking(for player: KnownPlayer) -> String {
    say("Looking for \(player.displayName.description).")
  }
}

extension ExitReason {
  /// True if another table may be the one that is looked for.
  var isOfOtherTable: Bool {
    if case .notAccepted(_, .here) = self { return true }
    if case .notAccepted(_, .there) = self { return true }
    if case .nobodyFound = self { return true }
    if case .couldNotConnect = self { return true }
    if case .otherVersion = self { return true }
    return isRefusal
  }

  /// True if a host has said that it lets nobody in now.
  var isRefusal: Bool {
    if case .notLetIn(_, let why) = self {
      return why != .challengeDeclined && why != .challengeExpired
    }
    // The player's own table, where this one is not known any more.
    if case .notAccepted(_, .declined) = self { return true }
    if case .keptShut = self { return true }
    return false
  }
}
