import PrivateBroker
import QueueExecutor
import Testing

@testable import MQTT

/// Brokers that say what libmosquitto 2.0.11 would abort the program for, and others like them.
@Suite(.timeLimit(.minutes(1))) struct BrokenPacketTests {
  /// Lists of properties that are none: one that nobody knows, in one byte and in two, cut, longer
  /// than the packet, twice, without an end.
  private static let lists: [[UInt8]] = [
    [2, 0x61, 0x61], [1, 0], [1, 0x7f], [3, 0xff, 0x01, 0], [2, 0x80, 0x80], [1, 38], [1, 31],
    [4, 31, 0, 9, 0x61], [5, 38, 0, 1, 0x61, 0], [200, 1, 38], [9, 38], [0xff, 0xff, 0xff, 0xff],
    [8, 31, 0, 1, 0x61, 31, 0, 1, 0x61], [2, 127, 1], [3, 24, 0, 0],
  ]

  /// A packet with `first` in front, and the rest behind its length.
  private static func packet(_ first: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap(\.self)
    return [first, UInt8(body.count)] + body
  }

  /// Each kind of packet that a server may say in MQTT 5 (section 2.1.2), with such a list.
  private static func packets(_ list: [UInt8]) -> [[UInt8]] {
    [
      packet(0x20, [0, 0], list), packet(0x30, [0, 1, 0x78], list, [1]),
      packet(0x32, [0, 1, 0x78, 0, 1], list, [1]), packet(0x40, [0, 1, 0], list),
      packet(0x50, [0, 1, 0], list), packet(0x62, [0, 1, 0], list), packet(0x70, [0, 1, 0], list),
      packet(0x90, [0, 1], list, [0]), packet(0xb0, [0, 1], list, [0]), packet(0xe0, [0x8b], list),
      packet(0xf0, [0x18], list),
    ]
  }

  private static let all = lists.flatMap(packets)

  private static func open(
    _ address: BrokerAddress,
    trusting certificates: String? = nil
  )
    async throws -> (MQTTClient, MQTTClientTests.Told)
  {
    let told = MQTTClientTests.Told()
    var options = MQTTOptions(address, clientID: "a")
    options.certificates = certificates
    let executor = QueueExecutor(label: "a")
    return (try await MQTTClient.open(options, on: executor, deliver: told.sink), told)
  }

  private static func address(_ server: RudeServer) -> BrokerAddress {
    BrokerAddress(.plain, host: "127.0.0.1", port: server.port)
  }

  @Test(arguments: all)
  func `broken properties in place of a yes end the attempt, and not the program`(
    packet: [UInt8]
  ) async throws {
    let server = try RudeServer([packet])
    await #expect(throws: MQTTError.unsound) { try await Self.open(Self.address(server)) }
  }

  @Test(arguments: all)
  func `broken properties after a yes end the connection, and not the program`(
    packet: [UInt8]
  ) async throws {
    let server = try RudeServer([[0x20, 3, 0, 0, 0], packet])
    let (client, told) = try await Self.open(Self.address(server))
    await #expect(throws: MQTTError.unsound) { try await client.subscribe("x") }
    #expect(await told.next() == .lost(.unsound))
  }

  @Test func `a packet that comes in pieces is read when it is whole`() async throws {
    let yes: [UInt8] = [0x20, 3, 0, 0, 0]
    let server = try RudeServer([yes + [0xe0], [4, 0x72, 2, 0x61, 0x61]])
    let (client, told) = try await Self.open(Self.address(server))
    try await client.publish([1], at: "x")
    #expect(await told.next() == .lost(.unsound))
    let polite = try RudeServer([yes + [0x30, 7, 0], [1, 0x78, 0, 1, 2, 3]])
    let (listener, heard) = try await Self.open(Self.address(polite))
    try await listener.publish([1], at: "x")
    #expect(await heard.next() == .message(.init(topic: "x", payload: [1, 2, 3])))
    await listener.close()
  }

  @Test func `properties that are right are read`() async throws {
    let list: [UInt8] = [38, 0, 1, 0x61, 0, 1, 0x62]
    let said = Self.packet(
      0x31,
      [0, 1, 0x78],
      [22],
      list,
      list,
      [3, 0, 1, 0x63, 11, 7, 1, 1],
      [9]
    )
    let yes = Self.packet(
      0x20,
      [0, 0],
      [21],
      list,
      [31, 0, 1, 0x61, 39, 0, 0, 2, 0, 34, 0, 9],
      [41, 1]
    )
    let server = try RudeServer([yes, Self.packet(0x90, [0, 1], [7], list, [0]) + said])
    let (client, told) = try await Self.open(Self.address(server))
    #expect(await client.maximumPacketSize == 512)
    try await client.subscribe("x")
    #expect(await told.next() == .message(.init(topic: "x", payload: [9])))
    await client.close()
  }

  @Test func `a packet that is too long ends the connection before it has come`() async throws {
    let server = try RudeServer([[0x20, 3, 0, 0, 0], [0x30, 0xff, 0xff, 0xff, 0x7f, 0]])
    let (client, _) = try await Self.open(Self.address(server))
    let failure = await #expect(throws: MQTTError.self) { try await client.subscribe("x") }
    #expect(failure == .lost(words: "the broker sent 268435460 bytes"))
  }

  @Test(arguments: [[], [0x20, 3, 0, 0, 0]] as [[UInt8]])
  func `broken properties in TLS end the connection, and not the program`(
    yes: [UInt8]
  ) async throws {
    try await PrivateBroker.run(isSecure: true) { broker in
      // What begins with a P is an order for openssl.
      for packet in Self.packets([2, 0x61, 0x61]) where packet[0] != 0x50 || !yes.isEmpty {
        try await SecureLiar.run(saying: yes + packet, as: broker) { port in
          let address = BrokerAddress(.secure, host: "localhost", port: port)
          await #expect(throws: MQTTError.unsound) {
            try await Self.open(address, trusting: broker.certificate)
          }
        }
      }
    }
  }

  @Test func `what is long, and comes at once, is whole in TLS`() async throws {
    try await PrivateBroker.run(isSecure: true) { broker in
      let address = BrokerAddress(.secure, host: "localhost", port: broker.port)
      let (client, told) = try await Self.open(address, trusting: broker.certificate)
      try await client.subscribe("x")
      let payloads = (0..<100).map { [UInt8](repeating: UInt8($0), count: $0 * 600) }
      for payload in payloads { try await client.publish(payload, at: "x") }
      for payload in payloads {
        #expect(await told.next() == .message(.init(topic: "x", payload: payload)))
      }
      await client.close()
    }
  }
}
