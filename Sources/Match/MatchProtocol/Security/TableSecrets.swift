package import Sodium

/// The digest of a host's key at one table, for those who were given it: 16 bytes.
public struct TableDigest: Hashable, Sendable {
  /// The number of bytes it has: enough that nobody finds another key for it.
  package static let size = 16

  /// The digest itself; it is as secret as the table is to be.
  package let bytes: [UInt8]

  /// A digest that was told; nil if it has another length.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  /// The digest of `key`: the first bytes of SHA-256(`Tabletooth table` ‖ key).
  package init(of key: PublicKey) {
    bytes = Array(SHA256.hash(Array("Tabletooth table".utf8), key.bytes).prefix(Self.size))
  }

  /// True if it is that of `key`.
  package func names(_ key: PublicKey) -> Bool {
    ConstantTime.areEqual(bytes, Self(of: key).bytes)
  }
}

/// Secrets that nobody can guess, of a host that shows one key in all exchanges at one table.
///
/// Who was told the digest of that key knows the host by it. Everybody else sees the key too, where
/// they take part in an exchange; it is a new one for each table.
package final class TableSecrets: SecretSource {
  private let key = SharedKeyPair(.generate())
  private let others = RandomSecrets()

  /// The secrets of a new table.
  package init() {}

  /// The digest of the key.
  package var digest: TableDigest { TableDigest(of: key.publicKey) }

  /// A new pair of keys.
  package func keyPair() -> KeyPair { others.keyPair() }

  /// 16 new random bytes.
  package func nonce() -> [UInt8] { others.nonce() }

  /// A number that has nothing to do with `previous`.
  package func session(after previous: SessionID) -> SessionID { others.session(after: previous) }

  /// The key of the table, and all else new.
  package func material() -> KeyExchange.Material { others.material().showing(key) }
}
