import BLETransport
import BlueZ
import DBus
import MatchProtocol
import TestSupport
import Testing
import VirtualBlueZ

@Suite(.timeLimit(.minutes(1))) struct FindingTests {
  @Test(arguments: [0, 1, 2, 3])
  func `connecting fails, and goes on`(failures: Int) async throws {
    try await withRoom(behaving: .with { $0.failingConnects = failures }) { room async throws in
      _ = try await room.host()
      let guest = try await room.guest()
      try await guest.transport.connect(toTableOf: "Ada")
      let location = HostLocation(address: "00:AA:01:00:00:10", name: "Ada")
      #expect(await guest.progress.first(1) == [.connected(location)])
      #expect(await guest.transport.failedAttempts == failures)
    }
  }

  @Test func `a host to which no connection comes about is named`() async throws {
    try await withRoom(behaving: .with { $0.failingConnects = 99 }) { room async throws in
      _ = try await room.host()
      let guest = try await room.guest()
      let error = await #expect(throws: TransportError.self) {
        try await guest.transport.connect(toTableOf: "Ada")
      }
      guard case .cannotConnect(let host, let cause)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(host.address == "00:AA:01:00:00:10")
      #expect(cause == .failed("le-connection-abort-by-local"))
      #expect(await !guest.isConnected(expecting: false))
      await #expect(throws: TransportError.notConnected) { try await guest.transport.send([1]) }
    }
  }

  @Test(arguments: 0..<5)
  func `services that come late do not make connecting fail`(_: Int) async throws {
    try await withRoom(behaving: .with { $0.resolvesEarly = true }) { room async throws in
      _ = try await room.host()
      let guest = try await room.guest()
      try await guest.transport.connect(toTableOf: "Ada")
      #expect(await guest.transport.failedAttempts == 0)
    }
  }

  @Test func `a table at which somebody plays is told from none, and from an open one`()
    async throws
  {
    try await withRoom(adapters: 4) { room async throws in
      let host = try await room.host()
      _ = try await room.connectedGuest()
      try await host.turnAway()
      let late = try await room.guest(on: "hci2")
      let listed = try await late.service.scan(on: late.adapter, for: .milliseconds(100))
      #expect(listed.map(\.isTaken) == [true])
      let (service, adapter) = try await room.adapter("hci3")
      _ = try await PeripheralTransport.open(hosting: "Ada", on: adapter, service) { _ in }
      try await late.transport.connect(toTableOf: "Ada")
      #expect(await late.isConnected(expecting: true))
    }
  }

  @Test func `an adapter is switched on, or said to be missing`() async throws {
    try await withRoom { room async throws in
      await room.air.setPowered(false, adapter: 1)
      let service = try await BluetoothService.open(BluetoothBus(room.bus.address))
      #expect(await service.adapter(named: "hci1")?.isPowered == false)
      let ready = try await service.readyAdapter(named: "hci1")
      // Its property may be told behind the answer.
      try await service.reload("org.bluez.Adapter1", at: ready.path)
      #expect(await service.adapter(named: "hci1")?.isPowered == true)
      await #expect(throws: TransportError.noAdapter(name: "hci7")) {
        try await service.readyAdapter(named: "hci7")
      }
      await room.air.stop()
      _ = await service.wait(upTo: .seconds(20)) { $0.paths(with: "org.bluez.Adapter1").isEmpty }
      await #expect(throws: TransportError.bluetooth(.gone)) {
        try await service.readyAdapter(named: nil)
      }
    }
  }

  @Test(
    arguments: [
      (.silent, nil), (.failed, .failed("Input/output error")),
      (.inProgress, .inProgress("Operation already in progress")),
    ] as [(Behaviour.SearchFault, BlueZError?)]
  )
  func `a controller that does not search is told from one that hears nobody`(
    fault: Behaviour.SearchFault,
    cause: BlueZError?
  ) async throws {
    let behaviour = Behaviour.with {
      $0.searchFault = fault
      $0.failingSearches = .max
    }
    try await withRoom(behaving: behaviour) { room async throws in
      _ = try await room.host()
      let (service, adapter) = try await room.adapter("hci1")
      let clock = TestClock()
      for pause in [500, 1_000, 2_000] + Array(repeating: 1_000, count: 12) {
        clock.pass(.milliseconds(pause))
      }
      let failure = TransportError.notScanning(name: "hci1", cause)
      await #expect(throws: failure) {
        try await service.hearTables(on: adapter, for: .seconds(30), clock: clock) { _ in }
      }
      await room.air.set(Behaviour())
      #expect(try await service.scan(on: adapter, for: .milliseconds(100)).map(\.name) == ["Ada"])
    }
  }

  @Test func `a host that bluetoothd does not advertise is not told to be unable`() async throws {
    try await withRoom(behaving: .with { $0.refusesAdvertisements = true }) { room async throws in
      let (service, adapter) = try await room.adapter("hci0")
      let clock = TestClock()
      for pause in [500, 1_000, 2_000] { clock.pass(.milliseconds(pause)) }
      let cause = BlueZError.failed("Failed to register advertisement")
      await #expect(throws: TransportError.notAdvertised(name: "hci0", cause)) {
        try await PeripheralTransport.open(hosting: "Ada", on: adapter, service, clock: clock) {
          Issue.record("\($0)")
        }
      }
    }
  }

  @Test func `a host says why it cannot be one`() async throws {
    try await withRoom { room async throws in
      let (service, adapter) = try await room.adapter("hci0")
      await room.air.setPowered(false, adapter: 0)
      await #expect(throws: TransportError.adapterOff(name: "hci0")) {
        try await PeripheralTransport.open(hosting: "Ada", on: adapter, service) {
          Issue.record("\($0)")
        }
      }
    }
  }
}
