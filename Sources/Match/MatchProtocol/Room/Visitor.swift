/// One who watches at a host's table, or is on the way to it.
struct Visitor: Sendable {
  /// The stage of a spectator.
  enum Phase: Sendable {
    /// Was welcomed, and nothing was heard on the link that was offered.
    case offered
    /// Keys are exchanged.
    case exchanging(SecureLink)
    /// Was let in.
    case watching(SecureLink)
  }

  let peer: PeerID
  let name: PlayerName
  /// The greeting as it came, which the exchange of keys proves.
  let greeting: [UInt8]
  let welcome: Welcome
  /// Until when keys must have been exchanged.
  let until: Duration
  var phase = Phase.offered
  /// The key of a spectator who was let in.
  var key: PlayerID?
  /// The entries that it has requested and not received yet.
  var wanted: Range<UInt32> = 0..<0
  /// The packets and requests that it may still send.
  var allowance: Allowance

  /// The fragment that it has not acknowledged for longest, and since when.
  private var awaited: (number: UInt16, since: Duration)?

  init(
    _ peer: PeerID,
    _ hello: Hello,
    _ greeting: [UInt8],
    _ welcome: Welcome,
    now: Duration
  ) {
    self.peer = peer
    self.greeting = greeting
    self.welcome = welcome
    name = hello.name
    until = now + SessionTimes.handshake
    allowance = Allowance(now: now)
  }

  var id: LinkID { welcome.linkID }

  /// The link that stands.
  var link: SecureLink? {
    get {
      switch phase {
      case .offered: nil
      case .exchanging(let link), .watching(let link): link
      }
    }
    set {
      guard let newValue else { return }
      switch phase {
      case .offered, .exchanging: phase = .exchanging(newValue)
      case .watching: phase = .watching(newValue)
      }
    }
  }

  var isWatching: Bool {
    if case .watching = phase { true } else { false }
  }

  /// When something is due.
  var deadline: Duration {
    let life = isWatching ? nil : until
    let lag = awaited.map { $0.since + SessionTimes.silence }
    return [link?.deadline, life, lag].compactMap { $0 }.min() ?? until
  }

  /// True if it is given up now: it is silent, takes nothing for too long, or does not finish its
  /// greeting.
  func isLost(now: Duration) -> Bool {
    if !isWatching, now >= until { return true }
    if let awaited, now >= awaited.since + SessionTimes.silence { return true }
    return link?.uselessness(now: now) != nil
  }

  /// All packets that are to be sent to it by now.
  mutating func send(now: Duration) -> Step {
    guard var link else { return Step() }
    _ = link.growsQuiet(now: now)
    let packets = link.send(now: now)
    self.link = link
    if let number = link.awaited {
      if awaited?.number != number { awaited = (number, now) }
    } else {
      awaited = nil
    }
    return .sending(packets, to: peer)
  }
}

/// A limit on the packets and requests of a spectator: a burst, and a number in each further
/// second.
struct Allowance: Sendable {
  /// Reports and acknowledgements, also of a whole game that is told at once, need far fewer.
  private static let packets = (most: 400.0, each: 50.0)
  /// A limit on requests: a spectator that misses a part asks for it once.
  private static let questions = (most: 20.0, each: 1.0)

  private var remarks = WordLimits(burst: WordLimits.said)
  private var packets = Self.packets.most
  private var questions = Self.questions.most
  private var last: Duration

  init(now: Duration) {
    last = now
  }

  /// Takes something that is said; false if it is more than others are to be shown.
  mutating func takeRemark(now: Duration) -> Bool { remarks.note(now: now) == .taken }

  /// Takes one packet, which asks so many things; false if that is too much.
  mutating func take(questions asked: Int = 0, packets sent: Int = 0, now: Duration) -> Bool {
    let seconds = max((now - last) / .seconds(1), 0)
    last = max(last, now)
    packets = min(packets + seconds * Self.packets.each, Self.packets.most) - Double(sent)
    questions = min(questions + seconds * Self.questions.each, Self.questions.most) - Double(asked)
    return packets >= 0 && questions >= 0
  }
}
