import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

/// Packets on a stream between two programs that have told each other that they accept long ones.
@Suite struct LongPacketTests {
  /// A link on a stream.
  private func link() -> Link {
    Link(peer: guestPeer, id: LinkID(rawValue: 1), packetSize: PacketSize.longest, now: .zero)
  }

  @Test(arguments: [(0, 4_106), (18, 4_106), (4_107, 4_107), (61_504, 61_504), (1 << 31, 61_504)])
  func `a packet is as long as the other side accepts, and never longer than any`(
    said: Int,
    size: Int
  ) {
    var link = link()
    #expect(link.packetSize == PacketSize.largest)
    link.allow(packetSize: said)
    #expect(link.packetSize == size)
    #expect(link.partSize <= size - 64 || size == PacketSize.largest)
  }

  @Test func `a link that is no stream has none, whatever the other side accepts`() {
    var link = Link(peer: guestPeer, id: LinkID(rawValue: 1), packetSize: 508, now: .zero)
    #expect(link.offeredSize == 0)
    link.allow(packetSize: PacketSize.longest)
    #expect(link.packetSize == 508)
  }

  @Test(arguments: [true, false])
  func `a long packet is an error before the other side was told that it may send any`(
    isTold: Bool
  ) throws {
    var (sender, receiver) = (link(), link())
    sender.allow(packetSize: PacketSize.longest)
    if isTold { receiver.acceptOfferedSize() }
    sender.submit([UInt8](repeating: 1, count: 20_000), on: .bulk)
    let packets = sender.send(now: .zero) { UncutMessage.behindRoom($0) }
    #expect(packets.map(\.count) == [20_010])
    // Its seal shows more than a checksum would.
    #expect(packets.first?[8...9] == [0, 0])
    let size = PacketSize.longest
    if isTold {
      let received = try receiver.receive(packets[0], packetSize: size, now: .zero)
      #expect(received.messages == [ArraySlice(repeating: 1, count: 20_000)])
    } else {
      #expect(throws: ProtocolError.packetTooLong(length: 20_010, maximum: PacketSize.largest)) {
        try receiver.receive(packets[0], packetSize: size, now: .zero)
      }
    }
  }

  @Test func `a short message is as it was, with its checksum`() {
    var (old, new) = (link(), link())
    new.allow(packetSize: PacketSize.longest)
    let message = (0..<4_096).map { UInt8(truncatingIfNeeded: $0) }
    old.submit(message, on: .match)
    new.submit(message, on: .match)
    #expect(
      old.send(now: .zero) { UncutMessage.behindRoom($0) }
        == new.send(now: .zero) { UncutMessage.behindRoom($0) }
    )
  }

  @Test func `many long packets on their way hold up a move for a megabyte at most`() {
    var stream = OutgoingStream(linkID: LinkID(rawValue: 1))
    var number: UInt16 = 0
    for round in 0..<200 {
      for _ in 0..<8 { stream.submit([UInt8](repeating: 1, count: 61_000), on: .bulk) }
      number += UInt16(stream.release(packetSize: PacketSize.longest, now: .zero).count)
      #expect(throws: Never.self) {
        _ = try stream.acknowledge(number, now: .milliseconds(round / 100))
      }
    }
    var window = BulkWindow()
    for _ in 0..<100 { window.note(.milliseconds(1), ofPackets: PacketSize.longest) }
    #expect(window.size(ofPackets: PacketSize.longest) * PacketSize.longest < 1 << 20)
    // One that has a queue of its own is filled no further.
    for _ in 0..<100 { window.note(.milliseconds(4), ofPackets: PacketSize.longest) }
    #expect(window.size(ofPackets: PacketSize.longest) == 4)
  }
}
