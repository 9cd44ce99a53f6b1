import BlueZ

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  let sensor = try await radio.first(offering: HeartRate.self)
  try await radio.withConnection(to: sensor, expecting: HeartRate.self) { connection in
    for try await beat in try await connection.values(of: HeartRate.measurement) {
      print(beat.rate, "bpm")
    }
  }
}
