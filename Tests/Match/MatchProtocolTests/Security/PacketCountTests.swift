import MatchSimulation
import Testing

@testable import MatchProtocol

/// How many packets encrypted messages take, as docs/dev/decisions/0006-security.md says.
@Suite struct PacketCountTests {
  /// How many packets a message of `length` bytes takes on a link whose MTU leaves `size` for a
  /// packet.
  private func packets(_ length: Int, size: Int) throws -> Int {
    var fragmenter = Fragmenter(linkID: someLink, limit: MessageLimit.match)
    return try fragmenter.split([UInt8](repeating: 1, count: length), packetSize: size).count
  }

  @Test(arguments: zip([64, 112, 80], [6, 10, 7]))
  func `the exchange takes one packet a message at MTU 517, and few at MTU 23`(
    message: Int,
    few: Int
  ) throws {
    #expect(try packets(message, size: PacketSize.largest) == 1)
    #expect(try packets(message, size: PacketSize.smallest) == few)
  }

  @Test(arguments: [(0, "h8"), (224, "o15"), (8_000, "h2e2"), (16_383, "i9i0"), (3, "black")])
  func `an encrypted move takes one packet at MTU 517, and three at MTU 23`(
    ply: Int,
    text: String
  ) throws {
    let move = Envelope.match(.move(.init(ply: ply, text: text, position: .max))).encoded
    let sealed = move.count + SecureChannel.overhead
    #expect(try packets(sealed, size: PacketSize.largest) == 1)
    #expect(try packets(sealed, size: PacketSize.smallest) <= 3)
  }
}
