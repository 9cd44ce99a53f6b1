/// Those who watch at a host's table, and what they are shown: docs/reference/protocol.md, section
/// 13.
///
/// Each gets the entries of the record in order on its own link. Nothing waits for a spectator.
struct Gallery: Sendable {
  /// An event of a spectator.
  enum Change: Sendable {
    case came(PeerID, PlayerName)
    case went(PeerID, PlayerName)
  }

  /// The maximum number of key exchanges at a time, besides spectators.
  static let mostExchanging = 4
  /// The number of last entries that are sent to each spectator when the table closes: a loss
  /// cannot be repaired later.
  private static let mostAtEnd = 4

  /// The maximum number of spectators.
  var places = 0
  /// True if only contacts of the host may watch.
  var isForKnown = false
  /// The host's name for the guest.
  var guestName: PlayerName?
  /// True if spectators may chat.
  var mayTalk = false
  /// The time spent on the current turn, and the time since which it runs.
  var thought: (time: Duration, since: Duration?) = (.zero, nil)

  /// Somebody who was sent away, and has another key each time if nobody knows them.
  private struct Stranger: Hashable {
    let place: String
    let name: PlayerName

    init(_ visitor: Visitor) { (place, name) = (visitor.peer.place, visitor.name) }
  }

  /// The keys of those who were sent away in the game that goes on.
  private var banned: Set<PlayerID> = []
  private var bannedStrangers: Set<Stranger> = []

  var visitors: [Visitor] = []
  var record = RoomRecord(room: 0)

  /// Those who watch, in the order in which they came.
  var watchers: [(peer: PeerID, name: PlayerName)] {
    visitors.filter { $0.isWatching }.map { ($0.peer, $0.name) }
  }

  /// When something is due next.
  var deadline: Duration? {
    visitors.map { $0.deadline }.min()
  }

  /// True if a packet from `peer` on this link is a spectator's.
  func owns(_ peer: PeerID, _ id: LinkID?) -> Bool {
    visitors.contains { $0.peer == peer && $0.id == id }
  }

  /// True if an id is in use here.
  func has(_ id: LinkID) -> Bool { visitors.contains { $0.id == id } }
}

// MARK: - Who comes

extension Gallery {
  /// The reason to refuse a spectator, as far as it is known before keys are exchanged.
  func refusal(isOpen: Bool) -> RefusalReason? {
    if places == 0 { return .notShown }
    if !isOpen { return .closed }
    return watchers.count >= places ? .watchersFull : nil
  }

  /// The answer to this greeting, if it was received before.
  func answer(to nonce: Nonce, of peer: PeerID) -> Welcome? {
    visitors.first { $0.peer == peer && $0.welcome.nonce == nonce }?.welcome
  }

  /// Somebody was welcomed: of too many who exchange keys, the oldest at the place that has most
  /// has to go.
  mutating func add(_ visitor: Visitor, now: Duration) -> Step {
    var step = remove(visitor.peer, now: now)
    let others = visitors.filter { !$0.isWatching }
    let crowd = Crowd(among: others.map { $0.peer }, for: visitor.peer).members
    if others.count >= Self.mostExchanging,
      let oldest = others.first(where: { crowd.contains($0.peer) })
    {
      visitors.removeAll { $0.id == oldest.id }
      step.hangUps.append(oldest.peer)
    }
    visitors.append(visitor)
    return step
  }

  /// The link to `peer` is gone, or it begins anew.
  mutating func remove(_ peer: PeerID, now: Duration) -> Step {
    let gone = visitors.filter { $0.peer == peer }
    guard !gone.isEmpty else { return Step() }
    visitors.removeAll { $0.peer == peer }
    let watched = gone.filter { $0.isWatching }
    return Step(events: watched.map { .watcherWent($0.peer, $0.name) })
  }

  /// Sends the one at `peer` away, with this reason.
  mutating func dismiss(_ peer: PeerID, _ reason: GoodbyeReason, now: Duration) -> Step {
    guard let index = visitors.firstIndex(where: { $0.peer == peer && $0.isWatching }) else {
      return Step()
    }
    if reason == .kicked, let key = visitors[index].key {
      banned.insert(key)
      bannedStrangers.insert(Stranger(visitors[index]))
    }
    visitors[index].link?.submit(.goodbye(reason))
    let step = visitors[index].send(now: now)
    return step + remove(peer, now: now) + .hangingUp(on: peer)
  }

  /// Another game begins, which those may watch again who were sent away.
  mutating func forgetBans() { (banned, bannedStrangers) = ([], []) }

  /// The table is closed: tells all who watch.
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    var step = Step()
    for index in visitors.indices {
      if visitors[index].isWatching {
        let last = max(0, record.entries.count - Self.mostAtEnd)..<record.entries.count
        for number in last {
          let shown = Shown(number: UInt32(number), entry: record.entries[number])
          visitors[index].link?.submit(.shown(shown))
        }
        visitors[index].link?.submit(.goodbye(reason))
      }
      step += visitors[index].send(now: now) + .hangingUp(on: visitors[index].peer)
    }
    visitors = []
    return step
  }
}

// MARK: - What comes from them

extension Gallery {
  /// A packet on the link of one who watches, or is about to.
  mutating func receive(
    _ packet: ReceivedPacket,
    _ credentials: Credentials,
    now: Duration
  ) -> Step {
    let position = visitors.firstIndex { $0.peer == packet.peer && $0.id == packet.linkID }
    guard let index = position, visitors[index].allowance.take(packets: 1, now: now) else {
      return cut(packet.peer, .garbage(.unexpectedMessage), now: now)
    }
    var link = visitors[index].link ?? Self.link(visitors[index], packet, credentials, now: now)
    do {
      let size = packet.maximumPacketSize
      let received = try link.receive(packet.bytes, packetSize: size, now: now)
      visitors[index].link = link
      if !visitors[index].isWatching, let proof = link.proof {
        return letIn(index, proof.player, credentials, now: now)
      }
      for envelope in received.envelopes {
        guard handle(envelope, at: index, now: now) else {
          return violate(index, .unexpectedMessage, now: now)
        }
      }
      if received.envelopes.contains(where: { $0.isGoodbye }) {
        return remove(packet.peer, now: now) + .hangingUp(on: packet.peer)
      }
      serve(index)
      let step = visitors[index].send(now: now)
      return step + hear(received.envelopes, of: index, now: now)
    } catch .violated(let error) {
      return violate(index, error, now: now)
    } catch {
      return cut(packet.peer, .garbage(error.cause), now: now)
    }
  }

  private static func link(
    _ visitor: Visitor,
    _ packet: ReceivedPacket,
    _ credentials: Credentials,
    now: Duration
  ) -> SecureLink {
    let exchange = credentials.exchange(answering: visitor.greeting, visitor.welcome)
    return packet.link(visitor.id, exchange, now: now)
  }

  /// Keys are exchanged: lets the one in, or says why not.
  private mutating func letIn(
    _ index: Int,
    _ player: Acquaintance,
    _ credentials: Credentials,
    now: Duration
  ) -> Step {
    let visitor = visitors[index]
    guard let link = visitor.link else { return Step() }
    let reason: GoodbyeReason? =
      if banned.contains(player.key) || bannedStrangers.contains(Stranger(visitor)) {
        .kicked
      } else if isForKnown, !credentials.known.contains(player) {
        .notInvited
      } else {
        nil
      }
    let isFull = watchers.count >= places
    guard reason == nil, !isFull else {
      visitors[index].link?.submit(.goodbye(reason ?? .noPlace))
      let step = visitors[index].send(now: now)
      visitors.remove(at: index)
      return step + .hangingUp(on: visitor.peer)
    }
    (visitors[index].phase, visitors[index].key) = (.watching(link), player.key)
    let step = Step.telling(.watcherCame(visitor.peer, visitor.name))
    return step + tell(index, now: now)
  }

  /// Does what a watcher says; false if it may not say that.
  private mutating func handle(_ envelope: Envelope, at index: Int, now: Duration) -> Bool {
    guard visitors[index].isWatching else { return false }
    switch envelope {
    case .want(let want):
      guard visitors[index].allowance.take(questions: 1, now: now) else { return false }
      visitors[index].wanted = min(want.first, record.count)..<record.count
      return true
    case .goodbye: return true
    case .remark(let remark): return mayTalk && remark.name == nil
    default: return false
    }
  }

  /// Cuts off a link on which somebody says what is not authentic, or too much.
  ///
  /// That need not be the one who watches, who comes back by another link. Nobody else notices.
  private mutating func cut(_ peer: PeerID, _ why: StrangerRejection, now: Duration) -> Step {
    let isWatcher = visitors.contains { $0.peer == peer && $0.isWatching }
    return remove(peer, now: now) + .hangingUp(on: peer)
      + (isWatcher ? Step() : .telling(.strangerRejected(peer, why)))
  }

  /// Cuts off one who did what it must not.
  private mutating func violate(_ index: Int, _ why: ProtocolError, now: Duration) -> Step {
    let visitor = visitors[index]
    return visitor.isWatching
      ? dismiss(visitor.peer, .protocolViolation, now: now)
      : cut(visitor.peer, .garbage(why), now: now)
  }
}

extension Envelope {
  fileprivate var isGoodbye: Bool {
    if case .goodbye = self { true } else { false }
  }
}
