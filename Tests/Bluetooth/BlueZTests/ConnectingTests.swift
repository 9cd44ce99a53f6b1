import BlueZ
import DBus
import Testing
import VirtualBlueZ

@Suite(.timeLimit(.minutes(1))) struct ConnectingTests {
  static let abort = BlueZError.failed("le-connection-abort-by-local")

  /// Connects to the host after `change`, and returns what the ladder reported and what it ended
  /// with.
  private func climb(
    _ machines: Machines,
    after change: (Machines, Device, Adapter) async throws -> Void = { _, _, _ in }
  ) async throws -> (steps: [ConnectLadder.Step], error: BlueZError?) {
    let adapter = try await machines.adapter(machines.guest, "hci1")
    let device = try await machines.find(on: adapter)
    try await change(machines, device, adapter)
    let steps = Reports<ConnectLadder.Step>()
    do throws(BlueZError) {
      try await machines.connect(to: device.path, on: adapter) { _, step in steps.add(step) }
      #expect(await machines.guest.device(at: device.path)?.isConnected == true)
      return (steps.all, nil)
    } catch {
      #expect(await machines.guest.device(at: device.path)?.isConnected != true)
      return (steps.all, error)
    }
  }

  @Test(
    arguments: [
      (0, []), (1, [.retry]), (2, [.retry, .disconnect]), (3, [.retry, .disconnect, .remove]),
    ] as [(Int, [ConnectLadder.Step])]
  )
  func `connecting climbs one step for each failure`(
    failures: Int,
    steps: [ConnectLadder.Step]
  ) async throws {
    try await withMachines(behaving: .with { $0.failingConnects = failures }) {
      machines async throws in
      let host = try await machines.serve()
      let result = try await climb(machines)
      #expect(result.steps == steps)
      #expect(result.error == nil)
      _ = await host.events { if case .connected = $0 { true } else { false } }
    }
  }

  @Test func `connecting gives up with the last error when every step fails`() async throws {
    try await withMachines(behaving: .with { $0.failingConnects = 99 }) { machines async throws in
      _ = try await machines.serve()
      let result = try await climb(machines)
      #expect(result.steps == [.retry, .disconnect, .remove, .giveUp(Self.abort)])
      #expect(result.error == Self.abort)
    }
  }

  @Test func `a device that bluetoothd forgot is looked for again`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let result = try await climb(machines) { machines, device, adapter in
        try await machines.guest.remove(device.path, from: adapter)
      }
      #expect(result.steps == [.remove])
      #expect(result.error == nil)
    }
  }

  @Test func `an adapter that goes off ends the attempts`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let result = try await climb(machines) { machines, _, _ in
        await machines.air.setPowered(false, adapter: 1)
      }
      let error = BlueZError.notReady("hci1 was switched off")
      #expect(result.steps == [.giveUp(error)])
      #expect(result.error == error)
    }
  }

  @Test func `bluetoothd that dies ends the attempts`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let result = try await climb(machines) { machines, _, _ in await machines.air.stop() }
      #expect(result.error == .gone)
    }
  }

  @Test(arguments: [false, true])
  func `connected means that every characteristic is there`(early: Bool) async throws {
    try await withMachines(behaving: .with { $0.resolvesEarly = early }) { machines async throws in
      _ = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let device = try await machines.find(on: adapter)
      let guest = machines.guest
      let found = try await guest.connect(
        to: ConnectionTarget(device.path, on: adapter, expecting: Machines.application.services),
        report: { error, _ in Issue.record(error) },
        prepare: { () async throws(BlueZError) in
          await guest.characteristics(of: Machines.service, at: device.path).map(\.uuid)
        }
      )
      #expect(Set(found) == [Machines.notify, Machines.write, Machines.read])
    }
  }

  @Test func `a link that goes down before it can be used is made again`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let device = try await machines.find(on: adapter)
      _ = await host.events(through: .advertising(true))
      let steps = Reports<ConnectLadder.Step>()
      let guest = machines.guest
      try await guest.connect(
        to: ConnectionTarget(device.path, on: adapter, expecting: Machines.application.services),
        report: { _, step in steps.add(step) },
        prepare: { () async throws(BlueZError) in
          guard steps.all.isEmpty else { return }
          _ = await host.events(through: .advertising(true))
          try await guest.disconnect(device.path)
          // The host can be connected to again when it has advertised anew.
          _ = await host.events(through: .advertising(true))
          throw .notConnected("gone")
        }
      )
      #expect(steps.all == [.retry])
      #expect(await guest.device(at: device.path)?.isConnected == true)
    }
  }

  @Test func `a link that is there already is used`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let device = try await machines.join()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      await machines.air.set(.with { $0.failingConnects = 1 })
      try await machines.connect(to: device.path, on: adapter) { error, _ in Issue.record(error) }
      try await machines.guest.disconnect(device.path)
      // The answer to the call comes before the change of the property.
      let isDown = await machines.guest.wait(upTo: Machines.limit) {
        !$0.devices(on: adapter).contains { $0.isConnected }
      }
      #expect(isDown)
      // What is down already can be asked to go down.
      try await machines.guest.disconnect(device.path)
    }
  }
}
