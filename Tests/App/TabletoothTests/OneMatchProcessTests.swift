import BlueZ
import PrivateBroker
import Testing

/// What only real carriers show of one match over two: how Bluetooth and a broker fail.
@Suite(.timeLimit(.minutes(1))) struct OneMatchProcessTests {
  private static let hosting = [
    "host", "--name", "Anna", "--admit", "anyone", "--first", "me",
  ]
  private static let joining = [
    "join", "Anna", "--adapter", "hci1", "--name", "Gus", "--admit", "anyone",
  ]

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
        for player in ["Anna", "Gus"] {
          try air.settle(player, at: "mqtt://127.0.0.1:\(broker.port)", adapter: nil)
        }
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

  @Test func `a match nearby goes on beside a broker that refuses now, and the reason is told`()
    async throws
  {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        let ways = ["--on", "mqtt://127.0.0.1:\(broker.port)", "--on", "bluetooth"]
        let host = try air.start("Anna", Self.hosting + ["--bus", air.bus] + ways)
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
        try air.settle("Anna", at: address, adapter: nil)
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
}
