/// Those who write to the host and have no seat.
struct UnseatedPeers: Sendable {
  /// The verdict on a packet of a stranger.
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
    /// Told to say Hello again later, in answer to the one with this nonce.
    case waiting(HandshakeReassembler, Nonce)
    case rejected

    /// The order in which peers give way when there are too many.
    var rank: Int {
      switch self {
      case .rejected: 0
      case .refused: 1
      case .greeting: 2
      case .waiting: 3
      }
    }
  }

  private struct Stranger {
    var phase: Phase
    var until: Duration
  }

  /// The number of peers that are remembered at a time.
  static let maximum = 8

  private var known: [PeerID: Stranger] = [:]

  /// The peers with a link that must not outlive the session, in a fixed order.
  var peers: [PeerID] {
    known.keys.sorted { $0.rawValue < $1.rawValue }
  }

  /// When somebody's time is up next.
  var deadline: Duration? {
    known.values.map { $0.until }.min()
  }

  /// Makes room for a packet of `peer`, if it is of a new stranger and there are as many as may be.
  ///
  /// - Returns: Who gave way, if anybody did, of those at the place that has most: those first who
  ///   were turned away already, then who has greeted for longest, and at last who waits.
  mutating func makeRoom(for peer: PeerID) -> PeerID? {
    guard known[peer] == nil, known.count >= Self.maximum else { return nil }
    let crowd = Crowd(among: known.keys, for: peer).members
    let oldest = known.filter { crowd.contains($0.key) }.min { one, other in
      (one.value.phase.rank, one.value.until, one.key.rawValue)
        < (other.value.phase.rank, other.value.until, other.key.rawValue)
    }
    guard let oldest else { return nil }
    known[oldest.key] = nil
    return oldest.key
  }

  /// Takes a packet of somebody without a seat.
  mutating func receive(_ packet: [UInt8], from peer: PeerID, now: Duration) -> Verdict {
    var stranger = known[peer] ?? newcomer(now: now)
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
    case .waiting(var reassembler, let nonce):
      verdict = reassembler.verdict(on: packet)
      stranger.phase = .waiting(reassembler, nonce)
    }
    known[peer] = stranger
    if case .isRejected = verdict {
      reject(peer, now: now)
    }
    return verdict
  }

  /// Which greeting of `peer` was answered by telling it to come later, if that was the answer.
  func waitingNonce(of peer: PeerID) -> Nonce? {
    if case .waiting(_, let nonce)? = known[peer]?.phase { nonce } else { nil }
  }

  /// `peer` was told to come later, in answer to the greeting `nonce`.
  mutating func postpone(_ peer: PeerID, _ nonce: Nonce, now: Duration) {
    let until = now + SessionTimes.handshake
    known[peer] = Stranger(phase: .waiting(reassembler(of: peer), nonce), until: until)
  }

  private func reassembler(of peer: PeerID) -> HandshakeReassembler {
    switch known[peer]?.phase {
    case .greeting(let current), .refused(let current), .waiting(let current, _): current
    case .rejected, nil: HandshakeReassembler()
    }
  }

  /// Gives `peer` a moment to read its refusal, and says whether it is the first.
  mutating func refuse(_ peer: PeerID, now: Duration) -> Bool {
    switch known[peer]?.phase {
    case .refused, .rejected: return false
    case .greeting, .waiting, nil: break
    }
    let until = now + SessionTimes.farewell
    known[peer] = Stranger(phase: .refused(reassembler(of: peer)), until: until)
    return true
  }

  /// Ignores `peer` until its link is down.
  mutating func reject(_ peer: PeerID, now: Duration) {
    known[peer] = Stranger(phase: .rejected, until: now + SessionTimes.handshake)
  }

  /// Forgets `peer`: it has a seat, or its link is down.
  mutating func forget(_ peer: PeerID) {
    known[peer] = nil
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
      case .refused, .waiting:
        reject(peer, now: now)
        expired.append((peer, nil))
      case .rejected:
        forget(peer)
      }
    }
    return expired
  }

  private func newcomer(now: Duration) -> Stranger {
    Stranger(phase: .greeting(HandshakeReassembler()), until: now + SessionTimes.handshake)
  }
}

extension HandshakeReassembler {
  /// The verdict on a packet from a peer without a seat.
  mutating func verdict(on packet: [UInt8]) -> UnseatedPeers.Verdict {
    do {
      let header = try FragmentHeader(decoding: packet)
      guard header.linkID == .unassigned, let message = try append(packet, header) else {
        return .nothing
      }
      switch try Envelope(decoding: message) {
      case .hello(let hello): return .greets(hello, words: message)
      case .resume(let resume): return .resumes(resume, words: message)
      case .welcome, .refuse, .goodbye, .resumed, .confirm, .recall, .gameLine, .goBack, .match,
        .say, .seen,
        .file, .pipe, .challenge, .watching, .want, .shown, .watchers, .room,
        .remark:
        return .isRejected(.garbage(.unexpectedMessage))
      }
    } catch {
      return .isRejected(.garbage(error))
    }
  }
}
