internal import Glibc
internal import MatchProtocol
internal import Sodium

extension PlayerKeyFile {
  /// The player's key, sealed under `passphrase`; nil where there is no key or not enough memory.
  ///
  /// - Throws: ``StoreError``.
  public func sealed(under passphrase: String) throws(StoreError) -> SealedKey? {
    guard var bytes = try secret() else { return nil }
    defer { wipe(&bytes) }
    return SealedKey(sealing: bytes, under: passphrase)
  }

  /// Puts `secret` in the place of the key, which is set aside if it is another one.
  ///
  /// - Returns: Where the key before is now; nil if there was none, or the same.
  /// - Throws: ``StoreError``.
  public func replace(by secret: [UInt8]) throws(StoreError) -> String? {
    guard secret.count == KeyPair.secretSize else {
      throw .damagedKey(path: path, length: secret.count)
    }
    let present = unsafe access(path, F_OK) == 0
    var aside: String?
    if present, (try? self.secret()) != secret {
      var number = 1
      while unsafe access("\(path).before-restore-\(number)", F_OK) == 0 { number += 1 }
      aside = "\(path).before-restore-\(number)"
    } else if present {
      return nil
    }
    unsafe unlink(newPath)
    let descriptor = unsafe open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: newPath, errno: errno) }
    defer { close(descriptor) }
    guard unsafe write(descriptor, secret, secret.count) == secret.count, fsync(descriptor) == 0
    else { throw .unusable(path: newPath, errno: errno) }
    if let aside, unsafe rename(path, aside) != 0 { throw .unusable(path: path, errno: errno) }
    guard unsafe rename(newPath, path) == 0 else { throw .unusable(path: path, errno: errno) }
    return aside
  }
}
