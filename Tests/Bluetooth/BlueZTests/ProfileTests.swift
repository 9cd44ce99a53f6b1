import BlueZ
import TestSupport
import Testing
import VirtualBlueZ

/// The profiles, and both ends that use them.
@Suite(.timeLimit(.minutes(1))) struct ProfileTests {
  /// A measurement with random parts.
  private static func measurement(seed: UInt64) -> HeartRateMeasurement {
    var random = SeededGenerator(seed: seed)
    let contacts: [Bool?] = [nil, false, true]
    return HeartRateMeasurement(
      rate: .random(in: 0...(Bool.random(using: &random) ? 255 : 65_535), using: &random),
      hasContact: contacts[Int.random(in: 0..<3, using: &random)],
      energy: Bool.random(using: &random) ? .random(in: 0...65_535, using: &random) : nil,
      intervals: (0..<Int.random(in: 0...4, using: &random)).map { _ in
        .random(in: 0...65_535, using: &random)
      }
    )
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a measurement survives its encoding, and no cut of it is taken for more`(seed: UInt64) {
    let measurement = Self.measurement(seed: seed)
    let bytes = measurement.bytes
    #expect(HeartRateMeasurement(bytes: bytes) == measurement)
    for length in 0..<bytes.count {
      guard let cut = HeartRateMeasurement(bytes: Array(bytes.prefix(length))) else { continue }
      // Only intervals may be missing.
      #expect(cut.rate == measurement.rate && cut.energy == measurement.energy)
      #expect(cut.intervals.count < measurement.intervals.count)
    }
  }

  @Test func `a measurement is read as the specification has it`() {
    #expect(HeartRateMeasurement(bytes: [0, 67]) == HeartRateMeasurement(rate: 67))
    #expect(
      HeartRateMeasurement(bytes: [0x1f, 0x2c, 0x01, 0x05, 0x00, 0x00, 0x04])
        == HeartRateMeasurement(rate: 300, hasContact: true, energy: 5, intervals: [1_024])
    )
    #expect(HeartRateMeasurement(bytes: [0, 67, 1]) == nil)
    #expect(HeartRateMeasurement(bytes: []) == nil)
  }

  @Test func `a heart rate comes from a server to its client`() async throws {
    try await withMachines { machines async throws in
      let host = Radio(machines.host, on: try await machines.adapter(machines.host, "hci0"))
      let guest = Radio(machines.guest, on: try await machines.adapter(machines.guest, "hci1"))
      try await host.serve(HeartRate.self, Battery.self, as: "Sensor") { server async throws in
        try await server.set(.chest, of: HeartRate.bodySensorLocation)
        try await server.set(97, of: Battery.level)
        let device = try await guest.first(offering: HeartRate.self)
        try await guest.withConnection(to: device, expecting: HeartRate.self, Battery.self) {
          connection async throws in
          #expect(try await connection.read(HeartRate.bodySensorLocation) == .chest)
          #expect(try await connection.read(Battery.level) == 97)
          let beats = try await connection.values(of: HeartRate.measurement)
          try await subscription(server)
          try await server.notify(HeartRateMeasurement(rate: 67), of: HeartRate.measurement)
          #expect(try await beats.next() == HeartRateMeasurement(rate: 67))
          try await connection.write(1, to: HeartRate.controlPoint)
          var writes = try server.writes(to: HeartRate.controlPoint).makeAsyncIterator()
          #expect(try await writes.next()?.value == 1)
          try await server.notify([0], of: HeartRate.measurement.uuid)
          await #expect(throws: BlueZError.malformed(.heartRateMeasurement, [0])) {
            try await beats.next()
          }
        }
      }
    }
  }

  private func subscription(_ server: Server) async throws {
    for try await event in server.events where event == .subscribed(.heartRateMeasurement) {
      return
    }
  }

  @Test func `UUIDs are written in every form`() {
    #expect(BluetoothUUID.heartRate.description == "0000180d-0000-1000-8000-00805f9b34fb")
    #expect(BluetoothUUID.heartRate == "180D")
    #expect((0x1234_5678 as BluetoothUUID).description == "12345678-0000-1000-8000-00805f9b34fb")
    #expect(NordicUART.uuid.description == "6e400001-b5a3-f393-e0a9-e50e24dcca9e")
    #expect(BluetoothUUID("+80d" as String) == nil)
  }

  @Test func `errors describe themselves`() {
    #expect("\(BlueZError.notReady("hci0"))" == "the Bluetooth controller is off: hci0")
    #expect("\(BlueZError.connectionLost)" == "the connection to the device was lost")
    #expect("\(BlueZError.bus(.disconnected))" == "the connection to D-Bus was closed")
    #expect("\(ATTError.application(0x81))" == "the server reports its error 0x81")
  }
}
