internal import BLETransport
internal import BrokerTransport
internal import MatchProtocol

/// An event on the side of a bridge where the table is.
enum TableSideEvent: Sendable {
  /// The table is there, and takes packets up to this length.
  case up(packetSize: Int)
  /// It offers this.
  case offered(TableSign)
  /// Its host has said a packet.
  case packet([UInt8])
  /// Its host hangs up on one guest, or does not know any of them any more.
  case dismissed(PeerID?)
  /// It is gone.
  case down
  /// Something for a person.
  case progress(TransportProgress)
  /// The way to it cannot be used at the moment because of this error, and is tried again.
  case waits(because: any TransportFailure)
  /// There is no way to it any more.
  case ended(because: (any TransportFailure)?)
}

/// The side of a bridge where the table is.
protocol TableSide: Sendable {
  /// Says `packet` of `guest`, who takes packets up to `size` bytes, to the host.
  func send(_ packet: [UInt8], of guest: PeerID, answers size: Int) async
  /// Says that `guest` is gone.
  func leave(_ guest: PeerID) async
  /// Ends the way to the table.
  func close() async
}

/// A table at a broker.
extension BrokerRelay: TableSide {}

/// A table nearby, to which there is one link for all guests.
struct NearbySide: TableSide {
  let link: HeldLink

  func send(_ packet: [UInt8], of guest: PeerID, answers size: Int) async {
    // A link that is down reports so itself, by an event.
    try? await link.transport.send(packet)
  }

  func leave(_ guest: PeerID) async {}

  func close() async { await link.close() }
}

extension TableSideEvent {
  /// Makes the event that a relay reports.
  init(_ event: BrokerRelay.Event) {
    self =
      switch event {
      case .offered(let sign): .offered(sign)
      case .packet(let packet): .packet(packet)
      case .hangUp(let peer): .dismissed(peer)
      case .restarted: .dismissed(nil)
      case .gone: .down
      case .progress(let progress): .progress(progress)
      case .waits(let error): .waits(because: error)
      case .ended(let error): .ended(because: error)
      }
  }

  /// Makes the event that a link to a table nearby reports.
  init(_ event: TransportEvent) {
    self =
      switch event {
      case .link(.up(_, let size)): .up(packetSize: size)
      case .link(.packet(let packet, _, _)): .packet(packet)
      // Nobody leaves letters for a bridge, which could not open them.
      case .link(.down), .link(.letter): .down
      case .progress(let progress): .progress(progress)
      case .waits(let error): .waits(because: error)
      case .ended(let error), .wayEnded(let error): .ended(because: error)
      }
  }
}
