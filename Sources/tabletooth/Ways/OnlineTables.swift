internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// The tables of known players at a broker.
struct OnlineTables: Sendable {
  /// How long to look for them; a broker carries a question and its answer in a tenth of that.
  static let searchLimit = Duration.seconds(4)

  /// A table, and whose it is.
  struct Table: Sendable {
    let player: KnownPlayer
    let found: BrokerLookout.Table

    /// The table as lists show it: the player is called as ever, whatever it calls itself now.
    var shown: NearbyTable {
      var familiarity = NearbyTable.Familiarity()
      familiarity.isProven = true
      return NearbyTable(
        name: player.displayName,
        address: found.code.broker.description,
        strength: nil,
        presence: found.sign.presence,
        isConnectable: found.sign.isOpen,
        familiarity: familiarity
      )
    }

    /// Whether a person means it, by a name or by the first digits of the player's fingerprint.
    func isMeant(by typed: String) -> Bool {
      player.isMeant(by: typed)
        || found.sign.name.description.lowercased() == typed.lowercased()
    }
  }

  private let broker: BrokerList
  private let players: [KnownPlayer]
  private let acquaintances: [Acquaintance]

  /// The tables of those at `broker` whom the player of `data` knows.
  init(at broker: BrokerList, knownTo data: PlayerData) throws(ExitReason) {
    self.broker = broker
    do throws(StoreError) {
      players = try data.store.trustBook().players
      acquaintances = try data.credentials(try data.key()).known
    } catch {
      throw ExitReason(error)
    }
  }

  /// All that are found in this time.
  ///
  /// - Parameters:
  ///   - limit: How long to look.
  ///   - report: Is told of each, again whenever it has changed, and must not wait.
  /// - Returns: The tables.
  /// - Throws: `ExitReason`.
  func all(
    upTo limit: Duration = searchLimit,
    onFound report: @escaping @Sendable (Table) -> Void = { _ in }
  ) async throws(ExitReason) -> [Table] {
    let players = players
    do throws(BrokerError) {
      return try await BrokerLookout.look(for: acquaintances, at: broker, upTo: limit) { table in
        if let known = Self.known(table, among: players) { report(known) }
      }
      .compactMap { Self.known($0, among: players) }
    } catch {
      throw .network(NetworkFailure(error))
    }
  }

  private static func known(_ table: BrokerLookout.Table, among players: [KnownPlayer]) -> Table? {
    players.first { $0.key == table.player.key }.map { Table(player: $0, found: table) }
  }

  /// The one that a person has asked for by `text`; where that is nothing, the only one, or the one
  /// that is chosen of several.
  ///
  /// - Throws: `ExitReason` where there is none, or several are meant.
  func one(_ text: String?, watching: Bool) async throws(ExitReason) -> Table? {
    let isDone = AsyncStream.makeStream(of: Void.self)
    // The search ends when the one is found that was asked for.
    let search = Task {
      try await all { table in
        if let text, table.isMeant(by: text) { isDone.continuation.yield() }
      }
    }
    let ending = Task {
      for await _ in isDone.stream {
        search.cancel()
        break
      }
    }
    let result = await search.result
    ending.cancel()
    let fitting: [Table]
    do {
      fitting = try result.get().filter { table in text.map(table.isMeant(by:)) ?? true }
    } catch {
      throw ExitReason(error)
    }
    let open = fitting.filter { watching ? $0.shown.mayBeWatched : $0.shown.isFree }
    guard !fitting.isEmpty else {
      throw .network(.noKnownTable(asked: text, broker: broker.description))
    }
    guard let only = open.first else {
      _ = StandardOutput.write(NearbyStrings.notFree(fitting[0].shown) + "\n")
      throw .network(.noKnownTable(asked: text, broker: broker.description))
    }
    return open.count == 1 ? only : Self.choice(among: open)
  }

  /// Asks which of `tables` it is to be; nil where the player chooses none.
  private static func choice(among tables: [Table]) -> Table? {
    for (index, table) in tables.enumerated() {
      _ = StandardOutput.write("\(index + 1)  \(NearbyStrings.line(table.shown))\n")
    }
    while true {
      _ = StandardOutput.write(say("Which table? Type its number, or q to leave: "))
      guard let line = StandardInput.nextLine() else { return nil }
      let word = line.filter { !$0.isWhitespace }.lowercased()
      if ["q", "quit"].contains(word) { return nil }
      if let number = Int(word), tables.indices.contains(number - 1) { return tables[number - 1] }
    }
  }
}
