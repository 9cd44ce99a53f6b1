import TestSupport
import Testing

@testable import MatchProtocol

/// How many packets encrypted messages take, as docs/decisions/0006-security.md says.
@Suite struct PacketCountTests {
  /// How many packets a message of `length` bytes takes on a link whose MTU leaves `size` for a packet.
  private func packets(_ length: Int, size: Int) throws -> Int {
    var fragmenter = Fragmenter(linkID: someLink, limit: MessageLimit.match)
    return try fragmenter.split([UInt8](repeating: 1, count: length), packetSize: size).count
  }

  @Test(arguments: zip([64, 112, 80], [6, 10, 8]))
  func `the exchange takes one packet a message at MTU 517, and few at MTU 23`(
    message: Int,
    few: Int
  ) throws {
    // The number of the envelope's field, and the length of the bytes in it.
    let length = message + 2
    #expect(try packets(length, size: PacketSize.largest) == 1)
    #expect(try packets(length, size: PacketSize.smallest) == few)
  }

  @Test(arguments: [(0, "h8"), (224, "o15"), (8_000, "h2e2"), (16_383, "i9i0"), (3, "black")])
  func `an encrypted move takes one packet at MTU 517, and three at MTU 23`(
    ply: Int,
    text: String
  ) throws {
    // Field 3 of Move is to have four bytes of the position's hash, and one of its own.
    let hash = 5
    let move = Envelope.match(.move(.init(ply: ply, text: text))).encoded.count + hash
    let sealed = move + SecureChannel.overhead
    #expect(try packets(sealed, size: PacketSize.largest) == 1)
    #expect(try packets(sealed, size: PacketSize.smallest) <= 3)
  }
}
