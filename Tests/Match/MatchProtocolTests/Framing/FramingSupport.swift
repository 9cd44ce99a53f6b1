import MatchProtocol

let someLink = LinkID(rawValue: 3)

extension Reassembler {
  /// Takes a packet as it comes from the link.
  mutating func append(_ packet: [UInt8]) throws(ProtocolError) -> [[UInt8]] {
    try append(packet, FragmentHeader(decoding: packet))
  }
}

extension HandshakeReassembler {
  /// Takes a packet as it comes from the link.
  mutating func append(_ packet: [UInt8]) throws(ProtocolError) -> [UInt8]? {
    try append(packet, FragmentHeader(decoding: packet))
  }
}

/// A packet made by hand.
func fragment(
  _ sequence: UInt16,
  first: Bool = false,
  last: Bool = false,
  link: LinkID = someLink,
  _ payload: [UInt8]
) -> [UInt8] {
  FragmentHeader(
    kind: .message,
    isFirst: first,
    isLast: last,
    linkID: link,
    sequence: sequence
  ).encoded + payload
}
