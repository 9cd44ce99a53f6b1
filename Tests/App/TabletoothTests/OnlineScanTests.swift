import Glibc
import Testing

/// What programs in lines of text find nearby and at a broker.
@MainActor @Suite struct OnlineScanTests {
  /// Players nearby and at a broker; Anna and Gus know each other.
  @MainActor
  private struct Places {
    let world: World
    let address = "mqtt://127.0.0.1:2883"

    static func run(_ body: (Places) async throws -> Void) async throws {
      try await World.run { world in
        let places = Places(world: world)
        try await world.acquaint()
        let settings = "broker = \"\(places.address)\"\nonline = \"always\"\n"
        try world.settle("Gus", "adapter = \"hci1\"\n" + settings)
        try await body(places)
      }
    }

    /// Anna's table at the broker, and there only.
    func openOnline() async throws -> WorldProgram {
      let own = ["host", "--name", "Anna", "--on", address, "--first", "me", "--new"]
      let host = await world.start("Anna", own)
      try await host.prints("Your table Anna is open")
      return host
    }

    /// Bo's table on the air, and there only.
    func openNearby() async throws -> WorldProgram {
      let own = ["host", "--adapter", "hci0", "--name", "Bo", "--first", "me"]
      let host = await world.start("Bo", own + ["--admit", "anyone"])
      try await host.prints("Your table Bo is open")
      return host
    }

    /// A program of Gus's in lines of text, with Bluetooth or without.
    func gus(_ arguments: [String], hasBluetooth: Bool = true) async -> WorldProgram {
      await world.start("Gus", arguments, hasBluetooth: hasBluetooth)
    }
  }

  @Test func `scan follows tables online in lines of text`() async throws {
    try await Places.run { places in
      let scan = await places.gus(["scan", "--follow", "--on", places.address])
      let anna = try await places.openOnline()
      try await scan.prints("+ Anna  \(places.address)  Gomoku (freestyle), free, a contact")
      anna.type("quit")
      _ = await anna.end()
      try await scan.prints("- Anna  \(places.address)")
      scan.signal(SIGINT)
      #expect(await scan.end().code == 130)
    }
  }

  @Test func `scan lists tables nearby and online, and says where it has looked`() async throws {
    try await Places.run { places in
      let nobody = await places.gus(["scan", "--seconds", "1"]).end()
      #expect(nobody.code == 20)
      #expect(
        nobody.complaints == [
          "tabletooth: nearby: found no open table, online: none of your contacts has a table at "
            + "\(places.address). Check that tabletooth host runs there."
        ]
      )
      let hosts = [try await places.openOnline(), try await places.openNearby()]
      let lines = await places.gus(["scan", "--seconds", "3"]).output()
      #expect(lines.contains { $0.hasPrefix("Bo  00:AA:01:00:00:10  Gomoku") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("Anna  \(places.address)  Gomoku") }, "\(lines)")
      let objects = await places.gus(["scan", "--json", "--on", places.address]).output()
      #expect(objects.count == 1)
      for member in ["\"knownName\":true", "\"online\":true", "\"name\":\"Anna\""] {
        #expect(objects.first?.contains(member) == true, "\(objects)")
      }
      _ = hosts
    }
  }

  @Test(arguments: [true, false])
  func `with online = always a table online is joined by its name`(
    hasBluetooth: Bool
  )
    async throws
  {
    try await Places.run { places in
      let anna = try await places.openOnline()
      let gus = await places.gus(["join", "Anna"], hasBluetooth: hasBluetooth)
      try await gus.prints("You are at Anna's table.")
      anna.type("h8")
      try await gus.prints("Black plays h8.")
      gus.type("h9")
      try await anna.prints("White plays h9.")
    }
  }

  @Test func `with online = always a table nearby is joined, and the match goes on online`()
    async throws
  {
    try await Places.run { places in
      let host = await places.world.start(
        "Anna",
        ["host", "--name", "Anna", "--on", "bluetooth", "--on"]
          + [places.address, "--first", "me", "--new", "--admit", "code"]
      )
      try await host.prints("tabletooth join Anna")
      let gus = await places.gus(["join", "Anna"])
      try await gus.prints("You are at Anna's table.")
      host.type("h8")
      try await gus.prints("Black plays h8.")
      places.world.breakDown()
      try await gus.prints("Anna is back.")
      gus.type("h9")
      try await host.prints("White plays h9.")
    }
  }

  @Test func `where nothing can be heard a list ends, and names both places`() async throws {
    try await Places.run { places in
      places.world.set(.broker(places.address), isSilent: true)
      let end = await places.gus(["scan", "--follow"], hasBluetooth: false).end()
      #expect(end.code == 10)
      let line = end.complaints.last ?? ""
      let words = "nearby: there is no bus at \(StartTests.nowhere), online: could not connect to "
      #expect(line.hasPrefix("tabletooth: \(words)\(places.address): "), "\(end.complaints)")
    }
  }

  @Test func `where nothing is found both places are named`() async throws {
    try await Places.run { places in
      let gus = await places.gus(["join", "Anna"], hasBluetooth: false).end()
      #expect(gus.code == 20)
      #expect(
        gus.complaints == [
          "tabletooth: nearby: there is no bus at \(StartTests.nowhere), online: none of "
            + "your contacts has a table called Anna at \(places.address). Ask for a table there, "
            + "or join one with its code."
        ]
      )
    }
  }
}
