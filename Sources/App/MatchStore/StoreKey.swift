internal import MatchProtocol
public import Sodium

/// The key of a data folder, under which the secrets in its database are sealed.
///
/// It never leaves the computer. In folders of earlier versions it was the key that other players
/// knew the owner by, so what it has in common with theirs is the secret of the two.
public struct StoreKey: Sendable {
  private final class Owner: Sendable {
    let pair: KeyPair
    let sealing: SecretBytes

    init(_ pair: consuming KeyPair) {
      sealing = HMAC.code(of: Array("Tabletooth store".utf8), key: pair.secret)
      self.pair = pair
    }
  }

  private let owner: Owner

  init(_ pair: consuming KeyPair) {
    owner = Owner(pair)
  }

  /// Its public half, by which it can be told from others.
  public var publicKey: PublicKey { owner.pair.publicKey }

  /// What the numbers of this player's coins are made of; it says nothing about the key.
  public var coinSecret: [UInt8] {
    HMAC.code(of: Array("Tabletooth coins".utf8), key: owner.pair.secret).copy()
  }

  /// What the codes of a bridge of this player are made of, which says nothing about the key: the
  /// same for the same words about what it leads to.
  public func bridgeSecret(for words: String) -> [UInt8] {
    HMAC.code(of: Array("Tabletooth bridge".utf8), Array(words.utf8), key: owner.pair.secret).copy()
  }

  /// The key under which a browser seals what it keeps of this player's page, which says nothing
  /// about the player's key: the same for the same browser.
  public func pageKey(for browser: [UInt8]) -> [UInt8] {
    HMAC.code(of: Array("Tabletooth page".utf8), browser, key: owner.pair.secret).copy()
  }

  /// `secret` as it may stand in the database: a random nonce, and what is sealed under it.
  func seal(_ secret: borrowing SecretBytes, of key: PlayerID) -> [UInt8] {
    do throws(SodiumError) {
      let nonce = SecretBytes(random: ChaChaPoly.nonceSize).copy()
      return try nonce
        + ChaChaPoly.seal(
          secret.copy(),
          additionalData: key.bytes,
          nonce: nonce,
          key: owner.sealing
        )
    } catch {
      preconditionFailure("keys and nonces have the right length: \(error)")
    }
  }

  /// The secret that ``seal(_:of:)`` made into `sealed`; nil if it was sealed under another key.
  func open(_ sealed: [UInt8], of key: PlayerID) -> SecretBytes? {
    let isOld = Self.isOld(sealed)
    let nonce = Array((isOld ? key.bytes : sealed).prefix(ChaChaPoly.nonceSize))
    let secret = try? ChaChaPoly.open(
      isOld ? sealed : Array(sealed.dropFirst(ChaChaPoly.nonceSize)),
      additionalData: key.bytes,
      nonce: nonce,
      key: owner.sealing
    )
    guard let secret, secret.count == Acquaintance.secretSize else { return nil }
    return SecretBytes(copying: secret)
  }

  /// True if a secret was sealed by an earlier version, which took its nonce from the player's key.
  static func isOld(_ sealed: [UInt8]) -> Bool {
    sealed.count == Acquaintance.secretSize + ChaChaPoly.tagSize
  }

  /// What this key has in common with that of a player who was met by an earlier version.
  func secret(with key: PlayerID) -> SecretBytes? {
    try? owner.pair.sharedSecret(with: key)
  }
}
