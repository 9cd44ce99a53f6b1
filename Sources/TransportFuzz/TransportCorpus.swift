import BrokerTransport
import MQTT
import MatchProtocol

/// Right frames, codes and addresses, one of each kind.
enum TransportCorpus {
  /// What was said at a door, by whom, and where.
  struct Said {
    let frame: BrokerFrame
    let side: Door.Side
    let topic: String
    let payload: [UInt8]
  }

  static let usualBroker = BrokerList(BrokerAddress(.plain, host: "broker.example.org"))

  static let frames: [BrokerFrame] = [
    .packet([1]), .packet(Array(repeating: 9, count: PacketSize.largest)), .knock, .gone,
    .here(connection: Array(1...8)), .hangUp(guest: guest),
    .claim(ProgramClaim(Array(1...8), Array(1...16), age: 1 << 20, answering: Array(2...17))),
  ]

  static let packets: [[UInt8]] = [
    [1], Array(repeating: 2, count: 18), Array(repeating: 3, count: PacketSize.largest),
  ]

  private static let guest = "0123456789abc"

  private static let digest =
    TableDigest(Array(1...16)) ?? { preconditionFailure("a digest has 16 bytes") }()

  static let door = Door(TableCode(usualBroker, digest))

  static let said: [Said] = frames.flatMap { frame in
    [Door.Side.host, .guest].map { side in
      let topic = side == .host ? door.hostTopic : door.guestTopic(guest)
      let nonce = [UInt8](repeating: 5, count: 12)
      let payload = door.sealed(frame, by: side, at: topic, nonce: nonce)
      return Said(frame: frame, side: side, topic: topic, payload: payload)
    }
  }

  static let brokers = [
    "a", "mqtt://broker.example.org", "mqtts://broker.example.org:8884", "MQTT://[::1]:1884",
    "mqtt://[fe80::1%eth0]", "192.0.2.1:1", "mqtt://a,mqtts://b:1,mqtt://[::1]",
  ]

  static let codes = brokers.compactMap { BrokerList($0) }.flatMap { broker in
    let code = TableCode(broker, digest)
    return [code.text, code.code.uppercased(), code.code.filter { $0 != "-" }]
  }

  static let addresses = [
    "tcp:localhost", "tcp:host.example.org:21588", "tcp:[::1]:1", "[fe80::1%eth0]", "192.0.2.1:0",
  ]
}
