extension Fragmenter {
  /// The packets that say `envelope` on link 0, where every packet has the smallest size.
  mutating func packets(for envelope: Envelope) -> [[UInt8]] {
    do {
      return try split(envelope.encoded, packetSize: PacketSize.smallest)
    } catch {
      preconditionFailure("\(envelope) does not fit link 0: \(error)")
    }
  }
}
