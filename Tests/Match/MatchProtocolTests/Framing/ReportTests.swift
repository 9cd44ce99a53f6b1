import MatchProtocol
import Testing

@Suite struct ReportTests {
  private let header = FragmentHeader(
    kind: .report,
    linkID: LinkID(rawValue: 1),
    sequence: 6,
    acknowledged: 3
  )

  @Test func `a report has the bytes of the document`() {
    let report = Report(beyond: 1 << 1 | 1 << 2 | 1 << 8)
    #expect(header.encoded + report.encoded == [0x41, 1, 0, 6, 0, 3, 0x40, 6, 1])
  }

  @Test(arguments: [0, 1, 1 << 7, 1 << 8, 1 << 63, .max] as [UInt64])
  func `what is encoded is decoded`(beyond: UInt64) throws {
    let report = Report(credit: 7, beyond: beyond)
    #expect(try Report(decoding: header.encoded + report.encoded) == report)
  }

  @Test func `a report without credit is too short, one with nine bytes of bits too long`() {
    #expect(throws: ProtocolError.packetTooShort(length: 6, minimum: 7)) {
      try Report(decoding: header.encoded)
    }
    #expect(throws: ProtocolError.packetTooLong(length: 16, maximum: 15)) {
      try Report(decoding: header.encoded + [UInt8](repeating: 1, count: 10))
    }
  }

  @Test func `more credit than there is means all there is`() throws {
    #expect(try Report(decoding: header.encoded + [255]).credit == 64)
  }
}
