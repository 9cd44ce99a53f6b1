import FoundationEssentials
import Glibc
import Testing

/// One match that is played over Bluetooth and at a broker, as it comes.
@MainActor @Suite struct OneMatchTests {
  private static let broker = "mqtt://127.0.0.1:2883"
  private static let hosting = [
    "host", "--name", "Anna", "--admit", "anyone", "--first", "me",
  ]
  private static let joining = [
    "join", "Anna", "--adapter", "hci1", "--name", "Gus", "--admit", "anyone",
  ]

  private func withBoth(
    _ body: (_ world: World, _ broker: String) async throws -> Void
  ) async throws {
    try await World.run { try await body($0, Self.broker) }
  }

  /// Opens Anna's table nearby and at the broker.
  private func openBoth(
    _ world: World,
    _ broker: String,
    _ arguments: String...
  ) async -> WorldProgram {
    let ways = ["--on", broker, "--on", "bluetooth"]
    return await world.start("Anna", Self.hosting + ways + arguments)
  }

  @Test func `a table that is open in two places says once how to stop waiting`() async throws {
    try await withBoth { world, broker in
      let host = await openBoth(world, broker)
      try await host.prints("tabletooth join Anna")
      try await host.prints("Or run there:")
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      host.type("quit")
      #expect(await host.output().count { $0 == "Type quit to stop waiting." } == 1)
    }
  }

  @Test func `a host whose table is held says by which command it plays with others`()
    async throws
  {
    try await withBoth { world, broker in
      let host = await openBoth(world, broker)
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      for program in [guest, host] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      let again = await world.start(
        "Anna",
        ["resume", "--on", broker, "--on", "bluetooth"]
      )
      let command = "tabletooth resume --on bluetooth."
      try await again.prints("Your table Anna is open only for Gus, who can run \(command)")
      try await again.prints(
        "To play with somebody else, type quit, then run tabletooth host --new."
      )
      try await again.prints("Or run there:")
      try await again.prints("  tabletooth resume --on \(broker)")
    }
  }

  @Test func `a table is open nearby and online, and the match goes from one to the other`()
    async throws
  {
    try await withBoth { world, broker in
      let host = await openBoth(world, broker)
      try await host.prints("tabletooth join Anna")
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      // At home, where there is no Bluetooth.
      let home = await world.start("Gus", ["resume", "--on", broker])
      try await home.prints("You are back in your game against Anna.")
      home.type("h9")
      try await host.prints("White plays h9.")
      home.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let train = await world.start("Gus", ["resume", "--adapter", "hci1"])
      try await train.prints("You are back in your game against Anna.")
      host.type("i8")
      try await train.prints("Black plays i8.")
    }
  }

  /// Plays a move each, which has to come by the one way that there is.
  private func play(
    _ black: String,
    _ white: String,
    _ host: WorldProgram,
    _ guest: WorldProgram
  )
    async throws
  {
    host.type(black)
    try await guest.prints("Black plays \(black).")
    guest.type(white)
    try await host.prints("White plays \(white).")
  }

  @Test func `a match goes to and fro while nobody does anything, and has every move once`()
    async throws
  {
    try await withBoth { world, broker in
      for player in ["Anna", "Gus"] { try settle(player, world, broker) }
      let host = await world.start("Anna", Self.hosting)
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = await world.start("Gus", Self.joining)
      try await guest.prints("You are at Anna's table.")
      try await play("a1", "a2", host, guest)
      for column in ["c", "e", "g"] {
        world.set(.air, isSilent: true)
        try await guest.prints("Anna is back.")
        try await play("\(column)1", "\(column)2", host, guest)
        world.set(.air, isSilent: false)
        world.set(.broker(broker), isSilent: true)
        try await guest.prints("Anna is back.")
        try await play("\(column)4", "\(column)5", host, guest)
        world.set(.broker(broker), isSilent: false)
      }
      for program in [host, guest] {
        program.type("quit")
        _ = await program.end()
      }
      for player in ["Anna", "Gus"] {
        let export = await world.start(player, ["games", "export", "1", "--to", "pos"])
        let record = await export.output().joined()
        #expect(record == "a1a2c1c2c4c5e1e2e4e5g1g2g4g5", "the record of \(player)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `who watches by another way than the player sees every move`(
    isPlayerNearby: Bool
  )
    async throws
  {
    try await withBoth { world, broker in
      let host = await openBoth(world, broker, "--spectators", "1")
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      let far = [code, "--admit", "anyone", "--name"]
      let guest =
        isPlayerNearby ? await world.join() : await world.start("Gus", ["join"] + far + ["Gus"])
      try await guest.prints("You are at Anna's table.")
      try await play("h8", "h9", host, guest)
      let watcher =
        isPlayerNearby
        ? await world.start("Wei", ["watch"] + far + ["Wei"])
        : await world.join(as: "Wei", adapter: "hci2", by: "watch")
      try await watcher.prints("Moves so far: h8 h9")
      try await guest.prints(#""Wei" is watching."#)
      try await play("i8", "i9", host, guest)
      try await watcher.prints("Black plays i8.")
      try await watcher.prints("White plays i9.")
      // The player goes on by the way of the one who watches.
      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let way = isPlayerNearby ? ["--on", broker] : ["--adapter", "hci1"]
      let again = await world.start("Gus", ["resume"] + way)
      try await again.prints("You are back in your game against Anna.")
      try await play("j8", "j9", host, again)
      try await watcher.prints("White plays j9.")
    }
  }

  /// Has `player` use this broker always.
  private func settle(_ player: String, _ world: World, _ broker: String?) throws {
    let name = broker.map { "broker = \"\($0)\"\n" } ?? ""
    try world.settle(player, name + "online = \"always\"\n")
  }

  @Test func `who comes by a code to a match of its own is told how to go on with it`() async throws
  {
    try await withBoth { world, broker in
      let host = await openBoth(world, broker)
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      // A guest that was never heard may begin anew by a Hello.
      guest.type("h9")
      try await host.prints("White plays h9.")
      let command = "resume 1 --on \(broker)"
      let (home, copy) = (world.home(of: "Gus"), world.home(of: "Gus elsewhere"))
      try FileManager.default.copyItem(atPath: home, toPath: copy)
      let elsewhere = await world.start("Gus elsewhere", ["join", code])
      await expectEnd(
        of: elsewhere,
        code: 22,
        saying: "If that is you, run tabletooth \(command);"
      )
      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let stranger = await world.start("Mo", ["join", code])
      await expectEnd(
        of: stranger,
        code: 22,
        saying: "held for a player who lost the connection. Try again in"
      )
      let again = await world.start("Gus", ["join", code])
      await expectEnd(of: again, code: 22, saying: "If that is you, run tabletooth \(command);")
      let words = command.split(separator: " ").map(String.init)
      let back = await world.start("Gus", words)
      try await back.prints("You are back in your game against Anna.")
    }
  }

  @Test func `a match that goes on elsewhere says by which command its guest comes there`()
    async throws
  {
    try await withBoth { world, broker in
      var host = await world.start("Anna", Self.hosting + ["--on", broker])
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      var guest = await world.start("Gus", ["join", code, "--name", "Gus", "--admit", "anyone"])
      try await guest.prints("You are at Anna's table.")
      try await play("h8", "h9", host, guest)
      for program in [guest, host] { await kill(program) }

      host = await world.start("Anna", ["resume", "--on", "tcp:127.0.0.1:0"])
      let via = try await host.printsWord(after: "  tabletooth resume --on tcp:127.0.0.1:")
      let asking = await world.start("Gus", ["join", "--on", via])
      let advice = "If that is you, run tabletooth resume 1 --on \(via);"
      await expectEnd(of: asking, code: 22, saying: advice)
      guest = await world.start("Gus", ["resume", "1", "--on", via])
      try await guest.prints("You are back in your game against Anna.")
      try await play("i8", "i9", host, guest)
      for program in [guest, host] { await kill(program) }

      host = await world.start("Anna", ["resume", "--on", "bluetooth"])
      try await host.prints("is open only for Gus, who can run tabletooth resume --on bluetooth.")
      let nearby = ["--adapter", "hci1"]
      guest = await world.start("Gus", ["resume", "--on", "bluetooth"] + nearby)
      try await guest.prints("You are back in your game against Anna.")
      try await play("j8", "j9", host, guest)
    }
  }

  private func kill(_ program: WorldProgram) async {
    program.signal(SIGKILL)
    _ = await program.end()
  }

  @Test func `a match that began by a code goes on over Bluetooth`() async throws {
    try await withBoth { world, broker in
      let host = await openBoth(world, broker)
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      let home = await world.start("Gus", ["join", code, "--name", "Gus", "--admit", "anyone"])
      try await home.prints("You are at Anna's table.")
      host.type("h8")
      try await home.prints("Black plays h8.")
      home.type("h9")
      try await host.prints("White plays h9.")
      home.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let train = await world.start("Gus", ["resume", "--adapter", "hci1"])
      try await train.prints("You are back in your game against Anna.")
    }
  }

  @Test func `what is missing for a table in both places is told in one line`() async throws {
    try await withBoth { world, broker in
      try settle("Anna", world, broker)
      let online = await world.start("Anna", ["host", "--name", "Anna"], hasBluetooth: false)
      // The broker may be reached first.
      let closed = "Playing without Bluetooth: there is no bus at \(StartTests.nowhere)."
      let open = "tabletooth join \(broker)/1"
      let first = try await online.prints(closed, or: [open])
      try await online.prints(first.contains(open) ? closed : open)
      try settle("Bo", world, nil)
      let nearby = await world.start("Bo", ["host", "--name", "Bo"])
      try await nearby.prints("settings.toml: found online = \"always\" and no broker. Expected")
      try await nearby.prints("Your table Bo is open")
    }
  }

  @Test func `with online = always a code is shown once the broker is reached`() async throws {
    try await withBoth { world, broker in
      world.set(.broker(broker), isSilent: true)
      try settle("Anna", world, broker)
      let host = await world.start("Anna", ["host", "--name", "Anna"])
      let line = try await host.prints("The broker cannot be reached.", or: [broker])
      #expect(!line.contains(broker))
      let named = "mqtt://127.0.0.1:2884"
      let options = ["host", "--name", "Anna", "--on", named]
      let elsewhere = await world.start("Anna", options)
      try await elsewhere.prints("tabletooth join \(named)")
      elsewhere.type("quit")
      let output = await elsewhere.output()
      #expect(!output.contains { $0.contains("cannot be reached") }, "\(output)")
      world.set(.broker(broker), isSilent: false)
      try await host.prints("tabletooth join \(broker)")
    }
  }

  @Test func `with online = always a match goes on when Bluetooth ends`() async throws {
    try await withBoth { world, broker in
      for player in ["Anna", "Gus"] { try settle(player, world, broker) }
      let host = await world.start("Anna", Self.hosting)
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = await world.start("Gus", Self.joining)
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      world.breakDown()
      try await guest.prints("Anna is back.")
      guest.type("h9")
      try await host.prints("White plays h9.")
    }
  }
}
