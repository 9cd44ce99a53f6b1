import MatchProtocol

let message = Array("a move, a message or anything else".utf8)
var fragmenter = Fragmenter(linkID: LinkID(rawValue: 1), limit: 512)
var reassembler = Reassembler(limit: 512)
let packets = try fragmenter.split(message, packetSize: 20)
// The last one comes first, as BlueZ may have it.
let whole = try packets.reversed().flatMap { packet in
  try reassembler.append(packet, FragmentHeader(decoding: packet))
}
print("MatchProtocol: \(packets.count) packets, the same message: \(whole == [message])")
