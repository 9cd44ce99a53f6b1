import DBus
import Glibc
import Testing
import VirtualBlueZ

@Suite struct SocketTests {
  static let interface = "org.bluez.GattCharacteristic1"
  static let none = Value.properties([:])

  private func write(_ bytes: [UInt8], _ socket: UnixDescriptor) -> Int? {
    socket.withDescriptor { number in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
    }
  }

  /// What is there to read: a packet, nothing at the end, `nil` when there is nothing yet.
  private func read(_ socket: UnixDescriptor) -> [UInt8]? {
    socket.withDescriptor { number in
      var buffer = [UInt8](repeating: 0, count: 600)
      let count = unsafe recv(number, &buffer, buffer.count, 0)
      return count < 0 ? nil : Array(buffer.prefix(count))
    } ?? nil
  }

  @Test func `packets through the acquired socket arrive, too long ones do not`() async throws {
    try await withServedAir(behaviour: .smallest) { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let client = table.client
      let reply = try await client.call(seat.write, Self.interface, "AcquireWrite", [Self.none])
      let socket = try #require(reply.first?.unixDescriptor)
      #expect(reply.last == .uint16(23))
      let arguments: [Value] = [.bytes([1]), Self.none]
      let refusal = try await client.refusal(seat.write, Self.interface, "WriteValue", arguments)
      #expect(refusal == "NotPermitted")
      #expect(write(Array(repeating: 0, count: 21), socket) == 21)
      #expect(write(Array(repeating: 1, count: 20), socket) == 20)
      let call = await next("WriteValue", table.server.calls)
      #expect(call?.body.first == .bytes(Array(repeating: 1, count: 20)))
      #expect(call?.expectsReply == false)
    }
  }

  @Test func `a socket ends with its link`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let client = table.client
      let reply = try await client.call(seat.write, Self.interface, "AcquireWrite", [Self.none])
      let socket = try #require(reply.first?.unixDescriptor)
      #expect(read(socket) == nil)
      await table.air.dropLinks()
      #expect(read(socket) == [])
      let acquired = try await client.get(seat.write, Self.interface, "WriteAcquired")
      #expect(acquired == .boolean(false))
    }
  }

  @Test func `notifications come through the socket that was acquired for them`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      try await table.client.join()
      let client = table.client
      let notify = try #require(try await client.path(of: Client.notify))
      let reply = try await client.call(notify, Self.interface, "AcquireNotify", [Self.none])
      let socket = try #require(reply.first?.unixDescriptor)
      #expect(try await client.refusal(notify, Self.interface, "StartNotify") == "NotPermitted")
      try await table.server.notify([1, 2, 3])
      // The air handles what happens in order: behind this call it has sent the value.
      while read(socket).map({ $0 == [1, 2, 3] }) != true {
        _ = try await client.get(notify, Self.interface, "UUID")
      }
    }
  }
}

extension Behaviour {
  /// Links of the smallest MTU.
  static var smallest: Behaviour { with { $0.mtu = 23 } }
}
