import StreamTransport
import TestSupport
import Testing

/// Packets on a stream of bytes.
@Suite struct PacketStreamTests {
  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `packets come out whole, however the bytes come in`(chunk: Int) throws {
    let packets = [[1], [2, 3, 4], Array(repeating: 5, count: 61_504), [0, 0]].map {
      $0.map(UInt8.init)
    }
    let bytes = packets.flatMap { PacketStream.framed($0) }
    var reader = PacketStream.Reader()
    var read: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      read += try reader.read(bytes[start..<min(start + chunk, bytes.count)])
    }
    #expect(read == packets)
  }

  @Test(arguments: [0, 61_505, 65_535])
  func `a length that no packet has ends the stream`(length: Int) throws {
    var reader = PacketStream.Reader()
    let bytes = [UInt8(length >> 8), UInt8(length & 0xff)]
    #expect(throws: PacketStream.WrongLength(length: length)) { _ = try reader.read(bytes) }
  }

  @Test func `no bytes make a reader keep more than a packet`() {
    var random = SeededGenerator(seed: 7)
    for count in stride(from: 0, to: 200_000, by: 10_007) {
      var reader = PacketStream.Reader()
      var taken = 0
      let bytes = (0..<count).map { _ in
        // Lengths that fit come often enough.
        Bool.random(using: &random)
          ? UInt8.random(in: 0...16, using: &random)
          : UInt8.random(in: .min ... .max, using: &random)
      }
      do {
        taken = try reader.read(bytes).reduce(0) { $0 + $1.count + 2 }
      } catch {
        continue
      }
      #expect(bytes.count - taken < 61_506)
    }
  }
}

/// Addresses as people write them.
@Suite struct StreamAddressTests {
  @Test(arguments: [
    ("tcp:desk", "tcp:desk:21588"), ("desk.local:4000", "tcp:desk.local:4000"),
    ("tcp:192.168.1.5:1", "tcp:192.168.1.5:1"), ("tcp:[fe80::1%eth0]", "tcp:[fe80::1%eth0]:21588"),
    ("[::1]:80", "tcp:[::1]:80"), ("[::]", "tcp:[::]:21588"),
  ])
  func `an address is read, and written with its port`(text: String, whole: String) {
    let address = StreamAddress(text)
    #expect(address?.description == whole)
    #expect(StreamAddress(whole) == address)
    #expect(address.flatMap { StreamAddress($0.shortest) } == address)
  }

  @Test func `an address to type elsewhere names neither this computer nor its interface`() {
    func shown(_ hosts: String...) -> [String] {
      StreamAddress.forOthers(hosts.map { StreamAddress(host: $0) }).map(\.host)
    }
    #expect(
      shown("10.0.0.5", "fe80::1%eth0", "fe80::1%eth1", "127.0.0.1", "::1")
        == ["10.0.0.5", "fe80::1"]
    )
    #expect(shown("127.0.0.1", "::1") == ["127.0.0.1"])
    #expect(shown("::1") == ["::1"])
  }

  @Test(arguments: [
    "", "tcp:", ":80", "desk:", "desk:65536", "desk:-1", "desk:+80", "desk:٣", "[::1", "[::1]80",
    "::1", "a b", "a/b", "a\u{0}b", String(repeating: "a", count: 254),
  ])
  func `what is no address is not taken for one`(text: String) {
    #expect(StreamAddress(text) == nil)
  }
}
