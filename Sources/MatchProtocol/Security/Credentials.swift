public import Sodium

/// Where new secrets come from; tests have their own source.
public protocol SecretSource: Sendable {
  /// A new pair of keys.
  func keyPair() -> KeyPair

  /// ``KeyExchange/nonceSize`` new random bytes.
  func nonce() -> [UInt8]
}

/// Secrets that nobody can guess.
public struct RandomSecrets: SecretSource {
  /// The source.
  public init() {}

  /// A new pair of keys.
  public func keyPair() -> KeyPair {
    KeyPair.generate()
  }

  /// 16 new random bytes.
  public func nonce() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<KeyExchange.nonceSize).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}

/// What a session needs to prove who its player is.
public struct Credentials: Sendable {
  /// The player's long-lived key.
  public let key: PlayerKey

  let secrets: any SecretSource

  /// The player whose key is `key`.
  public init(_ key: PlayerKey, secrets: any SecretSource = RandomSecrets()) {
    self.key = key
    self.secrets = secrets
  }

  /// An exchange of keys that has not begun.
  func exchange(as role: HandshakeState.Role, prologue: [UInt8]) -> KeyExchange {
    KeyExchange(
      role: role,
      key: key,
      ephemeral: secrets.keyPair(),
      nonce: secrets.nonce(),
      prologue: prologue
    )
  }
}
