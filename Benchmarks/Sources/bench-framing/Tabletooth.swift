import MatchProtocol

/// Our own framing, as a link between two boards uses it.
struct Tabletooth {
  private static let link = LinkID(rawValue: 1)

  private let messages: [[UInt8]]
  private let packets: [[UInt8]]

  init(_ load: Load) throws {
    messages = load.messages
    var fragmenter = Self.fragmenter
    packets = try messages.flatMap { message in
      try fragmenter.split(message, packetSize: PacketSize.largest)
    }
    var reassembler = Reassembler(limit: MessageLimit.field)
    let whole = try packets.flatMap { packet in
      try reassembler.append(packet, FragmentHeader(decoding: packet))
    }
    precondition(whole == messages, "the messages are not the same")
  }

  /// How many packets carry the messages.
  var packetCount: Int {
    packets.count
  }

  var both: Contender {
    Contender(name: "fragment and reassemble") { [messages] in
      var fragmenter = Self.fragmenter
      var reassembler = Reassembler(limit: MessageLimit.field)
      var moved = 0
      for message in messages {
        try fragmenter.split(message, packetSize: PacketSize.largest) {
          packet throws(ProtocolError) in
          for whole in try reassembler.append(packet, FragmentHeader(decoding: packet)) {
            moved += whole.count
          }
        }
      }
      return moved
    }
  }

  var fragmenting: Contender {
    Contender(name: "fragment") { [messages] in
      var fragmenter = Self.fragmenter
      var cut = 0
      for message in messages {
        try fragmenter.split(message, packetSize: PacketSize.largest) { packet in
          cut += packet.count - FragmentHeader.size
        }
      }
      // Without the length and checksum of each message.
      return cut - 4 * messages.count
    }
  }

  var reassembling: Contender {
    reassembling("reassemble", packets)
  }

  /// As BlueZ delivers them if it spreads them over two channels: the second of each pair first.
  var reassemblingSwapped: Contender {
    let swapped = packets.indices.map { index in
      packets[min(index ^ 1, packets.count - 1)]
    }
    return reassembling("reassemble swapped pairs", swapped)
  }

  private func reassembling(_ name: String, _ packets: [[UInt8]]) -> Contender {
    Contender(name: name) {
      var reassembler = Reassembler(limit: MessageLimit.field)
      var moved = 0
      // A span lends the packets, where an array would count references to each.
      let packets = packets.span
      for index in packets.indices {
        let header = try FragmentHeader(decoding: packets[index])
        for whole in try reassembler.append(packets[index], header) {
          moved += whole.count
        }
      }
      return moved
    }
  }

  private static var fragmenter: Fragmenter {
    Fragmenter(linkID: link, limit: MessageLimit.field)
  }
}
