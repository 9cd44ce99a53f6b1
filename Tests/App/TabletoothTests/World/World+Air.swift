import BLETransport
import MatchPlay
import MatchProtocol

@testable import tabletooth

/// A table that can be found.
struct Offer {
  let name: PlayerName
  var presence: Presence
  /// True if a link can be made to it.
  var isOpen = true
}

/// A link between a guest and a host.
@MainActor
final class Wire {
  let guest: WorldPerformance
  let host: WorldPerformance
  /// The names that each has for the other.
  let peers: (ofGuest: PeerID, ofHost: PeerID)
  var isUp = true
  /// When the last packet arrives at each end.
  fileprivate var lastArrivals: (atGuest: Duration, atHost: Duration) = (.zero, .zero)

  init(_ guest: WorldPerformance, _ host: WorldPerformance, number: Int) {
    (self.guest, self.host) = (guest, host)
    peers = (PeerID(rawValue: "host \(number)"), PeerID(rawValue: "guest \(number)"))
  }

  func peer(of end: WorldPerformance) -> PeerID { end === guest ? peers.ofGuest : peers.ofHost }
}

/// The simulated Bluetooth: it loses nothing while a link is up.
extension World {
  /// The bytes in a packet over a link of this world.
  private static var packetSize: Int { GameService.maximumPacketSize(mtu: 247) }

  /// The tables that a program can hear.
  func tables(heardBy listener: WorldPerformance) -> [Listing] {
    performances.compactMap { other in
      guard other !== listener, let offer = other.offer else { return nil }
      return Listing(
        name: PlayerName(cleaning: GameService.advertisedName(offer.name.description)),
        address: address(of: other.owner.player),
        strength: -60,
        presence: offer.presence,
        isConnectable: offer.isOpen
      )
    }
  }

  /// Makes a link to `table`, and returns whether it answers.
  func connect(_ guest: WorldPerformance, to table: Listing) -> Bool {
    let host = performances.first { other in
      other.offer?.isOpen == true && address(of: other.owner.player) == table.address
    }
    guard let host else { return false }
    let wire = Wire(guest, host, number: wires.count)
    wires.append(wire)
    let location = HostLocation(address: table.address, name: table.name?.description)
    guest.take(.progress(.connected(location)), of: .bluetooth, over: 0)
    let peer = wire.peers.ofGuest
    guest.take(.link(.up(peer, maximumPacketSize: Self.packetSize)), of: .bluetooth, over: 0)
    return true
  }

  private func wires(of end: WorldPerformance) -> [Wire] {
    wires.filter { $0.isUp && ($0.guest === end || $0.host === end) }
  }

  /// Sends `packet`, which each guest of a host hears.
  func send(_ packet: OutgoingPacket, from sender: WorldPerformance, over way: Int?) {
    for wire in wires(of: sender) {
      let receiver = wire.guest === sender ? wire.host : wire.guest
      let delay = arrival(on: wire, at: receiver)
      plan(in: delay) { [peer = wire.peer(of: receiver)] in
        guard wire.isUp else { return }
        let size = Self.packetSize
        let event = LinkEvent.packet(packet.bytes, from: peer, maximumPacketSize: size)
        receiver.take(.link(event), of: .bluetooth, over: 0)
      }
    }
  }

  /// The time that a packet takes which is behind all others.
  private func arrival(on wire: Wire, at receiver: WorldPerformance) -> Duration {
    let latency = Duration.milliseconds(Int.random(in: 8..<45, using: &random))
    let isAtGuest = receiver === wire.guest
    let last = isAtGuest ? wire.lastArrivals.atGuest : wire.lastArrivals.atHost
    let time = max(now + latency, last)
    if isAtGuest { wire.lastArrivals.atGuest = time } else { wire.lastArrivals.atHost = time }
    return time - now
  }

  /// Ends the link of a program to `peer`, or each one, once what was sent before has arrived.
  func hangUp(_ peer: PeerID?, _ end: WorldPerformance) {
    for wire in wires(of: end) where peer == nil || wire.peer(of: end) == peer {
      let other = wire.guest === end ? wire.host : wire.guest
      plan(in: arrival(on: wire, at: other)) { self.lose(wire, at: [other]) }
      end.take(.link(.down(wire.peer(of: end), .cut)), of: .bluetooth, over: 0)
    }
  }

  private func lose(_ wire: Wire, at ends: [WorldPerformance]) {
    guard wire.isUp else { return }
    wire.isUp = false
    for end in ends {
      end.take(.link(.down(wire.peer(of: end), .disconnected)), of: .bluetooth, over: 0)
    }
  }

  /// A program takes its leave.
  func leave(_ program: WorldPerformance) {
    program.offer = nil
    for wire in wires(of: program) {
      let other = wire.guest === program ? wire.host : wire.guest
      plan(in: arrival(on: wire, at: other)) { self.lose(wire, at: [other]) }
    }
  }

  /// A program says nothing any more, which the other side learns from its computer.
  func silence(_ program: WorldPerformance) {
    program.offer = nil
    for wire in wires(of: program) {
      wire.isUp = false
      let other = wire.guest === program ? wire.host : wire.guest
      plan(in: .milliseconds(100)) {
        other.take(.link(.down(wire.peer(of: other), .disconnected)), of: .bluetooth, over: 0)
      }
    }
  }

  /// Cuts all links.
  func cutLinks() {
    for wire in wires where wire.isUp { lose(wire, at: [wire.guest, wire.host]) }
  }
}
