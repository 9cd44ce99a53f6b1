internal import BLETransport
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import Phrases

extension TransportChoice {
  /// The ways to a table that is opened here, by these options; by the settings alone, if nil.
  ///
  /// - Throws: `ExitReason`, when one of them cannot be used.
  init(toOpenBy options: TransportOptions?, in environment: Environment) throws(ExitReason) {
    self.init(in: environment)
    place = try options?.place()
    page = try options?.page()
    try meet(options)
    if online != nil { secrets = TableSecrets() }
  }

  /// The ways to the table that a guest means by `text`, a name, an address or a code, by these
  /// options; by the settings alone, if nil.
  ///
  /// - Throws: `ExitReason`, when one of them cannot be used.
  init(
    to text: String?,
    by options: TransportOptions?,
    in environment: Environment
  ) throws(ExitReason) {
    self.init(in: environment)
    address = try options?.address()
    try options?.refusePage()
    alsoNetwork = options?.hasNetwork ?? false
    try meet(options)
    code = try TableCode.read(text, at: broker, in: environment)
    doubt = TableCode.doubt(of: text)
  }

  /// The ways of a match that goes on, by these options; only a guest needs the address of a host.
  ///
  /// - Throws: `ExitReason`, when one of them cannot be used.
  init(toResumeBy options: TransportOptions, in environment: Environment) throws(ExitReason) {
    self.init(in: environment)
    place = try options.place()
    page = try options.page()
    address = try? options.address()
    try meet(options)
  }

  /// Has both players meet at a broker, if `options` say so.
  ///
  /// - Throws: `ExitReason`, when there is none, or what is named is none.
  private mutating func meet(_ options: TransportOptions?) throws(ExitReason) {
    broker = try options?.broker(environment.broker)
    alsoBluetooth = options?.hasBluetooth ?? false
  }
}

extension MatchSetup {
  /// Which table a guest means by `text`, whose way is known already if that is a code.
  ///
  /// - Throws: `ExitReason` where several players are meant, or a `StoreError`.
  mutating func chooseTable(_ text: String?) throws -> TableChoice {
    let choice = try playerData.table(ways.code == nil ? text : nil)
    wanted = choice.player
    return choice
  }

  /// Has the table of `choice` looked for among those of known players too, where two meet at a
  /// broker.
  ///
  /// - Throws: `ExitReason`, where what is known of players cannot be read.
  mutating func lookOnline(for choice: TableChoice) throws(ExitReason) {
    if case .address = choice.destination { return }
    guard ways.isLookedFor, let broker = ways.online else { return }
    ways.tables = try OnlineTables(at: broker, knownTo: playerData)
  }

  /// Joins the table of somebody who waits for the errand of the rules, as was asked for by `text`.
  ///
  /// - Throws: The exit code, or `ExitReason`, always.
  func joinErrand(_ errand: Errand, at text: String?) async throws {
    var setup = self
    setup.tableRules.errand = errand
    setup.ways.errand = errand
    let choice = try setup.chooseTable(text)
    try setup.lookOnline(for: choice)
    try await setup.joinMatch(choice.destination)
  }

  /// Waits for somebody who comes for `errand`.
  ///
  /// - Throws: The exit code, or `ExitReason`, always.
  func hostErrand(_ errand: Errand) async throws {
    guard ways.page == nil else { throw ExitReason.usage(say("--on web is for games only")) }
    var setup = self
    setup.tableRules.errand = errand
    try setup.showToKnown()
    try await setup.hostMatch(errand.terms)
  }
}
