internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol

/// The search for a contact, and the results of the tables that were tried.
struct PlayerSearch: Sendable {
  let player: KnownPlayer
  private let ways: TransportChoice
  private var contact: ContactSearch
  /// When the search ends; nil before it has begun.
  private var end: Duration?
  /// True if no other table will be found.
  private(set) var isOver = false

  /// The reason why one of the player lets nobody in.
  private(set) var refusal: ExitReason?
  /// True if one of the player's name proved to be somebody else's.
  private var isOther = false
  /// One of the player without a seat for a game, at last.
  private var withoutSeat: Listing?
  /// The reasons why nothing was heard, at last.
  private var troubles: [Carrier: ExitReason] = [:]

  /// A search for `player`, without Bluetooth only if that was not named.
  init(_ player: KnownPlayer, by ways: TransportChoice) {
    var ways = ways
    ways.contact = player
    (self.player, self.ways) = (player, ways)
    let names = [player.name, player.displayName].map(\.description)
    contact = ContactSearch(
      for: player.key,
      called: names + names.map { GameService.advertisedName($0) },
      needing: ways.isBluetoothNamed ? .bluetooth : nil,
      upTo: BluetoothService.searchLimit
    )
  }

  /// The tables to be tried next, those first that are best; none where the search is over.
  @MainActor
  mutating func look() async -> [Listing] {
    let now = ways.environment.stage.now
    let end = end ?? now + BluetoothService.searchLimit
    self.end = end
    contact.left = end - now
    let loop = await ways.lobby(.ask(contact))
    let outcome = try? await loop.run()
    (withoutSeat, troubles) = (loop.seeker.contactsTable, loop.seeker.reasons)
    guard case .found(let tables)? = outcome else {
      isOver = true
      return []
    }
    contact.note(tables)
    return tables
  }

  /// The reason why nothing came of a table.
  mutating func note(_ reason: ExitReason, at table: Listing) {
    guard contact.isOfPlayer(table) else { return }
    if reason.isRefusal { refusal = reason }
    if case .notAccepted(_, .here) = reason { isOther = true }
  }

  /// The reason why the player cannot be asked.
  var outcome: ExitReason {
    if let refusal { return refusal }
    let obstacle = withoutSeat.map { TablePurpose.sit(.game).obstacle(at: [$0]) }
    if let obstacle, withoutSeat?.kind == .game { return obstacle }
    if isOther { return .otherOfName(player.displayName.description) }
    return obstacle ?? nobodyFound
  }

  private var nobodyFound: ExitReason {
    let name = player.displayName.description
    var reasons: [Carrier: ExitReason] = [:]
    if ways.isSoughtNear {
      let isHeard = ways.isSoughtOnNetwork && troubles[.lan] == nil
      let trouble = isHeard ? nil : troubles[.bluetooth] ?? troubles[.lan]
      reasons[.bluetooth] = trouble ?? .nobodyFound(asked: name)
    }
    if let broker = ways.online {
      reasons[.broker] =
        troubles[.broker] ?? .noKnownTable(asked: name, broker: broker.description)
    }
    return .nowhere(reasons) ?? .nobodyFound(asked: name)
  }
}
