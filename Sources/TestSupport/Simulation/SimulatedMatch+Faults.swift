import MatchProtocol

extension SimulatedMatch {
  /// Lets something go wrong, and plans the next misfortune.
  mutating func befall() {
    guard guest.hasJoined else { return schedule.add(.fault, at: now + pause(upTo: 100)) }
    guard faultsLeft > 0, let fault = Fault.allCases.randomElement(using: &random) else { return }
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
    case .vandal:
      let link = open(.vandal, as: PeerID(rawValue: "vandal \(links.count)"))
      schedule.add(.vandalism(link: link), at: now)
    }
  }

  // MARK: Another player

  /// Once somebody sits at the table, nobody else gets the seat.
  private mutating func comeBy() {
    guard visitor == nil, host.hasJoined else { return }
    visitor = GuestSession(
      name: PlayerName(cleaning: "Vera"),
      program: "soak/1",
      nonce: Nonce.random(using: &random),
      patience: .zero
    )
    let link = open(.visitor, as: PeerID(rawValue: "visitor \(links.count)"))
    let size = links[link].packetSize
    visit { $0.linkUp(Self.hostPeer, maximumPacketSize: size, now: $1) }
  }

  mutating func visit(_ input: (inout GuestSession, Duration) -> [SessionAction]) {
    guard var visitor, let link = links.firstIndex(where: { $0.end == .visitor }) else { return }
    let actions = input(&visitor, now)
    self.visitor = visitor
    for action in actions {
      switch action {
      case .send(let packet):
        if links[link].isUp {
          schedule.add(.toHost(packet, link: link), at: now + weather.travel(using: &random))
        }
      case .disconnect:
        schedule.add(.hangUp(link: link), at: now)
      case .event(.joined):
        mischief = "another player got the seat"
      case .event(let event):
        note("visitor: \(event)")
      }
    }
    if let deadline = visitor.deadline, deadline < visitorArmed ?? .seconds(1 << 40) {
      visitorArmed = deadline
      schedule.add(.tickVisitor, at: max(deadline, now))
    }
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
