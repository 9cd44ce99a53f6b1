import BlueZ
import DBus
import Glibc
import Testing
import VirtualBlueZ

@Suite(.timeLimit(.minutes(1))) struct CharacteristicTests {
  static let mtus = [23, 185, 517]

  @Test(arguments: mtus)
  func `the host learns who wrote what at which MTU`(mtu: Int) async throws {
    try await withMachines(behaving: .with { $0.mtu = mtu }) { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let write = try await machines.characteristic(Machines.write, of: device)
      #expect(write.mtu == mtu)
      #expect(write.flags == [.write, .writeWithoutResponse])
      let value = (0..<mtu - 5).map { UInt8(truncatingIfNeeded: $0) }
      try await machines.guest.write(Array(value.prefix(508)), to: write, .command)
      try await machines.guest.write([7], to: write, .request)
      let first = await host.written()
      #expect(first?.characteristic == Machines.write)
      #expect(first?.value == Array(value.prefix(508)))
      #expect(first?.device.rawValue == "/org/bluez/hci0/dev_00_AA_01_00_00_11")
      #expect(first?.mtu == mtu)
      #expect(first?.offset == 0)
      #expect(await host.written()?.value == [7])
    }
  }

  @Test func `a command longer than the link carries is refused`() async throws {
    try await withMachines(behaving: .with { $0.mtu = 23 }) { machines async throws in
      _ = try await machines.serve()
      let device = try await machines.join()
      let write = try await machines.characteristic(Machines.write, of: device)
      await #expect(throws: BlueZError.failed("Failed to initiate write")) {
        try await machines.guest.write(Array(repeating: 0, count: 21), to: write, .command)
      }
    }
  }

  @Test(arguments: mtus)
  func `values come to those who listen`(mtu: Int) async throws {
    try await withMachines(behaving: .with { $0.mtu = mtu }) { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let notify = try await machines.characteristic(Machines.notify, of: device)
      let (values, value) = AsyncStream.makeStream(of: [UInt8].self)
      try await machines.guest.listen(to: notify) { value.yield($0) }
      try await machines.guest.startNotify(notify)
      _ = await host.events(through: .subscribed(Machines.notify))
      let longest = Array(repeating: UInt8(1), count: min(mtu - 5, 508))
      try await host.peripheral.notify([1], of: Machines.notify)
      try await host.peripheral.notify([1], of: Machines.notify)
      try await host.peripheral.notify(longest, of: Machines.notify)
      var received: [[UInt8]] = []
      for await value in values {
        received.append(value)
        if received.count == 3 { break }
      }
      #expect(received == [[1], [1], longest])
      try await machines.guest.stopNotify(notify)
      _ = await host.events(through: .unsubscribed(Machines.notify))
      // There is nothing to stop any more.
      try await machines.guest.stopNotify(notify)
    }
  }

  @Test(arguments: mtus)
  func `packets go through an acquired socket, and nobody else writes`(mtu: Int) async throws {
    try await withMachines(behaving: .with { $0.mtu = mtu }) { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let write = try await machines.characteristic(Machines.write, of: device)
      let socket = try await machines.guest.acquireWrite(write)
      #expect(socket.mtu == mtu)
      await #expect(throws: BlueZError.notPermitted("Write acquired")) {
        try await machines.guest.write([1], to: write, .command)
      }
      #expect(Self.send([1, 2, 3], socket) == 3)
      let request = await host.written()
      #expect(request?.value == [1, 2, 3])
      #expect(request?.mtu == mtu)
      #expect(request?.device.rawValue == "/org/bluez/hci0/dev_00_AA_01_00_00_11")
    }
  }

  @Test func `notifications come through an acquired socket`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let notify = try await machines.characteristic(Machines.notify, of: device)
      let socket = try await machines.guest.acquireNotify(notify)
      #expect(socket.mtu == 517)
      _ = await host.events(through: .subscribed(Machines.notify))
      await #expect(throws: BlueZError.notPermitted("Notify acquired")) {
        try await machines.guest.startNotify(notify)
      }
      try await host.peripheral.notify([1, 2, 3], of: Machines.notify)
      var received: [UInt8]?
      while received == nil {
        // Each call gives the air time to hand the value over.
        try await machines.guest.reload("org.bluez.Device1", at: device.path)
        received = Self.receive(socket)
      }
      #expect(received == [1, 2, 3])
    }
  }

  @Test func `a socket ends with its link`() async throws {
    try await withMachines { machines async throws in
      _ = try await machines.serve()
      let device = try await machines.join()
      let notify = try await machines.characteristic(Machines.notify, of: device)
      let socket = try await machines.guest.acquireNotify(notify)
      #expect(Self.receive(socket) == nil)
      await machines.air.dropLinks()
      #expect(Self.receive(socket) == [])
    }
  }

  @Test func `a read is answered by the program`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let read = try await machines.characteristic(Machines.read, of: device)
      async let value = machines.guest.read(read)
      for await case .read(let request) in host.events {
        #expect(request.characteristic == Machines.read)
        try await host.peripheral.answer(request, with: [4, 2])
        break
      }
      #expect(try await value == [4, 2])
    }
  }

  @Test func `what a characteristic does not offer is refused`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let notify = try await machines.characteristic(Machines.notify, of: device)
      let write = try await machines.characteristic(Machines.write, of: device)
      let guest = machines.guest
      await #expect(throws: BlueZError.notPermitted("Read not permitted")) {
        try await guest.read(write)
      }
      await #expect(throws: BlueZError.self) { try await guest.startNotify(write) }
      await #expect(throws: BlueZError.self) { try await guest.acquireWrite(notify) }
      let unknown = try #require(BluetoothUUID("180d"))
      await #expect(throws: BlueZError.doesNotExist("no characteristic \(unknown)")) {
        try await host.peripheral.notify([1], of: unknown)
      }
    }
  }

  private static func send(_ bytes: [UInt8], _ socket: CharacteristicSocket) -> Int? {
    socket.descriptor.withDescriptor { number in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
    }
  }

  /// What is there to read: a packet, nothing at the end, `nil` when there is nothing yet.
  private static func receive(_ socket: CharacteristicSocket) -> [UInt8]? {
    socket.descriptor.withDescriptor { number in
      var buffer = [UInt8](repeating: 0, count: 600)
      let count = unsafe recv(number, &buffer, buffer.count, 0)
      return count < 0 ? nil : Array(buffer.prefix(count))
    } ?? nil
  }
}
