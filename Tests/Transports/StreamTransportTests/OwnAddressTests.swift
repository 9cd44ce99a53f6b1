import Testing

@testable import StreamTransport

/// The address that a host shows to a phone in the same home.
@Suite struct OwnAddressTests {
  private enum Kind {
    case card, bridge, tunnel
  }

  private static func own(_ kind: Kind, _ host: String) throws -> OwnAddress {
    OwnAddress(
      address: try #require(try SocketAddress.all(of: StreamAddress(host: host, port: 0)).first),
      isPointToPoint: kind == .tunnel,
      isDevice: kind == .card
    )
  }

  private static func home(
    _ all: [(kind: Kind, host: String)],
    outward: Int? = nil
  ) throws -> String? {
    let all = try all.map { try own($0.kind, $0.host) }
    return OwnAddress.home(among: all, outward: outward.map { all[$0].address })?.streamAddress
      .host
  }

  @Test func `the network that leads to the internet is that of the home`() throws {
    let cards: [(Kind, String)] = [(.card, "192.168.1.5"), (.card, "10.0.0.5")]
    #expect(try Self.home(cards, outward: 1) == "10.0.0.5")
    #expect(try Self.home(cards) == nil)
  }

  @Test(arguments: [0, 1, 2, nil])
  func `neither a VPN nor a container's network is that of the home`(outward: Int?) throws {
    let all: [(Kind, String)] = [
      (.tunnel, "10.8.0.2"), (.bridge, "172.17.0.1"), (.bridge, "192.168.122.1"),
      (.card, "192.168.1.5"),
    ]
    #expect(try Self.home(all, outward: outward) == "192.168.1.5")
  }

  @Test func `what is no device counts if there is nothing else`() throws {
    #expect(try Self.home([(.tunnel, "10.8.0.2"), (.bridge, "10.0.2.15")]) == "10.0.2.15")
    #expect(try Self.home([(.tunnel, "10.8.0.2")], outward: 0) == "10.8.0.2")
  }

  @Test func `a table nearby is at home first, then on cables, and last on this computer`() throws {
    let all: [(Kind, String)] = [
      (.bridge, "127.0.0.1"), (.bridge, "fe80::9%9"), (.card, "fe80::1%1"), (.card, "10.0.0.5"),
      (.bridge, "172.17.0.1"), (.card, "198.51.100.7"),
    ]
    let own = try all.map { try Self.own($0.0, $0.1) }
    let nearby = OwnAddress.nearby(among: own, outward: nil).map(\.streamAddress.host)
    #expect(nearby.count == 3)
    #expect(nearby.first == "10.0.0.5" && nearby.last == "127.0.0.1")
    #expect(nearby[1].hasPrefix("fe80::1"))
  }

  @Test func `a table on networks is at all addresses of cards, and at no container's`() throws {
    let all: [(Kind, String)] = [
      (.bridge, "127.0.0.1"), (.card, "10.0.0.5"), (.card, "192.168.1.5"), (.card, "fe80::1%1"),
      (.tunnel, "10.8.0.2"), (.bridge, "172.17.0.1"), (.card, "198.51.100.7"),
    ]
    let own = try all.map { try Self.own($0.0, $0.1) }
    let hosts = OwnAddress.onNetworks(among: own).map(\.streamAddress.host)
    #expect(hosts.count == 4 && hosts.first == "10.0.0.5" && hosts.last == "127.0.0.1")
    #expect(hosts[1] == "192.168.1.5" && hosts[2].hasPrefix("fe80::1"))
  }

  @Test func `a link-local address without an interface is looked for at each`() throws {
    let own = try [(Kind.bridge, "fe80::a%3"), (.card, "fe80::b%2"), (.card, "10.0.0.5")]
      .map { try Self.own($0.0, $0.1) }
    func candidates(_ host: String) throws -> [SocketAddress] {
      try SocketAddress.all(of: StreamAddress(host: host, port: 7)).prefix(1).flatMap {
        $0.onInterfaces(of: own)
      }
    }
    #expect(try candidates("fe80::1") == candidates("fe80::1%2") + candidates("fe80::1%3"))
    #expect(try candidates("fe80::1%3").count == 1)
    #expect(try candidates("10.0.0.9").count == 1)
  }

  @Test func `an address of the internet is none of a home`() throws {
    let all: [(Kind, String)] = [(.card, "198.51.100.7"), (.card, "fe80::1"), (.card, "127.0.0.1")]
    #expect(try Self.home(all, outward: 0) == nil)
  }
}
