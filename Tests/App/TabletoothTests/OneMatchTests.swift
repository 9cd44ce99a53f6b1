import BlueZ
import BoardUI
import FoundationEssentials
import Glibc
import MatchProtocol
import PrivateBroker
import Testing

@testable import tabletooth

/// One match that is played over virtual Bluetooth and at a broker, as it comes.
@Suite(.timeLimit(.minutes(1))) struct OneMatchTests {
  private static let hosting = [
    "host", "--name", "Anna", "--admit", "anyone", "--first", "me",
  ]
  private static let joining = [
    "join", "Anna", "--adapter", "hci1", "--name", "Gus", "--admit", "anyone",
  ]

  private func withBoth(
    _ body: (_ air: VirtualAir, _ broker: String) async throws -> Void
  ) async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { try await body($0, "mqtt://127.0.0.1:\(broker.port)") }
    }
  }

  /// Opens Anna's table nearby and at the broker.
  private func openBoth(
    _ air: VirtualAir,
    _ broker: String,
    _ arguments: String...
  ) throws -> Program {
    let ways = ["--bus", air.bus, "--on", broker, "--on", "bluetooth"]
    return try air.start("Anna", Self.hosting + ways + arguments)
  }

  @Test func `a table that is open in two places says once how to stop waiting`() async throws {
    try await withBoth { air, broker in
      let host = try openBoth(air, broker)
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
    try await withBoth { air, broker in
      let host = try openBoth(air, broker)
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = try air.join()
      try await guest.prints("You are at Anna's table.")
      for program in [guest, host] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      let again = try air.start(
        "Anna",
        ["resume", "--bus", air.bus, "--on", broker, "--on", "bluetooth"]
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
    try await withBoth { air, broker in
      let host = try openBoth(air, broker)
      try await host.prints("tabletooth join Anna")
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = try air.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      // At home, where there is no Bluetooth.
      let home = try air.start("Gus", ["resume", "--on", broker])
      try await home.prints("You are back in your game against Anna.")
      home.type("h9")
      try await host.prints("White plays h9.")
      home.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let train = try air.start("Gus", ["resume", "--bus", air.bus, "--adapter", "hci1"])
      try await train.prints("You are back in your game against Anna.")
      host.type("i8")
      try await train.prints("Black plays i8.")
    }
  }

  /// Plays a move each, which has to come by the one way that there is.
  private func play(
    _ black: String,
    _ white: String,
    _ host: Program,
    _ guest: Program
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
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        for player in ["Anna", "Gus"] { try settle(player, air, "mqtt://127.0.0.1:\(broker.port)") }
        let host = try air.start("Anna", Self.hosting, bus: air.bus)
        try await host.prints("tabletooth join mqtt://127.0.0.1:")
        let guest = try air.start("Gus", Self.joining, bus: air.bus)
        try await guest.prints("You are at Anna's table.")
        try await play("a1", "a2", host, guest)
        let (service, adapter) = try await air.adapter("hci1")
        for column in ["c", "e", "g"] {
          try await service.setPower(false, of: adapter)
          try await guest.prints("Anna is back.")
          try await play("\(column)1", "\(column)2", host, guest)
          try await service.setPower(true, of: adapter)
          broker.kill()
          try await guest.prints("Anna is back.")
          try await play("\(column)4", "\(column)5", host, guest)
          try broker.start()
        }
        await service.close()
        for program in [host, guest] {
          program.type("quit")
          _ = await program.end()
        }
        for player in ["Anna", "Gus"] {
          let record = try await Program.record(in: air.home(of: player))
          #expect(record == "a1a2c1c2c4c5e1e2e4e5g1g2g4g5", "the record of \(player)")
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `who watches by another way than the player sees every move`(
    isPlayerNearby: Bool
  )
    async throws
  {
    try await withBoth { air, broker in
      let host = try openBoth(air, broker, "--spectators", "1")
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      let far = [code, "--admit", "anyone", "--name"]
      let guest = isPlayerNearby ? try air.join() : try air.start("Gus", ["join"] + far + ["Gus"])
      try await guest.prints("You are at Anna's table.")
      try await play("h8", "h9", host, guest)
      let watcher =
        isPlayerNearby
        ? try air.start("Wei", ["watch"] + far + ["Wei"])
        : try air.join(as: "Wei", adapter: "hci2", by: "watch")
      try await watcher.prints("Moves so far: h8 h9")
      try await guest.prints(#""Wei" is watching."#)
      try await play("i8", "i9", host, guest)
      try await watcher.prints("Black plays i8.")
      try await watcher.prints("White plays i9.")
      // The player goes on by the way of the one who watches.
      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let way = isPlayerNearby ? ["--on", broker] : ["--bus", air.bus, "--adapter", "hci1"]
      let again = try air.start("Gus", ["resume"] + way)
      try await again.prints("You are back in your game against Anna.")
      try await play("j8", "j9", host, again)
      try await watcher.prints("White plays j9.")
    }
  }

  /// Has `player` use this broker always.
  private func settle(_ player: String, _ air: VirtualAir, _ broker: String?) throws {
    let folder = "\(air.home(of: player))/config/tabletooth"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = (broker.map { "broker = \"\($0)\"\n" } ?? "") + "online = \"always\"\n"
    try settings.write(toFile: "\(folder)/settings.toml", atomically: true, encoding: .utf8)
  }

  @Test func `who comes by a code to a match of its own is told how to go on with it`() async throws
  {
    try await withBoth { air, broker in
      let host = try openBoth(air, broker)
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      let guest = try air.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      // A guest that was never heard may begin anew by a Hello.
      guest.type("h9")
      try await host.prints("White plays h9.")
      let command = "resume 1 --on \(broker)"
      let (home, copy) = (air.home(of: "Gus"), air.home(of: "Gus elsewhere"))
      try FileManager.default.copyItem(atPath: home, toPath: copy)
      let elsewhere = try air.start("Gus elsewhere", ["join", code])
      await expectEnd(
        of: elsewhere,
        code: 22,
        saying: "If that is you, run tabletooth \(command);"
      )
      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let stranger = try air.start("Mo", ["join", code])
      await expectEnd(
        of: stranger,
        code: 22,
        saying: "held for a player who lost the connection. Try again in"
      )
      let again = try air.start("Gus", ["join", code])
      await expectEnd(of: again, code: 22, saying: "If that is you, run tabletooth \(command);")
      let words = command.split(separator: " ").map(String.init)
      let back = try air.start("Gus", words)
      try await back.prints("You are back in your game against Anna.")
    }
  }

  @Test func `a match that goes on elsewhere says by which command its guest comes there`()
    async throws
  {
    try await withBoth { air, broker in
      var host = try air.start("Anna", Self.hosting + ["--on", broker])
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      var guest = try air.start("Gus", ["join", code, "--name", "Gus", "--admit", "anyone"])
      try await guest.prints("You are at Anna's table.")
      try await play("h8", "h9", host, guest)
      for program in [guest, host] { await kill(program) }

      host = try air.start("Anna", ["resume", "--on", "tcp:127.0.0.1:0"])
      let via = try await host.printsWord(after: "  tabletooth resume --on tcp:127.0.0.1:")
      let asking = try air.start("Gus", ["join", "--on", via])
      let advice = "If that is you, run tabletooth resume 1 --on \(via);"
      await expectEnd(of: asking, code: 22, saying: advice)
      guest = try air.start("Gus", ["resume", "1", "--on", via])
      try await guest.prints("You are back in your game against Anna.")
      try await play("i8", "i9", host, guest)
      for program in [guest, host] { await kill(program) }

      host = try air.start("Anna", ["resume", "--bus", air.bus])
      try await host.prints("is open only for Gus, who can run tabletooth resume --on bluetooth.")
      let nearby = ["--bus", air.bus, "--adapter", "hci1"]
      guest = try air.start("Gus", ["resume", "--on", "bluetooth"] + nearby)
      try await guest.prints("You are back in your game against Anna.")
      try await play("j8", "j9", host, guest)
    }
  }

  private func kill(_ program: Program) async {
    program.signal(SIGKILL)
    _ = await program.end()
  }

  @Test func `a match that began by a code goes on over Bluetooth`() async throws {
    try await withBoth { air, broker in
      let host = try openBoth(air, broker)
      let code = try await host.printsWord(after: "tabletooth join mqtt://127.0.0.1:")
      let home = try air.start("Gus", ["join", code, "--name", "Gus", "--admit", "anyone"])
      try await home.prints("You are at Anna's table.")
      host.type("h8")
      try await home.prints("Black plays h8.")
      home.type("h9")
      try await host.prints("White plays h9.")
      home.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let train = try air.start("Gus", ["resume", "--bus", air.bus, "--adapter", "hci1"])
      try await train.prints("You are back in your game against Anna.")
    }
  }

  @Test func `a match nearby goes on beside a broker that refuses now, and the reason is told`()
    async throws
  {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        let host = try openBoth(air, "mqtt://127.0.0.1:\(broker.port)")
        try await host.prints("tabletooth join mqtt://127.0.0.1:")
        let guest = try air.join()
        try await guest.prints("You are at Anna's table.")
        broker.kill()
        let other = try RudeServer([[0x20, 2, 0, 1]], port: broker.port)
        let reason = "mqtt://127.0.0.1:\(other.port) does not speak MQTT 3.1.1."
        try await host.prints("One transport failed: the broker \(reason)")
        host.type("h8")
        try await guest.prints("Black plays h8.")
      }
    }
  }

  @Test func `a broker that refuses again and again is told, and the table nearby stays open`()
    async throws
  {
    try await PrivateBroker.run(["allow_anonymous false"]) { broker in
      try await VirtualAir.run { air in
        let address = "mqtt://127.0.0.1:\(broker.port)"
        try settle("Anna", air, address)
        let host = try await air.openTable()
        let line = try await host.prints("One transport failed: the broker \(address)")
        #expect(line.contains("needs a password, or its limit is reached."))
        #expect(line.contains("as in --on mqtt://NAME:PASSWORD@HOST"))
        let guest = try air.join()
        try await guest.prints("You are at Anna's table.")
        host.type("quit")
        let output = await host.output()
        #expect(output.count { $0.hasPrefix("The broker cannot be reached.") } == 1, "\(output)")
      }
    }
  }

  @Test func `what is missing for a table in both places is told in one line`() async throws {
    try await withBoth { air, broker in
      try settle("Anna", air, broker)
      let online = try air.start("Anna", ["host", "--name", "Anna"], bus: StartTests.nowhere)
      // The broker may be reached first.
      let closed = "Playing without Bluetooth: there is no bus at \(StartTests.nowhere)."
      let open = "tabletooth join \(broker)/1"
      let first = try await online.prints(closed, or: [open])
      try await online.prints(first.contains(open) ? closed : open)
      try settle("Bo", air, nil)
      let nearby = try air.start("Bo", ["host", "--name", "Bo"], bus: air.bus)
      try await nearby.prints("settings.toml: found online = \"always\" and no broker. Expected")
      try await nearby.prints("Your table Bo is open")
    }
  }

  @Test func `with online = always a code is shown once the broker is reached`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        broker.kill()
        let address = "mqtt://127.0.0.1:\(broker.port)"
        try settle("Anna", air, address)
        let host = try air.start("Anna", ["host", "--name", "Anna"], bus: air.bus)
        let line = try await host.prints("The broker cannot be reached.", or: [address])
        #expect(!line.contains(address))
        try await PrivateBroker.run { other in
          let named = "mqtt://127.0.0.1:\(other.port)"
          let options = ["host", "--name", "Anna", "--on", named]
          let elsewhere = try air.start("Anna", options, bus: air.bus)
          try await elsewhere.prints("tabletooth join \(named)")
          elsewhere.type("quit")
          let output = await elsewhere.output()
          #expect(!output.contains { $0.contains("cannot be reached") }, "\(output)")
        }
        try broker.start()
        try await host.prints("tabletooth join \(address)")
      }
    }
  }

  @Test func `with online = always a match goes on when Bluetooth ends`() async throws {
    try await withBoth { air, broker in
      for player in ["Anna", "Gus"] { try settle(player, air, broker) }
      let host = try air.start("Anna", Self.hosting, bus: air.bus)
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = try air.start("Gus", Self.joining, bus: air.bus)
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      air.breakDown()
      try await guest.prints("Anna is back.")
      guest.type("h9")
      try await host.prints("White plays h9.")
    }
  }
}
