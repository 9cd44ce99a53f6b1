public import MatchProtocol
public import Sodium
import Synchronization
import TestSupport

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

  /// The next number.
  public func session(after previous: SessionID) -> SessionID {
    SessionID(rawValue: previous.rawValue &+ 1)
  }
}

extension Acquaintance {
  /// A player whom all know who know the player of the same seed, for tests only.
  public static func seeded(_ seed: UInt64) -> Acquaintance {
    Acquaintance(of: SeededSecrets(seed: seed).keyPair().publicKey)
  }

  /// The player `key`, with a secret that follows from it, for tests only.
  public init(of key: PlayerID) {
    self.init(key, secret: SecretBytes(copying: SHA256.hash(key.bytes)))
  }
}

extension Credentials {
  /// A player whose secrets are drawn from `seed`, and who knows `known`.
  public static func seeded(_ seed: UInt64, knowing known: [Acquaintance] = []) -> Credentials {
    Credentials(known, secrets: SeededSecrets(seed: seed))
  }

  /// A player whose secrets are drawn from `seed`, and who has met the one of `other`.
  static func seeded(_ seed: UInt64, metBy other: UInt64) -> Credentials {
    let key = Acquaintance.seeded(other).key
    let secret = SHA256.hash(Array("\(min(seed, other)) and \(max(seed, other))".utf8))
    return .seeded(seed, knowing: [Acquaintance(key, secret: SecretBytes(copying: secret))])
  }
}
