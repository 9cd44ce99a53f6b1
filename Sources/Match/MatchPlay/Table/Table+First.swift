import MatchProtocol

/// The rule by which a host decides who moves first.
public enum FirstRule: Hashable, Sendable {
  /// It is said in the terms.
  case decided
  /// The host is asked when the guest is there.
  case asked
  /// Both sides toss a coin.
  case tossed
}

/// Whom a host lets move first.
public enum FirstChoice: String, Hashable, Sendable, CaseIterable {
  /// The host.
  case me
  /// The guest.
  case guest
  /// Whom the coin says that both sides toss.
  case coin
}

/// The state of a coin toss.
struct Toss: Hashable, Sendable {
  /// True if the host has to say who moves first.
  var isAsked = false
  /// The host's commitment.
  var commitment: [UInt8]?
  var guestNumber: [UInt8]?
  var hostNumber: [UInt8]?

  /// Whom the coin lets move first, once both numbers are known.
  var first: Role? {
    guard let hostNumber, let guestNumber else { return nil }
    return CoinToss.first(host: hostNumber, guest: guestNumber)
  }

  /// Takes what was said or heard; false for what cannot come now, or is not what the host has
  /// committed itself to.
  mutating func take(_ coin: Coin, from role: Role) -> Bool {
    switch (coin, role) {
    case (.commitment(let bytes), .host) where commitment == nil:
      commitment = bytes
    case (.number(let bytes), .guest) where commitment != nil && guestNumber == nil:
      guestNumber = bytes
    case (.number(let bytes), .host) where guestNumber != nil && hostNumber == nil:
      guard CoinToss.commitment(to: bytes) == commitment else { return false }
      hostNumber = bytes
    case (.commitment, _), (.number, _): return false
    }
    return true
  }
}

/// The choice of the first player.
extension Table {
  /// True if the host here has to say who moves first.
  public var isFirstAsked: Bool { phase == .seated && toss.isAsked && !isSuspended }

  /// The number of this side, which is the same whenever it is asked for.
  private var coinNumber: [UInt8] {
    CoinToss.number(from: coinSecret, in: matchID ?? SessionID(rawValue: 0))
  }

  /// Both are there: the host begins, or finds out who moves first.
  mutating func decideFirst(now: Duration) {
    guard let terms = agreedTerms, phase == .seated else { return }
    // A coin that was begun is tossed to its end, also by a program that was told nothing of it.
    if firstRule == .decided, agreed == nil, toss.commitment == nil { return open(terms, now: now) }
    goOnTossing(terms, now: now)
  }

  private mutating func goOnTossing(_ terms: MatchMessage.Start, now: Duration) {
    if let first = toss.first { return begin(terms, first: first, now: now) }
    if toss.commitment != nil {
      if toss.guestNumber != nil { showNumber(now: now) }
    } else if firstRule == .asked, agreed == nil {
      toss.isAsked = true
      tell(.asksFirst)
    } else {
      say(coin: .commitment(CoinToss.commitment(to: coinNumber)), now: now)
    }
  }

  private mutating func showNumber(now: Duration) {
    say(coin: .number(coinNumber), now: now)
    guard let terms = agreedTerms, let first = toss.first else { return }
    begin(terms, first: first, now: now)
  }

  private mutating func begin(_ terms: MatchMessage.Start, first: Role, now: Duration) {
    tell(.tossed(first))
    open(terms.letting(first), now: now)
  }

  private mutating func say(coin: Coin, now: Duration) {
    _ = toss.take(coin, from: role)
    say(.coin(coin), now: now)
  }

  /// The host here says who moves first.
  mutating func choose(_ choice: FirstChoice, now: Duration) {
    guard isFirstAsked, let terms = agreedTerms else { return }
    toss.isAsked = false
    switch choice {
    case .me: open(terms.letting(.host), now: now)
    case .guest: open(terms.letting(.guest), now: now)
    case .coin: say(coin: .commitment(CoinToss.commitment(to: coinNumber)), now: now)
    }
  }

  /// The other side tosses.
  mutating func hear(_ coin: Coin, now: Duration) {
    let isAllowed = role == .host || offer?.isFirstOpen ?? true
    guard isAllowed, toss.take(coin, from: role == .host ? .guest : .host) else {
      return leave(because: .unexpectedMessage, now: now)
    }
    switch (role, coin) {
    case (.host, _): showNumber(now: now)
    case (.guest, .commitment): say(coin: .number(coinNumber), now: now)
    case (.guest, .number): if let first = toss.first { tell(.tossed(first)) }
    }
  }

  /// True if a host that has offered what it did, and tossed, may begin like this.
  func fits(_ terms: MatchMessage.Start) -> Bool {
    if toss.commitment != nil, toss.first != terms.first { return false }
    guard let offer else { return true }
    return terms == (offer.isFirstOpen ? offer.terms.letting(terms.first) : offer.terms)
  }

  /// Goes on with a coin that a program before this one has tossed.
  mutating func restoreToss(_ journal: [JournalEntry], now: Duration) {
    toss = Toss()
    for entry in journal {
      guard case .coin(let coin) = entry.message else { continue }
      _ = toss.take(coin, from: entry.isMine ? role : role == .host ? .guest : .host)
    }
    // A program that was killed between hearing and answering answers now.
    if role == .guest, toss.commitment != nil, toss.guestNumber == nil {
      say(coin: .number(coinNumber), now: now)
    }
  }
}

extension MatchMessage.Start {
  /// The same terms with this side to move first.
  fileprivate func letting(_ first: Role) -> Self {
    Self(game: game, rule: rule, first: first, options: options)
  }
}
