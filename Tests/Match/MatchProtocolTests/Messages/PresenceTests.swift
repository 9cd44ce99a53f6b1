import MatchProtocol
import Testing

@Suite struct PresenceTests {
  private static let renju = MatchMessage.Start(game: "gomoku", rule: "renju", first: .host)

  @Test(arguments: Presence.State.allCases, [0, 3, 7])
  func `two bytes carry all of it`(state: Presence.State, places: Int) throws {
    var presence = Presence(Self.renju, state: state)
    presence.places = places
    presence.isForKnown = places == 3
    #expect(presence.bytes.count == Presence.length)
    #expect(Presence(presence.bytes) == presence)
  }

  @Test(arguments: [
    ("gomoku", "freestyle", "", "", false), ("gomoku", "standard", "", "", false),
    ("gomoku", "freestyle", "size=19", "size=19", false),
    ("gomoku", "standard", "opening=swap2", "opening=swap2", false),
    ("gomoku", "freestyle", "edge-five=off", "", true),
    ("gomoku", "freestyle", "edge-five=off size=20", "size=20", true),
    ("liuzhou", "freestyle", "way=huainan", "way=huainan", false),
    ("liuzhou", "freestyle", "way=shandong count=sum", "way=shandong", true),
    ("xiangqi", "freestyle", "", "", false),
  ])
  func `a game is named by what comes closest`(
    game: String,
    rule: String,
    options: String,
    told: String,
    hasHouseRules: Bool
  ) throws {
    let start = MatchMessage.Start(game: game, rule: rule, first: .guest, options: options)
    let presence = try #require(Presence(Presence(start).bytes))
    #expect(presence.game?.terms?.game == game)
    #expect(presence.game?.terms?.rule == rule)
    #expect(presence.game?.terms?.options == told)
    #expect(presence.hasHouseRules == hasHouseRules)
    #expect(!presence.hasClock)
  }

  @Test func `a clock is told, and is no house rule`() throws {
    let start = MatchMessage.Start(
      game: "xiangqi",
      rule: "freestyle",
      first: .host,
      options: "clock=10m+5s"
    )
    let presence = try #require(Presence(Presence(start).bytes))
    #expect(presence.hasClock)
    #expect(!presence.hasHouseRules)
  }

  @Test func `the bytes are those of the protocol's page`() throws {
    var presence = Presence(Self.renju, state: .playing)
    (presence.places, presence.hasClock) = (7, true)
    #expect(presence.bytes == [0x83, 0xBC])
    #expect(Presence().bytes == [0x80, 0x00])
    let numbered = try #require(Presence([0x81, 0x00, 0xF2, 0x34]))
    #expect(numbered.number?.rawValue == 0x1234 && numbered.rank == nil)
    #expect(numbered.game?.rawValue == 1 && numbered.state == .free)
    let room = try #require(Presence([0x88, 0x00, 0x41, 0x23]))
    #expect(room.number?.rawValue == 0x0123 && room.rank?.step == 2)
  }

  @Test(arguments: [0, 1, 0x1FFF, 0x2000, 0xDFFF])
  func `a room that opened by itself says its rank in two bytes more`(rank: UInt16) throws {
    var presence = Presence(Self.renju)
    presence.rank = RoomRank(rawValue: rank)
    #expect(presence.bytes == [0x83, 0, UInt8(rank >> 8), UInt8(rank & 0xFF)])
    #expect(Presence(presence.bytes) == presence)
  }

  @Test func `a table that somebody opened says its number in two bytes more`() throws {
    var presence = Presence(Self.renju)
    #expect(presence.number == nil)
    presence.ownNumber = TableNumber.random()
    let number = try #require(presence.ownNumber?.rawValue)
    #expect(presence.bytes == [0x83, 0, 0xE0 | UInt8(number >> 8), UInt8(number & 0xFF)])
    #expect(Presence(presence.bytes) == presence)
    #expect(Presence([0x83, 0, 0xFF, 0xFE])?.number?.rawValue == 0x1FFE)
  }

  @Test func `a room has the number of its rank, at every age`() throws {
    let rank = RoomRank(rawValue: 0x0123)
    var presence = Presence(Self.renju)
    for age in [0, 100, 100_000] {
      presence.rank = rank.aged(.seconds(age))
      #expect(presence.number?.rawValue == 0x0123)
      #expect(Presence(presence.bytes)?.number == presence.number)
    }
  }

  @Test(arguments: [
    [], [0x60], [0x60, 0, 0], [0x60, 0, 0, 0, 0], [0x1F, 0xFF], [0x1F, 0xFF, 0, 0],
    [UInt8](repeating: 0x60, count: 29),
  ])
  func `what is cut, too long or of no version is no presence`(bytes: [UInt8]) {
    #expect(Presence(bytes) == nil)
  }

  @Test func `every pair of bytes is read, and said again as it was`() throws {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let presence = Presence([first, second])
        #expect((presence == nil) == (first < 0x20))
        guard let presence, presence.state != nil else { continue }
        #expect(presence.bytes == [first, second])
      }
    }
  }

  @Test func `of another version only the version is read`() throws {
    let presence = try #require(Presence([0xA0 | 1, 0xFF]))
    #expect(presence.version == 5)
    #expect(presence.state == nil)
    #expect(presence.game == nil)
  }

  @Test func `a number of no game that is known here is kept`() throws {
    let presence = try #require(Presence([0x80 | 29, 0]))
    #expect(presence.game != nil)
    #expect(presence.game?.terms == nil)
    #expect(presence.game?.rawValue == 29)
    #expect(presence.game?.kind == .game)
  }

  @Test(arguments: [("files", 30, TableKind.files), ("pipe", 31, .pipe)])
  func `what is no game has a number too`(word: String, number: UInt8, kind: TableKind) throws {
    let start = MatchMessage.Start(game: word, rule: word, first: .host)
    #expect(TableKind(offer: start) == kind)
    let presence = try #require(Presence(Presence(start).bytes))
    #expect(presence.bytes == [0x80 | number, 0])
    #expect(presence.game?.kind == kind)
    #expect(presence.game?.terms == start)
  }
}
