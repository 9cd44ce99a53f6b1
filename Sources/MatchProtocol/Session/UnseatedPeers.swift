/// Those who write to the host and have no seat.
struct UnseatedPeers: Sendable {
  /// What a packet of a stranger amounts to.
  enum Verdict: Hashable {
    case nothing
    /// The words as they came are part of what the exchange of keys proves.
    case greets(Hello, words: [UInt8])
    case resumes(Resume, words: [UInt8])
    case isRejected(StrangerRejection)
  }

  private enum Phase {
    case greeting(HandshakeReassembler)
    case refused(HandshakeReassembler)
    case rejected
  }

  private struct Stranger {
    var phase: Phase
    var until: Duration
  }

  /// How many are remembered at a time.
  static let maximum = 8

  private var known: [PeerID: Stranger] = [:]
  private var turnedAway: PeerID?

  /// Who has a link that must not outlive the session, in a fixed order.
  var peers: [PeerID] {
    known.keys.sorted { $0.rawValue < $1.rawValue }
  }

  /// When somebody's time is up next.
  var deadline: Duration? {
    known.values.map(\.until).min()
  }

  /// Takes a packet of somebody without a seat.
  mutating func receive(_ packet: [UInt8], from peer: PeerID, now: Duration) -> Verdict {
    guard var stranger = known[peer] ?? newcomer(now: now) else {
      defer {
        turnedAway = peer
      }
      return turnedAway == peer ? .nothing : .isRejected(.tooManyStrangers)
    }
    let verdict: Verdict
    switch stranger.phase {
    case .rejected:
      return .nothing
    case .greeting(var reassembler):
      verdict = reassembler.verdict(on: packet)
      stranger.phase = .greeting(reassembler)
    case .refused(var reassembler):
      verdict = reassembler.verdict(on: packet)
      stranger.phase = .refused(reassembler)
    }
    known[peer] = stranger
    if case .isRejected = verdict {
      reject(peer, now: now)
    }
    return verdict
  }

  /// Gives `peer` a moment to read its refusal, and says whether it is the first.
  mutating func refuse(_ peer: PeerID, now: Duration) -> Bool {
    let reassembler: HandshakeReassembler
    switch known[peer]?.phase {
    case .refused, .rejected: return false
    case .greeting(let current): reassembler = current
    case nil: reassembler = HandshakeReassembler()
    }
    known[peer] = Stranger(phase: .refused(reassembler), until: now + SessionTimes.farewell)
    return true
  }

  /// Ignores `peer` until its link is down.
  mutating func reject(_ peer: PeerID, now: Duration) {
    known[peer] = Stranger(phase: .rejected, until: now + SessionTimes.handshake)
  }

  /// Forgets `peer`: it has a seat, or its link is down.
  mutating func forget(_ peer: PeerID) {
    known[peer] = nil
    if turnedAway == peer {
      turnedAway = nil
    }
  }

  /// Whose time is up, with the reason if the owner has not been told one before.
  mutating func tick(now: Duration) -> [(peer: PeerID, rejection: StrangerRejection?)] {
    var expired: [(peer: PeerID, rejection: StrangerRejection?)] = []
    for peer in peers {
      guard let stranger = known[peer], now >= stranger.until else {
        continue
      }
      switch stranger.phase {
      case .greeting:
        reject(peer, now: now)
        expired.append((peer, .handshakeTimeout))
      case .refused:
        reject(peer, now: now)
        expired.append((peer, nil))
      case .rejected:
        forget(peer)
      }
    }
    return expired
  }

  private func newcomer(now: Duration) -> Stranger? {
    known.count < Self.maximum
      ? Stranger(phase: .greeting(HandshakeReassembler()), until: now + SessionTimes.handshake)
      : nil
  }
}

extension HandshakeReassembler {
  /// What a packet amounts to that came from somebody without a seat.
  mutating func verdict(on packet: [UInt8]) -> UnseatedPeers.Verdict {
    do {
      let header = try FragmentHeader(decoding: packet)
      guard header.linkID == .unassigned, let message = try append(packet, header) else {
        return .nothing
      }
      switch try Envelope(decoding: message) {
      case .hello(let hello): return .greets(hello, words: message)
      case .resume(let resume): return .resumes(resume, words: message)
      case .welcome, .refuse, .goodbye, .resumed, .confirm, .match:
        return .isRejected(.garbage(.unexpectedMessage))
      }
    } catch {
      return .isRejected(.garbage(error))
    }
  }
}
