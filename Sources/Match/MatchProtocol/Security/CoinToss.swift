internal import Sodium

/// A coin toss between two sides: the host commits itself to a number, the guest sends one, the
/// host reveals its own, and the hash of both decides.
///
/// The host cannot choose its number by the guest's, as that comes after the commitment; the guest
/// cannot choose by the host's, which it does not know.
package enum CoinToss {
  /// The length of a number, in bytes: nobody tries all of them.
  package static let numberSize = 16

  /// The length of a commitment, in bytes.
  package static let commitmentSize = 32

  /// The number of the side that has `secret`, in this match: the same whenever it is asked for, so
  /// that a program that was started anew shows what it has committed itself to.
  package static func number(from secret: [UInt8], in session: SessionID) -> [UInt8] {
    let label = Array("Tabletooth coin number".utf8)
    let hash = SHA256.hash(label, secret, session.rawValue.bigEndianBytes)
    return Array(hash.prefix(numberSize))
  }

  /// The host's commitment before it reveals `number`.
  package static func commitment(to number: [UInt8]) -> [UInt8] {
    SHA256.hash(Array("Tabletooth coin".utf8), number)
  }

  /// The side that moves first by the numbers of both.
  package static func first(host: [UInt8], guest: [UInt8]) -> Role {
    let hash = SHA256.hash(Array("Tabletooth toss".utf8), host, guest)
    return hash[0] & 1 == 0 ? .host : .guest
  }
}
