extension Bridge {
  /// An order of the bridge; orders are carried out in their sequence.
  package enum Order: Hashable, Sendable {
    /// Say `packet` of a guest, who takes packets up to `size` bytes, to the host.
    case toHost(_ packet: [UInt8], of: PeerID, answers: Int)
    /// Say a packet to all guests.
    case toGuests([UInt8])
    /// End the link to a guest.
    case disconnect(PeerID)
    /// Hear no others than these guests, as far as the transport can choose; nil for all.
    case listen(onlyTo: [PeerID]?)
    /// Tell the host that a guest is gone.
    case leave(PeerID)
    /// Tell the person who runs the bridge.
    case tell(News)
  }

  /// News for the person who runs the bridge.
  package enum News: Hashable, Sendable {
    /// The guest of this number has come.
    case came(Int)
    /// The guest of this number has gone, for whom so much was carried.
    case went(Int, Traffic)
    /// Of the guest of this number, so many packets were dropped since that was said last.
    case dropped(Int, packets: Int)
    /// The guest of this number, or many who are none, say more than can be heard: for
    /// ``Bridge/shutTime`` only those are heard who are there.
    case flooded(Int?)
    /// One more wanted to come, and there are as many as may be.
    case full
    /// One more wanted to play over a link that carries another player.
    case occupied
  }

  /// The amount of traffic carried.
  package struct Traffic: Hashable, Sendable {
    /// Packets, and bytes, from the guest to the host.
    package var up = Amount()
    /// The same from the host to the guest.
    package var down = Amount()
    /// Packets of either that were dropped, as there were too many.
    package var dropped = 0

    /// Packets and their bytes.
    package struct Amount: Hashable, Sendable {
      /// The number of packets.
      package var packets = 0
      /// The number of bytes they have together.
      package var bytes = 0

      mutating func count(_ packet: [UInt8]) {
        packets += 1
        bytes += packet.count
      }
    }

    static func + (left: Self, right: Self) -> Self {
      var sum = left
      sum.up.packets += right.up.packets
      sum.up.bytes += right.up.bytes
      sum.down.packets += right.down.packets
      sum.down.bytes += right.down.bytes
      sum.dropped += right.dropped
      return sum
    }
  }
}
