import Glibc
import PrivateBroker
import QueueExecutor
import Testing

@testable import MQTT

/// A socket that has room for no more wakes whoever waits for more.
@Suite(.timeLimit(.minutes(1))) struct PacketGateTests {
  private static let rests: [([UInt8], isSound: Bool)] = [
    ([0, 1, 2, 3], true), ([2, 0x61, 0x61, 1], false),
  ]

  @Test(arguments: rests)
  func `the beginning of a packet is taken from a socket where no more comes`(
    rest: [UInt8],
    isSound: Bool
  ) throws {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    func write(_ bytes: [UInt8]) { _ = unsafe Glibc.write(ends[1], bytes, bytes.count) }
    func unread() -> Int {
      var bytes = [UInt8](repeating: 0, count: 99)
      return unsafe recv(ends[0], &bytes, bytes.count, CInt(MSG_PEEK | MSG_DONTWAIT))
    }
    var gate = PacketGate(.five)
    for part in [[0x30, 7, 0], [1], [0x78]] as [[UInt8]] {
      write(part)
      #expect(unsafe gate.look(at: ends[0], nil) == .waits)
      #expect(unsafe gate.look(at: ends[0], nil) == .waits)
      #expect(unread() == -1)
    }
    write(rest)
    #expect(unsafe gate.look(at: ends[0], nil) == (isSound ? .open : .shut(.unsound)))
    #expect(gate.takeHeld() == [0x30, 7, 0, 1, 0x78])
    #expect(unread() == rest.count)
    #expect(gate.takeHeld().isEmpty)
  }

  @Test func `libmosquitto gets what was taken from the socket, and what follows it`() async throws
  {
    let hello: [UInt8] = [0x30, 7, 0, 1, 0x78, 0, 1, 2, 3]
    let (beginning, rest) = (Array(hello.prefix(3)), Array(hello.dropFirst(3)))
    let server = try RudeServer([[0x20, 3, 0, 0, 0], beginning, rest + hello])
    let told = MQTTClientTests.Told()
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: server.port)
    let options = MQTTOptions(address, clientID: "a")
    let executor = QueueExecutor(label: "a")
    let client = try await MQTTClient.open(options, on: executor, deliver: told.sink)
    try await client.publish([1], at: "x")
    while await !client.isHolding {
      await client.read()
      await Task.yield()
    }
    try await client.publish([1], at: "x")
    let message = MQTTClient.Event.message(.init(topic: "x", payload: [1, 2, 3]))
    #expect(await told.next() == message)
    #expect(await told.next() == message)
    await client.close()
  }
}

extension MQTTClient {
  fileprivate var isHolding: Bool { handle.isHolding }
}
