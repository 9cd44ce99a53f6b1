import MatchSimulation

@testable import MatchProtocol

/// A host, its guest and those who watch, on an air that loses nothing.
struct WatchedHost {
  var now = Duration.zero
  private(set) var host: HostSession
  private(set) var guest: GuestSession
  private(set) var watchers: [Int: WatchSession] = [:]
  /// What the host was told.
  private(set) var told: [SessionEvent] = []
  /// What each watcher was told.
  private(set) var seen: [Int: [WatchEvent]] = [:]
  private(set) var ends: [Int: SessionEnd] = [:]
  /// Who was told by the host of those who watch.
  private(set) var names: [PlayerName] = []
  /// What the guest was told of those who watch.
  private(set) var remarks: [SessionEvent] = []
  /// What the host has sent.
  private(set) var sent: [[UInt8]] = []
  /// What has come to the host.
  private(set) var heard: [(packet: [UInt8], header: FragmentHeader, peer: PeerID)] = []
  /// On whom the host has hung up.
  private(set) var hangUps: [PeerID] = []
  let size: Int
  /// Which watchers neither hear nor say anything.
  var silent: Set<Int> = []

  /// A table with so many places.
  init(
    places: Int,
    size: Int = PacketSize.largest,
    knownOnly: Bool = false,
    mayTalk: Bool = false
  ) {
    self.size = size
    host = newHost()
    host.letWatch(places, isForKnown: knownOnly, mayTalk: mayTalk)
    guest = newGuest()
  }

  static func peer(_ number: Int) -> PeerID { PeerID(rawValue: "watcher\(number)") }

  /// The entries that watcher `number` has seen.
  func entries(_ number: Int) -> [RoomEntry] {
    (seen[number] ?? []).compactMap { if case .entry(let entry, _) = $0 { entry } else { nil } }
  }

  // MARK: What people do

  /// The guest sits down.
  mutating func play() {
    let step = guest.linkUp(hostPeer, maximumPacketSize: size, now: now)
    carryOut(step, ofGuest: ())
  }

  /// Somebody comes to watch.
  mutating func watch(_ number: Int, named name: String = "Wei", as person: Int? = nil) {
    watchers[number] = WatchSession(
      name: PlayerName(cleaning: name),
      program: "test/1",
      credentials: .seeded(strangerSeed + UInt64(person ?? number), knowing: []),
      nonce: Nonce(rawValue: UInt64(number) * 100)
    )
    link(number)
  }

  /// The link of a watcher comes up.
  mutating func link(_ number: Int) {
    watcher(number) { [size] in $0.receive(.up(hostPeer, maximumPacketSize: size), now: $1) }
  }

  /// The link of a watcher is lost for both sides.
  mutating func cut(_ number: Int) {
    let (now, peer) = (now, Self.peer(number))
    give { $0.linkDown(peer, .disconnected, now: now) }
    watcher(number) { $0.receive(.down(hostPeer, .disconnected), now: $1) }
  }

  /// The host does something.
  mutating func give(_ input: (inout HostSession) -> Step) { carryOut(input(&host)) }

  /// A watcher does something.
  mutating func watcher(_ number: Int, _ input: (inout WatchSession, Duration) -> Step) {
    guard var session = watchers[number] else { return }
    let step = input(&session, now)
    watchers[number] = session
    for case .watched(let event) in step.events { seen[number, default: []].append(event) }
    if let end = step.end { ends[number] = end }
    guard !silent.contains(number) else { return }
    for packet in step.packets { toHost(packet, from: Self.peer(number)) }
  }

  /// Something comes to the host.
  mutating func toHost(_ packet: [UInt8], from peer: PeerID) {
    let (now, size) = (now, size)
    if let header = try? FragmentHeader(decoding: packet) { heard.append((packet, header, peer)) }
    give { $0.receive(packet, from: peer, maximumPacketSize: size, now: now) }
  }

  /// Lets time go by.
  mutating func advance(by duration: Duration) {
    let end = now + duration
    while let next = deadline, next <= end {
      now = max(now, next)
      let now = now
      give { $0.tick(now: now) }
      carryOut(guest.tick(now: now), ofGuest: ())
      for number in watchers.keys.sorted() { watcher(number) { $0.tick(now: $1) } }
    }
    now = end
  }

  private var deadline: Duration? {
    ([host.deadline, guest.deadline] + watchers.values.map(\.deadline)).compactMap(\.self).min()
  }

  // MARK: What follows

  private mutating func carryOut(_ step: Step) {
    told += step.events
    sent += step.packets
    hangUps += step.hangUps
    for event in step.events {
      if case .introduced = event { give { [now] in $0.accept(now: now) } }
    }
    for packet in step.packets {
      let guestStep = guest.receive(packet, from: hostPeer, maximumPacketSize: size, now: now)
      carryOut(guestStep, ofGuest: ())
      for number in watchers.keys.sorted() where !silent.contains(number) {
        watcher(number) { [size] in
          $0.receive(.packet(packet, from: hostPeer, maximumPacketSize: size), now: $1)
        }
      }
    }
  }

  private mutating func carryOut(_ step: Step, ofGuest: Void) {
    for event in step.events {
      if case .introduced = event { carryOut(guest.accept(now: now), ofGuest: ()) }
      if case .watchers(let names, _) = event { self.names = names }
      if case .remark = event { remarks.append(event) }
    }
    for packet in step.packets { toHost(packet, from: guestPeer) }
  }

  mutating func forgetSent() { sent = [] }
}
