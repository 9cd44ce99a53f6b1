import QRCode
import Testing

/// Codes for cameras.
@Suite struct QRCodeTests {
  @Test func `an address of a table fits a small terminal`() throws {
    let code = try #require(QRCode("http://192.168.100.123:21589/K7QX2MPD/"))
    #expect(code.lines.count <= 17)
    #expect(Set(code.lines.map(\.count)) == [code.size + 4])
  }

  @Test func `each code has its three marks for the camera`() throws {
    let code = try #require(QRCode("tabletooth"))
    let mark = [
      "1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111",
    ]
    let far = code.size - 7
    for (top, left) in [(0, 0), (0, far), (far, 0)] {
      let found = (0..<7).map { row in
        (0..<7).map { code.isDark(row: top + row, column: left + $0) ? "1" : "0" }.joined()
      }
      #expect(found == mark)
    }
  }

  @Test func `no code has room for a long text`() {
    #expect(QRCode(String(repeating: "a", count: 4_000)) == nil)
  }
}
