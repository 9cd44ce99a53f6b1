internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// A lobby, and what is wrong with its carriers in the words of this program.
///
/// It has no task, no clock and no I/O: a loop tells it what its carriers report.
struct Seeker: Sendable {
  /// What a scan reports; it must not wait.
  enum Report: Sendable {
    /// Tables are heard from now on.
    case up
    /// Nothing is heard for this reason, which mends itself.
    case interrupted(Failure)
    case heard(Listing)
    /// The table of this identity has gone.
    case gone(String)
  }

  enum Input: Sendable {
    case report(Report, of: Carrier)
    /// A scan has ended by itself, for this reason if it failed.
    case ended(Carrier, ExitReason?)
    /// An attempt to connect has ended, well or not.
    case attempted(Carrier, Result<Bool, ExitReason>)
    case happened(Lobby.Event)

    /// What a transport of `carrier` reports; nil if it is nothing to a lobby.
    init?(_ event: TransportEvent, of carrier: Carrier) {
      switch event {
      case .link(.up): self = .happened(.connected(carrier))
      case .link(.down(_, let loss)): self = .happened(.lost(carrier, isCut: loss == .cut))
      case .ended: self = .happened(.over(carrier))
      case .link(.packet), .link(.letter), .progress, .waits, .wayEnded: return nil
      }
    }
  }

  private var lobby: Lobby
  private let carriers: Set<Carrier>
  /// The reasons why nothing is heard over a carrier.
  private(set) var reasons: [Carrier: ExitReason] = [:]
  /// The same as it is told while others are heard.
  private var troubles: [Carrier: Failure] = [:]

  /// What `lobby` decides over `carriers`, of which nothing is known yet.
  init(_ lobby: Lobby, over carriers: Set<Carrier>) {
    (self.lobby, self.carriers) = (lobby, carriers)
  }

  /// The table of the player who is looked for, if it has no free seat for a game.
  var contactsTable: Listing? { lobby.contactsTable }

  /// The tables that are there.
  var tables: [Listing] { lobby.tables }

  /// When something is due, if nothing happens before.
  var deadline: Duration? { lobby.deadline }

  /// The current troubles, in a sentence; nil if there are none.
  var trouble: String? {
    Failure.text(nearby: troubles[.bluetooth] ?? troubles[.lan], online: troubles[.broker])
  }

  /// The trouble with a carrier.
  func trouble(of carrier: Carrier) -> Failure? { troubles[carrier] }

  /// What came of the search for a table over each carrier.
  var failures: [Lobby.Failure] { lobby.failures }

  /// True if nobody who fits was heard, over any carrier.
  var isUnheard: Bool { lobby.isUnheard }

  /// True if `carrier` is listened to, and nothing is wrong with it.
  func hears(_ carrier: Carrier) -> Bool { carriers.contains(carrier) && reasons[carrier] == nil }

  /// The tables that were heard over `carrier`.
  func heard(over carrier: Carrier) -> [Listing] { lobby.heard(over: carrier) }

  /// Takes `input`, which happened at `now`, and returns what to do.
  mutating func take(_ input: Input, now: Duration) -> Lobby.Orders {
    var orders = Lobby.Orders()
    if let event = note(input) { lobby.update(event, now: now, into: &orders) }
    return orders
  }

  private mutating func note(_ input: Input) -> Lobby.Event? {
    switch input {
    case .report(let report, let carrier): return note(report, of: carrier)
    case .ended(let carrier, nil): return .finished(carrier)
    case .ended(let carrier, let reason?):
      (reasons[carrier], troubles[carrier]) = (reason, reason.failure)
      return .down(carrier)
    // A link that came about has been reported.
    case .attempted(_, .success(true)): return nil
    case .attempted(let carrier, .success(false)): return .failed(carrier, isTriedAgain: true)
    case .attempted(let carrier, .failure(let reason)):
      reasons[carrier] = reason
      return .failed(carrier, isTriedAgain: false)
    case .happened(let event): return event
    }
  }

  private mutating func note(_ report: Report, of carrier: Carrier) -> Lobby.Event {
    switch report {
    case .up:
      (reasons[carrier], troubles[carrier]) = (nil, nil)
      return .up(carrier)
    case .interrupted(let trouble):
      troubles[carrier] = trouble
      return .interrupted(carrier)
    case .heard(let listing): return .heard(listing)
    case .gone(let id): return .gone(id)
    }
  }
}
