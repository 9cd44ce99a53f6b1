import BlueZ

// hci0 serves a battery, and hci1 reads it: both controllers of one computer.
try await withBluetooth(adapter: "hci0") { first in
  try await first.serve(Battery.self, as: "Battery") { server in
    try await server.set(97, of: Battery.level)
    try await withBluetooth(adapter: "hci1") { second in
      let device = try await second.first(offering: Battery.self)
      try await second.withConnection(to: device, expecting: Battery.self) { connection in
        print(try await connection.read(Battery.level), "%")
      }
    }
  }
}
