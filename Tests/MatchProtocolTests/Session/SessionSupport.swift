import MatchProtocol
import TestSupport

let guestPeer = LinkPair.guestPeer
let hostPeer = LinkPair.hostPeer
let otherPeer = PeerID(rawValue: "other")
let firstLink = LinkID(rawValue: 1)
let farewell = Duration.seconds(2)

let someMove = Message.move(Message.Move(ply: 0, text: "h8"))

/// The packets of `envelope` on `link`, from `sequence` on.
func packets(
  _ envelope: Envelope,
  link: LinkID = firstLink,
  sequence: UInt16 = 0,
  size: Int = 180
) -> [[UInt8]] {
  var fragmenter = Fragmenter(linkID: link, limit: 4_096, firstSequence: sequence)
  let size = link == .unassigned ? 18 : size
  return (try? fragmenter.split(envelope.encoded, packetSize: size)) ?? []
}

/// The packets of a guest's greeting.
func hello(
  nonce: UInt64 = 1,
  versions: ClosedRange<UInt16> = 1...1,
  name: String = "Gus",
  sequence: UInt16 = 0
) -> [[UInt8]] {
  packets(
    .hello(
      Hello(
        versions: versions,
        nonce: Nonce(rawValue: nonce),
        name: PlayerName(cleaning: name),
        program: "test/1"
      )
    ),
    link: .unassigned,
    sequence: sequence
  )
}

/// The packets of the host's answer to the guest whose nonce is 1.
func welcome(nonce: UInt64 = 1, version: UInt16 = 1, link: UInt8 = 1) -> [[UInt8]] {
  packets(
    .welcome(
      Welcome(
        nonce: Nonce(rawValue: nonce),
        version: version,
        linkID: LinkID(rawValue: link),
        session: SessionID(rawValue: 1),
        name: PlayerName(cleaning: "Hana")
      )
    ),
    link: .unassigned
  )
}

func keepAlive(link: LinkID = firstLink, sequence: UInt16 = 0) -> [UInt8] {
  FragmentHeader(kind: .report, linkID: link, sequence: sequence).encoded + Report().encoded
}

func newHost(patience: Duration = .zero) -> HostSession {
  HostSession(
    name: PlayerName(cleaning: "Hana"),
    session: SessionID(rawValue: 1),
    patience: patience
  )
}

func newGuest(patience: Duration = .zero) -> GuestSession {
  GuestSession(
    name: PlayerName(cleaning: "Gus"),
    program: "test/1",
    nonce: Nonce(rawValue: 1),
    patience: patience
  )
}

extension HostSession {
  /// Takes several packets at one moment.
  mutating func receive(
    _ packets: [[UInt8]],
    from peer: PeerID = guestPeer,
    now: Duration = .zero
  ) -> [SessionAction] {
    packets.flatMap { receive($0, from: peer, maximumPacketSize: 180, now: now) }
  }
}

extension GuestSession {
  /// Takes several packets at one moment.
  mutating func receive(
    _ packets: [[UInt8]],
    from peer: PeerID = hostPeer,
    now: Duration = .zero
  ) -> [SessionAction] {
    packets.flatMap { receive($0, from: peer, maximumPacketSize: 180, now: now) }
  }
}

/// What was done, without the bytes: messages that were sent are read back.
enum Deed: Hashable {
  case says(Envelope)
  case pings(UInt16)
  case hangsUp(PeerID)
  case tells(SessionEvent)
}

/// Reads back what `actions` send, with events and disconnects in their places.
func deeds(_ actions: [SessionAction]) -> [Deed] {
  var open: [UInt8] = []
  return actions.compactMap { action in
    switch action {
    case .disconnect(let peer):
      return .hangsUp(peer)
    case .event(let event):
      return .tells(event)
    case .send(let packet):
      guard let header = try? FragmentHeader(decoding: packet) else {
        return nil
      }
      if header.kind == .report {
        return .pings(header.sequence)
      }
      open += packet.dropFirst(header.isFirst ? 10 : 6)
      guard header.isLast, let envelope = try? Envelope(decoding: open) else {
        return nil
      }
      open = []
      return .says(envelope)
    }
  }
}

extension Deed {
  static let welcomes = Deed.says(
    .welcome(
      Welcome(
        nonce: Nonce(rawValue: 1),
        version: 1,
        linkID: firstLink,
        session: SessionID(rawValue: 1),
        name: PlayerName(cleaning: "Hana")
      )
    )
  )

  static let greets = Deed.says(
    .hello(
      Hello(
        versions: 1...1,
        nonce: Nonce(rawValue: 1),
        name: PlayerName(cleaning: "Gus"),
        program: "test/1"
      )
    )
  )

  static func refuses(_ reason: RefusalReason, nonce: UInt64 = 1) -> Deed {
    .says(.refuse(Refuse(nonce: Nonce(rawValue: nonce), reason: reason)))
  }

  static func ends(_ end: SessionEnd) -> Deed {
    .tells(.ended(end))
  }

  static func rejects(_ peer: PeerID, _ why: StrangerRejection) -> Deed {
    .tells(.strangerRejected(peer, why))
  }
}
