import BlueZ
import DBus
import Foundation
import TestSupport
import Testing
import VirtualBlueZ

/// The scopes, and what they leave behind.
@Suite(.timeLimit(.minutes(3))) struct ScopeTests {
  /// A program that finds the host, connects and listens to its first value.
  private static func listen(_ radio: Radio) async throws -> [UInt8]? {
    let device = try await radio.first(offering: [Machines.service])
    let services = Machines.application.services
    return try await radio.withConnection(to: device, expecting: services) { connection in
      try await connection.withValues(of: Machines.notify) { values in
        try await connection.write([1], to: Machines.write)
        return try await values.next()
      }
    }
  }

  /// A program that sends back each value that is written, until its task is cancelled.
  private static func echo(_ radio: Radio, _ isReady: @Sendable () -> Void = {}) async throws {
    try await radio.serve(Machines.application, as: "Ada", clock: TestClock(isJumping: true)) {
      server in
      isReady()
      for try await write in server.writes {
        try await server.notify(write.value, of: Machines.notify)
      }
    }
  }

  @Test func `a central and a peripheral need a scope each`() async throws {
    try await withMachines { machines async throws in
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      let address = BluetoothBus(machines.bus.address)
      let serving = Task {
        try await withBluetooth(adapter: "hci0", on: address) { radio in
          try await Self.echo(radio) { isReady.yield() }
        }
      }
      for await _ in ready { break }
      let value = try await withBluetooth(adapter: "hci1", on: address) { radio in
        try await Self.listen(radio)
      }
      #expect(value == [1])
      serving.cancel()
      _ = await serving.result
      let left = try await machines.reloadedAdapter(machines.guest, "hci0")
      #expect(left.activeAdvertisements == 0)
      await #expect(throws: BlueZError.noSuchAdapter("hci9")) {
        try await withBluetooth(adapter: "hci9", on: address) { _ in }
      }
    }
  }

  @Test func `the values and the calls end with the link`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let device = try await machines.find(on: adapter)
      let radio = Radio(machines.guest, on: adapter)
      try await radio.withConnection(to: device, expecting: Machines.application.services) {
        connection async throws in
        try await connection.withValues(of: Machines.notify) { values in
          await machines.air.dropLinks()
          await #expect(throws: BlueZError.connectionLost) { try await values.next() }
        }
        #expect(!connection.isUp)
        await #expect(throws: BlueZError.connectionLost) {
          try await connection.write([1], to: Machines.write)
        }
      }
    }
  }

  @Test func `random cancellations leave nothing behind`() async throws {
    try await withMachines { machines async throws in
      let central = Radio(machines.guest, on: try await machines.adapter(machines.guest, "hci1"))
      let peripheral = Radio(machines.host, on: try await machines.adapter(machines.host, "hci0"))
      let rules = await [
        machines.guest.connection.subscriptionCount, machines.host.connection.subscriptionCount,
      ]
      var random = SeededGenerator(seed: 1)
      let other = try await Connection.open(machines.bus.address)
      // A thousand take minutes on a computer that is busy.
      let wanted = ProcessInfo.processInfo.environment["TABLETOOTH_CANCELLATIONS"]
      let count = wanted.flatMap { Int($0) } ?? 150
      var heard = 0
      for _ in 0..<count {
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        let serving = Task {
          defer { isReady.finish() }
          try await Self.echo(peripheral) { isReady.yield() }
        }
        if Bool.random(using: &random) { for await _ in ready { break } }
        let listening = Task { try await Self.listen(central) }
        try await pass(Int.random(in: 0...60, using: &random), of: other)
        let isCentralFirst = Bool.random(using: &random)
        (isCentralFirst ? listening.cancel() : serving.cancel())
        try await pass(Int.random(in: 0...10, using: &random), of: other)
        listening.cancel()
        serving.cancel()
        if (try? await listening.value) != nil { heard += 1 }
        _ = await serving.result
        try await expectNothing(machines)
      }
      await other.close()
      // Some were quick enough, and others were not.
      #expect((1..<count).contains(heard))
      #expect(
        await [
          machines.guest.connection.subscriptionCount, machines.host.connection.subscriptionCount,
        ] == rules
      )
    }
  }

  /// Lets bluetoothd answer `count` calls of another program.
  private func pass(_ count: Int, of other: Connection) async throws {
    for _ in 0..<count {
      _ = try await other.call(
        .methodCall(
          to: BlueZName.service,
          path: .root,
          interface: "org.freedesktop.DBus.Peer",
          member: "Ping"
        )
      )
    }
  }

  private func expectNothing(_ machines: Machines) async throws {
    let central = try await machines.reloadedAdapter(machines.guest, "hci1")
    let peripheral = try await machines.reloadedAdapter(machines.host, "hci0")
    let objects = await machines.guest.objects
    #expect(!objects.devices(on: central).contains { $0.isConnected })
    #expect(objects[central.path, BlueZName.adapter]?[.discovering] == .boolean(false))
    #expect(peripheral.activeAdvertisements == 0)
    #expect(!peripheral.services.contains(Machines.service))
  }
}
