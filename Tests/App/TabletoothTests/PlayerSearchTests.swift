import BoardUI
import MatchPlay
import MatchProtocol
import Sodium
import Testing

@testable import tabletooth

/// What is said of the tables that were tried for a known player.
@Suite struct PlayerSearchTests {
  private static let other = ExitReason.notAccepted(name: "Anna", why: .here)
  private static let declined = ExitReason.notAccepted(name: "Anna", why: .declined)
  private static let closed = ExitReason.notLetIn(name: "Anna", why: .closed)

  @Test(
    arguments: [
      ([], .nobodyFound(asked: "Anna")),
      ([("Anna", other)], .otherOfName("Anna")),
      ([("Bo", other)], .nobodyFound(asked: "Anna")),
      ([("Anna", other), ("Anna", closed)], closed),
      ([("Bo", closed)], .nobodyFound(asked: "Anna")),
      ([("Anna", declined)], declined),
    ] as [([(String, ExitReason)], ExitReason)]
  )
  func `a table that proved to be another player's is told from none`(
    ends: [(String, ExitReason)],
    outcome: ExitReason
  ) throws {
    let key = try PublicKey([UInt8](repeating: 7, count: 32))
    let name = PlayerName(cleaning: "Anna")
    let player = KnownPlayer(key: key, name: name, firstSeen: 1, lastSeen: 2)
    let ways = TransportChoice(in: Environment(log: ProgramLog()))
    var search = PlayerSearch(player, by: ways)
    for (table, reason) in ends {
      let found = Listing(
        name: PlayerName(cleaning: table),
        address: "AA:BB",
        strength: nil,
        presence: nil,
        isConnectable: true
      )
      search.note(reason, at: found)
    }
    #expect(search.outcome == outcome)
  }
}
