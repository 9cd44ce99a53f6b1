import MatchPlay
import MatchProtocol
import TestSupport

extension SimulatedMatch {
  /// Lets something go wrong, and plans the next misfortune.
  mutating func injectFault() {
    guard guest.hasJoined else { return schedule.add(.fault, at: now + pause(upTo: 100)) }
    guard faultsLeft > 0, let fault = faults.randomElement(using: &random) else { return }
    faultsLeft -= 1
    schedule.add(.fault, at: now + pause(upTo: 20_000))
    note("fault: \(fault)")
    let until = now + pause(upTo: 30_000)
    switch fault {
    case .cut:
      if let current { takeDown(current) }
    case .unnoticedCut:
      if let current { takeDown(current, isHostTold: false) }
    case .silence:
      if let current {
        links[current].hostUnheardUntil = until
        links[current].guestUnheardUntil = until
      }
    case .hostUnheard:
      if let current { links[current].hostUnheardUntil = until }
    case .guestUnheard:
      if let current { links[current].guestUnheardUntil = until }
    case .resize:
      let size = packetSize()
      if let current { links[current].packetSize = size }
    case .visitor:
      comeBy()
    case .killHost:
      doom[.host] = Int.random(in: 0...12, using: &random)
    case .killGuest:
      doom[.guest] = Int.random(in: 0...12, using: &random)
    case .putHostBack:
      killAndPutBack(.host)
    case .putGuestBack:
      killAndPutBack(.guest)
    case .vandal:
      let link = open(.vandal, as: PeerID(rawValue: "vandal \(links.count)"))
      schedule.add(.vandalism(link: link), at: now)
    }
  }

  // MARK: Another player

  /// Once somebody sits at the table, nobody else gets the seat.
  private mutating func comeBy() {
    guard visitor == nil, host.hasJoined else { return }
    // Some know what the host calls the match, and pretend to be the guest.
    let session = random.chance(50) ? host.disk.match?.session : nil
    visitor = SimulatedVisitor(
      knowing: session,
      using: &random,
      now: now
    )
    let link = open(.visitor, as: PeerID(rawValue: "visitor \(links.count)"))
    let size = links[link].packetSize
    visit { $0.receive(.up(Self.hostPeer, maximumPacketSize: size), now: $1) }
  }

  mutating func visit(_ input: (inout GuestSession, Duration) -> Step) {
    guard var visitor, let link = links.firstIndex(where: { $0.end == .visitor }) else { return }
    let step = visitor.converse(now: now, input)
    self.visitor = visitor
    for event in step.events {
      note("visitor: \(event)")
      switch event {
      case .joined, .resumed, .recalled, .remembered, .differs, .compared, .keepsRecord, .wentBack:
        mischief = "another player got the seat"
      default: break
      }
    }
    for packet in step.packets where links[link].isUp {
      schedule.add(.toHost(packet, link: link), at: now + weather.travel(using: &random))
    }
    if !step.hangUps.isEmpty { schedule.add(.hangUp(link: link), at: now) }
    if let deadline = visitor.deadline, deadline < visitorArmed ?? Self.never {
      visitorArmed = deadline
      schedule.add(.tickVisitor, at: max(deadline, now))
    }
  }

  // MARK: Programs that are killed

  /// Kills a program when its time has come, between any two things that it does.
  mutating func isDoomed(_ role: Role) -> Bool {
    guard let left = doom[role] else { return false }
    doom[role] = left > 0 ? left - 1 : nil
    guard left == 0 else { return false }
    note("\(role) is killed")
    kills += 1
    armed[role] = nil
    switch role {
    case .host:
      host.kill()
      // The link outlives the program; its other end may learn that the service is gone, or only
      // hear nothing.
      if let current, random.chance(50) { takeDown(current) }
    case .guest:
      guest.kill()
      // The host is told of the next link only, or hears nothing meanwhile.
      if let current { takeDown(current, isHostTold: random.chance(50)) }
      current = nil
    }
    schedule.add(.restart(role), at: now + pause(upTo: 30_000))
    return true
  }

  /// Once for a side at most: two older copies may have nothing to do with each other.
  private mutating func killAndPutBack(_ role: Role) {
    doom[role] = Int.random(in: 0...12, using: &random)
    if !hasPutBack {
      hasPutBack = true
      putBack.insert(role)
    }
  }

  /// True if both sides still play: a side that has left, or is about to after its resignation,
  /// does not send the other one again what it has lost.
  private var mayPutBack: Bool {
    [host, guest].allSatisfy { board in
      board.end == nil && board.match?.outcome == nil && board.match?.isResigning != true
    }
  }

  mutating func restart(_ role: Role) {
    note("\(role) starts again")
    if role != lies.liar { lies.excuse(isForgotten: true) }
    if putBack.remove(role) != nil, mayPutBack {
      let share = Int.random(in: 0...100, using: &random)
      switch role {
      case .host: host.putBack(to: share)
      case .guest: guest.putBack(to: share)
      }
      note("\(role) has an older copy")
    }
    board(role) { [now] in $0.start(using: &$1, now: now) }
    if role == .guest { schedule.add(.connect, at: now + pause(upTo: 1_000)) }
  }

  // MARK: Somebody who sends garbage

  /// One packet of garbage, more or less like a real one, and soon another.
  mutating func vandalise(_ link: Int) {
    guard links[link].isUp, now < .seconds(600) else { return }
    var packet = random.bytes(Int.random(in: 0...40, using: &random))
    if random.chance(80), packet.count > 3 {
      packet[0] = 0x40 | packet[0] & 0x31
      packet[1] &= 3
      packet[2] = 0
    }
    schedule.add(.toHost(packet, link: link), at: now)
    schedule.add(.vandalism(link: link), at: now + pause(upTo: 2_000))
  }
}
