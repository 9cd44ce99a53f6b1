import BlueZ
import BluetoothDoctor
import DBus
import Testing

/// What the doctor sees under the policies of a bus, which only a real dbus-daemon has.
@Suite struct PolicyTests {
  private func examine(_ bluez: FakeBlueZ, under policy: PrivateBus.Policy) async throws -> Facts {
    try await PrivateBus.run(policy: policy) { bus async throws in
      try await GatheringTests.examine(bluez, on: bus.address)
    }
  }

  private static func policy(_ rules: String) -> PrivateBus.Policy {
    .custom(
      """
      <policy context="default">
        <allow user="*"/><allow own="*"/>
        <allow send_destination="*"/><allow receive_sender="*"/>
        \(rules)
      </policy>
      """
    )
  }

  @Test func `a policy that forbids BlueZ is seen`() async throws {
    let policy = Self.policy("<deny send_destination=\"org.bluez\"/>")
    #expect(try await examine(FakeBlueZ(), under: policy).daemon == .denied)
  }

  @Test(arguments: ["org.bluez.GattManager1", "org.bluez.LEAdvertisingManager1"])
  func `a policy that forbids one interface is told by its name`(interface: String) async throws {
    let policy = Self.policy("<deny send_interface=\"\(interface)\"/>")
    let facts = try await examine(FakeBlueZ(), under: policy)
    #expect(facts.rehearsal == .denied(interface: interface))
  }

  @Test func `a policy is told of although the adapter is off`() async throws {
    var bluez = FakeBlueZ()
    bluez.adapter["Powered"] = ExportedProperty(.boolean(false))
    let policy = Self.policy("<deny send_interface=\"org.bluez.GattManager1\"/>")
    let rehearsal = try await examine(bluez, under: policy).rehearsal
    #expect(rehearsal == .denied(interface: "org.bluez.GattManager1"))
  }
}
