import BlueZ

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  let device = try await radio.first(offering: Battery.self)
  try await radio.withConnection(to: device, expecting: Battery.self) { connection in
    print(try await connection.read(Battery.level), "%")
  }
}
