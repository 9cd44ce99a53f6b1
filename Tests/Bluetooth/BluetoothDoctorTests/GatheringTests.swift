import BlueZ
import BluetoothDoctor
import DBus
import TestSupport
import Testing

@Suite struct GatheringTests {
  private static let nowhere = Facts.Places(switches: "/nonexistent", configuration: "/nonexistent")

  /// What the doctor sees of `bluez`, or of a bus without one.
  private func examine(
    _ bluez: FakeBlueZ?,
    adapter: String? = nil
  ) async throws -> Facts {
    try await LocalBus.run { bus async throws in
      try await Self.examine(bluez, adapter: adapter, on: bus.address)
    }
  }

  static func examine(
    _ bluez: FakeBlueZ?,
    adapter: String? = nil,
    on bus: BusAddress
  ) async throws -> Facts {
    let server = try await Connection.open(bus)
    try await bluez?.appear(on: server)
    let facts = await Facts.gather(
      adapter: adapter,
      bus: BluetoothBus(bus),
      places: nowhere,
      clock: TestClock(isJumping: true)
    )
    await server.close()
    return facts
  }

  @Test func `a working BlueZ is seen as it is`() async throws {
    let facts = try await examine(FakeBlueZ())
    let adapter = try #require(facts.adapter)
    #expect(facts.daemon == .adapters([adapter], .accepted))
    #expect(adapter.name == "hci0" && adapter.address?.description == "00:AA:01:00:00:42")
    #expect(adapter.isPowered && !adapter.isBlocked && !adapter.isDiscoverable)
    #expect(adapter.canBePeripheral && adapter.canBeCentral && adapter.freeAdvertisements == 5)
    #expect(adapter.version == DaemonVersion(5, 66))
    #expect(facts.configuration == nil)
    #expect(!facts.isSystemBus)
  }

  @Test func `a bus without BlueZ`() async throws {
    let facts = try await examine(nil)
    #expect(facts.daemon == .notRunning)
  }

  @Test(
    arguments: [
      // xdg-dbus-proxy, dbus-daemon and dbus-broker of a name that nobody has, or that is hidden.
      ("ServiceUnknown", "org.freedesktop.DBus.Error.ServiceUnknown", true),
      ("ServiceUnknown", "The name org.bluez was not provided by any .service files", false),
      ("ServiceUnknown", "The name is not activatable", false),
      ("AccessDenied", "org.freedesktop.DBus.Error.AccessDenied", false),
    ]
  )
  func `a filter that hides BlueZ is told from a bus without one by its words`(
    name: String,
    text: String,
    isHidden: Bool
  ) {
    let error = BusError.remote(name: "org.freedesktop.DBus.Error." + name, text: text)
    #expect(error.isOfFilter == isHidden)
  }

  @Test func `somebody who is BlueZ by name only`() async throws {
    let answer = try await LocalBus.run { bus async throws in
      let server = try await Connection.open(bus.address)
      try await FakeBlueZ.takeName(server)
      let facts = await Facts.gather(
        adapter: nil,
        bus: BluetoothBus(bus.address),
        places: Self.nowhere
      )
      await server.close()
      return facts.daemon
    }
    #expect(answer == .silent)
  }

  @Test func `no bus at all`() async {
    let bus = BluetoothBus.address("unix:path=/nonexistent/bus")
    let facts = await Facts.gather(adapter: nil, bus: bus, places: Self.nowhere)
    guard case .noBus(let text) = facts.daemon else {
      Issue.record("\(facts.daemon)")
      return
    }
    #expect(!text.isEmpty)
  }

  @Test(arguments: ["", "no address", "unix:path"])
  func `an address that is none`(text: String) async {
    let facts = await Facts.gather(adapter: nil, bus: .address(text), places: Self.nowhere)
    guard case .noBus = facts.daemon else {
      Issue.record("\(facts.daemon)")
      return
    }
  }

  @Test func `a BlueZ that may not see our objects is a matter of policy`() async throws {
    var bluez = FakeBlueZ()
    bluez.registration = .failure(name: "org.bluez.Error.Failed", text: "No object received")
    #expect(try await examine(bluez).rehearsal == .unseen)
  }

  // MARK: What BlueZ says

  @Test func `a refused service is told`() async throws {
    var bluez = FakeBlueZ()
    bluez.registration = .failure(name: "org.bluez.Error.Failed", text: "Busy")
    #expect(try await examine(bluez).rehearsal == .refused(.failed("Busy")))
  }

  @Test(arguments: [(1, true), (2, true), (3, false)])
  func `an advertisement that is refused three times is told`(
    refusals: Int,
    isAdvertised: Bool
  ) async throws {
    var bluez = FakeBlueZ()
    let failure = MethodReply.failure(name: "org.bluez.Error.Failed", text: "Failed to register")
    bluez.advertising = Replies(Array(repeating: failure, count: refusals))
    let facts = try await examine(bluez)
    #expect(
      facts.rehearsal == (isAdvertised ? .accepted : .notAdvertised(.failed("Failed to register")))
    )
    #expect(facts.findings.map(\.code).contains("hosting.not-advertised") == !isAdvertised)
  }

  @Test(arguments: [true, false])
  func `an adapter that is off may refuse our service`(isTaken: Bool) async throws {
    var bluez = FakeBlueZ()
    bluez.adapter["Powered"] = ExportedProperty(.boolean(false))
    if !isTaken {
      bluez.registration = .failure(name: "org.bluez.Error.NotReady", text: "Resource Not Ready")
    }
    #expect(try await examine(bluez).rehearsal == (isTaken ? .accepted : .notTried))
  }

  @Test func `BlueZ's word for a block is read`() async throws {
    var bluez = FakeBlueZ()
    bluez.adapter["Powered"] = ExportedProperty(.boolean(false))
    bluez.adapter["PowerState"] = ExportedProperty(.string("off-blocked"))
    #expect(try await examine(bluez).adapter?.isBlocked == true)
  }

  @Test func `a BlueZ that cannot advertise`() async throws {
    var bluez = FakeBlueZ()
    bluez.advertisements = nil
    let facts = try await examine(bluez)
    #expect(facts.adapter?.canBePeripheral == false && facts.rehearsal == .notTried)
  }

  @Test func `properties of other types than promised are as good as none`() async throws {
    var bluez = FakeBlueZ()
    bluez.adapter = bluez.adapter.mapValues { _ in ExportedProperty(.bytes([1])) }
    bluez.advertisements = ["SupportedInstances": ExportedProperty(.string("five"))]
    let adapter = try await examine(bluez).adapter
    #expect(adapter?.version == nil && adapter?.roles == nil && adapter?.isPowered == false)
    #expect(adapter?.freeAdvertisements == 1)
  }

  @Test func `adapters come by number, and the one asked for is looked at`() async throws {
    var bluez = FakeBlueZ()
    bluez.names = ["hci10", "hci2", "hci0"]
    let facts = try await examine(bluez, adapter: "hci2")
    #expect(facts.offeredAdapters.map(\.name) == ["hci0", "hci2", "hci10"])
    #expect(facts.rehearsal == .accepted)
    #expect(facts.adapter?.name == "hci2")
  }

  @Test func `a BlueZ without adapters`() async throws {
    var bluez = FakeBlueZ()
    bluez.names = []
    #expect(try await examine(bluez).daemon == .adapters([]))
  }
}
