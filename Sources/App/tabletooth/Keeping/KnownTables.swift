internal import BLETransport
internal import BoardUI
internal import MatchProtocol
internal import MatchStore

/// What tells the tables of known players from others before a link is made.
struct KnownTables: Sendable {
  /// What the players are called, in small letters; anybody may take a name.
  private var names: Set<String> = []
  /// Where a known player has proven, in a match, to be the host.
  private var addresses: Set<String> = []

  /// No player is known.
  init() {}

  /// What is kept; nothing where nothing can be read.
  init(from data: PlayerData?) {
    guard let store = data?.store, let players = try? store.trustBook().players else { return }
    names = Set(players.flatMap { [$0.name, $0.displayName] }.map { Self.folded($0.description) })
    let keys = Set(players.map(\.key))
    let tables = (try? store.matches())?.filter { keys.contains($0.match.opponent) }
    addresses = Set((tables ?? []).compactMap { $0.match.table?.address })
  }

  /// What is kept in the folder of the player.
  init(in environment: Environment) {
    self.init(from: try? PlayerData.open(in: environment))
  }

  /// True if a known player is called `name`.
  func haveName(_ name: String) -> Bool { names.contains(Self.folded(name)) }

  /// What is known of the table of `host`.
  func familiarity(of host: FoundHost) -> NearbyTable.Familiarity {
    var familiarity = NearbyTable.Familiarity()
    familiarity.name = host.name.map { names.contains(Self.folded($0)) } ?? false
    familiarity.place = addresses.contains(host.address)
    return familiarity
  }

  private static func folded(_ name: String) -> String { name.lowercased() }
}
