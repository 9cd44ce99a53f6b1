internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth host`: opens a table.
struct HostCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Open a table and wait for a guest, or resume a match at your table.",
    discussion: """
      tabletooth host
      tabletooth host xiangqi --clock 10m+5s
      """
  )

  @OptionGroup var rules: GameOptions

  @Option(help: "The name of your table, at most 64 bytes (default: last used).")
  var name: String?

  @Option(
    help: """
      The player who moves first: me, guest, a fair coin toss (random), or your choice when the \
      guest is there (ask). Default: ask, or random if nobody is at this terminal.
      """
  )
  var first: FirstMove?

  @Flag(help: "Start a new match, even if one at your table is unfinished.")
  var new = false

  @Option(
    help: "The maximum number of spectators, 0 to 31 (default: 0)."
  )
  var spectators = 0

  @Flag(
    help: """
      Let spectators chat: everybody at the table sees their messages, and they see yours.
      """
  )
  var spectatorsTalk = false

  @OptionGroup var player: PlayerOptions
  @OptionGroup var way: TransportOptions
  @OptionGroup var compat: CompatOptions

  func validate() throws {
    guard 0...31 ~= spectators else {
      throw ValidationError(say("--spectators takes a number from 0 to 31"))
    }
    guard !spectatorsTalk || spectators > 0 else {
      throw ValidationError(say("--spectators-talk needs --spectators"))
    }
  }

  func run(in environment: Environment) async throws {
    if let table = try compat.table(player, way, in: environment) {
      let isPlain = rules.isPlain && name == nil && !new && spectators == 0
      guard isPlain else { throw CompatOptions.tooMany }
      return try await table.host(first: first ?? .ask)
    }
    let played = try rules.played(environment.settings)
    let seat = try player.seat(environment.settings)
    let ways = try TransportChoice(toOpenBy: way, in: environment)
    guard seat.admits != .code || ways.secrets != nil else {
      throw ExitReason.usage(say("--admit code is for a table at a broker; name one with --on"))
    }
    var setup = try MatchSetup(
      name,
      seat,
      ways,
      in: environment,
      game: played
    )
    setup.tableRules.watchers = spectators
    setup.tableRules.watchersTalk = spectatorsTalk
    setup.knownOnly = seat.admits == .contacts
    if seat.admits != .code { try setup.showToKnown() }
    let terms = MatchMessage.Start(played, first: first?.role ?? .host, clock: rules.clock)
    setup.firstRule = (first ?? .ask).rule(hasPerson: seat.localPlayer == .person)
    try await setup.host(terms, isNew: new)
  }
}
