import MatchPlay
import MatchProtocol
import Sodium

@testable import tabletooth

/// A guest that the test plays itself: well-behaved until it sits, and then packet by packet.
@MainActor
struct HostileGuest {
  /// The link went down before the host had answered.
  struct NoAnswer: Error {}

  private let peer: WorldPeer
  private var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  private var session = GuestSession(
    name: PlayerName(cleaning: "Eve"),
    program: "hostile/1",
    credentials: Credentials(),
    nonce: Nonce(rawValue: 1)
  )

  /// Connects to Anna's table.
  init(in world: World) throws {
    peer = WorldPeer(in: world)
    try peer.connect(toTableOf: "Anna")
  }

  /// Greets the host as one who speaks these versions of the protocol.
  mutating func greet(
    versions: ClosedRange<UInt16> = ProtocolVersion.supported,
    nonce: UInt64 = 1
  ) throws {
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
    for packet in packets { peer.send(packet) }
  }

  /// What the host answers on link 0.
  func answer() async throws -> Envelope {
    var incoming = HandshakeReassembler()
    while true {
      let event = try await peer.next()
      if case .down = event { throw NoAnswer() }
      guard case .packet(let packet, _, _) = event else { continue }
      let header = try FragmentHeader(decoding: packet)
      guard header.linkID == .unassigned, let message = try incoming.append(packet, header) else {
        continue
      }
      return try Envelope(decoding: message)
    }
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
    while true {
      let event = try await peer.next()
      if case .down = event { throw NoAnswer() }
      var step = session.receive(event, now: .zero)
      if case .introduced? = step.events.first { step += session.accept(now: .zero) }
      perform(step)
      if isDone(step) { return }
    }
  }

  /// Says `message` on the link of the seat.
  mutating func say(_ message: MatchMessage) {
    perform(session.submit(message, now: .zero))
  }

  /// Says words so many times, as fast as the host acknowledges them.
  mutating func flood(_ count: Int) async throws {
    var said = 0
    repeat {
      while said < count, said - session.receipts.words.delivered < 200 {
        let words = try Words("spam \(said)")
        perform(session.say(words, now: .zero))
        said += 1
      }
      let event = try await peer.next()
      if case .down = event { throw NoAnswer() }
      perform(session.receive(event, now: .zero))
    } while session.receipts.words.delivered < count
  }

  private func perform(_ step: Step) {
    for packet in step.packets { peer.send(packet) }
  }

  /// Sends a packet as it is.
  func send(_ packet: [UInt8]) { peer.send(packet) }

  /// Waits until the host has cut the link.
  func isCut() async throws {
    while true { if case .down = try await peer.next() { return } }
  }

  /// Goes away.
  func leave() { peer.hangUp() }
}
