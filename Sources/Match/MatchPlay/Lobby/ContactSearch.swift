public import MatchProtocol

/// The search for a known player who is to be asked for a game, whatever the table was opened for.
///
/// A table at a broker is proven to be the player's. Of those nearby all are tried, those of the
/// player's name first: who it is shows at the table.
public struct ContactSearch: Hashable, Sendable {
  /// The time to listen nearby before the tables that were heard are tried; then also the time for
  /// which a table is waited for that somebody has taken.
  static let listenTime = Duration.seconds(3)
  /// The time to look where nobody nearby is heard: a broker answers at once, or not at all.
  static let onlineTime = Duration.seconds(4)

  private let player: PlayerID
  private let names: [String]
  /// The carrier without which nothing is looked for; nil if any will do.
  let needed: Carrier?
  /// The time that is left.
  public var left: Duration
  /// The tables that were tried.
  private(set) var tried: [String] = []

  /// A search that has tried no table yet.
  ///
  /// - Parameters:
  ///   - player: Who is looked for.
  ///   - names: What the player's table may be called nearby.
  ///   - needed: The carrier without which nothing is looked for; nil if any will do.
  ///   - limit: How long to look.
  public init(
    for player: PlayerID,
    called names: [String],
    needing needed: Carrier?,
    upTo limit: Duration
  ) {
    (self.player, self.names, self.needed, left) = (player, names, needed, limit)
  }

  /// Notes that these tables are tried.
  public mutating func note(_ tables: [Listing]) {
    for table in tables { tried += [table.id] + table.others.values }
  }

  /// True if `table` is the player's, or one of that name.
  public func isOfPlayer(_ table: Listing) -> Bool {
    if table.isOnline { return table.player == player }
    return table.name.map { names.contains($0.description) } ?? false
  }

  /// Those of `tables` that are to be tried, the best first.
  func open(among tables: [Listing]) -> [Listing] {
    let open = tables.filter { table in
      table.isFree(for: .game) && !tried.contains(table.id)
        && (isOfPlayer(table) || !table.isOnline)
    }
    return open.filter { $0.isOnline } + open.filter { !$0.isOnline && isOfPlayer($0) }
      + open.filter { !isOfPlayer($0) }
  }
}

extension Lobby {
  /// Ends with the tables at which a player may be asked for a game.
  mutating func ask(now: Duration, _ orders: inout Orders) {
    guard case .ask(let contact) = goal else { return }
    noteTimes(now)
    let open = contact.open(among: listings.all)
    let isOver = askDeadline(contact).map { now >= $0 } ?? false
    let isReady = open.contains { $0.isOnline } || now >= ContactSearch.listenTime
    if isLost(contact) || isOver && open.isEmpty {
      orders.end = .failed
    } else if isOver || isReady && !open.isEmpty {
      orders.end = .found(Listing.lines(open))
    }
  }

  private mutating func noteTimes(_ now: Duration) {
    let isNear = ears.contains { $0.isNear && !$0.isOver }
    deafSince = isNear ? nil : deafSince ?? now
    takenSince = contactsTable?.kind == .game ? takenSince ?? now : nil
  }

  private func isLost(_ contact: ContactSearch) -> Bool {
    ears.allSatisfy { $0.isOver } || ears.contains { $0.isOver && $0.carrier == contact.needed }
  }

  /// The table of the player who is looked for, if it has no free seat for a game.
  package var contactsTable: Listing? {
    guard case .ask(let contact) = goal else { return nil }
    let own = listings.all.filter { contact.isOfPlayer($0) && !$0.isFree(for: .game) }
    return own.first { $0.kind == .game } ?? own.first
  }

  /// When the search is over, or those nearby have been listened for.
  func askDeadlines(_ contact: ContactSearch) -> [Duration?] {
    let isWaiting = !contact.open(among: listings.all).isEmpty
    return [askDeadline(contact), isWaiting ? ContactSearch.listenTime : nil]
  }

  private func askDeadline(_ contact: ContactSearch) -> Duration? {
    let times = [
      contact.left, takenSince.map { $0 + ContactSearch.listenTime },
      deafSince.map { $0 + ContactSearch.onlineTime },
    ]
    return times.compactMap { $0 }.min()
  }
}
