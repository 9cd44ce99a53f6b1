import MatchProtocol

/// Right messages and packets, one of each kind, and sessions that wait for such.
enum FuzzCorpus {
  private static let name = PlayerName(cleaning: "Ada")
  private static let nonce = Nonce(rawValue: 1)
  private static let session = SessionID(rawValue: 1)
  private static let link = LinkID(rawValue: 1)
  private static let peer = PeerID(rawValue: "a")

  private static let hello = Envelope.hello(
    Hello(versions: 1...1, nonce: nonce, name: name, program: "fuzz/1")
  )
  private static let welcome = Envelope.welcome(
    Welcome(nonce: nonce, version: 1, linkID: link, session: session, name: name)
  )

  static let envelopes: [Envelope] = [
    hello, welcome,
    .refuse(Refuse(nonce: nonce, reason: .roomFull)),
    .refuse(Refuse(nonce: nonce, reason: .protocolVersion(host: 1...2))),
    .refuse(Refuse(nonce: Nonce(rawValue: 2), reason: .unknownMatch)),
    .resume(Resume(nonce: Nonce(rawValue: 2), session: session, received: 0)),
    .resumed(Resumed(nonce: Nonce(rawValue: 2), linkID: LinkID(rawValue: 2), received: 0)),
    .goodbye(.gameOver),
    .match(.start(.init(game: "gomoku", rule: "freestyle", first: .host))),
    .match(.move(.init(ply: 0, text: "h8"))),
    .match(.resign),
  ]

  /// Every message on link 0 and on link 1, whole and in small pieces, and reports.
  static let packets: [[UInt8]] = {
    var packets: [[UInt8]] = []
    for (index, envelope) in envelopes.enumerated() {
      for (id, size) in [(LinkID.unassigned, 18), (link, 18), (link, 508)] {
        let first = id == .unassigned ? UInt16(100 * index) : 0
        var fragmenter = Fragmenter(
          linkID: id,
          limit: MessageLimit.handshake,
          firstSequence: first
        )
        packets += (try? fragmenter.split(envelope.encoded, packetSize: size)) ?? []
      }
    }
    for id in [link, LinkID(rawValue: 2)] {
      packets.append(Fragmenter(linkID: id, limit: 1).keepAlive())
      let header = FragmentHeader(kind: .report, linkID: id, sequence: 1, acknowledged: 1)
      packets.append(header.encoded + Report(beyond: 0b101).encoded)
    }
    return packets
  }()

  /// A host to whom nobody has spoken, who has offered the seat, who plays, or whose guest is away.
  static func host(at stage: Int) -> HostSession {
    var host = HostSession(name: name, session: session)
    guard stage > 0 else { return host }
    var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
    for packet in (try? greetings.split(hello.encoded, packetSize: 18)) ?? [] {
      _ = host.receive(packet, from: peer, maximumPacketSize: 18, now: .zero)
    }
    guard stage > 1 else { return host }
    let report = Fragmenter(linkID: link, limit: 1).keepAlive()
    _ = host.receive(report, from: peer, maximumPacketSize: 18, now: .zero)
    _ = host.submit(.move(.init(ply: 0, text: "h8")), now: .zero)
    if stage > 2 { _ = host.linkDown(peer, .disconnected, now: .zero) }
    return host
  }

  /// A guest who greets, who plays, whose host is away, or who has come back.
  static func guest(at stage: Int) -> GuestSession {
    var guest = GuestSession(name: name, program: "fuzz/1", nonce: nonce)
    _ = guest.linkUp(peer, maximumPacketSize: 18, now: .zero)
    guard stage > 0 else { return guest }
    var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
    for packet in (try? greetings.split(welcome.encoded, packetSize: 18)) ?? [] {
      _ = guest.receive(packet, from: peer, maximumPacketSize: 18, now: .zero)
    }
    _ = guest.submit(.move(.init(ply: 0, text: "h8")), now: .zero)
    if stage > 1 { _ = guest.linkDown(peer, .disconnected, now: .zero) }
    if stage > 2 { _ = guest.linkUp(peer, maximumPacketSize: 18, now: .zero) }
    return guest
  }
}
