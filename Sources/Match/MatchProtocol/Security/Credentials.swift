public import Sodium

/// A source of new secrets; tests have their own source.
public protocol SecretSource: AnyObject, Sendable {
  /// A new pair of keys.
  func keyPair() -> KeyPair

  /// ``KeyExchange/nonceSize`` new random bytes.
  func nonce() -> [UInt8]

  /// The host's id for the match after `previous`.
  func session(after previous: SessionID) -> SessionID

  /// The material of one side for a key exchange.
  func material() -> KeyExchange.Material
}

extension SecretSource {
  /// The material of one side for a key exchange.
  public func material() -> KeyExchange.Material {
    KeyExchange.Material(
      key: keyPair(),
      ephemeral: keyPair(),
      nonce: nonce(),
      filler: (0..<Recognition.tagCount).flatMap { _ in nonce() }
    )
  }
}

/// Secrets that nobody can guess.
public final class RandomSecrets: SecretSource {
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

  /// Another number, by which nobody sees that it is the same host's.
  public func session(after previous: SessionID) -> SessionID {
    var random = SystemRandomNumberGenerator()
    return .random(using: &random)
  }
}

/// The keys and contacts with which a session recognises players, and is recognised by them.
public struct Credentials: Sendable {
  /// The players whom this one knows, those first that were met last.
  public private(set) var known: [Acquaintance]

  let secrets: any SecretSource

  /// A player who knows these others, those first that were met last.
  public init(_ known: [Acquaintance] = [], secrets: any SecretSource = RandomSecrets()) {
    self.known = known
    self.secrets = secrets
  }

  /// Adds `player`, who was accepted just now.
  mutating func remember(_ player: Acquaintance) {
    known = [player] + known.filter { $0 != player }
  }

  /// The known player whose key this is.
  ///
  /// If there is none, it is one whom nobody can be, as nobody has the secret.
  public func player(_ key: PlayerID) -> Acquaintance {
    known.first { $0.key == key }
      ?? Acquaintance(key, secret: SecretBytes(random: Acquaintance.secretSize))
  }

  /// The exchange of keys with a guest who said `hello` and was told `welcome`.
  func exchange(answering hello: [UInt8], _ welcome: Welcome) -> KeyExchange {
    let answer = Envelope.welcome(welcome).encoded
    return exchange(
      as: .responder,
      with: nil,
      prologue: KeyExchange.prologue(hello: hello, welcome: answer)
    )
  }

  /// An exchange of keys that has not begun, with `other` perhaps, or else with one called `name`.
  func exchange(
    as role: HandshakeState.Role,
    with other: Acquaintance?,
    called name: PlayerName? = nil,
    prologue: [UInt8]
  ) -> KeyExchange {
    KeyExchange(
      role: role,
      material: secrets.material(),
      known: [other].compactMap { $0 }
        + known.filter { $0 != other && name != nil && $0.name == name }
        + known.filter { $0 != other && (name == nil || $0.name != name) },
      prologue: prologue
    )
  }
}
