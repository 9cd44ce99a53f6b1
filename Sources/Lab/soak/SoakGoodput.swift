internal import ArgumentParser
import MatchProtocol
import MatchSimulation
import Sodium
internal import TestSupport

/// `soak goodput`: how fast a file goes over a slow link, and how long a move waits meanwhile.
struct SoakGoodput: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goodput",
    abstract: "Measures a file over a simulated link against raw packets on the same link.",
    discussion: """
      Time is simulated, so the numbers are the same in each run. A packet takes its time on the \
      air, behind those before it, and then as long as the latency.
      """
  )

  @Option(help: "The size of the file, in bytes.")
  var size = 1 << 20

  @Option(help: "How many of a hundred packets get lost.")
  var loss = 3

  @Option(help: "How often the link is cut, for two seconds each time.")
  var cuts = 5

  @Option(
    help: """
      The time of one packet of 508 bytes on the air, in milliseconds; as measured with bluetoothd, if \
      not given.
      """
  )
  var airtime = 13.0

  @Option(help: "The latency, in milliseconds.")
  var latency = 15

  @Option(help: "What is random follows from it.")
  var seed: UInt64 = 1

  func run() throws {
    let conditions = SlowLink.Conditions(
      airtime: .microseconds(Int(airtime * 1_000)),
      latency: .milliseconds(latency),
      loss: loss
    )
    var transfer = SlowTransfer(size, conditions, cuts: cuts, seed: seed)
    guard let took = transfer.run(), transfer.isRight else {
      print("The file did not arrive as it was.")
      throw ExitCode.failure
    }
    let raw = SlowTransfer.raw(for: took, conditions, cuts: transfer.cutTimes, seed: seed)
    let rate = Double(size) / (took / .seconds(1))
    let rawRate = Double(raw) / (took / .seconds(1))
    let share = Int((rate / rawRate * 100).rounded())
    let delays = transfer.moves.map { $0 - transfer.idleMove }.sorted()
    print("bytes:            \(size), as they were, after \(cuts) cuts and with \(loss) % loss")
    print("goodput:          \(Int(rate)) B/s, \(share) % of \(Int(rawRate)) B/s of raw packets")
    print("a move alone:     \(Int(transfer.idleMove / .milliseconds(1))) ms")
    if let most = delays.last {
      let median = delays[delays.count / 2]
      print(
        """
        a move meanwhile: \(Int(median / .milliseconds(1))) ms later, at most \
        \(Int(most / .milliseconds(1))) ms, of \(delays.count)
        """
      )
    }
    guard share >= 80 else { throw ExitCode.failure }
  }
}

/// One direction of a link that sends one packet after another.
struct SlowLink {
  struct Conditions {
    /// The time of 508 bytes on the air.
    let airtime: Duration
    let latency: Duration
    /// The number of packets, of a hundred, that get lost.
    let loss: Int
  }

  private let conditions: Conditions
  private var random: SeededGenerator
  private var freeAt = Duration.zero
  private var flights: [(at: Duration, packet: [UInt8])] = []

  init(_ conditions: Conditions, seed: UInt64) {
    self.conditions = conditions
    random = SeededGenerator(seed: seed)
  }

  /// When the next packet arrives.
  var next: Duration? { flights.first?.at }

  mutating func send(_ packet: [UInt8], now: Duration) {
    freeAt = max(freeAt, now) + conditions.airtime * Double(packet.count + 20) / 528
    if !random.chance(conditions.loss) {
      flights.append((freeAt + conditions.latency, packet))
    }
  }

  mutating func receive() -> [UInt8] { flights.removeFirst().packet }

  mutating func clear() { flights = [] }
}

/// A file from a host to a guest over two slow links, with cuts, and moves of the host meanwhile.
struct SlowTransfer {
  private var pair: (host: HostSession, guest: GuestSession)
  private var links: (toGuest: SlowLink, toHost: SlowLink)
  private let content: [UInt8]
  private let offer: FileOffer
  private var received: [UInt8] = []
  private(set) var cutTimes: [Duration] = []
  private let cuts: Int
  private var now = Duration.zero
  private var isUp = false
  private var upAt: Duration? = .zero
  private var random: SeededGenerator
  private var moveSaid: Duration?
  private var nextMove: Duration? = .seconds(2)
  private(set) var idleMove = Duration.zero
  /// The time of each move made while the file was on its way.
  private(set) var moves: [Duration] = []
  private var isOffered = false

  init(_ size: Int, _ conditions: SlowLink.Conditions, cuts: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    content = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    offer = FileOffer(file: 1, name: "file", size: UInt64(size), hash: SHA256.hash(content))
    self.cuts = cuts
    pair = (
      HostSession(
        name: PlayerName(cleaning: "Anna"),
        credentials: .seeded(1_001),
        session: SessionID(rawValue: 1),
        patience: SessionTimes.seat
      ),
      GuestSession(
        name: PlayerName(cleaning: "Bo"),
        program: "soak/1",
        credentials: .seeded(1_002),
        nonce: Nonce(rawValue: seed),
        patience: SessionTimes.seat
      )
    )
    links = (SlowLink(conditions, seed: seed &+ 1), SlowLink(conditions, seed: seed &+ 2))
    self.random = random
  }

  /// True if what came is what was sent.
  var isRight: Bool { received == content }

  /// The number of bytes that raw packets of 508 bytes carry in `time`, one right after another.
  static func raw(
    for time: Duration,
    _ conditions: SlowLink.Conditions,
    cuts: [Duration],
    seed: UInt64
  ) -> Int {
    var random = SeededGenerator(seed: seed)
    var now = Duration.zero
    var count = 0
    while now < time {
      now += conditions.airtime
      let isDown = cuts.contains { now >= $0 && now < $0 + .seconds(2) }
      if !isDown, !random.chance(conditions.loss) { count += PacketSize.largestOnAir }
    }
    return count
  }

  /// Carries the file over.
  ///
  /// - Returns: How long that took from the offer on; nil if it did not come in an hour.
  mutating func run() -> Duration? {
    var offeredAt: Duration?
    while now < .seconds(3_600) {
      step()
      if !isOffered, moveSaid == nil, idleMove > .zero {
        isOffered = true
        offeredAt = now
        nextMove = now + .seconds(1)
        perform(pair.host.perform(.offer(offer), now: now), asHost: true)
      }
      if received.count == content.count, let offeredAt {
        cutTimes = cutTimes.map { $0 - offeredAt }
        return now - offeredAt
      }
    }
    return nil
  }

  /// Does what is due next.
  private mutating func step() {
    let dues = [
      pair.host.deadline, pair.guest.deadline, links.toHost.next, links.toGuest.next, upAt,
      isUp ? nextMove : nil,
    ]
    guard let next = dues.compactMap(\.self).min() else {
      now = .seconds(3_600)
      return
    }
    now = max(now, next)
    if let upAt, upAt <= now {
      self.upAt = nil
      isUp = true
      perform(pair.guest.linkUp(LinkPair.hostPeer, maximumPacketSize: 508, now: now), asHost: false)
    }
    if isUp, let nextMove, nextMove <= now { move() }
    while let at = links.toHost.next, at <= now { receive(asHost: true) }
    while let at = links.toGuest.next, at <= now { receive(asHost: false) }
    perform(pair.host.tick(now: now), asHost: true)
    perform(pair.guest.tick(now: now), asHost: false)
    let due = content.count * (cutTimes.count + 1) / (cuts + 1)
    if cutTimes.count < cuts, received.count >= due, isUp { cut() }
  }

  /// The host moves; the time until the guest hears of it is taken.
  private mutating func move() {
    nextMove = now + .milliseconds(Int.random(in: 500...900, using: &random))
    // While keys are exchanged anew nothing can go, with a file or without.
    guard moveSaid == nil, pair.host.state == .talking else { return }
    moveSaid = now
    perform(pair.host.submit(.resign, now: now), asHost: true)
  }

  private mutating func cut() {
    cutTimes.append(now)
    links.toHost.clear()
    links.toGuest.clear()
    isUp = false
    moveSaid = nil
    upAt = now + .seconds(2)
    perform(pair.host.linkDown(LinkPair.guestPeer, .disconnected, now: now), asHost: true)
    perform(pair.guest.linkDown(LinkPair.hostPeer, .disconnected, now: now), asHost: false)
  }

  private mutating func receive(asHost: Bool) {
    if asHost {
      let packet = links.toHost.receive()
      let step = pair.host.receive(
        packet,
        from: LinkPair.guestPeer,
        maximumPacketSize: 508,
        now: now
      )
      perform(step, asHost: true)
    } else {
      let event = LinkEvent.packet(
        links.toGuest.receive(),
        from: LinkPair.hostPeer,
        maximumPacketSize: 508
      )
      perform(pair.guest.receive(event, now: now), asHost: false)
    }
  }

  private mutating func perform(_ step: Step, asHost: Bool) {
    for packet in step.packets where isUp {
      if asHost {
        links.toGuest.send(packet, now: now)
      } else {
        links.toHost.send(packet, now: now)
      }
    }
    for event in step.events { hear(event, asHost: asHost) }
  }

  private mutating func hear(_ event: SessionEvent, asHost: Bool) {
    switch event {
    case .introduced:
      perform(asHost ? pair.host.accept(now: now) : pair.guest.accept(now: now), asHost: asHost)
    case .message:
      guard let said = moveSaid else { return }
      moveSaid = nil
      if isOffered { moves.append(now - said) } else { idleMove = now - said }
    case .file(.wants(let file, let offset, let count), _):
      let bytes = Array(content[Int(offset)..<Int(offset) + count])
      perform(pair.host.perform(.supply(file, offset: offset, bytes), now: now), asHost: true)
    case .file(.offered, _):
      let answer = FileResponse(file: 1, isMine: false, .wanted(from: UInt64(received.count)))
      perform(pair.guest.perform(.respond(answer), now: now), asHost: false)
    case .file(.part(let part), _): received += part.content
    default: break
    }
  }
}
