import BLETransport
import MatchPlay
import MatchProtocol
import Sodium

@testable import tabletooth

/// A guest that the test plays itself: well-behaved until it sits, and then packet by packet.
struct HostileGuest {
  /// The link went down before the host had answered.
  struct NoAnswer: Error {}

  private let link: HeldLink
  private let links: AsyncStream<LinkEvent>
  private var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  private var session = GuestSession(
    name: PlayerName(cleaning: "Eve"),
    program: "hostile/1",
    credentials: Credentials(),
    nonce: Nonce(rawValue: 1)
  )

  /// Connects to Anna's table.
  init(in air: VirtualAir, adapter: String = "hci1") async throws {
    let (service, adapter) = try await air.adapter(adapter)
    let (links, deliver) = AsyncStream.told()
    self.links = links
    let anna = Destination(name: "Anna", players: [])
    link = try await HeldLink.open(to: anna, on: adapter, service, deliver: deliver)
  }

  /// Greets the host as one who speaks these versions of the protocol.
  mutating func greet(
    versions: ClosedRange<UInt16> = ProtocolVersion.supported,
    nonce: UInt64 = 1
  ) async throws {
    let hello = Hello(
      versions: versions,
      nonce: Nonce(rawValue: nonce),
      name: PlayerName(cleaning: "Eve"),
      program: "hostile/1"
    )
    let packets = try greetings.split(
      Envelope.hello(hello).encoded,
      packetSize: PacketSize.smallest
    )
    for packet in packets { try await link.transport.send(packet) }
  }

  /// What the host answers on link 0.
  func answer() async throws -> Envelope {
    var incoming = HandshakeReassembler()
    for await event in links {
      if case .down = event { throw NoAnswer() }
      guard case .packet(let packet, _, _) = event else { continue }
      let header = try FragmentHeader(decoding: packet)
      guard header.linkID == .unassigned, let message = try incoming.append(packet, header) else {
        continue
      }
      return try Envelope(decoding: message)
    }
    throw NoAnswer()
  }

  /// Takes the seat as a well-behaved guest does, and accepts the host.
  mutating func sit() async throws {
    try await listen { step in
      step.events.contains { if case .joined = $0 { true } else { false } }
    }
  }

  /// Waits for the host's goodbye, and answers it.
  mutating func hearsEnd() async throws {
    try await listen { $0.end != nil }
  }

  /// Does what the session says until it tells of the event that is waited for.
  private mutating func listen(until isDone: (Step) -> Bool) async throws {
    for await event in links {
      if case .down = event { throw NoAnswer() }
      var step = session.receive(event, now: .zero)
      if case .introduced? = step.events.first { step += session.accept(now: .zero) }
      try await perform(step)
      if isDone(step) { return }
    }
    throw NoAnswer()
  }

  /// Says `message` on the link of the seat.
  mutating func say(_ message: MatchMessage) async throws {
    try await perform(session.submit(message, now: .zero))
  }

  /// Says words so many times, as fast as the host acknowledges them.
  mutating func flood(_ count: Int) async throws {
    var said = 0
    repeat {
      while said < count, said - session.receipts.words.delivered < 200 {
        try await perform(session.say(try Words("spam \(said)"), now: .zero))
        said += 1
      }
      guard let event = await links.first(where: { _ in true }) else { throw NoAnswer() }
      if case .down = event { throw NoAnswer() }
      try await perform(session.receive(event, now: .zero))
    } while session.receipts.words.delivered < count
  }

  private func perform(_ step: Step) async throws {
    for packet in step.packets { try await link.transport.send(packet) }
  }

  /// Sends a packet as it is.
  func send(_ packet: [UInt8]) async throws {
    try await link.transport.send(packet)
  }

  /// Waits until the host has cut the link.
  func isCut() async {
    for await case .down in links { return }
  }

  /// Goes away.
  func leave() async {
    await link.close()
  }
}

extension AsyncStream<LinkEvent> {
  /// What happens on the links of a transport that is given `deliver`; ends when the transport is
  /// gone for good.
  static func told() -> (links: Self, deliver: @Sendable (TransportEvent) -> Void) {
    let (links, link) = makeStream()
    return (
      links,
      { event in
        switch event {
        case .link(let event): link.yield(event)
        case .progress, .waits, .wayEnded: break
        case .ended: link.finish()
        }
      }
    )
  }
}
