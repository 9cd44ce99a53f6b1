import Testing

@testable import Avahi

@Suite struct NetworkAddressTests {
  @Test(arguments: [
    ("192.168.1.2", "192.168.1.2"), ("169.254.1.2", "169.254.1.2"), ("203.0.113.9", "203.0.113.9"),
    ("fd00::1", "fd00::1"), ("2001:db8::1", "2001:db8::1"), ("fe80::1", "fe80::1%3"),
  ])
  func `an address of a network is kept, a link-local one with its interface`(
    text: String,
    host: String
  ) {
    #expect(NetworkAddress.host(text, on: 3, isLocal: false) == host)
  }

  @Test(arguments: [
    "", "computer", "1.2.3", "0.0.0.0", "224.0.0.251", "255.255.255.255", "127.0.0.1", "::", "::1",
    "ff02::fb", "::ffff:127.0.0.1", "fe80::1%eth0", "1.2.3.4;reboot",
  ])
  func `what leads to no single computer, or to oneself, is none`(text: String) {
    #expect(NetworkAddress.host(text, on: 3, isLocal: false) == nil)
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `this computer's own services may be on it`(text: String) {
    #expect(NetworkAddress.host(text, on: 1, isLocal: true) == text)
  }
}
