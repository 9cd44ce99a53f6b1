import MatchProtocol

/// A session that hears right, nearly right and wrong packets, while time passes and links come and
/// go.
struct FuzzedTalk {
  /// The maximum memory of a session, in bytes: the incomplete streams of the guest and of four
  /// peers that claim to be it, 68 KiB each, and a reserve.
  private static let mostKept = 512 * 1_024

  /// The failure, or nil.
  private(set) var failure: String?

  private var stage: FuzzStage
  private var now = Duration.zero
  private var hasEnded = false
  private var messages = 0

  init(_ stage: FuzzStage) {
    self.stage = stage
  }

  /// The memory beyond the maximum, or nil.
  var excess: String? {
    let kept = retainedBytes(of: stage.session)
    return kept > Self.mostKept ? "it keeps \(kept) bytes" : nil
  }

  /// Does one thing.
  mutating func step(_ mutator: inout PacketMutator) {
    now += .milliseconds(mutator.number(in: 0...400))
    switch mutator.number(in: 0...34) {
    case 0: give(.down(peer(&mutator), .disconnected))
    case 1: give(.up(peer(&mutator), maximumPacketSize: mutator.number(in: 0...600)))
    case 2: check(stage.session.accept(now: now))
    case 3: check(stage.session.decline(now: now))
    case 4: check(stage.session.submit(.resign, now: now))
    case 5: check(stage.session.close(.left, now: now))
    case 21: check(stage.session.perform(.pipe(.open), now: now))
    case 22: check(stage.session.perform(.pipe(.supply([1, 2])), now: now))
    case 23: check(stage.session.note(hasSeen: true, isDeaf: false, isTyping: true, now: now))
    case 24: check(stage.session.perform(.offer(Self.offer), now: now))
    case 25: check(stage.session.perform(wish(&mutator), now: now))
    case 26: check(stage.session.say(FuzzCorpus.spoken, now: now))
    case 27: hear(right(), from: peer(&mutator))
    case 6...12: hear([mutator.next()], from: peer(&mutator))
    case 13...17: hear(right().map { mutator.changed($0) }, from: stage.peer.peer)
    case 18...20: hear(right(), from: stage.peer.peer)
    default: sayAnything(&mutator)
    }
    check(stage.session.tick(now: now))
  }

  private static let offer = FileOffer(
    file: 2,
    name: "f",
    size: 2_000,
    hash: [UInt8](repeating: 7, count: 32)
  )

  /// The owner's action with a file that is offered or asked for.
  private func wish(_ mutator: inout PacketMutator) -> FileAction {
    switch mutator.number(in: 0...3) {
    case 0:
      .supply(2, offset: 0, [UInt8](repeating: 1, count: mutator.number(in: 0...2_000)))
    case 1: .respond(FileResponse(file: 1, isMine: false, .wanted(from: 0)))
    case 2: .respond(FileResponse(file: 1, isMine: false, .whole))
    default: .respond(FileResponse(file: 2, isMine: true, .cancelled))
    }
  }

  private func peer(_ mutator: inout PacketMutator) -> PeerID {
    mutator.number(in: 0...9) == 0 ? PeerID(rawValue: "b") : stage.peer.peer
  }

  /// The packets that the other side would send now.
  private mutating func right() -> [[UInt8]] {
    if stage.peer.hasWords { return stage.peer.words() }
    guard stage.peer.channel != nil else {
      return stage.peer.greet(stage.peer.isGuest ? FuzzCorpus.resume : FuzzCorpus.resumed)
    }
    messages += 1
    return stage.peer.say(.match(.resign))
  }

  /// Says nearly right words, well sealed.
  private mutating func sayAnything(_ mutator: inout PacketMutator) {
    let words = FuzzCorpus.words[mutator.number(in: 0...FuzzCorpus.words.count - 1)]
    stage.peer.packetSize = mutator.number(in: 0...3) == 0 ? 18 : 508
    messages += 1
    hear(stage.peer.seal(mutator.changed(words)), from: stage.peer.peer)
  }

  private mutating func hear(_ packets: [[UInt8]], from peer: PeerID) {
    for packet in packets {
      give(.packet(packet, from: peer, maximumPacketSize: stage.peer.packetSize))
    }
  }

  private mutating func give(_ event: LinkEvent) {
    check(stage.session.receive(event, now: now))
  }

  private mutating func check(_ step: Step) {
    guard failure == nil else { return }
    guard !hasEnded || step.isEmpty else {
      failure = "it speaks after its end: \(step)"
      return
    }
    let count = step.events.count + step.packets.count + step.hangUps.count
    guard count < 500 else {
      failure = "\(count) things for one input"
      return
    }
    for event in step.events {
      check(event)
    }
    hasEnded = hasEnded || step.end != nil
    _ = stage.peer.watch(step)
  }

  private mutating func check(_ event: SessionEvent) {
    switch event {
    case .introduced(let introduction), .joined(let introduction):
      if introduction.key != stage.peer.key { failure = "it meets somebody else" }
    case .message:
      messages -= 1
      if messages < 0 { failure = "it hears what nobody has said" }
    default: break
    }
  }
}
