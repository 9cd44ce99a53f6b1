import BlueZ
import Testing
import VirtualBlueZ

/// Descriptors, at both ends.
@Suite(.timeLimit(.minutes(1))) struct DescriptorTests {
  private enum Thermometer: Profile {
    static let uuid: BluetoothUUID = 0x1809
    static let unit: BluetoothUUID = "6e400009-b5a3-f393-e0a9-e50e24dcca9e"
    static let temperature = Characteristic<UInt8>(
      0x2a6e,
      [.read, .notify],
      descriptors: [
        .userDescription("Outside"),
        GATTDescriptor(unit, flags: [.read, .write], value: [1, 2, 3]),
      ]
    )
    static let alarm = Characteristic<[UInt8]>(
      0x2a46,
      [.write, .reliableWrite]
    )
    static let characteristics: [any AnyCharacteristic] = [temperature, alarm]
  }

  private func withThermometer(
    mtu: Int = 517,
    _ body: (Server, DeviceConnection) async throws -> Void
  ) async throws {
    try await withMachines(behaving: .with { $0.mtu = mtu }) { machines async throws in
      let host = Radio(machines.host, on: try await machines.adapter(machines.host, "hci0"))
      let guest = Radio(machines.guest, on: try await machines.adapter(machines.guest, "hci1"))
      try await host.serve(Thermometer.self, as: "Garden") { server async throws in
        let device = try await guest.first(offering: Thermometer.self)
        try await guest.withConnection(to: device, expecting: Thermometer.self) { connection in
          try await body(server, connection)
        }
      }
    }
  }

  @Test func `a client lists and reads what a server declares, and what bluetoothd adds`()
    async throws
  {
    try await withThermometer { _, connection async throws in
      let temperature = Thermometer.temperature.uuid
      let all = try await connection.descriptors(of: temperature)
      #expect(all.map(\.uuid) == [.clientConfiguration, .userDescription, Thermometer.unit])
      let text = try await connection.read(descriptor: .userDescription, of: temperature)
      #expect(text == Array("Outside".utf8))
      let off = try await connection.read(descriptor: .clientConfiguration, of: temperature)
      #expect(off == [0, 0])
      try await connection.withValues(of: temperature) { _ in
        let on = try await connection.read(descriptor: .clientConfiguration, of: temperature)
        #expect(on == [1, 0])
      }
      let extended = try await connection.read(
        descriptor: .extendedProperties,
        of: Thermometer.alarm.uuid
      )
      #expect(extended == [1, 0])
    }
  }

  @Test(arguments: [23, 517]) func `what a client writes to a descriptor is read from then on`(
    mtu: Int
  ) async throws {
    try await withThermometer(mtu: mtu) { server, connection async throws in
      let temperature = Thermometer.temperature.uuid
      let long = Array(0..<100 as Range<UInt8>)
      try await connection.write(long, toDescriptor: Thermometer.unit, of: temperature)
      #expect(
        try await connection.read(descriptor: Thermometer.unit, of: temperature) == long
      )
      for try await case .descriptorWritten(let write) in server.events {
        #expect(write.descriptor == Thermometer.unit)
        #expect(write.characteristic == temperature)
        #expect(write.value == long)
        break
      }
    }
  }

  @Test func `a descriptor that is missing or read-only is an error`() async throws {
    try await withThermometer { _, connection async throws in
      let temperature = Thermometer.temperature.uuid
      await #expect(throws: BlueZError.notPermitted("Write not permitted")) {
        try await connection.write([1], toDescriptor: .userDescription, of: temperature)
      }
      await #expect(throws: BlueZError.notPermitted("Write not permitted")) {
        try await connection.write([1, 0], toDescriptor: .clientConfiguration, of: temperature)
      }
      await #expect(throws: BlueZError.self) {
        try await connection.read(descriptor: .presentationFormat, of: temperature)
      }
    }
  }

  @Test func `a reliable write reaches the server`() async throws {
    try await withThermometer { server, connection async throws in
      try await connection.write([1, 2], to: Thermometer.alarm.uuid, .reliable)
      var writes = server.writes.makeAsyncIterator()
      #expect(try await writes.next()?.value == [1, 2])
      await #expect(throws: BlueZError.invalidArguments("Invalid Length")) {
        let tooLong = [UInt8](repeating: 1, count: 513)
        try await connection.write(tooLong, to: Thermometer.alarm.uuid, .reliable)
      }
    }
  }
}
