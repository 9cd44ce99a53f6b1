import MatchPlay
import MatchProtocol
import MatchSimulation
import Testing

/// A match of which the two sides have different records: the data of one was put back to an older
/// copy, and then something else was played than before.
@Suite struct DifferingRecordsTests {
  /// Six moves were made, and the data of one side was put back to `kept`, when it was to move.
  private func tables(_ role: Role, kept: Int) -> CrashingTables {
    var tables = CrashingTables()
    #expect(tables.play(6) == nil)
    tables.putBack(role, to: kept)
    return tables
  }

  @Test(arguments: [(Role.host, 0), (.host, 2), (.host, 4), (.guest, 1), (.guest, 3), (.guest, 5)])
  func `both are asked, and go on from the last position that both have`(role: Role, kept: Int) {
    var tables = tables(role, kept: kept)
    #expect(tables.settleDifference() == nil)
    #expect(tables.asked == [.host: [kept], .guest: [kept]])
    #expect(tables.moves(.host) == kept)
    #expect(tables.moves(.guest) == kept)
    #expect(tables.play(8) == nil)
  }

  @Test(arguments: [Role.host, .guest], [Role.host, .guest])
  func `a no leaves both records as they are`(role: Role, refuses: Role) {
    var tables = tables(role, kept: role == .host ? 2 : 3)
    tables.answers[refuses] = false
    #expect(tables.settleDifference() == nil)
    #expect(tables.ends[refuses == .host ? 0 : 1] == .session(.recordsDiffer, .seated))
    #expect(tables.moves(role) == (role == .host ? 3 : 4))
    #expect(tables.moves(role == .host ? .guest : .host) == 6)
  }

  @Test(arguments: 0..<40, [Role.host, .guest])
  func `a program that is killed meanwhile, after its yes too, asks again or knows`(
    step: Int,
    killed: Role
  ) {
    var tables = tables(.guest, kept: 3)
    tables.kill(killed, after: step)
    #expect(tables.settleDifference() == nil)
    #expect(tables.play(8) == nil)
    #expect(tables.asked.values.allSatisfy { $0.allSatisfy { $0 == 3 } })
  }
}
