internal import CCrypto

/// SHA-256 (FIPS 180-4) of a file that comes piece by piece.
///
/// It is OpenSSL's, which uses the processor's instructions for it: libsodium, which has the keys,
/// takes five times as long.
@safe
public final class FileHash {
  private let context: OpaquePointer

  /// The hash of nothing yet.
  public init() {
    guard let context = unsafe EVP_MD_CTX_new(),
      unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else { fatalError("there is no memory for a hash, or no SHA-256") }
    unsafe self.context = context
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  /// Adds `bytes`.
  public func append(_ bytes: Span<UInt8>) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
    }
    precondition(result == 1, "a hash in memory does not fail")
  }

  /// The 32 bytes of the hash; nothing may be added any more.
  public func finish() -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 32)
    let result = unsafe EVP_DigestFinal_ex(context, &hash, nil)
    precondition(result == 1, "a hash in memory does not fail")
    return hash
  }
}
