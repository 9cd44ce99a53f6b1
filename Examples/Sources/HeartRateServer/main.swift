import BlueZ

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  try await radio.serve(HeartRate.self, as: "Sensor") { server in
    try await server.set(.chest, of: HeartRate.bodySensorLocation)
    while true {
      let beat = HeartRateMeasurement(rate: .random(in: 60...70), hasContact: true)
      try await server.notify(beat, of: HeartRate.measurement)
      try await Task.sleep(for: .seconds(1))
    }
  }
}
