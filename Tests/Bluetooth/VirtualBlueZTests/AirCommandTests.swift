import BlueZ
import Testing
import VirtualBlueZ

/// The air as another package uses it: a scope, and faults by command.
@Suite(.timeLimit(.minutes(1))) struct AirCommandTests {
  @Test func `each command is read from a line`() {
    let lines: [String: AirCommand] = [
      "drop": .dropLinks, "advertise": .advertise, "power 1 off": .power(adapter: 1, false),
      "power 0 on": .power(adapter: 0, true), "remove 1": .remove(adapter: 1),
      "return 1": .putBack(adapter: 1), "loss 10": .loss(perThousand: 10),
      "refuse 2": .refuseConnections(2), "restart": .restart, "hang": .hang,
    ]
    for (line, command) in lines { #expect(AirCommand(line) == command) }
    for line in ["", "fly", "loss", "loss 1001", "loss -1", "power 0", "power 0 maybe", "drop 1"] {
      #expect(AirCommand(line) == nil)
    }
  }

  @Test func `commands disturb a program as a radio does`() async throws {
    try await withVirtualAir { air async throws in
      try await withBluetooth(adapter: "hci0", on: air.bus) { host async throws in
        try await host.serve(Battery.self, as: "Battery") { server async throws in
          try await server.set(97, of: Battery.level)
          try await withBluetooth(adapter: "hci1", on: air.bus) { guest async throws in
            try await Self.use(guest, air)
          }
        }
      }
    }
  }

  private static func use(_ guest: BlueZ.Radio, _ air: VirtualAir) async throws {
    let device = try await guest.first(offering: Battery.self)
    // One failure is what a second attempt is for.
    try await air.perform(.refuseConnections(1))
    try await guest.withConnection(to: device, expecting: Battery.self) { connection async throws in
      #expect(try await connection.read(Battery.level) == 97)
      let levels = try await connection.values(of: Battery.level)
      try await air.perform(.dropLinks)
      await #expect(throws: BlueZError.connectionLost) { for try await _ in levels {} }
    }
    try await guest.withScan { sightings async throws in
      try await air.perform(.power(adapter: 1, false))
      await #expect(throws: BlueZError.notReady("hci1 was switched off")) {
        for try await _ in sightings {}
      }
    }
    await #expect(throws: VirtualBlueZ.CommandFailure.noSuchAdapter(7)) {
      try await air.perform(.remove(adapter: 7))
    }
  }
}
