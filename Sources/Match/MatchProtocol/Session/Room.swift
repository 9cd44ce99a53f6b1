/// The people at a host's table: those who have a seat, those who come back to one, and those who
/// have none.
struct Room: Sendable {
  /// A seat that was offered and has not been taken.
  struct Offer: Sendable {
    let peer: PeerID
    let hello: [UInt8]
    let welcome: Welcome
    let guestName: PlayerName
    let until: Duration
    /// True if the seat is for a known player only.
    let isForKnown: Bool
    /// True if the guest has said that it wants to play by its own terms.
    let isChallenge: Bool
    var repeats = HandshakeReassembler()
  }

  /// The one who has a seat.
  struct Guest: Sendable {
    var conversation: Conversation

    /// True if the seat is for a known player only.
    var isForKnown = false

    /// The nonce of the greeting that led to the link that stands.
    var nonce: Nonce?

    /// Greetings on the link that stands: late copies, or a program that was started anew.
    var greetings = HandshakeReassembler()

    /// Until when it may exchange keys without giving way to anybody.
    var keepsPlaceUntil = Duration.zero

    /// The place of the last link on which keys were exchanged.
    var place: String?
  }

  /// A seat that somebody was welcomed to.
  struct Seat: Sendable {
    /// The phase of a guest who was welcomed.
    indirect enum Phase: Sendable {
      /// Nothing was heard on the link that was offered.
      case offered(Offer)

      /// Something was, and there may be a question still whether to accept the guest.
      case conversing(Guest)
    }

    /// The host's id for it; no two seats have the same.
    let session: SessionID
    var phase: Phase

    /// Whose link leads here at the moment.
    var peer: PeerID? {
      switch phase {
      case .offered(let offer): offer.peer
      case .conversing(let guest): guest.conversation.peer
      }
    }

    var guest: Guest? {
      switch phase {
      case .offered: nil
      case .conversing(let guest): guest
      }
    }

    /// True if keys are exchanged still: others may do so at the same time.
    var isCandidate: Bool {
      switch phase {
      case .offered: true
      case .conversing(let guest): guest.conversation.state == .meeting
      }
    }

    /// The state of docs/reference/protocol.md.
    var state: SessionState {
      switch phase {
      case .offered: .offered
      case .conversing(let guest): guest.conversation.state
      }
    }

    /// True if the seat is for a known player only.
    var isForKnown: Bool {
      switch phase {
      case .offered(let offer): offer.isForKnown
      case .conversing(let guest): guest.isForKnown
      }
    }

    /// The nonce of the greeting that led here.
    var nonce: Nonce? {
      switch phase {
      case .offered(let offer): offer.welcome.nonce
      case .conversing(let guest): guest.nonce
      }
    }

    var deadline: Duration? {
      switch phase {
      case .offered(let offer): offer.until
      case .conversing(let guest): guest.conversation.deadline
      }
    }
  }

  /// The maximum number of peers that prove at a time that they are a guest, at the place where the
  /// guest was and at all others.
  static let maximumReturns = (there: 4, elsewhere: 16)

  /// The maximum number of key exchanges for the seat at a time: with new players, and with peers
  /// that are let in as contacts only.
  static let maximumCandidates = (new: 4, known: 16)

  /// The maximum number of key exchanges at a time with peers of one place, of those that are let
  /// in as contacts only, or come back.
  static let maximumOfPlace = 4

  /// The time for which a peer that has sent the first message of the exchange keeps its place; a
  /// few round trips of a slow link.
  static let placeTime = Duration.seconds(2)

  private(set) var seats: [Seat] = []

  /// Those who say that they are a guest, and have not proven it yet.
  var returns: [PeerID: Return] = [:]

  /// Those who have no seat, and none to come back to.
  var strangers = UnseatedPeers()

  /// True if somebody new is let in.
  var admitsOthers = true

  private var lastLinkID = LinkID.unassigned

  /// When something is due next.
  var deadline: Duration? {
    ([strangers.deadline] + seats.map { $0.deadline } + returns.values.map { $0.deadline })
      .compactMap { $0 }.min()
  }

  /// The seat of the one who plays, or of the one who has come closest to it.
  var player: Seat? {
    seats.first { !$0.isCandidate } ?? seats.first { $0.guest != nil } ?? seats.first
  }

  /// The one who has the seat, or of whom the host is asked.
  var holder: Guest? {
    seats.first { !$0.isCandidate }?.guest
  }

  /// The seats for which keys are exchanged still, the oldest first.
  var candidates: [Seat] {
    seats.filter { $0.isCandidate }
  }

  /// The seat that the link of `peer` leads to.
  func seat(of peer: PeerID) -> Seat? {
    seats.first { $0.peer == peer }
  }

  /// The one who has the seat `session`.
  func guest(_ session: SessionID) -> Guest? {
    seats.first { $0.session == session }?.guest
  }

  /// Those on their way back, in a fixed order; to the seat `session` only, if one is named.
  func returningPeers(to session: SessionID? = nil) -> [PeerID] {
    returns.filter { session == nil || $0.value.session == session }.keys
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// True if one who says Hello is to be told that nobody new is let in.
  var isClosed: Bool { !admitsOthers && holder?.conversation.hasJoined != true }

  /// The reason to send to a peer for which there is no seat for this reason.
  func refusal(_ reason: RefusalReason) -> RefusalReason {
    reason == .roomFull && holder?.conversation.state == .suspended ? .seatKept : reason
  }

  /// An id that nobody has; every guest hears every packet, and knows by it which ones are its own.
  mutating func nextLinkID() -> LinkID {
    repeat {
      lastLinkID = LinkID(rawValue: lastLinkID.rawValue % UInt8.max + 1)
    } while isInUse(lastLinkID)
    return lastLinkID
  }

  /// True if a link with this id exists, or may.
  private func isInUse(_ id: LinkID) -> Bool {
    seats.contains { seat in
      switch seat.phase {
      case .offered(let offer): offer.welcome.linkID == id
      case .conversing(let guest): guest.conversation.linkID == id
      }
    }
      || returns.contains { $0.value.linkID == id }
  }

  /// Gives a seat away, or keeps what became of it.
  mutating func update(_ seat: Seat) {
    if let index = seats.firstIndex(where: { $0.session == seat.session }) {
      seats[index] = seat
    } else {
      seats.append(seat)
    }
  }

  /// Keeps what became of the one who has the seat `session`.
  mutating func update(_ session: SessionID, _ guest: Guest) {
    if let index = seats.firstIndex(where: { $0.session == session }) {
      seats[index].phase = .conversing(guest)
    }
  }

  /// Frees the seat `session`.
  mutating func free(_ session: SessionID) {
    seats.removeAll { $0.session == session }
  }
}

// MARK: - Those who come back

extension Room {
  /// True if a packet belongs to the link of `guest`; one without a header of ours does.
  func owns(_ packet: ReceivedPacket, _ guest: Guest) -> Bool {
    guard let id = packet.linkID else { return returns[packet.peer] == nil }
    return id == guest.conversation.linkID
  }

  /// Lets `peer` be on the way back, as `returning` has it; nil if there is no room.
  ///
  /// Those at the place where the guest was have places of their own. Of too many, the one gives
  /// way that has been on the way for longest, at the place that has most, and that has not just
  /// sent its first message.
  mutating func makeRoom(for returning: Return, of peer: PeerID, now: Duration) -> [PeerID]? {
    guard returns[peer] == nil else { return [] }
    let place = guest(returning.session)?.place
    let isThere = place == peer.place
    let rivals = returns.filter { (place == $0.key.place) == isThere }
    let most = isThere ? Self.maximumReturns.there : Self.maximumReturns.elsewhere
    let neighbours = rivals.filter { $0.key.place == peer.place }
    let isFullThere = neighbours.count >= Self.maximumOfPlace
    guard rivals.count >= most || isFullThere else { return [] }
    let crowd = isFullThere ? Set(neighbours.keys) : Crowd(among: rivals.keys, for: peer).members
    let oldest = rivals.filter {
      crowd.contains($0.key) && ($0.value.keepsPlaceUntil ?? now) <= now
    }
    .min { one, other in
      (one.value.until, one.key.rawValue) < (other.value.until, other.key.rawValue)
    }?
    .key
    guard let oldest else { return nil }
    returns[oldest] = nil
    return self.seat(of: oldest) == nil ? [oldest] : []
  }
}

extension Room.Guest {
  /// Its link leads to `peer` from now on, after a greeting with this nonce.
  mutating func begin(on peer: PeerID, _ nonce: Nonce) {
    (self.nonce, place, greetings) = (nonce, peer.place, HandshakeReassembler())
  }

  /// Hangs up on the link that this guest had, if its peer is another one than that of `link`.
  ///
  /// Whoever still hears that link is another program of the same player, and is told before, so
  /// that the two do not take the match from each other again and again.
  func lettingGo(besides link: SecureLink, now: Duration) -> Step {
    guard var old = conversation.link, old.peer != link.peer else { return Step() }
    old.submit(.goodbye(.takenOver))
    return .sending(old.send(now: now)) + .hangingUp(on: old.peer)
  }
}

extension Hello {
  /// The reason why one who says this gets no seat.
  var refusal: RefusalReason {
    ProtocolVersion.common(ProtocolVersion.supported, versions) == nil
      ? .protocolVersion(host: ProtocolVersion.supported) : .roomFull
  }
}

extension Credentials {
  /// The host's exchange of keys with one who says to be that of `conversation`, after the bytes of
  /// a greeting and its answer.
  func exchange(
    after greeting: [UInt8],
    _ answer: Envelope,
    with conversation: Conversation
  ) -> KeyExchange {
    let prologue = KeyExchange.prologue(hello: greeting, welcome: answer.encoded)
    return exchange(as: .responder, with: conversation.opponent, prologue: prologue)
  }
}

// MARK: - Those who exchange keys

extension Room {
  /// The outcome of a finished key exchange.
  enum Verdict {
    /// The owner is told of it.
    case isIntroduced
    /// It is not its turn.
    case turnsBack
    /// The owner is told of it, and the one at this seat goes.
    case replaces(Seat)
  }

  /// The outcome for the peer at `session`, whose key exchange is finished, if `book` has the
  /// host's contacts.
  func verdict(on session: SessionID, knowing book: [Acquaintance]) -> Verdict {
    guard let guest = guest(session) else { return .turnsBack }
    let isKnown = guest.conversation.isKnown(in: book)
    let rival = seats.first { $0.session != session && !$0.isCandidate }
    guard let rival, let holder = rival.guest?.conversation else {
      return isKnown || !guest.isForKnown ? .isIntroduced : .turnsBack
    }
    return isKnown && holder.givesWay(in: book) ? .replaces(rival) : .turnsBack
  }

  /// True if one more may exchange keys.
  enum Place {
    case isFree
    /// Somebody else has given way, and is to be told.
    case isVacated(by: PeerID, Nonce)
    case isTaken
  }

  /// Lets `peer` exchange keys if there is room; those who are let in as contacts only have places
  /// of their own.
  ///
  /// Of too many, the oldest at the place that has most has to go, but none that has just sent the
  /// first message of its exchange.
  mutating func makeRoomForCandidate(_ peer: PeerID, isForKnown: Bool, now: Duration) -> Place {
    let rivals = candidates.filter { $0.isForKnown == isForKnown }
    let most = isForKnown ? Self.maximumCandidates.known : Self.maximumCandidates.new
    let neighbours = rivals.filter { $0.peer?.place == peer.place }
    let isFullThere = neighbours.count >= Self.maximumOfPlace
    guard rivals.count >= most || isFullThere else { return .isFree }
    let crowd = Crowd(among: rivals.compactMap { $0.peer }, for: peer)
    let mayGo =
      isFullThere ? neighbours : rivals.filter { $0.peer.map(crowd.members.contains) == true }
    let idle = mayGo.first { $0.guest.map { $0.keepsPlaceUntil <= now } ?? true }
    guard let seat = idle, let caller = seat.caller else { return .isTaken }
    free(seat.session)
    return .isVacated(by: caller.peer, caller.nonce)
  }

  /// Somebody has taken the seat: all others who exchange keys for it have to go.
  mutating func removeCandidates() -> [(peer: PeerID, nonce: Nonce)] {
    guard seats.contains(where: { $0.isCandidate }) else { return [] }
    let callers = candidates.compactMap { $0.caller }
    seats.removeAll(where: { $0.isCandidate })
    return callers
  }
}

extension Room.Seat {
  /// Whose link leads here, and the nonce of the greeting that did.
  fileprivate var caller: (peer: PeerID, nonce: Nonce)? {
    guard let peer, let nonce else { return nil }
    return (peer, nonce)
  }
}

extension Conversation {
  /// True if the other side is one of `book`.
  func isKnown(in book: [Acquaintance]) -> Bool {
    opponent.map { book.contains($0) } == true
  }

  /// True if one of `book` comes before this one, of whom the host is asked.
  func givesWay(in book: [Acquaintance]) -> Bool {
    questionUntil != nil && !hasAccepted && !isKnown(in: book)
  }
}
