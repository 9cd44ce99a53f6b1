import MatchProtocol

/// What may be fed with broken bytes; it must neither trap, hang nor speak after its end.
public enum ProtocolFuzz: String, CaseIterable, Sendable {
  /// The message decoder.
  case envelope
  /// What puts the fragments of a link together.
  case reassembler
  /// A host, from a stranger's first packet to the middle of a match and after.
  case host
  /// A guest, from its greeting to the middle of a match and after.
  case guest

  /// Runs one case.
  ///
  /// - Returns: What went wrong, or nil.
  public func run(_ mutator: inout PacketMutator) -> String? {
    switch self {
    case .envelope: Self.decode(&mutator)
    case .reassembler: Self.reassemble(&mutator)
    case .host: Self.converse(FuzzCorpus.host(at: mutator.number(in: 0...3)), &mutator)
    case .guest: Self.converse(FuzzCorpus.guest(at: mutator.number(in: 0...3)), &mutator)
    }
  }

  /// The right bytes that the wrong ones are made from.
  public var corpus: [[UInt8]] {
    switch self {
    case .envelope: FuzzCorpus.envelopes.map(\.encoded)
    case .reassembler, .host, .guest: FuzzCorpus.packets
    }
  }

  private static func decode(_ mutator: inout PacketMutator) -> String? {
    guard let envelope = try? Envelope(decoding: mutator.next()) else { return nil }
    // What was let in must be sayable, and the same when it comes back.
    return (try? Envelope(decoding: envelope.encoded)) == envelope ? nil : "\(envelope) changes"
  }

  private static func reassemble(_ mutator: inout PacketMutator) -> String? {
    var stream = Reassembler(limit: MessageLimit.match)
    var greetings = HandshakeReassembler()
    do {
      for _ in 0..<8 {
        let packet = mutator.next()
        let header = try FragmentHeader(decoding: packet)
        let whole =
          switch header.kind {
          case .report: try [UInt8(Report(decoding: packet).credit)].map { [$0] }
          case .message: try stream.append(packet, header)
          }
        guard whole.allSatisfy({ $0.count <= MessageLimit.match }) else { return "too long" }
        _ = try greetings.append(packet, header)
      }
      return nil
    } catch {
      return nil
    }
  }

  /// Lets a session hear broken packets, time pass, and links come and go.
  private static func converse(
    _ session: any MatchSession,
    _ mutator: inout PacketMutator
  ) -> String? {
    var session = session
    var now = Duration.zero
    var ends = 0
    for _ in 0..<8 {
      let peer = PeerID(rawValue: mutator.number(in: 0...9) == 0 ? "b" : "a")
      let event: LinkEvent =
        switch mutator.number(in: 0...19) {
        case 0: .down(peer, .disconnected)
        case 1: .up(peer, maximumPacketSize: mutator.number(in: 0...600))
        default: .packet(mutator.next(), from: peer, maximumPacketSize: 18)
        }
      now += .milliseconds(mutator.number(in: 0...400))
      let actions = session.receive(event, now: now) + session.tick(now: now)
      guard ends == 0 || actions.isEmpty else { return "it speaks after its end: \(actions)" }
      ends += actions.count { if case .event(.ended) = $0 { true } else { false } }
      guard ends < 2 else { return "it ends twice" }
      guard actions.count < 500 else { return "\(actions.count) actions for one packet" }
    }
    return nil
  }
}
