import MatchProtocol
import Testing

@testable import StreamTransport

/// Who may connect to a table that others crowd.
@Suite struct ConnectionPlacesTests {
  private static func peer(_ number: Int, at place: String) -> PeerID {
    PeerID(rawValue: "tcp:\(number)", at: place)
  }

  private let newcomer = Self.peer(1_000, at: "192.0.2.200")

  /// Places that 64 connections have taken, each from another address.
  private static func crowded(speaking: Bool) -> ConnectionPlaces {
    var places = ConnectionPlaces()
    for number in 0..<64 {
      let peer = peer(number, at: "192.0.2.\(number)")
      #expect(places.admit(peer, now: .zero) == .admitted(inPlaceOf: nil))
      if speaking { places.hear(peer, now: .zero) }
    }
    return places
  }

  @Test func `a silent connection gives way after two seconds, whatever its place`() {
    var places = Self.crowded(speaking: false)
    #expect(places.admit(newcomer, now: .milliseconds(1_999)) == .refused)
    let first = Self.peer(0, at: "192.0.2.0")
    #expect(places.admit(newcomer, now: .seconds(2)) == .admitted(inPlaceOf: first))
  }

  @Test func `a connection that has spoken gives way to nobody whose place has as many`() {
    var places = Self.crowded(speaking: true)
    #expect(places.admit(newcomer, now: .seconds(60)) == .refused)
  }

  @Test func `at a place with 16 only a silent connection of that place gives way`() {
    var places = ConnectionPlaces()
    _ = places.admit(Self.peer(99, at: "192.0.2.1"), now: .zero)
    for number in 0..<16 {
      let peer = Self.peer(number, at: "192.0.2.200")
      _ = places.admit(peer, now: .zero)
      if number != 7 { places.hear(peer, now: .zero) }
    }
    #expect(places.admit(newcomer, now: .seconds(1)) == .refused)
    let silent = Self.peer(7, at: "192.0.2.200")
    #expect(places.admit(newcomer, now: .seconds(3)) == .admitted(inPlaceOf: silent))
  }

  @Test func `a first packet keeps a connection for two seconds against all newcomers`() {
    var places = ConnectionPlaces()
    for number in 0..<64 {
      let peer = Self.peer(number, at: "192.0.2.\(number / 16)")
      _ = places.admit(peer, now: .zero)
      places.hear(peer, now: .zero)
    }
    #expect(places.admit(newcomer, now: .seconds(1)) == .refused)
    guard case .admitted(.some) = places.admit(newcomer, now: .seconds(2)) else {
      Issue.record("nobody gave way")
      return
    }
  }

  @Test func `200 addresses keep the player of a match out of no place`() {
    var places = ConnectionPlaces()
    let player = Self.peer(500, at: "198.51.100.7")
    _ = places.admit(player, now: .zero)
    places.hear(player, now: .zero)
    places.player = player
    for second in 0..<30 {
      for number in 0..<200 {
        let peer = Self.peer(second * 200 + number, at: "192.0.2.\(number)")
        guard case .admitted(let leaver) = places.admit(peer, now: .seconds(second)) else {
          continue
        }
        #expect(leaver != player)
        places.hear(peer, now: .seconds(second))
      }
    }
    let again = Self.peer(501, at: player.place)
    #expect(places.admit(again, now: .seconds(30)) == .admitted(inPlaceOf: nil))
  }

  @Test func `all link-local addresses of one interface are one place`() throws {
    func origin(_ host: String) throws -> String {
      let address = StreamAddress(host: host, port: 0)
      return try #require(try SocketAddress.all(of: address).first).origin
    }
    #expect(try origin("fe80::1%1") == origin("fe80::2:3%1"))
    #expect(try origin("fe80::1%1") != origin("fe80::1%2"))
    #expect(try origin("169.254.1.2") == origin("169.254.200.7"))
    #expect(try origin("2001:db8::1") == origin("2001:db8::2"))
    #expect(try origin("192.0.2.1") != origin("192.0.2.2"))
  }
}
