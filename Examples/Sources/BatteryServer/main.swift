import BlueZ

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  try await radio.serve(Battery.self, as: "Battery") { server in
    for level in stride(from: UInt8(100), through: 1, by: -1) {
      try await server.set(level, of: Battery.level)
      try await Task.sleep(for: .seconds(60))
    }
  }
}
