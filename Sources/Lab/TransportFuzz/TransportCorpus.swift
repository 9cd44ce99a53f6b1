import BrokerTransport
import MQTT
import MatchProtocol
import Sodium

/// Right frames, codes and addresses, one of each kind.
enum TransportCorpus {
  /// What was said at a door, by whom, and where.
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
    .claim(ProgramClaim(Array(1...8), Array(1...16), age: 1 << 20, answering: Array(2...17))),
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

  /// The door of a match where other programs of the host's player are heard.
  static let ownDoor: Door = {
    let secret = SecretBytes(copying: [UInt8](repeating: 8, count: Acquaintance.secretSize))
    let player = Acquaintance(KeyPair.generate().publicKey, secret: secret)
    let owner = TableOwner(secret: [UInt8](repeating: 9, count: 32))
    return Door(match: SessionID(rawValue: 1), with: player, of: owner)
  }()

  static let said: [Said] = frames.flatMap { frame in
    [said(frame, .host, at: door), said(frame, .guest, at: door), said(frame, .owner, at: ownDoor)]
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
  static let brokerPackets: [[UInt8]] = [
    [0x20, 3, 0, 0, 0], [0x20, 2, 0, 1], [0x20, 3, 0, 0x84, 0],
    [0x20, 22, 0, 0, 19, 31, 0, 1, 97, 39, 0, 0, 2, 0, 34, 0, 9, 36, 1, 37, 0, 19, 0, 20],
    [0x30, 5, 0, 1, 97, 0, 1], [0x31, 13, 0, 1, 97, 9, 38, 0, 1, 98, 0, 0, 11, 0xff, 1],
    [0x30, 7, 0, 1, 97, 2, 1, 1, 9], [0x90, 4, 0, 1, 0, 0], [0x90, 3, 0, 1, 0x80],
    [0x90, 8, 0, 1, 4, 31, 0, 1, 97, 0x87], [0xb0, 4, 0, 1, 0, 0], [0xb0, 2, 0, 1], [0xd0, 0],
    [0xe0, 1, 0x8e], [0xe0, 6, 0x9d, 4, 28, 0, 1, 97], [0xe0, 7, 0x98, 5, 17, 0, 0, 0, 1],
  ]

  static let addresses = [
    "tcp:localhost", "tcp:host.example.org:21588", "tcp:[::1]:1", "[fe80::1%eth0]", "192.0.2.1:0",
  ]
}
