import MatchProtocol
import MatchSimulation
import Sodium

/// A player whose program writes down what it must, and may be killed between any two steps.
struct CrashingPlayer {
  let isHost: Bool
  private(set) var session: any MatchSession
  /// What is on disk.
  private(set) var past: SavedSession?
  /// Whether this program may say something: both have accepted, or a program before this one had.
  private(set) var hasJoined = false
  private(set) var starts = 1
  private(set) var isEnded = false
  /// What went wrong.
  private(set) var failure: String?
  /// What a program has done that was not killed.
  private(set) var steps = 0
  var killedAfter: Int?
  private var began = Duration.zero

  init(isHost: Bool, killedAfter: Int? = nil) {
    self.isHost = isHost
    self.killedAfter = killedAfter
    session = Self.session(isHost, past: nil, start: 1)
  }

  var journal: [JournalEntry] {
    past?.journal ?? []
  }

  private static func session(
    _ isHost: Bool,
    past: SavedSession?,
    start: UInt64
  ) -> any MatchSession {
    switch (isHost, past) {
    case (true, let past?): restoredHost(past)
    case (true, nil): newHost(patience: SessionTimes.seat, session: UInt128(start) << 64)
    case (false, let past?): restoredGuest(past, nonce: start << 32)
    case (false, nil): newGuest(patience: SessionTimes.seat, nonce: start << 32)
    }
  }

  /// Whether the program lives after one more step.
  private mutating func step() -> Bool {
    steps += 1
    return steps - 1 != killedAfter
  }

  /// The program is started, with what is on disk.
  mutating func start(now: Duration) {
    starts += 1
    began = now
    isEnded = false
    hasJoined = false
    session = Self.session(isHost, past: past, start: UInt64(starts))
  }

  /// Gives the session an input; returns the packets it has sent, and whether the program still
  /// lives.
  mutating func give(
    now: Duration,
    _ input: (inout any MatchSession, Duration) -> Step
  ) -> (packets: [[UInt8]], lives: Bool, hangsUp: Bool) {
    var packets: [[UInt8]] = []
    var hangsUp = false
    var steps = [input(&session, now - began)]
    while !steps.isEmpty {
      let next = steps.removeFirst()
      for event in next.events {
        guard step() else { return (packets, false, hangsUp) }
        steps.append(take(event, now: now - began))
      }
      for packet in next.packets {
        guard step() else { return (packets, false, hangsUp) }
        packets.append(packet)
      }
      for _ in next.hangUps {
        guard step() else { return (packets, false, hangsUp) }
        hangsUp = true
      }
      if let end = next.end {
        guard step() else { return (packets, false, hangsUp) }
        take(end)
      }
    }
    return (packets, true, hangsUp)
  }

  /// Says `message`, once it is on disk.
  mutating func say(
    _ message: MatchMessage,
    now: Duration
  ) -> (packets: [[UInt8]], lives: Bool, hangsUp: Bool) {
    past?.journal.append(JournalEntry(isMine: true, message))
    guard step() else {
      return ([], false, false)
    }
    return give(now: now) { $0.submit(message, now: $1) }
  }

  private mutating func take(_ event: SessionEvent, now: Duration) -> Step {
    switch event {
    case .introduced(let introduction):
      past = SavedSession(
        session: introduction.session,
        opponent: introduction.key,
        journal: []
      )
      return session.accept(now: now)
    case .message(let message, _):
      past?.journal.append(JournalEntry(isMine: false, message))
    case .vacated:
      if !journal.isEmpty { failure = "a match is given up: \(journal)" }
      past = nil
      hasJoined = false
    case .joined, .resumed:
      hasJoined = true
    case .strangerRejected, .quiet, .heardAgain, .suspended:
      break
    }
    return Step()
  }

  private mutating func take(_ end: SessionEnd) {
    isEnded = true
    if case .linkLost = end { return }
    failure = "it ends: \(end)"
  }
}

/// Two players who play a match of some moves whatever happens to their programs.
struct CrashingPair {
  var host: CrashingPlayer
  var guest: CrashingPlayer
  /// Whether a side learns at once that the other's program was killed.
  let isTold: Bool

  private(set) var now = Duration.zero
  private var isUp = false
  private var toHost: [[UInt8]] = []
  private var toGuest: [[UInt8]] = []

  init(hostKilledAfter host: Int? = nil, guestKilledAfter guest: Int? = nil, isTold: Bool = true) {
    self.host = CrashingPlayer(isHost: true, killedAfter: host)
    self.guest = CrashingPlayer(isHost: false, killedAfter: guest)
    self.isTold = isTold
  }

  /// Plays until both have all of `count` moves, by turns; returns what went wrong.
  mutating func play(_ count: Int) -> String? {
    for _ in 0..<400 {
      // Long enough for a report between two moves.
      now += .milliseconds(150)
      connect()
      settle()
      give(true) { $0.tick(now: $1) }
      give(false) { $0.tick(now: $1) }
      settle()
      sayNext(count)
      settle()
      if let failure = host.failure ?? guest.failure { return failure }
      if let failure = desync { return failure }
      if host.journal.count == count, guest.journal.count == count { return nil }
    }
    return "it never ends: \(host.journal.count) and \(guest.journal.count) of \(count)"
  }

  /// What one has heard that the other has not said, or not in this order.
  private var desync: String? {
    for (here, there) in [(host, guest), (guest, host)] {
      let heard = here.journal.filter { !$0.isMine }.map(\.message)
      let said = there.journal.filter(\.isMine).map(\.message)
      guard said.starts(with: heard) else { return "heard \(heard), but said \(said)" }
    }
    return nil
  }

  private mutating func connect() {
    if host.isEnded { host.start(now: now) }
    if guest.isEnded { guest.start(now: now) }
    guard !isUp else { return }
    isUp = true
    give(false) { $0.receive(.up(hostPeer, maximumPacketSize: 180), now: $1) }
  }

  /// Whose turn it is says the next move, if it knows all before it.
  private mutating func sayNext(_ count: Int) {
    for isHost in [true, false] {
      let player = isHost ? host : guest
      let ply = player.journal.count
      guard ply < count, ply.isMultiple(of: 2) == isHost, player.past != nil else { continue }
      guard player.hasJoined || ply > 0 else { continue }
      let now = now
      take(isHost, isHost ? host.say(move(ply), now: now) : guest.say(move(ply), now: now))
    }
  }

  private mutating func settle() {
    while isUp, !(toHost.isEmpty && toGuest.isEmpty) {
      if !toHost.isEmpty {
        let packet = toHost.removeFirst()
        give(true) {
          $0.receive(.packet(packet, from: guestPeer, maximumPacketSize: 180), now: $1)
        }
      }
      if !toGuest.isEmpty {
        let packet = toGuest.removeFirst()
        give(false) {
          $0.receive(.packet(packet, from: hostPeer, maximumPacketSize: 180), now: $1)
        }
      }
    }
  }

  private mutating func give(
    _ isHost: Bool,
    _ input: (inout any MatchSession, Duration) -> Step
  ) {
    let now = now
    take(isHost, isHost ? host.give(now: now, input) : guest.give(now: now, input))
  }

  private mutating func take(
    _ isHost: Bool,
    _ done: (packets: [[UInt8]], lives: Bool, hangsUp: Bool)
  ) {
    if isHost { toGuest += done.packets } else { toHost += done.packets }
    if !done.lives {
      if isHost { host.start(now: now) } else { guest.start(now: now) }
      // A guest always sees its host go; a host that is not told has a link that nobody is at the
      // end of.
      bringDown(tellHost: isTold && !isHost, tellGuest: isHost)
    } else if done.hangsUp {
      bringDown(tellHost: true, tellGuest: true)
    }
  }

  private mutating func bringDown(tellHost: Bool, tellGuest: Bool) {
    guard isUp else { return }
    isUp = false
    toHost = []
    toGuest = []
    if tellHost { give(true) { $0.receive(.down(guestPeer, .disconnected), now: $1) } }
    if tellGuest { give(false) { $0.receive(.down(hostPeer, .disconnected), now: $1) } }
  }
}
