import FoundationEssentials
import Glibc
import MatchPlay
import MatchProtocol
import MatchStore
import TestSupport
import Testing

@testable import tabletooth

/// Whole programs in random worlds: links are cut, the air falls silent, programs are killed and
/// started again, and no move is lost.
///
/// `TABLETOOTH_WORLDS=1000` plays so many, from `TABLETOOTH_SEED` on; one alone prints its trace.
@MainActor @Suite struct RandomWorldTests {
  /// A player, and the program that is run at the moment.
  private final class Seat {
    let player: String
    let command: [String]
    var program: WorldProgram?

    init(_ player: String, _ command: [String]) { (self.player, self.command) = (player, command) }
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test func `both players keep the same moves, whatever happens`() async throws {
    let (first, count) = (
      Self.number("TABLETOOTH_SEED") ?? 1, Self.number("TABLETOOTH_WORLDS") ?? 15
    )
    for seed in first..<first + count {
      try await Self.play(seed: UInt64(seed), isTold: count == 1)
    }
  }

  private static func play(seed: UInt64, isTold: Bool) async throws {
    var random = SeededGenerator(seed: seed)
    try await World.run(seed: seed) { world in
      let seats = [
        Seat("Anna", ["host", "--name", "Anna", "--admit", "anyone", "--first", "me"]),
        Seat("Gus", ["join", "Anna", "--name", "Gus", "--admit", "anyone", "--adapter", "hci1"]),
      ]
      var trace: [String] = []
      for seat in seats { seat.program = await world.start(seat.player, seat.command) }
      try await seats[1].program?.prints("You are at Anna's table.")
      for _ in 0..<40 {
        let seat = seats[Int.random(in: 0...1, using: &random)]
        trace.append("\(world.now) \(seat.player): \(await disturb(seat, world, &random))")
      }
      world.set(.air, isSilent: false)
      for seat in seats where seat.program?.hasEnded ?? true {
        seat.program = await world.start(seat.player, seat.command)
      }
      await world.advance(by: .seconds(150))
      let records = try seats.map { try record(of: $0.player, in: world) }
      let printed = seats.map { ["\($0.player):"] + ($0.program?.printed.suffix(12) ?? []) }
      let story = trace + records + printed.flatMap(\.self)
      if isTold { print(story.joined(separator: "\n")) }
      #expect(records[0] == records[1] && records[0] != "", "seed \(seed)")
    }
  }

  /// Has something happen to a player, and returns what it was.
  private static func disturb(
    _ seat: Seat,
    _ world: World,
    _ random: inout SeededGenerator
  ) async -> String {
    if seat.program?.hasEnded ?? true {
      seat.program = await world.start(seat.player, seat.command)
      return "starts"
    }
    let what: String
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      world.cutLinks()
      what = "cut"
    case 1:
      world.set(.air, isSilent: Bool.random(using: &random))
      what = "air \(world.silent.isEmpty ? "carries" : "is silent")"
    case 2, 3:
      // Just when something is on its way, or on the way to the disk.
      what = point(&random) + ", killed"
      seat.program?.type(String(what.prefix { $0 != "," }))
      await world.advance(by: .milliseconds(Int.random(in: 0..<100, using: &random)))
      seat.program?.signal(SIGKILL)
    case 4:
      let words = ["undo", "yes", "no", "say hello"]
      what = words[Int.random(in: words.indices, using: &random)]
      seat.program?.type(what)
    default:
      what = point(&random)
      seat.program?.type(what)
    }
    await world.advance(by: .milliseconds(Int.random(in: 1..<3_000, using: &random)))
    return what
  }

  private static func point(_ random: inout SeededGenerator) -> String {
    let column = "abcdefghijklmno".randomElement(using: &random) ?? "a"
    return "\(column)\(Int.random(in: 1...15, using: &random))"
  }

  /// The moves that `player` has kept of the only match.
  private static func record(of player: String, in world: World) throws -> String {
    let store = try MatchStore(in: DataFolder(at: "\(world.home(of: player))/tabletooth"))
    let side: Role = player == "Anna" ? .host : .guest
    return try store.matches().map { kept in
      let journal = try store.savedSession(of: kept.id).journal
      return try Match.restored(from: journal, as: side)?.match.record.description ?? "nothing"
    }.joined(separator: "; ")
  }
}
