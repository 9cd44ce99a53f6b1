import Testing

@testable import BluetoothDoctor

@Suite struct NamespaceTests {
  @Test(arguments: [
    ("         0          0 4294967295\n", false), ("0 0 4294967295", false),
    ("         0       1000          1\n", true), ("1000 0 1\n0 1 1000\n", true),
    ("1000 1000 1\n", true),
  ])
  func `a map that changes numbers is that of a user namespace`(map: String, isMapped: Bool) {
    #expect(User.isMapped(map) == isMapped)
  }
}
