import MatchPlay
import MatchProtocol
import Testing

/// Programs that end after a game, whose link is lost behind any of their last packets.
@Suite struct GoodbyeTests {
  /// More packets than follow the last move.
  private static let packets = 16
  /// For how long there is no link: for ever, or for a moment.
  private static let times: [Duration?] = [nil, .seconds(3), .seconds(20)]

  @Test(arguments: 0..<packets, times)
  func `two robots end soon after the last move`(count: Int, time: Duration?) throws {
    var rules = TableRules(unknown: .accept)
    rules.farewellLimit = .seconds(10)
    var tables = CrashingTables(rules: rules, cutAfterEnd: (count, time))
    let taken = tables.finish()
    // The side that has not heard the last move looks for the other one as it does in a game.
    if tables.results.contains(nil) {
      #expect(tables.ends.contains(.gameOver))
    } else {
      #expect(try #require(taken) <= .seconds(15))
    }
  }

  @Test(arguments: 0..<packets, [[Role.host, .guest], [.guest, .host], [.host], [.guest]])
  func `nobody waits for a player who has heard the result`(count: Int, leaving: [Role]) throws {
    let rules = TableRules(unknown: .accept, asksAgain: true)
    var tables = CrashingTables(rules: rules, cutAfterEnd: (count + 6, nil))
    let taken = tables.finish(leaving: leaving)
    #expect(tables.results.allSatisfy { $0 != nil })
    if leaving.count == 2 { #expect(try #require(taken) <= .seconds(15)) }
    for role in leaving {
      #expect(tables.ends[role == .host ? 0 : 1] == .gameOver)
    }
  }
}
