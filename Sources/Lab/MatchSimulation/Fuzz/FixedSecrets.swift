import MatchProtocol
import Sodium

/// Keys and nonces that are always the same, so that an exchange with the same words has the same
/// keys.
///
/// What is recorded of one conversation then fits every copy of it, and a case depends on no other.
final class FixedSecrets: SecretSource {
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
  }

  func keyPair() -> KeyPair {
    SeededSecrets(seed: seed).keyPair()
  }

  func nonce() -> [UInt8] {
    SeededSecrets(seed: seed).nonce()
  }

  func session(after previous: SessionID) -> SessionID {
    SeededSecrets(seed: seed).session(after: previous)
  }
}

extension Credentials {
  /// The player whose secrets are all drawn from `seed` anew.
  static func fixed(_ seed: UInt64, knowing peer: RawPeer? = nil) -> Credentials {
    Credentials(peer.map { [$0.player] } ?? [], secrets: FixedSecrets(seed: seed))
  }
}
