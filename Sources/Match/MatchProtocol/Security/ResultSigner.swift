public import Sodium

/// What signs the results of a player's games, for everybody to whom the player shows them.
///
/// Its public half is the only key of a player that is the same for all opponents. It is said under
/// seal only, to somebody whom the player has accepted and plays with.
public struct ResultSigner: Sendable {
  private final class Owner: Sendable {
    let key: SigningKey

    init(_ key: consuming SigningKey) {
      self.key = key
    }
  }

  private let owner: Owner

  /// The signer with this key.
  public init(_ key: consuming SigningKey) {
    owner = Owner(key)
  }

  /// The 32 bytes by which its signatures are checked.
  public var publicKey: [UInt8] { owner.key.publicKey.bytes }

  /// The signature of `text` in UTF-8, 64 bytes.
  public func signature(of text: String) -> [UInt8] {
    owner.key.signature(of: Array(text.utf8))
  }

  /// Whether the owner of `key` has signed `text`.
  public static func isSignature(_ signature: [UInt8], of text: String, by key: [UInt8]) -> Bool {
    guard let key = try? VerifyingKey(key) else { return false }
    return key.verifies(signature, of: Array(text.utf8))
  }
}
