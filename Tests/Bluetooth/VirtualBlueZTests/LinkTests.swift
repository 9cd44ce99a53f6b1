import DBus
import Testing
import VirtualBlueZ

@Suite struct LinkTests {
  @Test func `a host is found, and has its two characteristics`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let device = "org.bluez.Device1"
      #expect(try await table.client.objects()[Client.host] == nil)
      try await table.client.join()
      #expect(try await table.client.get(Client.host, device, "Connected") == .boolean(true))
      #expect(try await table.client.get(Client.guest, device, "Connected") == .boolean(true))
      #expect(
        try await table.client.path(of: Client.notify) == Client.host + "/service0013/char0014"
      )
      #expect(
        try await table.client.path(of: Client.write) == Client.host + "/service0013/char0017"
      )
    }
  }

  @Test func `values go both ways, in order`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      for number in 0..<100 as Range<UInt8> {
        try await table.server.notify([number])
      }
      #expect(await collect(100, seat.values) == (0..<100).map { [$0] })
      let options = Value.properties(["type": .string("command")])
      let interface = "org.bluez.GattCharacteristic1"
      try await table.client.call(seat.write, interface, "WriteValue", [.bytes([1, 2]), options])
      let call = await next("WriteValue", table.server.calls)
      #expect(call?.body.first == .bytes([1, 2]))
      #expect(
        call?.body.last?.properties == [
          "device": .objectPath(try ObjectPath(Client.guest)), "link": .string("LE"),
          "mtu": .uint16(517),
        ]
      )
    }
  }
}
