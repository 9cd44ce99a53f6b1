/// The keys under which browsers seal what they keep of a page.
///
/// Over plain HTTP, the computer that has the host's address next can read all that a browser keeps
/// for that address. Only the host knows the keys, so the other computer reads nothing of use.
public struct PageKey: Sendable {
  /// The number of bytes by which a browser names itself.
  static let browserSize = 16

  /// The key of the browser that names itself so, of 32 bytes.
  let of: @Sendable (_ browser: [UInt8]) -> [UInt8]

  /// The keys that `key` derives from the names that browsers give themselves.
  public init(of key: @escaping @Sendable (_ browser: [UInt8]) -> [UInt8]) {
    of = key
  }
}
