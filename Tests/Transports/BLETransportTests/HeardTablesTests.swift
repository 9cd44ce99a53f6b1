import BlueZ
import DBus
import MatchProtocol
import Testing

@testable import BLETransport

@Suite struct HeardTablesTests {
  private func host(
    _ name: String? = "Ada",
    rssi: Int = -50,
    _ state: Presence.State = .free
  ) throws -> FoundHost {
    FoundHost(
      path: try ObjectPath("/a"),
      location: HostLocation(address: "00:AA:01:00:00:10", name: name),
      rssi: rssi,
      isConnectable: true,
      presence: Presence(state: state)
    )
  }

  @Test func `a table appears once, and changes when it says something else`() throws {
    var tables = HeardTables()
    #expect(tables.hear(try host(), now: .zero) == .appeared(try host()))
    #expect(tables.hear(try host(rssi: -55), now: .seconds(1)) == nil)
    let playing = try host(rssi: -55, .playing)
    #expect(tables.hear(playing, now: .seconds(2)) == .changed(playing))
    let far = try host(rssi: -80, .playing)
    #expect(tables.hear(far, now: .seconds(3)) == .changed(far))
  }

  @Test func `a table vanishes when it was silent for eight seconds, and may come again`() throws {
    var tables = HeardTables()
    _ = tables.hear(try host(), now: .zero)
    #expect(tables.hear(try host(), now: .seconds(5)) == nil)
    #expect(tables.tick(now: .seconds(12)).isEmpty)
    #expect(tables.tick(now: .seconds(13)) == [.vanished(try host())])
    #expect(tables.tick(now: .seconds(14)).isEmpty)
    #expect(tables.hear(try host(), now: .seconds(15)) == .appeared(try host()))
  }

  @Test func `a name is waited for, and not for long`() throws {
    var tables = HeardTables()
    #expect(tables.hear(try host(nil), now: .zero) == nil)
    #expect(tables.hear(try host(), now: .seconds(1)) == .appeared(try host()))
    tables = HeardTables()
    #expect(tables.hear(try host(nil), now: .zero) == nil)
    #expect(tables.tick(now: .seconds(1)).isEmpty)
    #expect(tables.tick(now: .seconds(2)) == [.appeared(try host(nil))])
  }
}
