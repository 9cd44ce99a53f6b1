public import MatchProtocol
internal import Sodium

/// A code that a host gives to a guest so that the two find each other at a broker: `BROKER/CODE`,
/// or the code alone if both use the same broker.
///
/// The code is the digest of the key that the host shows at this table. So whoever has it knows the
/// host by it, and whoever has not can neither find the table nor read what is said there.
///
/// The code of a table behind a bridge has random bytes in place of the digest, as the bridge does
/// not know the host's key before a guest has come; its host is known by digits.
public struct TableCode: Hashable, Sendable {
  /// The reason why a text is not a code.
  public enum Broken: Error, Hashable, Sendable {
    /// It has so many letters, and not ``letterCount``.
    case length(Int)
    /// It is of another version, by its first letter.
    case version(Character)
    /// A letter that no code has.
    case letter(Character)
    /// A letter is wrong, or the broker is another one.
    case checksum
    /// The text before it is not a broker.
    case broker(String)
    /// It is a broker alone.
    case missing(after: BrokerList)
    /// No broker stands before it, and none is known.
    case noBroker
  }

  /// The number of letters of a code, without dashes: one for the version, and 29 for 144 bits.
  public static let letterCount = 30

  /// The number of letters in a group.
  private static let groupSize = 5

  private static let version: Character = "1"
  private static let bridgeVersion: Character = "2"

  /// The brokers of the table.
  public private(set) var broker: BrokerList

  /// The secret of the host and its guests.
  let secret: TableDigest

  /// True if a bridge leads to the table.
  public let isBridged: Bool

  /// The digest of the host's key; nil if a bridge leads there.
  public var host: TableDigest? { isBridged ? nil : secret }

  /// The code of a table at `broker` whose host is known by `digest`.
  public init(_ broker: BrokerList, _ digest: TableDigest) {
    (self.broker, secret, isBridged) = (broker, digest, false)
  }

  /// The code at `broker` of a table to which a bridge leads.
  ///
  /// - Parameters:
  ///   - broker: Where the bridge opens the table.
  ///   - bytes: What nobody can guess, 16 bytes at least, of which the first ones are taken.
  public init(bridgedAt broker: BrokerList, secret bytes: [UInt8]) {
    guard let secret = TableDigest(Array(bytes.prefix(TableDigest.size))) else {
      preconditionFailure("a digest has \(TableDigest.size) bytes")
    }
    (self.broker, self.secret, isBridged) = (broker, secret, true)
  }

  /// The same code, with names and passwords for its broker where `others` have some.
  public func signedIn(as others: [BrokerList]) -> Self {
    var code = self
    code.broker = broker.signedIn(as: others)
    return code
  }

  // MARK: Text

  /// A possible reading of a text.
  public enum Reading: Hashable, Sendable {
    /// The name of a table, or its address.
    case name
    /// A code that was cut short or typed wrong, unless a table is called so.
    case nameOrCode
    /// A code, which may be broken all the same.
    case code
  }

  /// The reading of `text`: without its broker a code is recognised by its length, or by its
  /// groups, and has a digit.
  public static func reading(of text: String) -> Reading {
    if text.contains("/") { return .code }
    guard text.contains(where: \.isNumber) else { return .name }
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    if groups.count(where: { $0.count == groupSize }) >= 3 { return .code }
    let letters = text.filter { $0 != "-" && $0 != " " }
    guard letters.allSatisfy({ Base32.value(of: $0) != nil }), let first = letters.first else {
      return .name
    }
    let isCopied = looksCopied(text)
    if letters.count == letterCount, isCopied || isVersion(first) { return .code }
    return isCopied && arePart(groups, beginningWith: first) ? .nameOrCode : .name
  }

  private static func isVersion(_ letter: Character) -> Bool {
    letter == bridgeVersion || Base32.value(of: letter) == Base32.value(of: version)
  }

  /// True if letters of a code may be those of any version, and are hardly a name: they begin with
  /// a digit and have another, and no spaces.
  private static func looksCopied(_ text: String) -> Bool {
    text.first?.isNumber == true && text.dropFirst().contains(where: \.isNumber)
      && !text.contains(" ")
  }

  /// True if `groups` are as long as those of a code, or one is as long as three.
  private static func arePart(_ groups: [Substring], beginningWith first: Character) -> Bool {
    guard groups.count > 1 else { return groups.contains { $0.count >= 3 * groupSize } }
    return isVersion(first) && groups.dropLast().allSatisfy { $0.count == groupSize }
      && groups.allSatisfy { $0.count <= groupSize }
  }

  /// The fault of the letters of a code that was copied in part, or with more than it has.
  ///
  /// - Parameter letters: What was typed, without dashes and spaces.
  /// - Returns: The reason; nil where neither the version nor the length is wrong.
  public static func fault(of letters: String) -> Broken? {
    guard let first = letters.first else { return .length(0) }
    guard isVersion(first) else { return .version(first) }
    return letters.count == letterCount ? nil : .length(letters.count)
  }

  /// Reads what a person typed or pasted.
  ///
  /// - Parameters:
  ///   - text: `BROKER/CODE`, or the code alone.
  ///   - usual: The broker of a code that stands alone.
  /// - Throws: ``Broken``.
  public init(_ text: String, at usual: BrokerList?) throws(Broken) {
    let text = text.trimmingPrefix(while: \.isWhitespace)
    let (broker, code) = try Self.split(String(text), usual)
    self.broker = broker
    let letters = Self.letters(code)
    if let odd = letters.first(where: { Base32.value(of: $0) == nil }) { throw .letter(odd) }
    isBridged = letters.first == Self.bridgeVersion
    if let fault = Self.fault(of: letters) { throw fault }
    guard let bytes = Base32.bytes(letters.dropFirst(), count: TableDigest.size + 2),
      let host = TableDigest(Array(bytes.prefix(TableDigest.size)))
    else { throw .checksum }
    secret = host
    guard Array(bytes.suffix(2)) == checksum else { throw .checksum }
  }

  /// The text without dashes and spaces.
  private static func letters(_ code: Substring) -> String {
    code.filter { $0 != "-" && $0 != " " }
  }

  private static func split(
    _ text: String,
    _ usual: BrokerList?
  ) throws(Broken) -> (BrokerList, Substring) {
    guard let slash = text.lastIndex(of: "/") else {
      // To one that was cut short no broker helps.
      guard let usual else { throw fault(of: letters(text[...])) ?? .noBroker }
      return (usual, text[...])
    }
    if let broker = BrokerList(text) { throw .missing(after: broker) }
    let place = String(text[..<slash])
    guard let broker = BrokerList(place) else { throw .broker(place) }
    guard slash < text.index(before: text.endIndex) else { throw .missing(after: broker) }
    return (broker, text[text.index(after: slash)...])
  }

  /// Two bytes over the digest and the broker, so that a letter that was typed wrong, in the name
  /// of the broker too, is noticed in all but one case of 65,536.
  private var checksum: [UInt8] {
    let broker = Array(broker.description.utf8)
    let label = isBridged ? "Tabletooth bridge" : "Tabletooth code"
    return Array(SHA256.hash(Array(label.utf8), secret.bytes, broker).prefix(2))
  }

  /// The code alone, in groups of five letters.
  public var code: String {
    let version = isBridged ? Self.bridgeVersion : Self.version
    let letters = String(version) + Base32.text(secret.bytes + checksum)
    var groups: [Substring] = []
    var rest = letters[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(Self.groupSize))
      rest = rest.dropFirst(Self.groupSize)
    }
    return groups.joined(separator: "-")
  }

  /// The broker and the code.
  public var text: String { "\(broker)/\(code)" }
}
