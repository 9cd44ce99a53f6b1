import MatchPlay
import MatchProtocol
import TestSupport

extension SimulatedMatch {
  mutating func handle(_ event: SimulatedEvent) {
    switch event {
    case .toHost(let packet, let link):
      guard links[link].isUp else { return }
      let peer = links[link].guestPeer
      let size = links[link].packetSize
      hear(.packet(packet, from: peer, maximumPacketSize: size), .host)
    case .toGuest(let packet, let link):
      deliver(packet, toGuestOn: link)
    case .tick(let role):
      armed[role] = nil
      board(role) { [now] board, _ in
        guard let deadline = board.deadline, deadline <= now else { return TableOrders() }
        return board.give(now: now) { $0.tick(now: $1) }
      }
    case .tickVisitor:
      visitorArmed = nil
      if let deadline = visitor?.deadline, deadline <= now { visit { $0.tick(now: $1) } }
    case .action(let action, let role):
      guard now >= thinkingEnd(of: action, role) else { return }
      change(role) { [ways] in $0.isToLast = ways?.isLeft == true }
      board(role) { [now] in $0.act(action, using: &$1, now: now) }
    case .wish(let wish, let role):
      board(role) { [now] board, _ in
        board.give(now: now) { $0.perform(.file(wish), now: $1) }
      }
    case .restart(let role):
      restart(role)
    case .connect: connect()
    case .fault: injectFault()
    case .changeWay: changeWay()
    case .down(let role, let link):
      tell(role, thatLinkIsDown: link)
    case .vandalism(let link):
      vandalise(link)
    case .hangUp(let link):
      takeDown(link)
    }
  }

  mutating func hear(_ event: LinkEvent, _ role: Role) {
    board(role) { [now] board, _ in board.give(now: now) { $0.receive(event, now: $1) } }
  }

  // MARK: Packets

  private mutating func deliver(_ packet: [UInt8], toGuestOn link: Int) {
    guard links[link].isUp else { return }
    let size = links[link].packetSize
    switch links[link].end {
    case .player:
      guard link == current else { return }
      hear(.packet(packet, from: Self.hostPeer, maximumPacketSize: size), .guest)
    case .visitor:
      let event = LinkEvent.packet(packet, from: Self.hostPeer, maximumPacketSize: size)
      visit { $0.receive(event, now: $1) }
    case .vandal:
      break
    }
  }

  /// Sends a packet; the host's packets reach all who listen, if they arrive.
  mutating func send(_ packet: [UInt8], from role: Role) {
    packets += 1
    switch role {
    case .host:
      for link in links.indices where links[link].isUp && links[link].hostUnheardUntil <= now {
        carry(packet, on: link) { .toGuest($0, link: link) }
      }
    case .guest:
      guard let link = current, links[link].isUp, links[link].guestUnheardUntil <= now else {
        return
      }
      carry(packet, on: link) { .toHost($0, link: link) }
    }
  }

  /// Nothing is lost before the guest has a seat: without one it does not come back.
  private mutating func carry(
    _ packet: [UInt8],
    on link: Int,
    _ arrival: ([UInt8]) -> SimulatedEvent
  ) {
    guard packet.count <= links[link].packetSize else { return }
    guard !guest.hasJoined || !random.chance(weather.dropped) else { return }
    for _ in 0..<(random.chance(weather.duplicated) ? 2 : 1) {
      schedule.add(arrival(packet), at: now + weather.travel(using: &random))
    }
  }

  // MARK: Links

  mutating func connect() {
    guard guest.end == nil, guest.isRunning, current == nil else { return }
    guard host.end == nil, host.isRunning, !random.chance(weather.unreachable) else {
      return tryAgain()
    }
    let last = links.last { $0.end == .player }
    var peer = PeerID(rawValue: "guest \(links.count)")
    if let last, random.chance(50) {
      // bluetoothd tells of a device's links in their order, or not at all.
      peer = last.guestPeer
      for link in links.indices where links[link].guestPeer == peer {
        tell(.host, thatLinkIsDown: link)
      }
    }
    backoff.reset()
    let link = open(.player, as: peer)
    current = link
    let size = links[link].packetSize
    note("link \(link), \(peer.rawValue), packets of \(size)")
    hear(.up(Self.hostPeer, maximumPacketSize: size), .guest)
  }

  mutating func tryAgain() {
    schedule.add(.connect, at: now + backoff.next())
  }

  mutating func open(_ end: SimulatedLink.End, as peer: PeerID) -> Int {
    let link = SimulatedLink(end: end, guestPeer: peer, packetSize: packetSize())
    links.append(link)
    return links.count - 1
  }

  mutating func packetSize() -> Int {
    if ways?.way == .broker { return PacketSize.largest }
    return [18, 18, 23, 60, 180, 244, 508].randomElement(using: &random) ?? 18
  }

  /// Ends a link; both ends are told, each in its own time.
  mutating func takeDown(_ link: Int, isHostTold: Bool = true) {
    guard links[link].isUp else { return }
    note("link \(link) is gone")
    links[link].isUp = false
    links[link].isHostTold = !isHostTold
    if isHostTold { schedule.add(.down(.host, link: link), at: now + pause(upTo: 2_000)) }
    schedule.add(.down(.guest, link: link), at: now + pause(upTo: 2_000))
  }

  private mutating func tell(_ role: Role, thatLinkIsDown link: Int) {
    switch role {
    case .host:
      guard !links[link].isUp, !links[link].isHostTold else { return }
      links[link].isHostTold = true
      let peer = links[link].guestPeer
      hear(.down(peer, .disconnected), .host)
    case .guest where links[link].end == .player:
      guard link == current else { return }
      current = nil
      hear(.down(Self.hostPeer, .disconnected), .guest)
      tryAgain()
    case .guest:
      if links[link].end == .visitor {
        visit { $0.receive(.down(Self.hostPeer, .disconnected), now: $1) }
      }
    }
  }

  /// A side ends a link, once what it has sent before is on the air.
  mutating func hangUp(on peer: PeerID, by role: Role) {
    let after = now + pause(upTo: 600)
    switch role {
    case .host:
      for link in links.indices where links[link].isUp && links[link].guestPeer == peer {
        schedule.add(.hangUp(link: link), at: after)
      }
    case .guest:
      if let current { schedule.add(.hangUp(link: current), at: after) }
    }
  }
}
