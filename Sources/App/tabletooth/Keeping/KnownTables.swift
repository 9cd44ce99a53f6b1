internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// The names and addresses that distinguish the tables of contacts before a link is made.
struct KnownTables: Sendable {
  /// The names of the contacts, in small letters; anybody may take a name.
  private var names: Set<String> = []
  /// The addresses at which a contact has proven, in a match, to be the host.
  private var addresses: Set<String> = []

  /// No player is known.
  init() {}

  /// Makes the list of the kept data; empty if nothing can be read.
  init(from data: PlayerData?) {
    guard let store = data?.store, let players = try? store.trustBook().players else { return }
    names = Set(players.flatMap { [$0.name, $0.displayName] }.map { Self.folded($0.description) })
    let keys = Set(players.map(\.key))
    let tables = (try? store.matches())?.filter { keys.contains($0.match.opponent) }
    addresses = Set((tables ?? []).compactMap { $0.match.table?.address })
  }

  /// Makes the list of the data in the folder of the player.
  init(in environment: Environment) {
    self.init(from: try? PlayerData.open(in: environment))
  }

  /// True if a known player is called `name`.
  func haveName(_ name: String) -> Bool { names.contains(Self.folded(name)) }

  /// The familiarity of the table at `host`.
  func familiarity(of host: HostLocation) -> Listing.Familiarity {
    var familiarity = Listing.Familiarity()
    familiarity.name = host.name.map { names.contains(Self.folded($0)) } ?? false
    familiarity.place = addresses.contains(host.address)
    return familiarity
  }

  private static func folded(_ name: String) -> String { name.lowercased() }
}
