import BlueZ
import DBus
import TestSupport
import Testing
import VirtualBlueZ

/// What ends when its time is over, when its task is cancelled, and when what it needs goes.
@Suite(.timeLimit(.minutes(1))) struct LimitTests {
  private static let services = Machines.application.services
  private static let short = Duration.milliseconds(20)
  /// The limits where bluetoothd hangs; elsewhere a busy machine would need more than `short`.
  private static let hung = TimeLimits(answer: .seconds(600), ending: short)

  /// Runs `body` with a peripheral and with a central over a connection of its own, whose
  /// limits are these.
  private func withRadio(
    limits: TimeLimits = TimeLimits(),
    _ body: (Machines, Host, Radio) async throws -> Void
  ) async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      try await withBluetooth(
        adapter: "hci1",
        on: BluetoothBus(machines.bus.address),
        limits: limits
      ) { radio in
        try await body(machines, host, radio)
      }
    }
  }

  @Test func `each call to a bluetoothd that hangs ends with its limit`() async throws {
    try await withRadio(limits: Self.hung) { machines, _, radio async throws in
      let device = try await radio.first(offering: [Machines.service])
      let limit = Self.short
      try await radio.withConnection(to: device, expecting: Self.services) {
        connection async throws in
        await machines.air.hang()
        await #expect(throws: BlueZError.timedOut(limit)) {
          try await connection.read(Machines.read, within: limit)
        }
        await #expect(throws: BlueZError.timedOut(limit)) {
          try await connection.write([1], to: Machines.write, within: limit)
        }
        await #expect(throws: BlueZError.timedOut(limit)) {
          try await connection.values(of: Machines.notify, within: limit)
        }
      }
    }
  }

  @Test func `each scope that cannot begin ends with its limit`() async throws {
    try await withRadio(limits: Self.hung) { machines, _, radio async throws in
      let device = try await radio.first(offering: [Machines.service])
      let limit = Self.short
      await machines.air.hang()
      await #expect(throws: BlueZError.timedOut(limit)) {
        try await radio.withScan(within: limit) { _ in }
      }
      await #expect(throws: BlueZError.timedOut(limit)) {
        try await radio.first(offering: [Machines.service], within: limit)
      }
      await #expect(throws: BlueZError.timedOut(limit)) {
        try await radio.withConnection(to: device, within: limit) { _ in }
      }
      await #expect(throws: BlueZError.timedOut(limit)) {
        try await radio.serve(Machines.application, as: "Bob", within: limit) { _ in }
      }
    }
  }

  @Test func `a hung bluetoothd holds the end of a scope for one limit only`() async throws {
    try await withRadio(limits: TimeLimits(ending: Self.short)) { machines, _, radio async throws in
      let device = try await radio.first(offering: [Machines.service])
      try await radio.withConnection(to: device, expecting: Self.services) {
        connection async throws in
        _ = try await connection.values(of: Machines.notify)
        await machines.air.hang()
      }
      await #expect(throws: BlueZError.timedOut(.zero)) {
        try await radio.service.disconnect(device.path)
      }
    }
  }

  @Test func `sightings end with the reason why the search has ended`() async throws {
    try await withRadio { machines, _, radio async throws in
      try await radio.withScan { sightings async throws in
        #expect(try await sightings.next()?.name == "Ada")
        await machines.air.setPowered(false, adapter: 1)
        await #expect(throws: BlueZError.notReady("hci1 was switched off")) {
          for try await _ in sightings {}
        }
      }
      await machines.air.setPowered(true, adapter: 1)
      try await radio.withScan { sightings async throws in
        await machines.air.removeAdapter(1)
        await #expect(throws: BlueZError.noSuchAdapter("hci1 is gone")) {
          for try await _ in sightings {}
        }
      }
      await machines.air.returnAdapter(1)
      try await radio.withScan { sightings async throws in
        try await machines.air.restart()
        await #expect(throws: BlueZError.gone) { for try await _ in sightings {} }
      }
    }
  }

  @Test func `a scan that lasts ends by itself`() async throws {
    try await withRadio { _, _, radio async throws in
      try await radio.withScan(lasting: .seconds(9), clock: TestClock(isJumping: true)) {
        sightings async throws in
        for try await _ in sightings {}
      }
      await #expect(throws: BlueZError.timedOut(.seconds(9))) {
        // A service that nobody offers: the one who advertises may be heard before.
        try await radio.first(
          offering: [Machines.notify],
          within: .seconds(9),
          clock: TestClock(isJumping: true)
        )
      }
    }
  }

  @Test(arguments: ["drop", "restart", "remove", "off"])
  func `whatever ends a link, its values end with connectionLost`(cause: String) async throws {
    try await withRadio { machines, host, radio async throws in
      let device = try await radio.first(offering: [Machines.service])
      try await radio.withConnection(to: device, expecting: Self.services) {
        connection async throws in
        let values = try await connection.values(of: Machines.notify)
        _ = await host.events(through: .subscribed(Machines.notify))
        try await host.peripheral.notify([1], of: Machines.notify)
        #expect(try await values.next() == [1])
        switch cause {
        case "drop": await machines.air.dropLinks()
        case "restart": try await machines.air.restart()
        case "remove": await machines.air.removeAdapter(1)
        default: await machines.air.setPowered(false, adapter: 1)
        }
        await #expect(throws: BlueZError.connectionLost) { for try await _ in values {} }
        await #expect(throws: BlueZError.connectionLost) {
          try await connection.values(of: Machines.notify)
        }
      }
    }
  }

  @Test func `values that nobody can read any longer are not asked for`() async throws {
    try await withRadio { machines, host, radio async throws in
      let device = try await radio.first(offering: [Machines.service])
      try await radio.withConnection(to: device, expecting: Self.services) {
        connection async throws in
        let rules = await radio.service.connection.subscriptionCount
        do {
          let values = try await connection.values(of: Machines.notify)
          _ = await host.events(through: .subscribed(Machines.notify))
          _ = values
        }
        _ = await host.events(through: .unsubscribed(Machines.notify))
        #expect(await radio.service.connection.subscriptionCount == rules)
      }
    }
  }

  @Test func `controllers and links are told as they change`() async throws {
    try await withRadio { machines, _, radio async throws in
      var adapters = await radio.adapterUpdates().makeAsyncIterator()
      #expect(try await adapters.next()?.map(\.isPowered) == [true, true])
      await machines.air.setPowered(false, adapter: 0)
      while try await adapters.next()?.first?.isPowered != false {}
      await machines.air.setPowered(true, adapter: 0)
      let device = try await radio.first(offering: [Machines.service])
      var states = await radio.connectionStates(of: device).makeAsyncIterator()
      #expect(try await states.next() == .disconnected)
      try await radio.withConnection(to: device, expecting: Self.services) { _ async throws in
        while try await states.next() != .ready {}
      }
      while try await states.next() != .disconnected {}
      await machines.bus.stop()
      await #expect(throws: BlueZError.bus(.disconnected)) {
        while try await states.next() != nil {}
      }
      await #expect(throws: BlueZError.bus(.disconnected)) {
        while try await adapters.next() != nil {}
      }
    }
  }

  @Test func `without bluetoothd there is no radio`() async throws {
    try await LocalBus.run { bus in
      let address = BluetoothBus(bus.address)
      _ = await #expect(throws: BlueZError.notRunning) {
        try await withBluetooth(on: address) { _ in }
      }
    }
  }
}
