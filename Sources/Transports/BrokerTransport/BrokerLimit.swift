internal import MQTT
internal import MatchProtocol
internal import Sodium

/// What fits into the packets of MQTT that a broker takes.
struct BrokerLimit: Hashable, Sendable {
  /// How long such a packet may be, in bytes.
  let bytes: Int

  /// What a broker says of itself; nil if it says nothing, and takes all.
  init(_ maximumPacketSize: Int?) {
    bytes = maximumPacketSize ?? .max
  }

  /// How long packets of a session may be, in either direction: what one guest may say at its topic
  /// fits at the host's shorter one, too.
  var packetSize: Int {
    var (fits, most) = (PacketSize.smallest, PacketSize.largest)
    while fits < most {
      let middle = (fits + most + 1) / 2
      if Self.size(ofPacket: middle) <= bytes { fits = middle } else { most = middle - 1 }
    }
    return fits
  }

  /// How long a packet of MQTT is in which a guest says a packet of this length, and up to which
  /// length it takes some.
  static func size(ofPacket packet: Int) -> Int {
    let frame = BrokerFrame.packet([], answers: PacketSize.smallest).encoded.count + packet
    return size(ofFrame: frame, topic: Door.guestTopicSize)
  }

  private static func size(ofFrame frame: Int, topic: Int) -> Int {
    let payload = ChaChaPoly.nonceSize + frame + ChaChaPoly.tagSize
    return MQTTOptions.Message.packetSize(ofPayload: payload, topic: topic)
  }

  /// With less, not all that two players say to each other can be said: the longest sign is longer
  /// than the shortest packets are.
  static let least = max(
    size(ofPacket: PacketSize.smallest),
    size(ofFrame: BrokerFrame.longestSign, topic: Door.hostTopicSize)
  )

  /// With this, all packets can be said that come over the air.
  static let whole = size(ofPacket: PacketSize.largestOnAir)
}
