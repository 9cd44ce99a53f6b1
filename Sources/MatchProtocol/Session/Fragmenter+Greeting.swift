extension Fragmenter {
  /// The packets that say `envelope` on link 0, where every packet has the smallest size.
  mutating func sendActions(for envelope: Envelope) -> [SessionAction] {
    do {
      return try split(envelope.encoded, packetSize: PacketSize.smallest).map { .send($0) }
    } catch {
      preconditionFailure("\(envelope) does not fit link 0: \(error)")
    }
  }
}
