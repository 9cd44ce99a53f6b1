import BlueZ
import VirtualBlueZ

// What a test of a Bluetooth program does: both ends, no radio, and a link that drops.
try await withVirtualAir { air in
  try await withBluetooth(adapter: "hci0", on: air.bus) { host in
    try await host.serve(Battery.self, as: "Battery") { server in
      try await server.set(97, of: Battery.level)
      try await withBluetooth(adapter: "hci1", on: air.bus) { guest in
        let device = try await guest.first(offering: Battery.self)
        try await guest.withConnection(to: device, expecting: Battery.self) { connection in
          let levels = try await connection.values(of: Battery.level)
          print(try await connection.read(Battery.level), "%")
          try await air.perform(.dropLinks)
          do {
            for try await _ in levels {}
          } catch BlueZError.connectionLost {
            print(BlueZError.connectionLost)
          }
        }
      }
    }
  }
}
