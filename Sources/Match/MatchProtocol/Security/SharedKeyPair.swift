internal import Sodium

/// A key pair that the copies of a value share.
final class SharedKeyPair: Sendable {
  let pair: KeyPair

  init(_ pair: consuming KeyPair) {
    self.pair = pair
  }

  var publicKey: PublicKey { pair.publicKey }

  /// The secret that this pair has in common with `other`.
  func secret(with other: PublicKey) throws(SecurityError) -> SharedSecret {
    do throws(SodiumError) {
      return SharedSecret(try pair.sharedSecret(with: other))
    } catch {
      throw .weakKey
    }
  }
}
