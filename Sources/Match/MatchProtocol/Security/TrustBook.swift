public import Sodium

/// A player whose key was accepted once.
public struct KnownPlayer: Hashable, Sendable {
  /// The long-lived key, which is who the player is.
  package let key: PlayerID

  /// The name that the player claims.
  public fileprivate(set) var name: PlayerName

  /// The name that the owner of the book gave the player instead.
  public fileprivate(set) var nickname: PlayerName?

  /// When the key was accepted, in seconds since 1970, UTC.
  package let firstSeen: Int64

  /// When the player was met last, in seconds since 1970, UTC.
  public fileprivate(set) var lastSeen: Int64

  /// A player, as a store kept it.
  public init(
    key: PlayerID,
    name: PlayerName,
    nickname: PlayerName? = nil,
    firstSeen: Int64,
    lastSeen: Int64
  ) {
    self.key = key
    self.name = name
    self.nickname = nickname
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
  }

  /// The name to show: the owner's before the player's own.
  package var displayName: PlayerName { nickname ?? name }

  /// The key as text to compare.
  package var fingerprint: Fingerprint { Fingerprint(of: key) }
}

/// The verdict of a ``TrustBook`` on a player who proved to own a key and claims a name.
public enum TrustVerdict: Hashable, Sendable {
  /// Neither key nor name is in the book: people compare six digits.
  case unknown

  /// The key is in the book.
  case known(KnownPlayer)

  /// The key is not in the book, and somebody in it has the claimed name: refuse, unless a person
  /// decides otherwise.
  case keyChanged(KnownPlayer)
}

/// The players whose keys were accepted: trust on first use.
///
/// A pure value; a store keeps ``players`` and makes the book anew from them.
public struct TrustBook: Hashable, Sendable {
  private var known: [PlayerID: KnownPlayer] = [:]

  /// Whom the owner has accepted, and who has not been heard to have accepted the owner.
  ///
  /// They may have, and then they know the owner. If not, they come back with another key, so their
  /// names count for nothing.
  private var accepted: [PlayerID: KnownPlayer] = [:]

  /// A book of `players`; of two with the same key, the later one counts.
  ///
  /// - Parameters:
  ///   - players: Those whom both sides have accepted.
  ///   - accepted: Those whom the owner has accepted, whatever has come of it.
  public init(
    _ players: some Sequence<KnownPlayer> = [],
    accepted: some Sequence<KnownPlayer> = []
  ) {
    for player in players { known[player.key] = player }
    for player in accepted { self.accepted[player.key] = player }
  }

  /// All players, in the order of the names shown.
  package var players: [KnownPlayer] {
    known.values.sorted {
      $0.displayName == $1.displayName
        ? $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
        : $0.displayName.description < $1.displayName.description
    }
  }

  /// The verdict on the owner of `key`, who claims `name`.
  ///
  /// The claim is compared with all names in the book, own and given ones. Upper and lower case,
  /// and spaces and invisible joiners, make no difference; letters that only look alike do. A known
  /// player has the claimed name from now on, unless somebody else in the book has it.
  package func verdict(on key: PlayerID, claiming name: PlayerName) -> TrustVerdict {
    if var player = known[key] ?? accepted[key] {
      if holder(of: name, besides: key) == nil { player.name = name }
      return .known(player)
    }
    return holder(of: name).map(TrustVerdict.keyChanged) ?? .unknown
  }

  /// The player who is called `name` here, or claims it; not the owner of `key`.
  package func holder(of name: PlayerName, besides key: PlayerID? = nil) -> KnownPlayer? {
    players.first { $0.key != key && $0.answers(to: name) }
  }

  /// Accepts `key`, once the people said that they see the same six digits.
  ///
  /// A person decides that; it is done also where the verdict was ``TrustVerdict/keyChanged(_:)``,
  /// and then both keys are known. Whoever got a new key is forgotten first. Who is known and takes
  /// the name of somebody else in the book keeps the old one here.
  package mutating func accept(_ key: PlayerID, name: PlayerName, at time: Int64) {
    let isTaken = holder(of: name, besides: key) != nil
    known[key] = KnownPlayer(
      key: key,
      name: isTaken ? known[key]?.name ?? name : name,
      nickname: known[key]?.nickname,
      firstSeen: known[key]?.firstSeen ?? time,
      lastSeen: time
    )
  }

  /// Notes that the owner of the book has accepted `key`, who may not have accepted the owner.
  package mutating func expect(_ key: PlayerID, name: PlayerName, at time: Int64) {
    accepted[key] = KnownPlayer(key: key, name: name, firstSeen: time, lastSeen: time)
  }

  /// Notes that the owner of `key` was met; nothing happens if it is not in the book.
  package mutating func meet(_ key: PlayerID, at time: Int64) {
    known[key]?.lastSeen = time
  }

  /// Calls the owner of `key` by another name, or by its own again; nothing happens if it is not in
  /// the book.
  package mutating func rename(_ key: PlayerID, to nickname: PlayerName?) {
    known[key]?.nickname = nickname
  }

  /// Forgets the owner of `key`, who is then a stranger again.
  package mutating func forget(_ key: PlayerID) {
    accepted[key] = nil
    known[key] = nil
  }
}

extension KnownPlayer {
  fileprivate func answers(to claim: PlayerName) -> Bool {
    let claim = claim.recognisable
    return name.recognisable == claim || nickname?.recognisable == claim
  }
}

extension PlayerName {
  /// The name without what a person does not see or hear.
  fileprivate var recognisable: String {
    let seen = description.lowercased().unicodeScalars.filter { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
    }
    return String(String.UnicodeScalarView(seen))
  }
}
