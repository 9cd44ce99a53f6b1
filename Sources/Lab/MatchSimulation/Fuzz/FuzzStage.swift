import MatchProtocol

/// A session in some state, and its other side with real keys.
///
/// Both are values: each case has copies of its own.
struct FuzzStage: Sendable {
  var session: any MatchSession
  var peer: RawPeer

  private static let patience = Duration.seconds(20)
  private static let move = MatchMessage.move(.init(ply: 0, text: "h8", position: 1))

  // MARK: Hosts

  /// Hosts from a stranger's first packet on, until their guest is accepted.
  static let meetingHosts: [FuzzStage] = {
    var stage = FuzzStage(
      session: HostSession(
        name: FuzzCorpus.name,
        credentials: .fixed(1),
        session: FuzzCorpus.session,
        patience: patience
      ),
      peer: RawPeer(.guest, as: FuzzCorpus.peer, secrets: FixedSecrets(seed: 2))
    )
    return meeting(&stage, greeting: FuzzCorpus.hello)
  }()

  /// Hosts in the middle of a match, and after.
  static let playingHosts: [FuzzStage] = {
    guard var stage = meetingHosts.last else { return [] }
    var stages = playing(&stage, greeting: FuzzCorpus.resume)
    var restored = FuzzStage(
      session: HostSession(
        resuming: past(with: stage.peer),
        name: FuzzCorpus.name,
        credentials: .fixed(1, knowing: stage.peer),
        patience: patience
      ),
      peer: RawPeer(.guest, as: FuzzCorpus.peer, secrets: FixedSecrets(seed: 2))
    )
    stages.append(restored)
    restored.meet(restored.peer.greet(FuzzCorpus.resume))
    stages.append(restored)
    stages.insert(contentsOf: [watchedHost, talkative(meetingHosts)].compactMap(\.self), at: 1)
    return stages
  }()

  // MARK: Guests

  /// Guests that wait for an answer, until their host is accepted.
  static let meetingGuests: [FuzzStage] = {
    var stage = FuzzStage(
      session: GuestSession(
        name: FuzzCorpus.name,
        program: "fuzz/1",
        credentials: .fixed(2),
        nonce: FuzzCorpus.nonce,
        patience: patience
      ),
      peer: RawPeer(.host, as: FuzzCorpus.peer, secrets: FixedSecrets(seed: 1))
    )
    let unlinked = stage
    stage.linkUp()
    return [unlinked] + meeting(&stage, greeting: FuzzCorpus.welcome)
  }()

  /// Guests in the middle of a match, and after.
  static let playingGuests: [FuzzStage] = {
    guard var stage = meetingGuests.last else { return [] }
    var stages = playing(&stage, greeting: FuzzCorpus.resumed)
    var restored = FuzzStage(
      session: GuestSession(
        resuming: past(with: stage.peer),
        name: FuzzCorpus.name,
        program: "fuzz/1",
        credentials: .fixed(2, knowing: stage.peer),
        nonce: Nonce(rawValue: 2),
        patience: patience
      ),
      peer: RawPeer(.host, as: FuzzCorpus.peer, secrets: FixedSecrets(seed: 1))
    )
    stages.append(restored)
    restored.linkUp()
    stages.append(restored)
    restored.meet(restored.peer.greet(FuzzCorpus.resumed))
    stages.append(restored)
    stages.insert(contentsOf: [watcher, talkative(meetingGuests)].compactMap(\.self), at: 1)
    return stages
  }()

  // MARK: Stages

  /// A host at whose table the peer watches, and may talk.
  private static var watchedHost: FuzzStage? {
    var host = HostSession(
      name: FuzzCorpus.name,
      credentials: .fixed(1),
      session: FuzzCorpus.session,
      patience: patience
    )
    host.letWatch(2, mayTalk: true)
    var stage = FuzzStage(
      session: host,
      peer: RawPeer(.guest, as: FuzzCorpus.peer, secrets: FixedSecrets(seed: 2))
    )
    stage.meet(stage.peer.greet(.hello(FuzzCorpus.watchingHello)))
    return stage.peer.channel == nil ? nil : stage
  }

  /// One who watches at the peer's table, and may talk.
  private static var watcher: FuzzStage? {
    let session = WatchSession(
      name: FuzzCorpus.name,
      program: "fuzz/1",
      credentials: .fixed(2),
      nonce: FuzzCorpus.nonce,
      patience: patience
    )
    var stage = FuzzStage(
      session: session,
      peer: RawPeer(.host, as: FuzzCorpus.peer, secrets: FixedSecrets(seed: 1))
    )
    stage.linkUp()
    stage.meet(stage.peer.greet(FuzzCorpus.welcome))
    stage.tell(stage.peer.say(.watching(FuzzCorpus.watching)))
    return stage.peer.channel == nil ? nil : stage
  }

  /// A side of a match whose other side takes words and files, and with a pipe.
  private static func talkative(_ meeting: [FuzzStage]) -> FuzzStage? {
    guard var stage = meeting.dropLast().last else { return nil }
    let talk = TalkState(takesFiles: true)
    stage.tell(stage.peer.say(.confirm(received: 0, FuzzCorpus.session, talk: talk)))
    stage.watch(stage.session.perform(.pipe(.open), now: .zero))
    return stage
  }

  private static func past(with peer: RawPeer) -> SavedSession {
    SavedSession(
      session: FuzzCorpus.session,
      opponent: peer.key,
      journal: [JournalEntry(isMine: true, move), JournalEntry(isMine: false, move)]
    )
  }

  /// Before the greeting, after it, with half of the exchange, while the question is open, and with
  /// the match begun.
  private static func meeting(_ stage: inout FuzzStage, greeting: Envelope) -> [FuzzStage] {
    var stages = [stage]
    stage.tell(stage.peer.greet(greeting))
    stages.append(stage)
    stage.tell(stage.peer.words())
    stages.append(stage)
    stage.meet([])
    stages.append(stage)
    stage.watch(stage.session.accept(now: .zero))
    stages.append(stage)
    stage.tell(stage.peer.say(.confirm(received: 0, FuzzCorpus.session)))
    return stages + [stage]
  }

  /// With something said and heard, leaving, with a new link half proven or suspended, and on it
  /// before anything is said.
  private static func playing(_ stage: inout FuzzStage, greeting: Envelope) -> [FuzzStage] {
    stage.watch(stage.session.submit(move, now: .zero))
    stage.tell(stage.peer.say(.match(move)))
    var stages = [stage]
    var leaving = stage
    leaving.watch(leaving.session.close(.left, now: .zero))
    stages.append(leaving)
    if stage.peer.isGuest {
      var returning = stage
      returning.tell(returning.peer.greet(greeting))
      stages.append(returning)
    }
    stage.watch(stage.session.receive(.down(FuzzCorpus.peer, .disconnected), now: .zero))
    stages.append(stage)
    stage.linkUp()
    var proving = stage
    proving.tell(proving.peer.greet(greeting))
    stages.append(proving)
    stage.meet(stage.peer.greet(greeting))
    return stages + [stage]
  }

  private mutating func linkUp() {
    watch(session.receive(.up(FuzzCorpus.peer, maximumPacketSize: 180), now: .zero))
  }

  private mutating func tell(_ packets: [[UInt8]]) {
    for packet in packets {
      let event = LinkEvent.packet(packet, from: FuzzCorpus.peer, maximumPacketSize: 180)
      watch(session.receive(event, now: .zero))
    }
  }

  private mutating func meet(_ packets: [[UInt8]]) {
    tell(packets)
    while peer.hasWords {
      tell(peer.words())
    }
  }

  private mutating func watch(_ step: Step) {
    _ = peer.watch(step)
  }
}
