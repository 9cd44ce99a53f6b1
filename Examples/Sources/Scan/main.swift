import BlueZ

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  try await radio.withScan { sightings in
    for try await device in sightings { print(device.address, device.rssi, device.name ?? "-") }
  }
}
