import MatchPlay
import MatchProtocol

/// The two ways of a match, over Bluetooth and at a broker, between which it changes.
struct WayChanges {
  enum Way: Hashable {
    case bluetooth
    case broker
  }

  /// The maximum time that players think, in milliseconds, as long as the match is to change its
  /// transport: about as long as two changes take, so that it is not over before.
  static let thinkingTime = 15_000

  /// The number of changes of transport that are wanted.
  let wanted: Int
  /// The number of changes made.
  private(set) var made = 0
  /// By which way the guest comes next, or has come.
  private(set) var way = Way.bluetooth
  /// By which way the match went on last.
  private var last = Way.bluetooth

  init(wanted: Int) {
    self.wanted = wanted
  }

  /// True if it is to change yet.
  var isLeft: Bool { made < wanted }

  mutating func change() {
    way = way == .bluetooth ? .broker : .bluetooth
  }

  /// The match goes on; whether it does so by the other way than before.
  mutating func arrive() -> Bool {
    guard begin() else { return false }
    made += 1
    return true
  }

  /// The match begins; whether it was about to change its way, which is none of a match that goes
  /// on then.
  mutating func begin() -> Bool {
    guard way != last else { return false }
    last = way
    return true
  }
}

extension SimulatedMatch {
  /// The cause of a change of transport.
  private enum Change: CaseIterable {
    /// The first way is lost to both, and found by one before the other.
    case loss
    /// The first way is lost, and the host does not learn of it before the guest is back.
    case unnoticedLoss
    /// The guest has a link on the other way already, and the host still hears what was sent on the
    /// first.
    case reserve
    /// Both programs are stopped, and started again for the other way.
    case resume
  }

  /// Plans to take the match back, if it has come to the other way.
  mutating func noteArrival() {
    guard ways?.arrive() == true else { return }
    schedule.add(.changeWay, at: now + pause(upTo: 2_000))
  }

  /// Plans the next change of a match that began anew in the middle of one, as its host had not
  /// heard yet that it has begun.
  mutating func noteBeginning() {
    guard ways?.begin() == true else { return }
    schedule.add(.changeWay, at: now + pause(upTo: 2_000))
  }

  /// Takes the match to the other way.
  mutating func changeWay() {
    guard ways?.isLeft == true, host.end == nil, guest.end == nil else { return }
    guard guest.hasJoined, runs(.host), runs(.guest), let link = current else {
      return schedule.add(.changeWay, at: now + pause(upTo: 200))
    }
    ways?.change()
    let change = Change.allCases.randomElement(using: &random) ?? .loss
    note("the other way: \(change)")
    switch change {
    case .loss: takeDown(link)
    case .unnoticedLoss: takeDown(link, isHostTold: false)
    case .reserve:
      current = nil
      schedule.add(.hangUp(link: link), at: now + pause(upTo: 5_000))
      hear(.down(Self.hostPeer, .disconnected), .guest)
      connect()
    case .resume:
      takeDown(link)
      for role in [Role.host, .guest] { doom[role] = Int.random(in: 0...3, using: &random) }
    }
  }
}
