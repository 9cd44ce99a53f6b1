import MatchPlay
import MatchProtocol
import MatchStore
import Sodium
import Testing

/// Tables whose names look like codes.
@MainActor @Suite struct CodeOrNameTests {
  @Test func `a table that is called like a part of a code is found by its name`() async throws {
    try await World.run { world in
      let name = "1vca4-409vm"
      let own = ["host", "--name", name, "--admit", "anyone"]
      let host = await world.start("Anna", own)
      try await host.prints("Your table \(name) is open")
      let guest = await world.join(table: name)
      try await guest.prints("You are at \(name)'s table.")
    }
  }

  @Test func `a known player who is called like a code is found by that name`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let name = "1vca4-409vm-2vgbn"
      let own = ["host", "--name", name, "--admit", "anyone"]
      let host = await world.start("Anna", own)
      try await host.prints("Your table \(name) is open")
      let words = "the code has 15 of 30 letters"
      await expectEnd(of: await world.join(table: name), code: 64, saying: words)
      let store = try MatchStore(in: DataFolder(at: "\(world.home(of: "Gus"))/tabletooth"))
      try store.save(
        KnownPlayer(
          key: KeyPair.generate().publicKey,
          name: PlayerName(cleaning: name),
          firstSeen: 1_800_000_000,
          lastSeen: 1_800_000_000
        )
      )
      let guest = await world.join(table: name)
      try await guest.prints("You are at")
    }
  }
}
