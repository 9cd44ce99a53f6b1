public import MatchProtocol

/// A way by which tables are heard, the nearest first.
public enum Carrier: UInt8, CaseIterable, Hashable, Sendable {
  case bluetooth
  /// The local network.
  case lan
  case broker
}

/// A table that was found, over whichever carrier.
public struct Listing: Hashable, Sendable {
  /// The way by which it was heard.
  public var carrier = Carrier.bluetooth
  /// The host's name; nil if none was received.
  public internal(set) var name: PlayerName?
  /// The address that distinguishes it from others of that name: the broker's, if it was found at
  /// one; where to connect to, on a local network.
  public let address: String
  /// The code by which it is found at a broker; nil for a table nearby.
  public var code: String?
  /// The name that it says itself, if lists show another one.
  public var saidName: PlayerName?
  /// The player whose table it is, if nobody else could have said what was heard of it.
  public var player: PlayerID?
  /// The signal strength, in dBm.
  public internal(set) var strength: Int?
  /// The addresses of the same table over further carriers, if this is a line of a list.
  public internal(set) var others: [Carrier: String] = [:]
  /// The advertisement; nil if it cannot be read.
  public let presence: Presence?
  /// True if a link can be made to it.
  public let isConnectable: Bool
  /// The parts of its description that belong to a contact; another player may copy them.
  public var familiarity: Familiarity

  /// What a table's description has in common with a contact.
  public struct Familiarity: Hashable, Sendable {
    /// True if a known player goes by its name.
    public var name = false
    /// True if a known player has proven in a match to be the host at its address.
    public var place = false

    /// A table of which nothing is known.
    public init() {}
  }

  /// States what is heard of a table nearby.
  public init(
    name: PlayerName?,
    address: String,
    strength: Int?,
    presence: Presence?,
    isConnectable: Bool,
    familiarity: Familiarity = Familiarity()
  ) {
    self.name = name
    self.address = address
    self.strength = strength
    self.presence = presence
    self.isConnectable = isConnectable
    self.familiarity = familiarity
  }

  /// The identity of the table, which follows `tabletooth join`.
  public var id: String { code ?? address }

  /// True if it was found at a broker.
  public var isOnline: Bool { carrier == .broker }

  /// True if it is at a broker, and heard nearer under the same name: one of `tables` may be the
  /// same.
  public func isDouble(among tables: [Listing]) -> Bool {
    isOnline && tables.contains { !$0.isOnline && $0.name == name }
  }

  /// True if nobody but a known player could have said what is heard of it.
  public var isProven: Bool { player != nil }

  /// True if somebody new can sit down there to play, as far as can be heard.
  public var isFree: Bool { isFree(for: .game) && !hasUnknownGame }

  /// True if it is a table of this `kind` that waits for somebody new, as far as can be heard.
  public func isFree(for kind: TableKind) -> Bool {
    isConnectable && (presence?.state ?? .free) == .free && self.kind == kind
  }

  /// True if there is no seat for somebody new.
  public var isTaken: Bool { !isConnectable || (presence?.state ?? .free) != .free }

  /// True if the table may be one of this kind, as far as can be heard.
  public func mayBe(_ kind: TableKind) -> Bool {
    presence?.game.map { $0.kind == kind } ?? true
  }

  /// True if one can come and watch there, as far as can be heard.
  public var mayBeWatched: Bool {
    isConnectable && (presence?.places ?? 0) > 0 && !hasUnknownGame
  }

  /// True if a game is played there that this version does not know.
  public var hasUnknownGame: Bool { presence?.game.map { $0.terms == nil } ?? false }

  /// The purpose of the table, as far as it is advertised.
  public var kind: TableKind { presence?.game?.kind ?? .game }

  /// True if a list that showed `old` has to show this: it says something else, or comes from
  /// nearer or farther.
  func differs(from old: Listing) -> Bool {
    guard old.presence == presence, old.isConnectable == isConnectable, old.name == name,
      old.others == others
    else { return true }
    guard let before = old.strength, let strength else {
      return (old.strength == nil) != (strength == nil)
    }
    return abs(before - strength) >= Self.strengthStep
  }

  /// The change of signal strength that is told, in dB; hands and heads make less of a difference.
  private static let strengthStep = 8
}
