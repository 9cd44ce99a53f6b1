public import Sodium

/// Another player, as both remember each other: a key by which this side calls the other, and a
/// secret that only these two have.
///
/// It comes out of the first exchange of keys between them, in which both showed keys that were
/// made for it. No third player ever sees those keys or the secret, so nobody recognises either
/// player by them.
public struct Acquaintance: Hashable, Sendable {
  /// The number of bytes the secret has.
  public static let secretSize = 32

  /// The key that the other side showed when the two met, which names the other here.
  public let key: PlayerID

  /// The name that the other player claims, if it is known; it proves nothing.
  public let name: PlayerName?

  let secret: SharedSecret

  /// The player `key`, with whom this side has `secret` in common.
  public init(_ key: PlayerID, name: PlayerName? = nil, secret: consuming SecretBytes) {
    precondition(secret.count == Self.secretSize, "a secret of two players has 32 bytes")
    self.init(key, name: name, SharedSecret(secret))
  }

  init(_ key: PlayerID, name: PlayerName? = nil, _ secret: SharedSecret) {
    self.key = key
    self.name = name
    self.secret = secret
  }

  /// Lets `body` read the secret, for a store that keeps it.
  public func withSecret<Result, Failure: Error>(
    _ body: (borrowing SecretBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(secret.bytes)
  }

  /// Two are the same if they have the same key: the secret belongs to it.
  public static func == (left: Acquaintance, right: Acquaintance) -> Bool {
    left.key == right.key
  }

  /// Feeds the key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}

/// The mutual recognition of two players that have met, over a channel that is sealed already.
///
/// The guest shows a tag for each player that it may be talking to, the host one for the guest. A
/// tag is a code under the secret of the two over the hash of this handshake, so nobody can say it
/// elsewhere, and to everybody else it is random bytes; so are those that stand for nobody.
struct Recognition: Sendable {
  /// The number of bytes a tag has.
  static let tagSize = 16

  /// The number of tags a guest shows, whomever it knows.
  static let tagCount = 8

  /// Whom this side may be talking to; of a guest's, the first ``tagCount`` count.
  let known: [Acquaintance]

  /// Random bytes, ``tagCount`` tags of them, for tags that stand for nobody.
  let filler: [UInt8]

  /// The guest's tags, for the `hash` of the first two messages.
  func guestTags(_ hash: [UInt8]) -> [UInt8] {
    let tags = known.prefix(Self.tagCount).flatMap { Self.tag(of: $0, "guest", hash) }
    return tags + filler.prefix(Self.tagCount * Self.tagSize - tags.count)
  }

  /// The owner of `tags`, by the host's book.
  func guest(showing tags: [UInt8], _ hash: [UInt8]) -> Acquaintance? {
    let shown = stride(from: 0, to: tags.count, by: Self.tagSize).map {
      Array(tags[$0..<min($0 + Self.tagSize, tags.count)])
    }
    return known.first { player in
      let tag = Self.tag(of: player, "guest", hash)
      return shown.contains { ConstantTime.areEqual($0, tag) }
    }
  }

  /// The host's answer to `guest`, for the `hash` of the whole handshake.
  func hostTag(for guest: Acquaintance?, _ hash: [UInt8]) -> [UInt8] {
    guest.map { Self.tag(of: $0, "host", hash) } ?? Array(filler.prefix(Self.tagSize))
  }

  /// The owner of `tag`, of those to whom this guest has shown one.
  func host(showing tag: [UInt8], _ hash: [UInt8]) -> Acquaintance? {
    known.prefix(Self.tagCount).first { player in
      ConstantTime.areEqual(tag, Self.tag(of: player, "host", hash))
    }
  }

  private static func tag(of player: Acquaintance, _ role: String, _ hash: [UInt8]) -> [UInt8] {
    HMAC.tag(tagSize, of: Array("Tabletooth \(role)".utf8), hash, key: player.secret.bytes)
  }
}
