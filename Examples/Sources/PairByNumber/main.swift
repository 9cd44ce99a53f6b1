import BlueZ

// Both ends of a pairing by numeric comparison: run it once with "serve", and once without.
enum Safe: Profile {
  static let uuid: BluetoothUUID = "b1e50000-3c8c-4d5a-9f0e-8f6b8f0c7a11"
  static let secret = Characteristic<String>(
    "b1e50001-3c8c-4d5a-9f0e-8f6b8f0c7a11",
    [.authenticatedRead]
  )
  static let characteristics: [any AnyCharacteristic] = [secret]
}

let arguments = CommandLine.arguments.dropFirst()
let agent = PairingAgent.comparing { passkey, device in
  print("Does the other device show \(passkey)? [y/n]")
  return readLine() == "y"
}
try await withBluetooth(adapter: arguments.first { $0.hasPrefix("hci") }) { radio in
  try await radio.withPairing(agent) {
    if arguments.contains("serve") {
      try await radio.serve(Safe.self, as: "Safe") { server in
        try await server.set("swordfish", of: Safe.secret)
        for try await centrals in server.centrals { print(centrals.count, "connected") }
      }
    } else {
      let safe = try await radio.first(offering: Safe.self)
      try await radio.withConnection(to: safe, expecting: Safe.self) { connection in
        try await connection.pair()
        print("The secret is", try await connection.read(Safe.secret))
      }
    }
  }
}
