import BrokerTransport
import MQTT
import MatchProtocol
import Sodium
import WebTransport

/// Right frames, codes and addresses, one of each kind.
enum TransportCorpus {
  /// A message at a rendezvous, with its sender and topic.
  struct Said {
    let door: Door
    let frame: BrokerFrame
    let side: Door.Side
    let topic: String
    let payload: [UInt8]
  }

  static let usualBroker = BrokerList(BrokerAddress(.plain, host: "broker.example.org"))

  static let frames: [BrokerFrame] = [
    .packet([1]), .packet(Array(repeating: 9, count: PacketSize.largest)), .knock, .gone,
    .here(connection: Array(1...8)), .hangUp(guest: guest),
    .packet([1, 2, 3], answers: 18), .packet([4], answers: PacketSize.largest - 1),
    .here(connection: Array(1...8), packets: 100), .look(look),
    .sign(sign, answer: look, connection: Array(3...10)),
    .sign(TableSign(PlayerName(cleaning: "六"), Presence()), answer: look, connection: Array(1...8)),
  ]

  static let packets: [[UInt8]] = [
    [1], Array(repeating: 2, count: 18), Array(repeating: 3, count: PacketSize.largest),
  ]

  private static let guest = "0123456789abc"

  private static let digest =
    TableDigest(Array(1...16)) ?? { preconditionFailure("a digest has 16 bytes") }()

  private static let look =
    TableLook(Array(1...16)) ?? { preconditionFailure("a question has 16 bytes") }()

  private static let sign = TableSign(PlayerName(cleaning: "Ada"), Presence(), table: digest)

  static let door = Door(TableCode(usualBroker, digest))

  static let said: [Said] = frames.flatMap { frame in
    [said(frame, .host, at: door), said(frame, .guest, at: door)]
  }

  private static func said(_ frame: BrokerFrame, _ side: Door.Side, at door: Door) -> Said {
    let topic = side == .host ? door.hostTopic : door.guestTopic(guest)
    let nonce = [UInt8](repeating: 5, count: 12)
    let payload = door.sealed(frame, by: side, at: topic, nonce: nonce)
    return Said(door: door, frame: frame, side: side, topic: topic, payload: payload)
  }

  static let brokers = [
    "a", "mqtt://broker.example.org", "mqtts://broker.example.org:8884", "MQTT://[::1]:1884",
    "mqtt://[fe80::1%eth0]", "192.0.2.1:1", "mqtt://a,mqtts://b:1,mqtt://[::1]",
    "mqtts://ada:p%40ss%3Aword@broker.example.org", "mqtt://ada@a,mqtts://bo:@b:1",
  ]

  static let codes = brokers.compactMap { BrokerList($0) }.flatMap { broker in
    [TableCode(broker, digest), TableCode(bridgedAt: broker, secret: Array(2...17))].flatMap {
      [$0.text, $0.code.uppercased(), $0.code.filter { $0 != "-" }]
    }
  }

  /// One packet of each kind that a broker sends to us, with properties and without.
  static let addresses = [
    "tcp:localhost", "tcp:host.example.org:21588", "tcp:[::1]:1", "[fe80::1%eth0]", "192.0.2.1:0",
  ]

  /// A connection of a browser, before its first request.
  static let codec = WebCodec(WebPage(["index.html": "<html>", "main.js": "play()"]), behind: path)

  private static let path = "K7QX2MPD"

  /// The request that makes a connection a WebSocket.
  static let handshake = request(
    "GET /\(path)/socket",
    [
      "Origin: http://h", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
  )

  private static func request(_ line: String, _ fields: [String] = []) -> [UInt8] {
    let fields = ["Host: h"] + fields
    return Array("\(line) HTTP/1.1\r\n\(fields.map { "\($0)\r\n" }.joined())\r\n".utf8)
  }

  /// Requests and frames, one of each kind.
  static let browsed: [[UInt8]] =
    [
      handshake, request("GET /\(path)/"), request("HEAD /\(path)/main.js?1"),
    ]
    + packets.map { frame(0x82, $0) }
    + [
      frame(0x02, [1, 2]), frame(0x00, [3]), frame(0x80, [4]), frame(0x89, [9]), frame(0x8a, []),
      frame(0x81, [65]), frame(0x88, [3, 232]),
    ]

  /// A frame as a browser sends it.
  private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    let count = payload.count
    let length =
      count < 126 ? [0x80 | UInt8(count)] : [0xfe, UInt8(count >> 8), UInt8(count & 0xff)]
    return [first] + length + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }
}
