import MatchProtocol

/// A bridge whose guests and whose host may say anything, at any time.
struct FuzzedBridge {
  /// The maximum memory of a bridge, in bytes: for eight guests and for all together 128 packets a
  /// direction, and incomplete greetings.
  private static let mostRetained = 17 * 128 * (PacketSize.largest + 12) + 256 * 1_024

  /// The packet sizes that a guest may take.
  private static let sizes = PacketSize.smallest...PacketSize.largest

  /// One guest more than may be there.
  private static let peers = (0...Bridge.mostGuests).map { PeerID(rawValue: "guest \($0)") }

  private var bridge: Bridge
  private var now = Duration.zero
  /// The packets that each guest has sent since it came, and those of the host.
  private var said: [PeerID: Set<[UInt8]>] = [:]
  private var saidByHost: Set<[UInt8]> = []
  private var inFlight: [Bridge.Direction: Int] = [:]

  /// Which rule was broken, or nil.
  private(set) var failure: String?

  init(_ mutator: inout PacketMutator) {
    bridge = Bridge(sharesLink: mutator.number(in: 0...1) == 1, now: .zero)
  }

  /// The memory of the bridge, if that is too much.
  var excess: String? {
    let kept = retainedBytes(of: bridge)
    return kept <= Self.mostRetained ? nil : "the bridge keeps \(kept) bytes"
  }

  /// Something happens.
  mutating func step(_ mutator: inout PacketMutator) {
    let peer = Self.peers[mutator.number(in: 0...Self.peers.count - 1)]
    switch mutator.number(in: 0...11) {
    case 0...4: say(mutator.next(), as: peer, size: mutator.number(in: Self.sizes))
    case 5...7:
      let packet = mutator.next()
      saidByHost.insert(packet)
      carryOut(bridge.receive(packet, now: now))
    case 8: take(.up)
    case 9: take(.down)
    case 10: lose(peer, mutator.number(in: 0...2))
    default: wait(mutator.number(in: 0...3))
    }
    if bridge.guestCount > Bridge.mostGuests { failure = "\(bridge.guestCount) guests" }
  }

  private mutating func say(_ packet: [UInt8], as peer: PeerID, size: Int) {
    said[peer, default: []].insert(packet)
    carryOut(bridge.receive(packet, from: peer, maximumPacketSize: size, now: now))
  }

  private mutating func take(_ direction: Bridge.Direction) {
    guard inFlight[direction, default: 0] > 0 else { return }
    inFlight[direction, default: 1] -= 1
    carryOut(bridge.taken(direction, now: now))
  }

  private mutating func lose(_ peer: PeerID, _ choice: Int) {
    switch choice {
    case 0: carryOut(bridge.lose(peer))
    case 1: carryOut(bridge.dismiss(peer, now: now))
    default: carryOut(bridge.dismiss(now: now))
    }
  }

  private mutating func wait(_ choice: Int) {
    now += [Duration.milliseconds(1), .seconds(1), .seconds(20), .seconds(61)][choice]
    carryOut(bridge.tick(now: now))
    // Who waits for the deadline would wait for nothing, again and again.
    if let deadline = bridge.deadline, deadline <= now { failure = "\(deadline) at \(now)" }
  }

  /// Only what was said is carried, in the name of the guest who said it; no more at once than may
  /// be.
  private mutating func carryOut(_ orders: [Bridge.Order]) {
    for order in orders {
      switch order {
      case .toHost(let packet, let peer, let size):
        inFlight[.up, default: 0] += 1
        if said[peer]?.contains(packet) != true { failure = "\(peer) did not say \(packet)" }
        if !Self.sizes.contains(size) { failure = "\(peer) takes \(size) bytes" }
      case .toGuests(let packet):
        inFlight[.down, default: 0] += 1
        // A refusal is the bridge's own, and in clear.
        let isGreeting = (try? FragmentHeader(decoding: packet))?.linkID == .unassigned
        if !isGreeting, !saidByHost.contains(packet) { failure = "nobody said \(packet)" }
      case .leave(let peer): said[peer] = nil
      case .disconnect, .listen, .tell: break
      }
    }
    for (direction, count) in inFlight where count > 8 {
      failure = "\(count) packets on the way \(direction)"
    }
  }
}
