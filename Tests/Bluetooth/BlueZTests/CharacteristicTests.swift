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
      let subscription = try await machines.guest.subscribe(to: notify) { value.yield($0) }
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
      try await machines.guest.unsubscribe(subscription)
      _ = await host.events(through: .unsubscribed(Machines.notify))
      // There is nothing to stop any more.
      try await machines.guest.unsubscribe(subscription)
    }
  }

  @Test func `each value comes once to a second subscription after the first`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let notify = try await machines.characteristic(Machines.notify, of: device)
      let (values, value) = AsyncStream.makeStream(of: [UInt8].self)
      let first = try await machines.guest.subscribe(to: notify) { value.yield($0) }
      try await machines.guest.unsubscribe(first)
      _ = try await machines.guest.subscribe(to: notify) { value.yield($0) }
      for _ in 1...2 { _ = await host.events(through: .subscribed(Machines.notify)) }
      try await host.peripheral.notify([1], of: Machines.notify)
      try await host.peripheral.notify([2], of: Machines.notify)
      var received = values.makeAsyncIterator()
      #expect(await received.next() == [1])
      #expect(await received.next() == [2])
    }
  }

  @Test func `of two subscriptions one goes on when the other ends`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let notify = try await machines.characteristic(Machines.notify, of: device)
      let (values, value) = AsyncStream.makeStream(of: [UInt8].self)
      let ended = Reports<[UInt8]>()
      let first = try await machines.guest.subscribe(to: notify) { ended.add($0) }
      let second = try await machines.guest.subscribe(to: notify) { value.yield($0) }
      try await machines.guest.unsubscribe(first)
      _ = await host.events(through: .subscribed(Machines.notify))
      try await host.peripheral.notify([1], of: Machines.notify)
      var received = values.makeAsyncIterator()
      #expect(await received.next() == [1])
      #expect(ended.all.isEmpty)
      try await machines.guest.unsubscribe(second)
      _ = await host.events(through: .unsubscribed(Machines.notify))
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
        try await machines.guest.subscribe(to: notify) { _ in }
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

  @Test(arguments: mtus, [0, 1, 22, 300, 400] as [UInt16])
  func `a long value is read whole, from any offset`(mtu: Int, offset: UInt16) async throws {
    try await withMachines(behaving: .with { $0.mtu = mtu }) { machines async throws in
      let host = try await machines.serve()
      let device = try await machines.join()
      let read = try await machines.characteristic(Machines.read, of: device)
      let value = (0..<400).map { UInt8(truncatingIfNeeded: $0) }
      let answering = Task {
        for await case .read(let request) in host.events {
          try await host.peripheral.answer(request, with: value)
        }
      }
      #expect(
        try await machines.guest.read(read, from: offset) == Array(value.dropFirst(Int(offset)))
      )
      await #expect(throws: BlueZError.invalidArguments("Invalid offset")) {
        try await machines.guest.read(read, from: 401)
      }
      answering.cancel()
      _ = await answering.result
    }
  }

  @Test(
    arguments: [
      (.notPermitted, .notPermitted("Write not permitted")),
      (.notSupported, .notSupported("Operation is not supported")),
      (.invalidOffset, .invalidArguments("Invalid offset")),
      (.notAuthorized, .notAuthorized("Operation Not Authorized")),
      (.invalidLength, .invalidArguments("Invalid Length")),
      (.unlikely, .failed("Operation failed with ATT error: 0x80")),
      (.inProgress, .failed("Operation failed with ATT error: 0xfe")),
      (.application(0x80), .failed("Operation failed with ATT error: 0x80")),
      (.application(0x9f), .failed("Operation failed with ATT error: 0x9f")),
      (.application(0x42), .failed("Operation failed with ATT error: 0x0e")),
    ] as [(ATTError, BlueZError)]
  )
  func `a server refuses a read and a write with an ATT error`(
    refusal: ATTError,
    seen: BlueZError
  ) async throws {
    try await withMachines { machines async throws in
      let only = GATTCharacteristic(Machines.write, flags: [.read, .write])
      let application = GATTApplication(services: [
        GATTService(Machines.service, characteristics: [only])
      ])
      let host = try await machines.serve(application) { $0.value == [1] ? refusal : nil }
      let device = try await machines.join(expecting: application)
      let characteristic = try await machines.characteristic(Machines.write, of: device)
      await #expect(throws: seen) {
        try await machines.guest.write([1], to: characteristic, .request)
      }
      try await machines.guest.write([2], to: characteristic, .request)
      #expect(await host.written()?.value == [2])
      let reading = Task { try await machines.guest.read(characteristic) }
      for await case .read(let request) in host.events {
        try await host.peripheral.refuse(request, with: refusal)
        break
      }
      let isPermission = refusal == .notPermitted
      let seenByReader = isPermission ? .notPermitted("Read not permitted") : seen
      await #expect(throws: seenByReader) { try await reading.value }
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
      await #expect(throws: BlueZError.self) { try await guest.subscribe(to: write) { _ in } }
      await #expect(throws: BlueZError.self) { try await guest.acquireWrite(notify) }
      let unknown: BluetoothUUID = 0x180d
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
