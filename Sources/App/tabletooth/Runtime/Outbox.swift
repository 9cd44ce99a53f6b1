internal import MatchProtocol

/// The packets for the transport, in order, sent by a task that may wait for the radio.
struct Outbox: Sendable {
  /// One thing to be done.
  enum Item: Sendable {
    case send(OutgoingPacket)
    case disconnect(PeerID)
    case setOpen(Bool)
    case announce(Presence)
    case expect(Introduction)
    case post(Letter?)
    case remove(HeardLetter)
    case giveUp
  }

  /// The number of items that may wait; a session asks for far less, unless nothing is taken for a
  /// long time.
  ///
  /// What is too much is lost, as on a radio, and said again by the session.
  static let limit = 1_024

  private let items: AsyncStream<Item>
  private let continuation: AsyncStream<Item>.Continuation

  init() {
    (items, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
  }

  /// Adds `item` behind all others; returns at once.
  func add(_ item: Item) {
    continuation.yield(item)
  }

  /// Lets no more be added; what waits is still done.
  func finish() {
    continuation.finish()
  }

  /// Does what is added, one after another, until ``finish()``.
  func drain(into transport: any PacketTransport) async {
    for await item in items {
      switch item {
      case .send(let packet):
        // A link that is down reports so itself, by an event.
        try? await transport.send(packet)
      case .disconnect(let peer): await transport.disconnect(peer)
      case .setOpen(let isOpen): await transport.setOpen(isOpen)
      case .announce(let presence): await transport.announce(presence)
      case .expect(let other): await transport.expect(other)
      case .post(let letter): await transport.post(letter)
      case .remove(let letter): await transport.remove(letter)
      case .giveUp: await transport.giveUp()
      }
    }
  }
}
