import BlueZ
import Synchronization
import Testing
import VirtualBlueZ

/// Pairing, by agents at both ends.
@Suite(.timeLimit(.minutes(1))) struct PairingTests {
  private enum Secret: Profile {
    static let uuid: BluetoothUUID = "6e400001-b5a3-f393-e0a9-e50e24dccaaa"
    static let open = Characteristic<UInt8>(0x2a19, [.read])
    static let encrypted = Characteristic<UInt8>(0x2a1a, [.encryptRead])
    static let authenticated = Characteristic<UInt8>(0x2a1b, [.authenticatedRead])
    static let characteristics: [any AnyCharacteristic] = [open, encrypted, authenticated]
  }

  /// The two ends of a connection.
  private struct Ends {
    let host: Radio
    let guest: Radio
    let connection: DeviceConnection
    let machines: Machines
  }

  /// Runs `body` with the agent of the host registered, and a guest that is connected.
  private func withEnds(
    _ agent: PairingAgent?,
    _ body: (Ends) async throws -> Void
  ) async throws {
    try await withMachines { machines async throws in
      let host = Radio(machines.host, on: try await machines.adapter(machines.host, "hci0"))
      let guest = Radio(machines.guest, on: try await machines.adapter(machines.guest, "hci1"))
      try await host.serve(Secret.self, as: "Vault") { server async throws in
        for secret in [Secret.open, Secret.encrypted, Secret.authenticated] {
          try await server.set(7, of: secret)
        }
        let device = try await guest.first(offering: Secret.self)
        try await guest.withConnection(to: device, expecting: Secret.self) { connection in
          let ends = Ends(host: host, guest: guest, connection: connection, machines: machines)
          guard let agent else { return try await body(ends) }
          try await host.withPairing(agent) { try await body(ends) }
        }
      }
    }
  }

  @Test func `both sides compare the same number, and are bonded then`() async throws {
    let shown = Reports<Passkey>()
    let agent = PairingAgent.comparing { passkey, _ in
      shown.add(passkey)
      return true
    }
    try await withEnds(agent) { ends async throws in
      try await ends.guest.withPairing(agent) { try await ends.connection.pair() }
      #expect(shown.all.count == 2)
      #expect(Set(shown.all).count == 1)
      let device = try #require(await ends.connection.device)
      #expect(device.isPaired && device.isBonded && !device.isTrusted)
      #expect(try await ends.connection.read(Secret.authenticated) == 7)
      #expect(await ends.host.devices.allSatisfy(\.isBonded))
      // To pair again changes nothing.
      try await ends.connection.pair()
      #expect(shown.all.count == 2)
    }
  }

  @Test func `a person types at one end what the other end shows`() async throws {
    let (shown, show) = AsyncStream.makeStream(of: Passkey.self)
    let typing = PairingAgent.typing { _ in await shown.first { _ in true } }
    try await withEnds(.showing { passkey, _ in show.yield(passkey) }) { ends async throws in
      try await ends.guest.withPairing(typing) { try await ends.connection.pair() }
      #expect(try await ends.connection.read(Secret.authenticated) == 7)
    }
  }

  @Test func `a number that was typed wrong does not pair`() async throws {
    let typing = PairingAgent.typing { _ in Passkey(1_000_000 - 1) }
    try await withEnds(.showing { _, _ in }) { ends async throws in
      try await ends.guest.withPairing(typing) { () async throws -> Void in
        await #expect(throws: BlueZError.authenticationFailed("Authentication Failed")) {
          try await ends.connection.pair()
        }
      }
      #expect(await ends.connection.device?.isPaired == false)
    }
  }

  @Test func `without a number a device is asked only whether it pairs`() async throws {
    let asked = Reports<DeviceID>()
    let agent = PairingAgent.asking { device in
      asked.add(device.id)
      return true
    }
    try await withEnds(.comparing { _, _ in false }) { ends async throws in
      // The host can compare, and wants to: it refuses a guest without a display.
      await #expect(throws: BlueZError.authenticationFailed("Authentication Failed")) {
        try await ends.connection.pair()
      }
    }
    try await withEnds(.init(.displayAndConfirm) { _ in .accept }) { ends async throws in
      try await ends.guest.withPairing(agent) { try await ends.connection.pair() }
      #expect(asked.all.isEmpty)
      #expect(try await ends.connection.read(Secret.encrypted) == 7)
      // bluetoothd tries to pair with a number, which cannot be, and the kernel ends the link.
      await #expect(throws: BlueZError.connectionLost) {
        try await ends.connection.read(Secret.authenticated)
      }
    }
  }

  @Test func `bluetoothd pairs for a value that needs it`() async throws {
    let shown = Reports<Passkey>()
    let agent = PairingAgent.comparing { passkey, _ in
      shown.add(passkey)
      return true
    }
    try await withEnds(agent) { ends async throws in
      try await ends.guest.withPairing(agent) { () async throws -> Void in
        async let first = ends.connection.read(Secret.encrypted)
        async let second = ends.connection.read(Secret.authenticated)
        let values = try await [first, second]
        #expect(values == [7, 7])
      }
      #expect(shown.all.count == 2)
      #expect(await ends.connection.device?.isBonded == true)
    }
  }

  @Test(arguments: [true, false]) func `a value is not read by whom nobody lets pair`(
    isAsked: Bool
  ) async throws {
    try await withEnds(isAsked ? .comparing { _, _ in false } : nil) { ends async throws in
      await #expect(throws: BlueZError.connectionLost) {
        try await ends.connection.read(Secret.encrypted)
      }
    }
  }

  @Test func `nobody pairs with a device that has no agent`() async throws {
    try await withEnds(nil) { ends async throws in
      await #expect(throws: BlueZError.authenticationFailed("Authentication Failed")) {
        try await ends.connection.pair()
      }
    }
  }

  @Test func `a restart of bluetoothd forgets no pairing`() async throws {
    try await withEnds(.asking { _ in true }) { ends async throws in
      try await ends.connection.pair()
      let id = try #require(await ends.connection.device).id
      let changes = await ends.machines.guest.changes()
      try await ends.machines.air.restart()
      for await case .serviceReturned in changes { break }
      let device = try #require(await ends.guest.device(id))
      #expect(device.isBonded && !device.isConnected)
    }
  }

  @Test func `whoever refuses ends the pairing at both ends`() async throws {
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    let patient = PairingAgent.comparing { _, _ in
      await forever()
      cancel.yield()
      return true
    }
    try await withEnds(patient) { ends async throws in
      try await ends.guest.withPairing(.comparing { _, _ in false }) { () async throws -> Void in
        await #expect(throws: BlueZError.authenticationFailed("Authentication Failed")) {
          try await ends.connection.pair()
        }
      }
      // The agent that was still thinking is told.
      for await _ in cancelled { break }
    }
  }

  /// An agent that is asked and never answers, and what says that it was asked.
  private func patientAgent() -> (asked: AsyncStream<Void>, agent: PairingAgent) {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let agent = PairingAgent.comparing { _, _ in
      ask.yield()
      await forever()
      return true
    }
    return (asked, agent)
  }

  @Test func `a cancelled task does not pair`() async throws {
    let (asked, patient) = patientAgent()
    try await withEnds(patient) { ends async throws in
      let connection = ends.connection
      let guest = ends.guest
      let pairing = Task {
        try await guest.withPairing(.comparing { _, _ in true }) { try await connection.pair() }
      }
      for await _ in asked { break }
      pairing.cancel()
      await #expect(throws: BlueZError.cancelled) { try await pairing.value }
      #expect(await connection.device?.isPaired == false)
      // Nothing is left of it: a second attempt asks again.
      let second = Task { try await connection.pair() }
      second.cancel()
      _ = await second.result
    }
  }

  @Test func `a link that drops ends the pairing`() async throws {
    let (asked, patient) = patientAgent()
    try await withEnds(patient) { ends async throws in
      let connection = ends.connection
      let guest = ends.guest
      let pairing = Task {
        try await guest.withPairing(patient) { try await connection.pair() }
      }
      for await _ in asked { break }
      await ends.machines.air.dropLinks()
      await #expect(throws: BlueZError.connectionLost) { try await pairing.value }
    }
  }

  @Test func `a read that waits for a pairing ends with the link`() async throws {
    let (asked, patient) = patientAgent()
    try await withEnds(patient) { ends async throws in
      let connection = ends.connection
      let guest = ends.guest
      let reading = Task {
        try await guest.withPairing(patient) { try await connection.read(Secret.encrypted) }
      }
      for await _ in asked { break }
      await ends.machines.air.dropLinks()
      await #expect(throws: BlueZError.connectionLost) { try await reading.value }
    }
  }

  @Test func `a device that is removed is no longer paired`() async throws {
    try await withEnds(.asking { _ in true }) { ends async throws in
      try await ends.connection.pair()
      let id = try #require(await ends.connection.device).id
      try await ends.guest.setTrusted(true, id)
      try await ends.guest.service.reloadDevice(at: id.path)
      let device = try #require(await ends.guest.device(id))
      #expect(device.isTrusted && device.isKept)
      try await ends.guest.remove(id)
      // bluetoothd answers before it takes the object back.
      try? await ends.guest.service.reloadDevice(at: id.path)
      #expect(await ends.guest.device(id)?.isPaired != true)
    }
  }

  @Test func `one connection has one agent, and it survives bluetoothd`() async throws {
    let agent = PairingAgent.comparing { _, _ in true }
    try await withMachines { machines async throws in
      let radio = Radio(machines.host, on: try await machines.adapter(machines.host, "hci0"))
      try await radio.withPairing(agent) {
        await #expect(throws: BlueZError.alreadyExists("Already Exists")) {
          try await radio.withPairing(agent) {}
        }
        let changes = await machines.host.changes()
        try await machines.air.restart()
        for await case .serviceReturned in changes { break }
        // The agent is registered behind the same change.
        await #expect(throws: BlueZError.alreadyExists("Already Exists")) {
          while true { try await radio.withPairing(agent) {} }
        }
      }
      try await radio.withPairing(agent) {}
    }
  }

  @Test func `a passkey has six digits`() {
    #expect(Passkey("000042")?.number == 42)
    #expect(Passkey("000042")?.description == "000042")
    #expect(Passkey("42") == nil && Passkey("+00042") == nil && Passkey(1_000_000) == nil)
  }

  /// Waits until the task is cancelled.
  private func forever() async {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in never {}
    continuation.finish()
  }
}
