// MARK: - What is in clear

extension Bridge {
  /// Notes what `packet` shows of its guest, and says whether it may go on to the host.
  mutating func examine(
    _ packet: [UInt8],
    _ guest: inout Guest,
    of peer: PeerID,
    now: Duration,
    _ orders: inout [Order]
  ) -> Bool {
    guard let header = try? FragmentHeader(decoding: packet) else { return false }
    // Nobody says anything on the link of another guest.
    guard header.linkID == .unassigned else { return guest.links.contains(header.linkID) }
    guest.greetedAt = now
    switch guest.greetings.verdict(on: packet) {
    case .greets(let hello, _):
      return isLetThrough(hello, of: peer, &guest, now: now, &orders)
    case .resumes(let resume, _):
      guard guest.note(resume.nonce, unless: has(resume.nonce, besides: peer)) else { return false }
      seat(&guest, peer, now: now)
      return guest.playsSince != nil || mayGreet(peer, now: now)
    case .isRejected:
      guest.greetings = HandshakeReassembler()
    case .nothing: break
    }
    return true
  }

  /// True if the last packet of `hello` may go on to the host.
  private mutating func isLetThrough(
    _ hello: Hello,
    of peer: PeerID,
    _ guest: inout Guest,
    now: Duration,
    _ orders: inout [Order]
  ) -> Bool {
    guard guest.note(hello.nonce, unless: has(hello.nonce, besides: peer)) else { return false }
    if !hello.watches { seat(&guest, peer, now: now) }
    let isPlayer = guest.playsSince != nil
    if !hello.watches, !isPlayer { orders += refuse(hello, now: now) }
    return isPlayer || hello.watches && mayGreet(peer, now: now)
  }

  /// The one at `peer` wants to play, and does if nobody else does over a link that both share.
  private func seat(_ guest: inout Guest, _ peer: PeerID, now: Duration) {
    let isTaken = guests.contains { $0.key != peer && $0.value.playsSince != nil }
    let isLate = expected.map { $0.peer != peer && now < $0.until } ?? false
    if guest.playsSince == nil, !sharesLink || !isTaken && !isLate { guest.playsSince = now }
  }

  /// True if the host may be asked for one who does not play over a link that all share.
  private func mayGreet(_ peer: PeerID, now: Duration) -> Bool {
    guard sharesLink else { return true }
    if let until = refused[peer], now < until { return false }
    guard let player = guests.values.first(where: { $0.playsSince != nil }) else {
      return expected.map { now >= $0.until } ?? true
    }
    return player.linkedAt.map { now - $0 >= Self.provingTime } ?? false
  }

  /// True if another guest has greeted with `nonce`: the answer would be that one's.
  private func has(_ nonce: Nonce, besides peer: PeerID) -> Bool {
    guests.contains { $0.key != peer && $0.value.nonces.contains(nonce) }
  }

  /// Two who want to play would be one for the host: the second one is told to come later.
  private mutating func refuse(_ hello: Hello, now: Duration) -> [Order] {
    let since = guests.values.compactMap { $0.playsSince }.first
    let isSeated = since.map { now - $0 >= Self.seatTime } ?? false
    let later = RefusalReason.later(seconds: Int(SessionTimes.turnRepeat.components.seconds))
    let reason = isSeated ? RefusalReason.roomFull : later
    let refusal = Envelope.refuse(Refuse(nonce: hello.nonce, reason: reason))
    for packet in greeting.packets(for: refusal) { _ = common.add(packet) }
    return trouble(.occupied, now: now)
  }

  /// Notes which link the host gives to whom, and whom it refuses.
  mutating func learn(from packet: [UInt8], now: Duration) {
    guard let header = try? FragmentHeader(decoding: packet) else { return }
    let message: [UInt8]?
    do throws(ProtocolError) {
      message = try answers.append(packet, header)
    } catch {
      answers = HandshakeReassembler()
      return
    }
    let envelope = message.flatMap { try? Envelope(decoding: $0) }
    if case .welcome(let welcome) = envelope { give(welcome.linkID, to: welcome.nonce, now: now) }
    if case .resumed(let resumed) = envelope { give(resumed.linkID, to: resumed.nonce, now: now) }
    if case .refuse(let refusal) = envelope { note(refusal, now: now) }
  }

  private mutating func note(_ refusal: Refuse, now: Duration) {
    guard let peer = guest(greetingWith: refusal.nonce) else { return }
    if case .later = refusal.reason { return }
    guests[peer]?.playsSince = nil
    refused = refused.filter { now < $0.value }
    if refused.count < Self.mostGuests * Self.mostGuests {
      refused[peer] = now + Self.refusalTime
    }
  }

  private func guest(greetingWith nonce: Nonce) -> PeerID? {
    order.first { guests[$0]?.nonces.contains(nonce) == true }
  }

  private mutating func give(_ link: LinkID, to nonce: Nonce, now: Duration) {
    guard let peer = guest(greetingWith: nonce) else { return }
    for other in order where other != peer { guests[other]?.links.removeAll { $0 == link } }
    guests[peer]?.give(link, now: now)
    if guests[peer]?.playsSince != nil { expected = nil }
  }
}

extension Bridge.Guest {
  func hasGreeted(by now: Duration) -> Bool {
    greetedAt.map { now - $0 < Bridge.greetingTime } ?? false
  }

  /// Remembers what it has greeted with, unless that is another guest's greeting.
  mutating func note(_ nonce: Nonce, unless isForeign: Bool) -> Bool {
    if !isForeign, !nonces.contains(nonce) {
      nonces = nonces.suffix(Bridge.mostLinks - 1) + [nonce]
    }
    return !isForeign
  }

  mutating func give(_ link: LinkID, now: Duration) {
    if !links.contains(link) { linkedAt = now }
    links = links.filter { $0 != link }.suffix(Bridge.mostLinks - 1) + [link]
  }

  mutating func drop() {
    traffic.dropped += 1
    untold += 1
  }
}
