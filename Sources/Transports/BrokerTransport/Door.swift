internal import Glibc
public import MatchProtocol
internal import Sodium

/// A place at a broker that only those find who have the same secret, and where only they
/// understand what is said: docs/reference/broker-protocol.md.
public struct Door: Sendable {
  /// The keys derived from the secret, shared by copies.
  private final class Keys: Sendable {
    private let host: SharedSecret
    private let guest: SharedSecret

    init(_ secret: borrowing SecretBytes) {
      host = SharedSecret(HMAC.code(of: Array("Tabletooth broker host".utf8), key: secret))
      guest = SharedSecret(HMAC.code(of: Array("Tabletooth broker guest".utf8), key: secret))
    }

    /// The key with which `side` seals its messages here.
    func key(of side: Side) -> SharedSecret {
      switch side {
      case .host: host
      case .guest: guest
      }
    }
  }

  /// The number of bytes of a name.
  private static let nameSize = 10

  /// The public name of the rendezvous, seen by everybody who sees topics: 16 letters and digits.
  let name: String
  /// The match whose two players alone can derive it; nil for a table's.
  let match: (session: SessionID, player: Acquaintance)?
  /// True if only the two players of a match can derive it.
  var isOfMatch: Bool { match != nil }
  private let keys: Keys
  /// The topic on which the host sends to all of its guests.
  package let hostTopic: String
  /// The beginning of the topics of its guests.
  private let guestRoot: String

  /// The door of a table, for those who have its code.
  public init(_ code: TableCode) {
    self.init(SecretBytes(copying: code.secret.bytes))
  }

  /// The door of the match `session` with `player`, for these two.
  public init(match session: SessionID, with player: Acquaintance) {
    let label = Array("Tabletooth match".utf8)
    let bytes = session.rawValue.bigEndianBytes
    let secret = player.withSecret { HMAC.tag(HMAC.size, of: label, bytes, key: $0) }
    self.init(SecretBytes(copying: secret), of: (session, player))
  }

  init(
    _ secret: borrowing SecretBytes,
    of match: (session: SessionID, player: Acquaintance)? = nil
  ) {
    self.match = match
    let name = HMAC.tag(Self.nameSize, of: Array("Tabletooth broker topic".utf8), key: secret)
    self.name = Base32.text(name)
    hostTopic = "\(Self.root)/\(self.name)/h"
    guestRoot = "\(Self.root)/\(self.name)/g/"
    keys = Keys(secret)
  }

  // MARK: Topics

  /// The beginning of all topics of all tables; the number is that of this page of rules.
  static let root = "tabletooth/1"

  /// The length of a host's topic, in letters.
  static let hostTopicSize = root.utf8.count + 1 + Base32.length(of: nameSize) + 2

  /// The filter with which a host subscribes to its guests.
  var guestFilter: String { guestRoot + "+" }

  /// The topic on which the guest with this id sends to its host.
  package func guestTopic(_ id: String) -> String { guestRoot + id }

  /// The guest that talks at `topic`; nil if it is another door's, or no topic of guests.
  package func guest(of topic: String) -> String? {
    guard topic.hasPrefix(guestRoot) else { return nil }
    let id = topic.dropFirst(guestRoot.count)
    return GuestID.isOne(id.utf8) ? String(id) : nil
  }

  // MARK: What is said

  /// `frame` as it is published at `topic`; `nonce` is 12 random bytes.
  package func sealed(
    _ frame: BrokerFrame,
    by side: Side,
    at topic: String,
    nonce: [UInt8]
  ) -> [UInt8] {
    do {
      return try nonce
        + ChaChaPoly.seal(
          frame.encoded,
          additionalData: Array(topic.utf8),
          nonce: nonce,
          key: keys.key(of: side).bytes
        )
    } catch {
      preconditionFailure("keys have 32 bytes and nonces 12: \(error)")
    }
  }

  /// The frame that this side published at `topic`; nil for anything that nobody with the secret
  /// sends.
  package func opened(_ payload: [UInt8], by side: Side, at topic: String) -> BrokerFrame? {
    guard payload.count > ChaChaPoly.nonceSize + ChaChaPoly.tagSize else { return nil }
    let plain = try? ChaChaPoly.open(
      Array(payload.dropFirst(ChaChaPoly.nonceSize)),
      additionalData: Array(topic.utf8),
      nonce: Array(payload.prefix(ChaChaPoly.nonceSize)),
      key: keys.key(of: side).bytes
    )
    return plain.flatMap { BrokerFrame(decoding: $0) }
  }

  /// The sender of a message.
  package enum Side: Hashable, Sendable {
    case host, guest
  }
}

extension [Door] {
  /// The doors, those of matches before those of tables.
  var matchFirst: [Door] { filter(\.isOfMatch) + filter { !$0.isOfMatch } }
}

/// The id of a guest at a broker: new with each connection.
enum GuestID {
  /// The number of random bytes of an id.
  private static let size = 8

  /// The number of letters of an id.
  static let letterCount = 13

  /// The id in place of a guest's where letters lie, behind which nobody sits.
  static let none = String(repeating: "0", count: letterCount)

  static func random() -> String { Base32.text(randomBytes(size)) }

  /// True if `letters` can be an id: small letters and digits of base 32, and of the right length.
  static func isOne(_ letters: some Collection<UInt8>) -> Bool {
    letters.count == letterCount && letters.allSatisfy(Base32.isLetter)
  }
}

/// Random bytes that nobody can guess, up to 256.
func randomBytes(_ count: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  guard unsafe getentropy(&bytes, count) == 0 else {
    preconditionFailure("Linux has random bytes: \(errno)")
  }
  return bytes
}
