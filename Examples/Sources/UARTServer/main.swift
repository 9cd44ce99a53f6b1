import BlueZ

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  try await radio.serve(NordicUART.self, as: "Echo") { server in
    for try await write in try server.writes(to: NordicUART.rx) {
      try await server.notify(write.value.reversed(), of: NordicUART.tx)
    }
  }
}
