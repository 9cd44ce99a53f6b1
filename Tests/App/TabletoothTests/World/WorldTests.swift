import FoundationEssentials
import Glibc
import Testing

/// The world itself, by a match with everything that can happen to it.
@MainActor @Suite struct WorldTests {
  @Test func `a match goes on when a link is cut and both programs are killed`() async throws {
    try await World.run { world in
      var host = try await world.openTable("--first", "me")
      var guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      try await host.prints("Gus joined your table.")
      host.type("h8")
      try await guest.prints("plays h8")
      world.cutLinks()
      try await host.prints("Connection to Gus lost.")
      guest.type("h9")
      try await host.prints("Gus is back.")
      try await host.prints("plays h9")
      host.signal(SIGKILL)
      guest.signal(SIGKILL)
      host = try await world.openTable()
      guest = await world.join()
      try await guest.prints("Continuing your game against Anna at move 3.")
      host.type("i8")
      try await guest.prints("plays i8")
      guest.type("quit")
      #expect(await guest.end() == .init(code: 0, complaints: []))
      #expect(await host.end().code == 28)
    }
  }

  @Test func `two who start without a word meet in their menus and play`() async throws {
    try await World.run { world in
      let anna = try await world.open("Anna")
      try await anna.shows("against the robot")
      let gus = try await world.open("Gus")
      try await anna.shows("These digits")
      try await gus.shows("These digits")
    }
  }

  @Test func `a world that has ended leaves nothing on disk`() async throws {
    var home = ""
    try await World.run { world in
      _ = try await world.openTable()
      home = world.home(of: "Anna")
      #expect(FileManager.default.fileExists(atPath: home))
    }
    #expect(!FileManager.default.fileExists(atPath: home))
  }

  @Test func `what is not on disk was not said`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      host.signal(SIGKILL)
      await world.advance(by: .seconds(1))
      #expect(!guest.hasPrinted("plays h8"))
    }
  }
}
