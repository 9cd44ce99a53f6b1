/// What a service says about itself: a TXT record (RFC 6763, 6).
///
/// A record that is read may be anything: what is no entry with a key, and what comes after
/// ``longest`` bytes, is passed over.
public struct ServiceText: Hashable, Sendable {
  /// The largest number of bytes of a record, with a byte of length for each entry; a longer one
  /// does not fit into a packet of multicast DNS.
  public static let longest = 1_300

  /// The bytes of each entry with a key, such as `v=1`, in order.
  ///
  /// Of two entries with the same key, the first counts and is here.
  public let entries: [[UInt8]]

  /// A text without entries.
  public static let empty = ServiceText(reading: [])

  /// A text of these values, sorted by key.
  ///
  /// - Parameter values: The values, by key: printable ASCII without `=`, in which case does not
  ///   matter. A key with its value has at most 254 bytes. What breaks this is left out, as is
  ///   what comes after ``longest`` bytes.
  public init(_ values: [String: [UInt8]]) {
    let valid = values.filter { !$0.key.utf8.contains(Self.equals) }
    let entries = valid.sorted { $0.key < $1.key }.map { key, value in
      Array(key.utf8) + [Self.equals] + value
    }
    self.init(reading: entries)
  }

  /// The entries of a record that a service, or anybody, sent.
  init(reading record: [[UInt8]]) {
    var entries: [[UInt8]] = []
    var keys: Set<[UInt8]> = []
    var length = 0
    for entry in record where 1...255 ~= entry.count {
      guard length + entry.count + 1 <= Self.longest else { break }
      length += entry.count + 1
      guard let key = Self.key(of: entry), keys.insert(key).inserted else { continue }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// The value for a key, in which case does not matter; empty for an entry without `=`, nil if
  /// there is no such entry.
  public subscript(key: String) -> [UInt8]? {
    let wanted = Self.folded(Array(key.utf8))
    let entry = entries.first { Self.key(of: $0) == wanted }
    return entry.map { Array($0.drop { $0 != Self.equals }.dropFirst()) }
  }

  private static let equals = UInt8(ascii: "=")

  /// The key of an entry in small letters; nil if it is empty, or not printable ASCII.
  private static func key(of entry: [UInt8]) -> [UInt8]? {
    let key = entry.prefix { $0 != equals }
    guard !key.isEmpty, key.allSatisfy({ 0x20...0x7e ~= $0 }) else { return nil }
    return folded(Array(key))
  }

  private static func folded(_ key: [UInt8]) -> [UInt8] {
    key.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }
}
