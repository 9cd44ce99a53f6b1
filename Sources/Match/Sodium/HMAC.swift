internal import CSodium

/// Message authentication with SHA-256 (RFC 2104).
package enum HMAC {
  /// The number of bytes a code has.
  package static let size = 32

  /// The code of `parts` in a row under `key`, of any length.
  package static func code(of parts: [UInt8]..., key: borrowing SecretBytes) -> SecretBytes {
    code(key: key) { state in
      for part in parts { state.append(part) }
    }
  }

  /// The first `count` bytes of the code of `parts` in a row under `key`, to be shown to others.
  package static func tag(
    _ count: Int,
    of parts: [UInt8]...,
    key: borrowing SecretBytes
  ) -> [UInt8] {
    precondition((0...size).contains(count), "a code has 32 bytes")
    let code = code(key: key) { state in
      for part in parts { state.append(part) }
    }
    return (0..<count).map { unsafe code.pointer[$0] }
  }

  /// A code in the making; libsodium overwrites its secrets with zeros when the code is finished.
  struct State: ~Copyable {
    fileprivate var state = crypto_auth_hmacsha256_state()

    mutating func append(_ bytes: [UInt8]) {
      _ = unsafe crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
    }

    mutating func append(_ bytes: borrowing SecretBytes) {
      _ = unsafe crypto_auth_hmacsha256_update(&state, bytes.pointer, UInt64(bytes.count))
    }
  }

  /// The code of what `append` gives.
  static func code(key: borrowing SecretBytes, append: (inout State) -> Void) -> SecretBytes {
    Library.start()
    var state = State()
    _ = unsafe crypto_auth_hmacsha256_init(&state.state, key.pointer, key.count)
    append(&state)
    return unsafe SecretBytes(count: size) { memory in
      _ = unsafe crypto_auth_hmacsha256_final(&state.state, memory)
    }
  }
}
