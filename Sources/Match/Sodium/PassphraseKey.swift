internal import CSodium

/// A key made of what a person can remember, by Argon2id (RFC 9106): each guess costs time and
/// memory.
package struct PassphraseKey: Hashable, Sendable {
  /// The number of bytes a salt has, `crypto_pwhash_SALTBYTES`.
  package static let saltSize = 16

  /// The salt, with which the same passphrase gives another key each time.
  package let salt: [UInt8]
  /// The number of passes over the memory, 1 to 10.
  package let passes: Int
  /// The size of the memory, in KiB, 8 to 1,048,576.
  package let kibibytes: Int

  /// A new salt, and libsodium's `MODERATE` costs: 3 passes over 256 MiB, most of a second.
  package init() {
    salt = SecretBytes(random: Self.saltSize).withBytes { span in
      unsafe span.withUnsafeBytes { unsafe Array($0) }
    }
    passes = 3
    kibibytes = 256 * 1_024
  }

  /// The costs and the salt that a file names; nil where no program of this kind would name them.
  package init?(salt: [UInt8], passes: Int, kibibytes: Int) {
    guard salt.count == Self.saltSize, 1...10 ~= passes, 8...1_048_576 ~= kibibytes else {
      return nil
    }
    self.salt = salt
    self.passes = passes
    self.kibibytes = kibibytes
  }

  /// The key of `passphrase`, with ``ChaChaPoly/keySize`` bytes; nil where there is not enough
  /// memory.
  package func key(of passphrase: String) -> SecretBytes? {
    Library.start()
    let text = passphrase.utf8.map(CChar.init(bitPattern:))
    var isMade = false
    let key = unsafe SecretBytes(count: ChaChaPoly.keySize) { memory in
      let result = unsafe crypto_pwhash(
        memory,
        UInt64(ChaChaPoly.keySize),
        text,
        UInt64(text.count),
        salt,
        UInt64(passes),
        kibibytes * 1_024,
        crypto_pwhash_ALG_ARGON2ID13
      )
      isMade = result == 0
    }
    guard isMade else { return nil }
    return key
  }
}
