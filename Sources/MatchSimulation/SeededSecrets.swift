public import MatchProtocol
public import Sodium
import Synchronization

/// Keys and nonces that are the same for the same seed, for tests only.
public final class SeededSecrets: SecretSource {
  private let random: Mutex<SeededGenerator>

  /// The secrets of `seed`.
  public init(seed: UInt64) {
    random = Mutex(SeededGenerator(seed: seed))
  }

  /// The next pair of keys.
  public func keyPair() -> KeyPair {
    let bytes = random.withLock { $0.bytes(KeyPair.secretSize) }
    guard let pair = try? KeyPair(secret: SecretBytes(copying: bytes)) else {
      fatalError("a secret has \(KeyPair.secretSize) bytes")
    }
    return pair
  }

  /// The next nonce.
  public func nonce() -> [UInt8] {
    random.withLock { $0.bytes(KeyExchange.nonceSize) }
  }
}

extension Credentials {
  /// A player whose keys are drawn from `seed`.
  public static func seeded(_ seed: UInt64) -> Credentials {
    let secrets = SeededSecrets(seed: seed)
    return Credentials(PlayerKey(secrets.keyPair()), secrets: secrets)
  }
}
