import DBus
import Testing
import VirtualBlueZ

/// Each error name as BlueZ 5.66 answers with it.
@Suite struct RefusalTests {
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let characteristic = "org.bluez.GattCharacteristic1"
  static let none = Value.properties([:])

  @Test func `an adapter that is off is not ready`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      try await table.client.join()
      try await table.client.set(Client.hci1, Self.adapter, "Powered", .boolean(false))
      let scan = try await table.client.refusal(Client.hci1, Self.adapter, "StartDiscovery")
      #expect(scan == "NotReady")
      let connect = try await table.client.refusal(Client.host, Self.device, "Connect")
      #expect(connect == "Failed")
      let host = try await table.client.get(Client.guest, Self.device, "Connected")
      #expect(host == .boolean(false))
      let registration = try await table.client.refusal(
        Client.hci1,
        "org.bluez.LEAdvertisingManager1",
        "RegisterAdvertisement",
        try Server.registration("/any")
      )
      #expect(registration == "Failed")
    }
  }

  @Test func `a client looks for devices once at a time`() async throws {
    try await withServedAir { table async throws in
      let client = table.client
      #expect(try await client.refusal(Client.hci1, Self.adapter, "StopDiscovery") == "Failed")
      #expect(try await client.refusal(Client.hci1, Self.adapter, "StartDiscovery") == nil)
      #expect(try await client.refusal(Client.hci1, Self.adapter, "StartDiscovery") == "InProgress")
      #expect(try await client.get(Client.hci1, Self.adapter, "Discovering") == .boolean(true))
      #expect(try await client.refusal(Client.hci1, Self.adapter, "StopDiscovery") == nil)
      #expect(try await client.get(Client.hci1, Self.adapter, "Discovering") == .boolean(false))
    }
  }

  @Test(arguments: [
    ("org.bluez.GattManager1", "Application"),
    ("org.bluez.LEAdvertisingManager1", "Advertisement"),
  ])
  func `what is registered is registered once`(manager: String, what: String) async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let path = what == "Application" ? Server.root : Server.advertisement
      let client = table.server.client
      let twice = try await client.refusal(
        Client.hci0,
        manager,
        "Register\(what)",
        try Server.registration(path)
      )
      #expect(twice == "AlreadyExists")
      let unknown: [Value] = [.objectPath(try ObjectPath("/unknown"))]
      let gone = try await client.refusal(Client.hci0, manager, "Unregister\(what)", unknown)
      #expect(gone == "DoesNotExist")
    }
  }

  @Test func `an application without objects is refused`() async throws {
    try await withServedAir { table async throws in
      let refusal = try await table.client.refusal(
        Client.hci0,
        "org.bluez.GattManager1",
        "RegisterApplication",
        try Server.registration("/nothing")
      )
      #expect(refusal == "Failed")
    }
  }

  @Test func `a second write waits for the first`() async throws {
    try await withServedAir(writeFlags: ["write"], onWrite: .later) { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let arguments: [Value] = [.bytes([1]), Self.none]
      let second = Client(connection: try await Connection.open(table.bus))
      async let first = table.client.refusal(
        seat.write,
        Self.characteristic,
        "WriteValue",
        arguments
      )
      let call = try #require(await next("WriteValue", table.server.calls))
      let refusal = try await second.refusal(
        seat.write,
        Self.characteristic,
        "WriteValue",
        arguments
      )
      #expect(refusal == "InProgress")
      try await table.server.client.connection.reply(to: call, .values([]))
      #expect(try await first == nil)
      await second.connection.close()
    }
  }

  @Test(arguments: [
    ("org.bluez.Error.NotAuthorized", "NotAuthorized"),
    ("org.bluez.Error.InvalidValueLength", "InvalidArguments"), ("test.Anything", "Failed"),
  ])
  func `a server's refusal reaches the central`(name: String, seen: String) async throws {
    let reply = MethodReply.failure(name: name, text: "")
    try await withServedAir(writeFlags: ["write"], onWrite: reply) { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let arguments: [Value] = [.bytes([1]), Self.none]
      let write = Self.characteristic
      #expect(
        try await table.client.refusal(seat.write, write, "WriteValue", arguments) == seen
      )
    }
  }

  @Test(arguments: [
    ("command", 515, "Failed"), ("request", 513, "InvalidArguments"), ("request", 512, nil),
  ])
  func `a write has a limit`(type: String, length: Int, refusal: String?) async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let value = Value.bytes(Array(repeating: 1, count: length))
      let answer = try await table.client.refusal(
        seat.write,
        Self.characteristic,
        "WriteValue",
        [value, .properties(["type": .string(type)])]
      )
      #expect(answer == refusal)
    }
  }

  @Test func `a characteristic does what its flags say, and only while connected`() async throws {
    try await withServedAir { table async throws in
      try await table.server.open()
      let seat = try await table.sit()
      let client = table.client
      let interface = Self.characteristic
      #expect(try await client.refusal(seat.write, interface, "StartNotify") == "NotSupported")
      let read = try await client.refusal(seat.write, interface, "ReadValue", [Self.none])
      #expect(read == "NotPermitted")
      #expect(try await client.refusal(Client.host, Self.device, "Disconnect") == nil)
      #expect(try await client.refusal(Client.host, Self.device, "Disconnect") == nil)
      let arguments: [Value] = [.bytes([1]), Self.none]
      let write = try await client.refusal(seat.write, interface, "WriteValue", arguments)
      #expect(write == "Failed")
    }
  }

  @Test func `who is org.bluez already stays it`() async throws {
    try await withServedAir { table async throws in
      await #expect(throws: VirtualBlueZ.StartFailure.nameTaken) {
        try await VirtualBlueZ.start(on: table.bus)
      }
    }
  }
}
