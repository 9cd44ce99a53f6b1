import FileHash
import Sodium
import Testing

struct FileHashTests {
  @Test func `the hash of three letters is the one of the standard`() {
    let hash = FileHash()
    hash.append(Array("abc".utf8).span)
    // FIPS 180-2, appendix B.1.
    #expect(hash.finish().prefix(4) == [0xba, 0x78, 0x16, 0xbf])
  }

  @Test(arguments: [0, 1, 63, 64, 65, 100_000])
  func `libsodium has the same hash, in whatever pieces the bytes come`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let hash = FileHash()
    for start in stride(from: 0, to: count, by: 1_000) {
      hash.append(bytes[start..<min(start + 1_000, count)].span)
    }
    #expect(hash.finish() == SHA256.hash(bytes))
  }
}
