import MatchProtocol
import Testing

@Suite struct FragmentHeaderTests {
  @Test func `a first and last fragment has the six bytes of the document`() {
    let header = FragmentHeader(
      kind: .message,
      isFirst: true,
      isLast: true,
      linkID: LinkID(rawValue: 7),
      sequence: 0x1234,
      acknowledged: 0x5678
    )
    #expect(header.encoded == [0x70, 7, 0x12, 0x34, 0x56, 0x78])
  }

  @Test func `a report has the six bytes of the document before its own`() {
    let header = FragmentHeader(
      kind: .report,
      linkID: LinkID(rawValue: 255),
      sequence: 0xffff
    )
    #expect(header.encoded == [0x41, 255, 0xff, 0xff, 0, 0])
  }

  @Test func `every first byte is read back or refused`() throws {
    for byte in UInt8.min...UInt8.max {
      let packet = [byte, 1, 2, 3, 4, 5]
      switch (byte >> 6, byte & 0x0f) {
      case (1, 0...1):
        #expect(try FragmentHeader(decoding: packet).encoded == packet)
      case (1, let kind):
        #expect(throws: ProtocolError.unknownKind(kind)) {
          try FragmentHeader(decoding: packet)
        }
      case (let version, _):
        #expect(throws: ProtocolError.unknownFrameVersion(version)) {
          try FragmentHeader(decoding: packet)
        }
      }
    }
  }

  @Test(arguments: 0..<6)
  func `a packet shorter than a header is refused`(length: Int) {
    #expect(throws: ProtocolError.packetTooShort(length: length, minimum: 6)) {
      try FragmentHeader(decoding: [UInt8](repeating: 0x40, count: length))
    }
  }

  @Test func `a packet longer than the longest is refused`() throws {
    #expect(throws: ProtocolError.packetTooLong(length: 61_505, maximum: 61_504)) {
      try FragmentHeader(decoding: [UInt8](repeating: 0x40, count: 61_505))
    }
    _ = try FragmentHeader(decoding: [UInt8](repeating: 0x40, count: 61_504))
  }
}
