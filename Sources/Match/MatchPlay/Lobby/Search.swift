public import MatchProtocol

/// The table that a person means.
public enum Destination: Hashable, Sendable {
  /// Whichever there is, if it is only one.
  case any
  /// The one at this address nearby, or at one of these others, for which a person asked by a name,
  /// if not by that.
  case address(String, orAt: Set<String> = [], askedAs: String? = nil)
  /// One of this name, which is advertised nearby as `advertised`, or one of these known players.
  case name(String, advertised: String, players: [PlayerID])

  /// The table of a line of a list, over whichever carrier it is reached.
  public init(_ line: Listing, askedAs name: String?) {
    self = .address(line.address, orAt: Set(line.others.values), askedAs: name)
  }

  /// The text that a person typed; nil if any will do.
  public var text: String? {
    switch self {
    case .any: nil
    case .address(let address, _, let name): name ?? address
    case .name(let name, _, _): name
    }
  }

  /// The rank of `table`, best 0; nil if it does not fit.
  ///
  /// People do not care about capital letters; two tables may differ in nothing else.
  func rank(of table: Listing) -> Int? {
    switch self {
    case .any: return 0
    case .address(let address, let others, _):
      return !table.isOnline && others.union([address]).contains(table.address) ? 0 : nil
    case .name(let name, let advertised, let players):
      return switch table.carrier {
      case .bluetooth: rank(of: table, called: advertised)
      case .lan: rank(of: table, called: name)
      case .broker: isMeant(table, by: name, players) ? 0 : nil
      }
    }
  }

  private func rank(of table: Listing, called advertised: String) -> Int? {
    guard let name = table.name?.description else { return nil }
    return name == advertised ? 0 : name.lowercased() == advertised.lowercased() ? 1 : nil
  }

  private func isMeant(_ table: Listing, by name: String, _ players: [PlayerID]) -> Bool {
    if let player = table.player, players.contains(player) { return true }
    return table.saidName?.description.lowercased() == name.lowercased()
  }
}

/// The purpose of a person at a table.
public enum TablePurpose: Hashable, Sendable {
  /// To be the other one there, where such a table waits for somebody.
  case sit(TableKind)
  /// To watch a game.
  case watch

  /// The purpose of the tables that are looked for.
  public var kind: TableKind { if case .sit(let kind) = self { kind } else { .game } }

  /// True if `table` says nothing against it; whether a spectator has a place is told by its host.
  func isMet(by table: Listing) -> Bool {
    guard !table.hasUnknownGame, table.mayBe(kind) else { return false }
    return switch self {
    case .sit: !table.isTaken
    case .watch: table.isConnectable || table.isOnline
    }
  }
}

/// A search for one table.
public struct Search: Hashable, Sendable {
  /// The table that is meant.
  public let destination: Destination
  /// What for.
  public let purpose: TablePurpose

  /// Looks for a table for this purpose.
  public init(_ destination: Destination, to purpose: TablePurpose) {
    (self.destination, self.purpose) = (destination, purpose)
  }

  /// True if `table` may be the one; a stranger's for something else is not any table.
  func admits(_ table: Listing) -> Bool {
    guard destination.rank(of: table) != nil else { return false }
    return destination != .any || table.isProven || table.mayBe(purpose.kind)
  }

  /// Those of `tables` that fit best: several only where nobody can say which.
  ///
  /// Who wants to watch does so where there is a place.
  func best(of tables: [Listing]) -> [Listing] {
    func rank(_ table: Listing) -> Int {
      let isFull = purpose == .watch && !table.mayBeWatched
      return (destination.rank(of: table) ?? 2) * 2 + (isFull ? 1 : 0)
    }
    var best = Int.max
    for table in tables { best = min(best, rank(table)) }
    return tables.filter { rank($0) == best }
  }
}

/// The reason why no link was made over a carrier.
public enum SearchFailure: Hashable, Sendable {
  /// Nobody who fits was heard in time, but these others.
  case notFound(heard: [Listing])
  /// These fit, and none of them has a place.
  case closed([Listing])
  /// All of these fit.
  case several([Listing])
  /// It was heard and did not answer, and then it was not heard any more.
  case vanished(Listing)
  /// It was heard, and no link came about.
  case unreachable(Listing)
  /// Nothing is heard over the carrier.
  case down
}
