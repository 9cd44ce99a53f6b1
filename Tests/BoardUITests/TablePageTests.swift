import MatchProtocol
import Terminal
import Testing

@testable import BoardUI

/// The list of the tables nearby.
@Suite struct TablePageTests {
  private static func table(
    _ name: String,
    _ address: String,
    _ presence: Presence? = Presence(),
    isConnectable: Bool = true
  ) -> NearbyTable {
    NearbyTable(
      name: PlayerName(name),
      address: address,
      strength: -50,
      presence: presence,
      isConnectable: isConnectable
    )
  }

  private static func page(_ tables: [NearbyTable]) -> TablePage {
    let look = ScreenLook(pieces: .latin, glyphs: .ascii, hasColours: false)
    var page = TablePage(look: look, size: Size(rows: 24, columns: 80), purpose: .join)
    for table in tables { page.hear(table) }
    return page
  }

  @Test func `a number chooses the table that it stands before`() {
    var page = Self.page([Self.table("Ada", "a"), Self.table("Bo", "b")])
    #expect(page.view.lines.contains { $0.hasSuffix("2   Bo  free  -50 dBm") })
    #expect(page.update(.key(.character("2"))) == .table(Self.table("Bo", "b")))
    #expect(page.update(.key(.character("3"))) == nil)
  }

  @Test func `of more than nine tables the second digit counts`() {
    var page = Self.page((1...12).map { Self.table("Table \($0)", "\($0)") })
    #expect(page.update(.key(.character("1"))) == nil)
    #expect(page.update(.key(.character("2"))) == .table(Self.table("Table 12", "12")))
    #expect(page.update(.key(.character("2"))) == .table(Self.table("Table 2", "2")))
    #expect(page.update(.key(.character("1"))) == nil)
    #expect(page.update(.key(.enter)) == .table(Self.table("Table 1", "1")))
  }

  @Test(arguments: [
    (Presence(state: .playing), "A game is played at the table Ada."),
    (Presence(state: .interrupted), "The table Ada waits for its player."),
    (Presence(state: .closed), "The table Ada is closed."),
    (
      Presence([0x60 | 29, 0]),
      "At the table Ada they play a game that this version does not know."
    ),
    (Presence([0x60 | 30, 0]), "Ada waits for a file, and for no game."),
    (Presence([0x60 | 31, 0]), "Ada waits for the other end of a pipe, and for no game."),
  ])
  func `where there is no seat it says why`(presence: Presence?, words: String) {
    var page = Self.page([Self.table("Ada", "a", presence)])
    #expect(page.update(.key(.enter)) == nil)
    #expect(page.view.lines.contains { $0.contains(words) })
  }

  @Test(arguments: [
    (Presence(), "free"), (Presence(places: 2), "free, 2 places to watch"),
    (Presence(state: .playing, places: 1), "playing, 1 place to watch"),
    (Presence(places: 2, isForKnown: true), "free, for players it knows"),
  ])
  func `a table says who may come`(presence: Presence, words: String) {
    #expect(Self.table("Ada", "a", presence).state == words)
  }

  @Test func `a table that vanishes leaves the list, and the numbers move up`() {
    var page = Self.page([Self.table("Ada", "a"), Self.table("Bo", "b")])
    page.forget("a")
    #expect(page.list.map(\.address) == ["b"])
    #expect(page.update(.key(.character("1"))) == .table(Self.table("Bo", "b")))
  }

  @Test func `a table at a broker stands beside the one nearby, and is told apart`() {
    let code = "mqtt://club/1vca4"
    var online = NearbyTable(
      name: PlayerName("Ada"),
      address: "mqtt://club",
      strength: nil,
      presence: Presence(),
      isConnectable: true
    )
    online.code = code
    var page = Self.page([Self.table("Ada", "00:AA"), online])
    #expect(page.view.lines.contains { $0.hasSuffix("2   Ada  mqtt://club  free  online") })
    #expect(page.update(.key(.character("2"))) == .table(online))
    page.forget(code)
    #expect(page.list.map(\.id) == ["00:AA"])
  }

  @Test func `why nothing is heard is said until something is pressed or it is over`() {
    var page = Self.page([Self.table("Ada", "a", Presence(state: .playing))])
    page.tell("bluetoothd is not running")
    #expect(page.view.lines.contains { $0.contains("bluetoothd is not running") })
    #expect(page.update(.key(.enter)) == nil)
    #expect(!page.view.lines.contains { $0.contains("bluetoothd is not running") })
    #expect(page.update(.key(.down)) == nil)
    #expect(page.view.lines.contains { $0.contains("bluetoothd is not running") })
    page.tell(nil)
    #expect(!page.view.lines.contains { $0.contains("bluetoothd is not running") })
  }

  @Test func `tables of one name are told apart by their addresses`() {
    let page = Self.page([Self.table("Ada", "00:AA"), Self.table("Ada", "00:BB")])
    #expect(page.view.lines.contains { $0.contains("Ada  00:BB") })
  }

  @Test func `a list to look at chooses nothing`() {
    let look = ScreenLook(pieces: .latin, glyphs: .ascii, hasColours: false)
    var page = TablePage(look: look, size: Size(rows: 24, columns: 80), purpose: .look)
    page.hear(Self.table("Ada", "a"))
    #expect(page.update(.key(.enter)) == nil)
    #expect(page.update(.key(.character("q"))) == .leave)
  }

  @Test func `what is played is told with its rule, and what is forged is left out`() {
    let terms = MatchMessage.Start(
      game: "gomoku",
      rule: "renju",
      first: .host,
      options: "fouls=loses clock=10m"
    )
    let parts = Self.table("Ada", "a", Presence(terms)).parts
    #expect(parts == ["Ada", "Gomoku (renju); house rules; with a clock", "free", "-50 dBm"])
    #expect(Self.table("Ada", "a", nil).parts == ["Ada", "-50 dBm"])
    #expect(Self.table("Ada", "a", nil, isConnectable: false).parts == ["Ada", "taken", "-50 dBm"])
    #expect(
      Self.table("Ada", "a", Presence([0x80, 0])).parts[1] == "another version of Tabletooth"
    )
  }
}
