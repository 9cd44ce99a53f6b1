import MQTT
import Testing

/// Addresses of brokers as people write them.
@Suite struct BrokerAddressTests {
  @Test(arguments: [
    ("Broker.Example.org", "mqtt://broker.example.org", 1_883),
    ("mqtts://broker.example.org", "mqtts://broker.example.org", 8_883),
    ("mqtts://broker.example.org:1883", "mqtts://broker.example.org:1883", 1_883),
    ("[::1]:1884", "mqtt://[::1]:1884", 1_884),
    ("MQTT://127.0.0.1:1883", "mqtt://127.0.0.1", 1_883),
  ])
  func `an address is read, and written in one way`(text: String, whole: String, port: UInt16) {
    let address = BrokerAddress(text)
    #expect(address?.description == whole)
    #expect(address?.port == port)
    #expect(BrokerAddress(whole) == address)
  }

  @Test(arguments: [
    ("mqtts://ann:secret@broker.example.org:99", "ann", "secret"),
    ("ann@broker.example.org:99", "ann", ""), ("mqtt://a%40b:c%3a%2Fd:e@[::1]:99", "a@b", "c:/d:e"),
  ])
  func `a name and a password are read, and never written`(
    text: String,
    user: String,
    password: String
  ) throws {
    let address = try #require(BrokerAddress(text))
    #expect(address.credentials?.user == user && address.credentials?.password == password)
    #expect(address.port == 99)
    let bare = try #require(BrokerAddress(address.description))
    #expect(bare.credentials == nil && bare == address && bare.hashValue == address.hashValue)
  }

  @Test(arguments: [
    "", "mqtt://", "http://a", "://a", "a:", "a:0", "a:65536", "a:1a", "[::1", "[::1]x", "a b",
    "a/b", "ä", "a\u{0}", "mqtt://@b", "mqtt://:c@b", "mqtt://a%4@b", "mqtt://a%zz@b",
    "mqtt://a%00@b", "mqtt://a%ff@b", String(repeating: "a", count: 254),
  ])
  func `what is no address is not taken for one`(text: String) {
    #expect(BrokerAddress(text) == nil)
  }
}
