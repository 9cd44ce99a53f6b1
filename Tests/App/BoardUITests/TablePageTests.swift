import FoundationEssentials
import MatchPlay
import MatchProtocol
import MatchSimulation
import Phrases
import Terminal
import TestSupport
import Testing

@testable import BoardUI

/// The list of the tables nearby.
@Suite struct TablePageTests {
  private static func table(
    _ name: String,
    _ address: String,
    _ presence: Presence? = Presence(),
    isConnectable: Bool = true
  ) -> Listing {
    Listing(
      name: PlayerName(name),
      address: address,
      strength: -50,
      presence: presence,
      isConnectable: isConnectable
    )
  }

  private static func page(_ tables: [Listing]) -> TablePage {
    let look = ScreenLook(pieces: .latin, glyphs: .ascii, hasColours: false)
    var page = TablePage(look: look, size: Size(rows: 24, columns: 80), purpose: .join)
    for table in tables { page.hear(table) }
    return page
  }

  @Test func `a table with a game of a newer version says so, and seats nobody`() {
    // An older version has no entry for chess, as this one has none for 29.
    let bytes: [UInt8] = [0x80 | 29, 0]
    let table = Self.table("Ada", "a", Presence(bytes))
    Language.$ofTask.withValue(.english) {
      #expect(table.game == "a game unknown to this version")
      let words = NearbyStrings.notFree(table)
      #expect(words.hasPrefix("This version does not know the game at the table"))
    }
    #expect(!table.isFree)
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
    (Presence(state: .playing), "A game is on at the table Ada."),
    (Presence(state: .interrupted), "The table Ada is held for its player."),
    (Presence(state: .closed), "The table Ada is closed."),
    (
      Presence([0x80 | 29, 0]),
      "This version does not know the game at the table Ada."
    ),
    (Presence([0x80 | 30, 0]), "Ada is waiting for a file, not for a game."),
    (Presence([0x80 | 31, 0]), "Ada is waiting for the other end of a pipe, not for a game."),
  ])
  func `where there is no seat it says why`(presence: Presence?, words: String) {
    var page = Self.page([Self.table("Ada", "a", presence)])
    #expect(page.update(.key(.enter)) == nil)
    #expect(page.view.lines.contains { $0.contains(words) })
  }

  @Test(arguments: [
    (Presence(), "free"), (Presence(places: 2), "free, 2 spectator places"),
    (Presence(state: .playing, places: 1), "playing, 1 spectator place"),
    (Presence(places: 2, isForKnown: true), "free, for contacts only"),
  ])
  func `a table says who may come`(presence: Presence, words: String) {
    #expect(Self.table("Ada", "a", presence).state == words)
  }

  @Test func `a table that vanishes keeps its number for some seconds`() {
    var page = Self.page([Self.table("Ada", "a"), Self.table("Bo", "b")])
    page.forget("a")
    #expect(page.list.map(\.address) == ["b"])
    #expect(page.update(.key(.enter)) == nil)
    #expect(page.view.lines.contains { $0.contains("The table Ada is gone.") })
    #expect(page.update(.key(.character("1"))) == nil)
    #expect(page.update(.key(.character("2"))) == .table(Self.table("Bo", "b")))
    page.hear(Self.table("Cy", "c"))
    #expect(page.update(.key(.character("1"))) == nil)
    _ = page.update(.key(.down))
    page.expire("a")
    page.hear(Self.table("Di", "d"))
    #expect(page.update(.key(.character("1"))) == .table(Self.table("Di", "d")))
    #expect(page.update(.key(.character("3"))) == .table(Self.table("Cy", "c")))
  }

  /// A list that changes under the hands of whoever chooses from it.
  private struct ChangingList {
    var page = TablePageTests.page([])
    var menu = StartMenu(
      look: ScreenLook(pieces: .latin, glyphs: .ascii, hasColours: false),
      size: Size(rows: 40, columns: 80)
    )
    /// When the places of those that are gone may be another one's.
    var expiries: [(id: String, at: Duration)] = []
    var now = Duration.zero
    var random: SeededGenerator

    /// Has a table come, change or go, some milliseconds later.
    mutating func change() {
      now += .milliseconds(Int.random(in: 1...700, using: &random))
      for expiry in expiries where expiry.at <= now {
        page.expire(expiry.id)
        menu.expire(expiry.id)
      }
      expiries.removeAll { $0.at <= now }
      let id = "\(Int.random(in: 0..<12, using: &random))"
      if Bool.random(using: &random) {
        page.hear(TablePageTests.table("Table \(id)", id))
        menu.hear(TablePageTests.table("Table \(id)", id))
      } else if page.list.contains(where: { $0.id == id }) {
        page.forget(id)
        menu.forget(id)
        expiries.append((id, now + Lobby.goneTime))
      }
    }

    /// The key that stands before a table that is shown, in the list or in the menu.
    func key(of id: String, in lines: [String], _ keys: String) -> Character? {
      let line = lines.first { $0.contains("Table \(id)  ") && !$0.contains("gone") }
      return line?.drop { "|> ".contains($0) }.first.flatMap { keys.contains($0) ? $0 : nil }
    }
  }

  /// A hundred lists for each seed.
  private static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["TABLETOOTH_LISTS"].flatMap { UInt64($0) } ?? 500)
      / 100
  }

  @Test(arguments: seeds)
  func `nobody joins another table than the one that was seen`(seed: UInt64) throws {
    var list = ChangingList(random: SeededGenerator(seed: seed))
    var joined = (marked: 0, numbered: 0, lettered: 0)
    for _ in 0..<100 {
      for _ in 0..<Int.random(in: 1...20, using: &list.random) { list.change() }
      let seen = list.page.list.randomElement(using: &list.random)
      let steps = Int.random(in: 0...12, using: &list.random)
      let (lines, menuLines) = (list.page.view.lines, list.menu.view.lines)
      guard let seen else { continue }
      for _ in 0..<steps { _ = list.page.update(.key(.down)) }
      let marked = list.page.view.lines.first { $0.contains("> ") && $0.contains("Table ") }
      for _ in 0..<Int.random(in: 0...6, using: &list.random) { list.change() }
      if case .table(let table) = list.page.update(.key(.enter)) {
        #expect(try #require(marked).contains("\(table.title)  "))
        joined.marked += 1
      }
      for _ in 0..<12 { _ = list.page.update(.key(.up)) }
      let isShort = lines.count { $0.contains("Table ") } < 10
      if isShort, let key = list.key(of: seen.id, in: lines, "123456789"),
        case .table(let table) = list.page.update(.key(.character(key)))
      {
        #expect(table.id == seen.id)
        joined.numbered += 1
      }
      if let key = list.key(of: seen.id, in: menuLines, "abcd"),
        case .request(let request) = list.menu.update(.key(.character(key)))
      {
        #expect(request == .join(seen.id))
        joined.lettered += 1
      }
    }
    #expect(min(joined.marked, joined.numbered, joined.lettered) > 0)
  }

  @Test func `a table at a broker stands beside the one nearby, and is told apart`() {
    let code = "mqtt://club/1vca4"
    var online = Listing(
      name: PlayerName("Ada"),
      address: "mqtt://club",
      strength: nil,
      presence: Presence(),
      isConnectable: true
    )
    online.carrier = .broker
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
      Self.table("Ada", "a", Presence([0xA0, 0])).parts[1] == "another version of Tabletooth"
    )
  }
}
