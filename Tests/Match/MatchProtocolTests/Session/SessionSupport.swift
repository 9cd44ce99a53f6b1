import MatchProtocol
import MatchSimulation

let guestPeer = LinkPair.guestPeer
let hostPeer = LinkPair.hostPeer
let otherPeer = PeerID(rawValue: "other")
let firstLink = LinkID(rawValue: 1)
let farewell = Duration.seconds(2)

/// The seeds of the players' keys; `LinkPair` has the same.
let hostSeed: UInt64 = 1_001
let guestSeed: UInt64 = 1_002
let strangerSeed: UInt64 = 1_003

let someMove = move(0)

/// A message that differs from all others of a test.
func move(_ ply: Int) -> MatchMessage {
  .move(MatchMessage.Move(ply: ply, text: "m\(ply)", position: UInt32(ply)))
}

// MARK: - The two sessions

func newHost(patience: Duration = .zero, session: UInt128 = 1) -> HostSession {
  HostSession(
    name: PlayerName(cleaning: "Hana"),
    credentials: .seeded(hostSeed, knowing: [.seeded(guestSeed)]),
    session: SessionID(rawValue: session),
    patience: patience
  )
}

func newGuest(patience: Duration = .zero, nonce: UInt64 = 1) -> GuestSession {
  GuestSession(
    name: PlayerName(cleaning: "Gus"),
    program: "test/1",
    credentials: .seeded(guestSeed, knowing: [.seeded(hostSeed)]),
    nonce: Nonce(rawValue: nonce),
    patience: patience
  )
}

/// What is left of the match number 1 whose other player has the key of `seed`.
func past(with seed: UInt64, _ journal: [JournalEntry]) -> SavedSession {
  let key = RawPeer(.guest, as: otherPeer, secrets: SeededSecrets(seed: seed)).key
  return SavedSession(session: SessionID(rawValue: 1), opponent: key, journal: journal)
}

func restoredHost(_ past: SavedSession) -> HostSession {
  HostSession(
    resuming: past,
    name: PlayerName(cleaning: "Hana"),
    credentials: .seeded(hostSeed, knowing: [Acquaintance(of: past.opponent)])
  )
}

func restoredGuest(_ past: SavedSession, nonce: UInt64 = 1) -> GuestSession {
  GuestSession(
    resuming: past,
    name: PlayerName(cleaning: "Gus"),
    program: "test/1",
    credentials: .seeded(guestSeed, knowing: [Acquaintance(of: past.opponent)]),
    nonce: Nonce(rawValue: nonce)
  )
}

extension MatchSession {
  /// Does what is due at `time`, after what is due when the other side grows quiet.
  mutating func tickInTime(until time: Duration) -> Step {
    let quiet = tick(now: SessionTimes.quiet)
    return quiet.end == nil ? tick(now: time) : quiet
  }
}

extension HostSession {
  /// Takes several packets at one moment.
  mutating func receive(
    _ packets: [[UInt8]],
    from peer: PeerID = guestPeer,
    now: Duration = .zero
  ) -> Step {
    packets.reduce(into: Step()) {
      $0 += receive($1, from: peer, maximumPacketSize: 180, now: now)
    }
  }
}

extension GuestSession {
  /// Takes several packets at one moment.
  mutating func receive(
    _ packets: [[UInt8]],
    from peer: PeerID = hostPeer,
    now: Duration = .zero
  ) -> Step {
    packets.reduce(into: Step()) {
      $0 += receive($1, from: peer, maximumPacketSize: 180, now: now)
    }
  }
}

// MARK: - What is said to them

func hello(
  nonce: UInt64 = 1,
  versions: ClosedRange<UInt16> = 4...4,
  name: String = "Gus"
) -> Envelope {
  .hello(
    Hello(
      versions: versions,
      nonce: Nonce(rawValue: nonce),
      name: PlayerName(cleaning: name),
      program: "test/1"
    )
  )
}

func welcome(
  nonce: UInt64 = 1,
  version: UInt16 = 4,
  link: UInt8 = 1,
  session: UInt128 = 1
) -> Envelope {
  .welcome(
    Welcome(
      nonce: Nonce(rawValue: nonce),
      version: version,
      linkID: LinkID(rawValue: link),
      session: SessionID(rawValue: session),
      name: PlayerName(cleaning: "Hana")
    )
  )
}

func refuse(_ reason: RefusalReason = .roomFull, nonce: UInt64 = 1) -> Envelope {
  .refuse(Refuse(nonce: Nonce(rawValue: nonce), reason: reason))
}

func resume(nonce: UInt64 = 2) -> Envelope {
  .resume(Resume(nonce: Nonce(rawValue: nonce)))
}

func resumed(nonce: UInt64 = 2, link: UInt8 = 2) -> Envelope {
  .resumed(Resumed(nonce: Nonce(rawValue: nonce), linkID: LinkID(rawValue: link)))
}

let confirm = confirms(received: 0)

func confirms(received: UInt32, session: UInt128 = 1) -> Envelope {
  .confirm(received: received, SessionID(rawValue: session))
}

/// The packets of a greeting, for tests in which nobody reads the answer.
func packets(_ greeting: Envelope, sequence: UInt16 = 0) -> [[UInt8]] {
  packets(of: greeting.encoded, sequence: sequence)
}

/// The packets of any message on link 0.
func packets(of message: [UInt8], sequence: UInt16 = 0) -> [[UInt8]] {
  var fragmenter = Fragmenter(
    linkID: .unassigned,
    limit: MessageLimit.handshake,
    firstSequence: sequence
  )
  return (try? fragmenter.split(message, packetSize: PacketSize.smallest)) ?? []
}

/// Reads back what `step` leads to, but for what is said on a link.
func observed(_ step: Step) -> [ObservedAction] {
  var listener = RawPeer(.guest, as: otherPeer, secrets: SeededSecrets(seed: 0))
  return listener.watch(step)
}

// MARK: - Those who say it

/// Somebody who wants to play, by default the player who does in most tests.
func newRawGuest(_ seed: UInt64 = guestSeed, as peer: PeerID = guestPeer) -> RawPeer {
  RawPeer(.guest, as: peer, secrets: SeededSecrets(seed: seed))
}

func newRawHost(_ seed: UInt64 = hostSeed) -> RawPeer {
  RawPeer(.host, as: hostPeer, secrets: SeededSecrets(seed: seed))
}

/// A host with a guest whose words are the test's.
struct RawGuestPair {
  var host: HostSession
  var guest = newRawGuest()

  /// Nobody has spoken.
  init(patience: Duration = .zero) {
    host = newHost(patience: patience)
  }

  /// The host goes on with a match of which `journal` is left.
  init(restored journal: [JournalEntry]) {
    host = restoredHost(past(with: guestSeed, journal))
  }

  /// Both players have accepted each other.
  static func talking(patience: Duration = .zero) -> RawGuestPair {
    var pair = RawGuestPair(patience: patience)
    _ = pair.introduce()
    _ = pair.guest.say(confirm, to: &pair.host)
    _ = pair.guest.watch(pair.host.accept(now: .zero))
    return pair
  }

  /// The guest asks for the seat, and keys are exchanged.
  mutating func introduce() -> [ObservedAction] {
    guest.meet(&host, guest.greet(hello()))
  }

  /// Whom the host of such a pair tells of, when its guest has done nothing but what it must.
  static let introduction: Introduction = {
    var pair = RawGuestPair()
    return pair.introduce().onlyIntroduction
  }()

  /// The guest says `envelope`, sealed.
  mutating func say(_ envelope: Envelope, now: Duration = .zero) -> [ObservedAction] {
    guest.say(envelope, to: &host, now: now)
  }

  /// The guest sends `packets`.
  mutating func tell(_ packets: [[UInt8]], now: Duration = .zero) -> [ObservedAction] {
    guest.tell(&host, packets, now: now)
  }
}

/// A guest with a host whose words are the test's.
struct RawHostPair {
  var guest: GuestSession
  var host = newRawHost()

  /// The link is not up.
  init(patience: Duration = .zero) {
    guest = newGuest(patience: patience)
  }

  /// The guest goes on with a match of which `journal` is left.
  init(restored journal: [JournalEntry]) {
    guest = restoredGuest(past(with: hostSeed, journal))
  }

  /// The guest says Hello, and is answered by `answer` and all that belongs to it.
  static func met(patience: Duration = .zero, _ answer: Envelope = welcome()) -> RawHostPair {
    var pair = RawHostPair(patience: patience)
    _ = pair.linkUp()
    _ = pair.host.meet(&pair.guest, pair.host.greet(answer))
    return pair
  }

  /// Both players have accepted each other.
  static func talking(patience: Duration = .zero) -> RawHostPair {
    var pair = met(patience: patience)
    _ = pair.host.say(confirm, to: &pair.guest)
    _ = pair.host.watch(pair.guest.accept(now: .zero))
    return pair
  }

  /// The link is up, and the guest greets.
  mutating func linkUp(now: Duration = .zero) -> [ObservedAction] {
    host.watch(guest.linkUp(hostPeer, maximumPacketSize: 180, now: now))
  }

  /// Whom the guest of such a pair tells of, when its host has done nothing but what it must.
  static let introduction: Introduction = {
    var pair = RawHostPair()
    _ = pair.linkUp()
    return pair.host.meet(&pair.guest, pair.host.greet(welcome())).onlyIntroduction
  }()

  /// The host says `envelope`, sealed.
  mutating func say(_ envelope: Envelope, now: Duration = .zero) -> [ObservedAction] {
    host.say(envelope, to: &guest, now: now)
  }

  /// The host sends `packets`.
  mutating func tell(_ packets: [[UInt8]], now: Duration = .zero) -> [ObservedAction] {
    host.tell(&guest, packets, now: now)
  }
}

extension SessionEvent {
  /// Who was introduced.
  var introduction: Introduction? {
    switch self {
    case .introduced(let introduction), .joined(let introduction): introduction
    case .vacated, .message, .strangerRejected, .delayed, .quiet, .heardAgain, .suspended, .resumed,
      .recalled, .remembered, .differs, .compared, .keepsRecord, .wentBack, .words, .file,
      .watcherCame, .watcherWent, .remark, .watchers,
      .watched, .pipe, .crowded, .letter:
      nil
    }
  }
}

extension [ObservedAction] {
  /// Who was introduced, or has joined.
  var introductions: [Introduction] {
    compactMap { if case .tells(let event) = $0 { event.introduction } else { nil } }
  }

  /// The one who was introduced.
  var onlyIntroduction: Introduction {
    guard introductions.count == 1 else {
      fatalError("one should be introduced: \(self)")
    }
    return introductions[0]
  }

  /// Everything that was said to the other side.
  var said: [Envelope] {
    compactMap { if case .says(let envelope) = $0 { envelope } else { nil } }
  }

  /// Everything that the owner was told.
  var told: [SessionEvent] {
    compactMap { if case .tells(let event) = $0 { event } else { nil } }
  }
}
