import BLETransport
import MatchProtocol

/// A guest that the test plays itself, packet by packet.
struct HostileGuest {
  /// The link went down before the host had answered.
  struct NoAnswer: Error {}

  private let transport: CentralTransport
  private var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  private var link = Fragmenter(linkID: .unassigned, limit: MessageLimit.match)

  /// Connects to Anna's table.
  init(in air: VirtualAir) async throws {
    let (service, adapter) = try await air.adapter("hci1")
    transport = CentralTransport(service, on: adapter)
    try await transport.connect(to: .name("Anna"))
  }

  /// Greets the host as one who speaks these versions of the protocol.
  mutating func greet(versions: ClosedRange<UInt16> = 1...1) async throws {
    let hello = Hello(
      versions: versions,
      nonce: Nonce(rawValue: 1),
      name: PlayerName(cleaning: "Eve"),
      program: "hostile/1"
    )
    let packets = try greetings.split(
      Envelope.hello(hello).encoded,
      packetSize: PacketSize.smallest
    )
    for packet in packets { try await transport.send(packet) }
  }

  /// What the host answers on link 0.
  mutating func answer() async throws -> Envelope {
    var incoming = HandshakeReassembler()
    for await event in transport.events {
      if case .down = event { throw NoAnswer() }
      guard case .packet(let packet, _, _) = event else { continue }
      let header = try FragmentHeader(decoding: packet)
      guard header.linkID == .unassigned, let message = try incoming.append(packet, header) else {
        continue
      }
      let answer = try Envelope(decoding: message)
      if case .welcome(let welcome) = answer {
        link = Fragmenter(linkID: welcome.linkID, limit: MessageLimit.match)
      }
      return answer
    }
    throw NoAnswer()
  }

  /// Takes the seat as a well-behaved guest does.
  mutating func sit() async throws {
    try await greet()
    guard case .welcome = try await answer() else { throw NoAnswer() }
    try await takeSeat()
  }

  /// Shows the host that its welcome was heard.
  func takeSeat() async throws {
    try await send(link.keepAlive())
  }

  /// Says `message` on the link of the seat.
  mutating func say(_ message: Message) async throws {
    try await say(Envelope.match(message).encoded)
  }

  /// Says bytes that need not be a message on the link of the seat, framed as one.
  mutating func say(_ bytes: [UInt8]) async throws {
    for packet in try link.split(bytes, packetSize: PacketSize.smallest) { try await send(packet) }
  }

  /// Sends a packet as it is.
  func send(_ packet: [UInt8]) async throws {
    try await transport.send(packet)
  }

  /// Goes away.
  func leave() async {
    await transport.close()
  }
}
