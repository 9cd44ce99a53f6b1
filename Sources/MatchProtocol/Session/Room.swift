/// Who is at a host's table: those who have a seat, those who come back to one, and those who have
/// none.
struct Room: Sendable {
  /// What somebody with a seat does here.
  enum Role: Sendable, CaseIterable {
    /// Plays against the host.
    case player

    /// How many seats there are for it.
    var seats: Int {
      switch self {
      case .player: 1
      }
    }
  }

  /// A seat that was offered and has not been taken.
  struct Offer: Sendable {
    let peer: PeerID
    let hello: [UInt8]
    let welcome: Welcome
    let guestName: PlayerName
    let until: Duration
    var repeats = HandshakeReassembler()
  }

  /// The one who has a seat.
  struct Guest: Sendable {
    var conversation: Conversation

    /// The nonce of the greeting that led to the link that stands.
    var nonce: Nonce?

    /// Greetings on the link that stands: late copies, or a program that was started anew.
    var greetings = HandshakeReassembler()
  }

  /// A seat that somebody was welcomed to.
  struct Seat: Sendable {
    /// How far the one has come who was welcomed.
    enum Phase: Sendable {
      /// Nothing was heard on the link that was offered.
      case offered(Offer)

      /// Something was, and there may be a question still whether to accept the guest.
      case conversing(Guest)
    }

    /// What the host calls it; no two seats have the same.
    let session: SessionID
    let role: Role
    var phase: Phase

    /// Whose link leads here at the moment.
    var peer: PeerID? {
      switch phase {
      case .offered(let offer): offer.peer
      case .conversing(let guest): guest.conversation.link?.peer
      }
    }

    var guest: Guest? {
      switch phase {
      case .offered: nil
      case .conversing(let guest): guest
      }
    }

    var deadline: Duration? {
      switch phase {
      case .offered(let offer): offer.until
      case .conversing(let guest): guest.conversation.deadline
      }
    }
  }

  /// How many may be proving at a time that they are a guest.
  static let maximumReturns = 4

  private(set) var seats: [Seat] = []

  /// Those who say that they are a guest, and have not proven it yet.
  var returns: [PeerID: Return] = [:]

  /// Those who have no seat, and none to come back to.
  var strangers = UnseatedPeers()

  /// When something is due next.
  var deadline: Duration? {
    ([strangers.deadline] + seats.map(\.deadline) + returns.values.map(\.deadline))
      .compactMap(\.self).min()
  }

  /// The seat of the one who plays.
  var player: Seat? {
    seats.first { $0.role == .player }
  }

  /// Whether nobody was welcomed to one of the seats for `role`.
  func hasFreeSeat(for role: Role) -> Bool {
    seats.count { $0.role == role } < role.seats
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

  /// Whether a link with this id stands, or may.
  func isInUse(_ id: LinkID) -> Bool {
    seats.contains { $0.guest?.conversation.link?.id == id }
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
