import Glibc
import PrivateBroker
import Testing

/// A program that has Bluetooth and a broker lends its way to others.
@Suite(.timeLimit(.minutes(2))) struct BridgeTests {
  private func withBroker(
    _ body: (VirtualAir, _ broker: PrivateBroker, _ address: String) async throws -> Void
  ) async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run(adapters: 5) { air in
        try await body(air, broker, "mqtt://127.0.0.1:\(broker.port)")
      }
    }
  }

  /// Opens Anna's table at the broker only.
  private func openOnline(
    _ air: VirtualAir,
    _ address: String,
    _ arguments: String...
  ) async throws -> (Program, code: String) {
    let own = ["host", "--name", "Anna", "--on", address, "--first", "me"]
    let host = try air.start("Anna", own + arguments)
    try await host.prints("Your table Anna is open")
    let line = try #require(await host.nextLine())
    return (host, try #require(line.split(separator: " ").last.map(String.init)))
  }

  private func bridge(_ air: VirtualAir, _ arguments: [String]) async throws -> Program {
    let bridge = try air.start(
      "Bea",
      ["bridge", "--bus", air.bus, "--adapter", "hci4"] + arguments
    )
    try await bridge.prints("stops the bridge.")
    return bridge
  }

  @Test func `a table at a broker is joined and watched nearby`() async throws {
    try await withBroker { air, broker, address in
      let (host, code) = try await openOnline(air, address, "--spectators", "2")
      let bridge = try await bridge(air, [code])
      let guest = try air.start(
        "Gus",
        ["join", "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus"]
      )
      // The two compare digits, and the bridge has no part in that.
      let digits = try await guest.prints("    ")
      #expect(try await host.prints("    ") == digits)
      host.type("yes")
      guest.type("yes")
      try await host.prints("Gus joined your table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      let watchers = try ["hci2", "hci3"].map {
        try air.join(as: "Wei" + $0, adapter: $0, by: "watch")
      }
      for watcher in watchers { try await watcher.prints("Moves so far: h8") }
      try await bridge.prints("joined. There are 3 guests now.")
      guest.type("h9")
      try await host.prints("White plays h9.")
      for watcher in watchers { try await watcher.prints("White plays h9.") }
      // Without the broker for a moment nothing is lost.
      broker.kill()
      try await bridge.prints("The broker cannot be reached.")
      try broker.start()
      try await guest.prints("Anna is back.")
      host.type("i8")
      try await guest.prints("Black plays i8.")
      bridge.signal(SIGINT)
      let end = await bridge.end()
      #expect(end.code == 130)
      try await guest.prints("Connection to Anna lost.")
      _ = try await self.bridge(air, [code])
      try await guest.prints("Anna is back.")
      guest.type("i9")
      try await host.prints("White plays i9.")
    }
  }

  @Test func `a table nearby is joined and watched at a broker, and by one player at a time`()
    async throws
  {
    try await withBroker { air, _, address in
      let host = try air.start(
        "Anna",
        ["host", "--bus", air.bus, "--name", "Anna", "--first", "me", "--spectators", "2"]
      )
      try await host.prints("Your table Anna is open")
      let bridge = try air.start(
        "Bea",
        ["bridge", "Anna", "--bus", air.bus, "--adapter", "hci4", "--on", address]
      )
      let code = try await bridge.printsWord(after: "tabletooth join ")
      let guest = try air.start("Gus", ["join", code, "--name", "Gus"])
      let digits = try await guest.prints("    ")
      #expect(try await host.prints("    ") == digits)
      let other = try air.start("Ole", ["join", code, "--name", "Ole"])
      try await bridge.prints("The bridge asked a player to wait")
      try await other.prints("Others are asking for the seat")
      host.type("yes")
      guest.type("yes")
      try await host.prints("Gus joined your table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      let watcher = try air.start("Wei", ["watch", code, "--admit", "anyone"])
      try await watcher.prints("Moves so far: h8")
      // The link between the bridge and the host is cut: all come back, the player first.
      host.signal(SIGKILL)
      try await guest.prints("Connection to Anna lost.")
      let again = try air.start("Anna", ["resume", "--bus", air.bus])
      try await guest.prints("Anna is back.")
      guest.type("h9")
      try await again.prints("White plays h9.")
    }
  }

  @Test func `a bridge that is begun again has the code that it had, and its guest comes back`()
    async throws
  {
    try await withBroker { air, _, address in
      let host = try air.start(
        "Anna",
        ["host", "--bus", air.bus, "--name", "Anna", "--first", "me", "--admit", "anyone"]
      )
      try await host.prints("Your table Anna is open")
      func open() async throws -> (Program, code: String) {
        let command = [
          "bridge", "Anna", "--bus", air.bus, "--adapter", "hci4", "--on", address,
        ]
        let bridge = try air.start("Bea", command)
        return (bridge, try await bridge.printsWord(after: "tabletooth join "))
      }
      let (bridge, code) = try await open()
      let guest = try air.start("Gus", ["join", code, "--name", "Gus", "--admit", "anyone"])
      try await host.prints("Gus joined your table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      bridge.signal(SIGINT)
      _ = await bridge.end()
      try await guest.prints("Connection to Anna lost.")
      let (_, second) = try await open()
      #expect(second == code)
      try await guest.prints("Anna is back.")
      guest.type("h9")
      try await host.prints("White plays h9.")
    }
  }

  @Test func `a broker that is stopped is no table that is gone, and a host that ends is`()
    async throws
  {
    try await withBroker { air, broker, address in
      let (host, code) = try await openOnline(air, address)
      let bridge = try await bridge(air, [code])
      // It says the last wills of those whom it leaves.
      kill(try #require(broker.process), SIGTERM)
      try await bridge.prints("The broker cannot be reached.")
      broker.kill()
      try broker.start()
      try await bridge.prints("The broker is back.")
      let guest = try air.start(
        "Gus",
        ["join", "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus"]
      )
      try await host.prints(#"This is your first match with "Gus"."#)
      guest.signal(SIGKILL)
      host.type("quit")
      _ = await host.end()
      try await bridge.prints("The table is gone. Waiting 120 seconds for its return.")
      bridge.signal(SIGINT)
      let output = await bridge.output()
      #expect(output.count { $0.hasPrefix("The table is gone.") } == 1, "\(output)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a bridge that looks for a table is stopped at once`(signal: CInt) async throws {
    try await withBroker { air, _, address in
      let (host, code) = try await openOnline(air, address)
      host.signal(SIGKILL)
      _ = await host.end()
      for arguments in [["Nobody", "--on", address], [code]] {
        let bridge = try air.start("Bea", ["bridge", "--bus", air.bus] + arguments)
        try await bridge.prints("Looking for a table.")
        bridge.signal(signal)
        await expectEnd(of: bridge, code: 128 + signal, saying: "stopped by")
      }
    }
  }

  @Test func `a bridge is opened at the broker of the settings`() async throws {
    try await withBroker { air, _, address in
      try air.settle("Bea", at: address, adapter: "hci4")
      let host = try await air.openTable()
      for arguments in [["bridge", "Anna"], ["bridge", "Anna", "--on", "online"]] {
        let bridge = try air.start("Bea", arguments + ["--bus", air.bus])
        #expect(try await bridge.printsWord(after: "tabletooth join ").hasPrefix(address + "/2"))
        bridge.signal(SIGINT)
        #expect(await bridge.end().code == 130)
      }
      host.signal(SIGKILL)
    }
  }

  @Test func `what stands in the way of a bridge is said in one line`() async throws {
    try await withBroker { air, broker, address in
      let code = "\(address)/1vca4-409vm-2vgbn-371de-zd4cm-8shvt"
      for (arguments, status) in [
        ([code], 64), (["Nobody"], 64), (["Nobody", "--on", "http://a"], 64),
        ([String(code.dropLast(9))], 64),
      ] as [([String], Int32)] {
        let bridge = try air.start("Bea", ["bridge", "--bus", air.bus] + arguments)
        let end = await bridge.end()
        #expect(end.code == status && end.complaints.count == 1, "\(arguments): \(end)")
      }
      broker.kill()
      let host = try await air.openTable()
      let bridge = try air.start(
        "Bea",
        ["bridge", "Anna", "--bus", air.bus, "--adapter", "hci4", "--on", address]
      )
      #expect(await bridge.end().code == 27)
      host.signal(SIGKILL)
    }
  }
}
