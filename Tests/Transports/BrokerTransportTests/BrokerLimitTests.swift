import MatchProtocol
import Testing

@testable import BrokerTransport

@Suite struct BrokerLimitTests {
  @Test func `packets are as long as a broker takes, whatever that is`() {
    // Around a packet there are as many bytes, and one more where the length takes one more.
    var longest = PacketSize.smallest
    for bytes in 0...BrokerLimit.size(ofPacket: PacketSize.largest) + 100 {
      while longest < PacketSize.largest, BrokerLimit.size(ofPacket: longest + 1) <= bytes {
        longest += 1
      }
      #expect(BrokerLimit(bytes).packetSize == longest)
    }
    #expect(BrokerLimit(nil).packetSize == PacketSize.largest)
    #expect(BrokerLimit(Int(UInt32.max)).packetSize == PacketSize.largest)
  }
}
