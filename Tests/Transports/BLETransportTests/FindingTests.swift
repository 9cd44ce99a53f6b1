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
      try await guest.transport.connect(to: HostQuery("00:aa:01:00:00:10"))
      let location = HostLocation(address: "00:AA:01:00:00:10", name: "Ada")
      let steps: [TransportProgress] = [.searching, .connecting(location), .connected(location)]
      #expect(await guest.progress.first(3) == steps)
      #expect(await guest.transport.failedAttempts == failures)
    }
  }

  @Test func `a host to which no connection comes about is named`() async throws {
    try await withRoom(behaving: .with { $0.failingConnects = 99 }) { room async throws in
      _ = try await room.host()
      let guest = try await room.guest()
      let error = await #expect(throws: TransportError.self) {
        try await guest.transport.connect(to: .name("Ada"))
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
      try await guest.transport.connect(to: .name("Ada"))
      #expect(await guest.transport.failedAttempts == 0)
    }
  }

  @Test func `of several hosts none is taken unless it is said which`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      _ = try await room.host(on: "hci0")
      _ = try await room.host(on: "hci1")
      // Where much else runs the other host may be heard late.
      let guest = try await room.guest(on: "hci2", clock: TestClock())
      // A search that somebody else goes on with hears both at once.
      let (listener, adapter) = try await room.adapter("hci2")
      try await listener.startDiscovery(on: adapter)
      #expect(
        await listener.wait(upTo: .seconds(20)) { objects in
          objects.devices(on: adapter).count { $0.rssi != nil } == 2
        }
      )
      for query in [HostQuery.any, .name("Ada")] {
        let error = await #expect(throws: TransportError.self) {
          try await guest.transport.connect(to: query)
        }
        guard case .ambiguous(let hosts)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(hosts.map(\.address).sorted() == ["00:AA:01:00:00:10", "00:AA:01:00:00:11"])
      }
      try await guest.transport.connect(to: HostQuery("00:AA:01:00:00:11"))
      #expect(await guest.isConnected(expecting: true))
    }
  }

  @Test func `a name is found whatever its capital letters, and the exact one first`() async throws
  {
    try await withRoom { room async throws in
      _ = try await room.host()
      let guest = try await room.guest()
      try await guest.transport.connect(to: .name("ADA"))
      #expect(await guest.isConnected(expecting: true))
    }
  }

  @Test func `a table that is not asked for is told of while another is looked for`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      _ = try await room.host(on: "hci0")
      let guest = try await room.guest(on: "hci2")
      async let isConnected: Void = guest.transport.connect(to: .name("Bob"))
      let ada = HostLocation(address: "00:AA:01:00:00:10", name: "Ada")
      #expect(await guest.progress.first(2) == [.searching, .passed(ada)])
      _ = try await room.host(on: "hci1", named: "Bob")
      try await isConnected
    }
  }

  @Test func `what was heard is told when nothing fits`() async throws {
    try await withRoom { room async throws in
      _ = try await room.host()
      let (service, adapter) = try await room.adapter("hci1")
      let error = await #expect(throws: TransportError.self) {
        try await service.find(.name("Bob"), on: adapter, upTo: .milliseconds(200))
      }
      guard case .notFound(.name("Bob"), let heard)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(heard.map(\.location) == [HostLocation(address: "00:AA:01:00:00:10", name: "Ada")])
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
      for query in [HostQuery.name("Ada"), .any, HostQuery("00:AA:01:00:00:10")] {
        let error = await #expect(throws: TransportError.self) {
          try await late.transport.connect(to: query)
        }
        guard case .taken(let tables)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(tables.map(\.name) == ["Ada"])
      }
      let listed = try await late.service.scan(on: late.adapter, for: .milliseconds(100))
      #expect(listed.map(\.isTaken) == [true])
      let (service, adapter) = try await room.adapter("hci3")
      _ = try await PeripheralTransport.open(hosting: "Ada", on: adapter, service) { _ in }
      try await late.transport.connect(to: .name("Ada"))
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
      for pause in [500, 1_000, 2_000, 5_000, 5_000] { clock.pass(.milliseconds(pause)) }
      let failure = TransportError.notScanning(name: "hci1", cause)
      await #expect(throws: failure) {
        try await service.find(.name("Ada"), on: adapter, clock: clock)
      }
      await room.air.set(Behaviour())
      let found = try await service.find(.name("Ada"), on: adapter)
      #expect(found.name == "Ada")
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
