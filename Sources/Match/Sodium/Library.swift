internal import CSodium

/// libsodium itself.
enum Library {
  /// Makes libsodium ready before its first use, in whatever thread that is.
  static func start() {
    _ = isReady
  }

  private static let isReady: Bool = {
    guard sodium_init() >= 0 else { fatalError("libsodium found no source of randomness") }
    return true
  }()
}
