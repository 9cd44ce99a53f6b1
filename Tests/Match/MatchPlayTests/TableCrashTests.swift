import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

/// Tables whose programs are killed between any two orders, and go on with what is on disk.
@Suite struct TableCrashTests {
  /// How many orders a side carries out in a match of six moves.
  private static let steps = 60

  @Test(arguments: 0..<steps)
  func `a host may be killed between any two orders`(step: Int) {
    var tables = CrashingTables(hostKilledAfter: step)
    #expect(tables.play(6) == nil)
  }

  @Test(arguments: 0..<steps, [true, false])
  func `a guest may be killed between any two orders, also when its host does not notice`(
    step: Int,
    isTold: Bool
  ) {
    var tables = CrashingTables(guestKilledAfter: step, isTold: isTold)
    #expect(tables.play(6) == nil)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `both may be killed`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tables = CrashingTables(
      hostKilledAfter: Int.random(in: 0..<Self.steps, using: &random),
      guestKilledAfter: Int.random(in: 0..<Self.steps, using: &random),
      isTold: random.chance(50)
    )
    #expect(tables.play(8) == nil)
  }

  @Test(arguments: 0..<steps)
  func `a host may be killed while a coin is tossed, and shows the number it was bound to`(
    step: Int
  ) {
    var tables = CrashingTables(hostKilledAfter: step, tosses: true)
    #expect(tables.play(6) == nil)
  }

  @Test(arguments: 0..<steps, [true, false])
  func `a guest may be killed while a coin is tossed`(step: Int, isTold: Bool) {
    var tables = CrashingTables(guestKilledAfter: step, isTold: isTold, tosses: true)
    #expect(tables.play(6) == nil)
  }

  @Test func `that many steps are enough to have each kind of them`() {
    var tables = CrashingTables()
    #expect(tables.play(6) == nil)
    #expect((20..<Self.steps).contains(tables.steps[.host] ?? 0))
    #expect((20..<Self.steps).contains(tables.steps[.guest] ?? 0))
  }
}
