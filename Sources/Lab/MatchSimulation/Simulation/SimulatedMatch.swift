public import GameRules
import MatchPlay
import MatchProtocol
import TestSupport

/// A whole match between two boards over bad air: real sessions and rules, a simulated clock, and
/// all luck from one seed.
///
/// The guest comes back after each lost link, as a transport would do it. UnseatedPeers come by, on
/// links of their own.
public struct SimulatedMatch {
  /// The report of a simulated match.
  public struct Report: Hashable, Sendable {
    /// The seed.
    public let seed: UInt64
    /// The failure, or nil if all is well.
    public let failure: String?
    /// The number of moves that were made.
    public let moves: Int
    /// The number of packets that were sent.
    public let packets: Int
    /// The number of times the match was resumed.
    public let resumptions: Int
    /// The number of times one of the two programs was killed and started again.
    public let kills: Int
    /// True if somebody's time was up.
    public let isFlagged: Bool
    /// The number of times a player was told that a move took longer than it says and the link
    /// explains, though the other side was honest.
    public let doubts: Int
    /// True if one side told less than it had thought.
    public let hasLiar: Bool
    /// The number of its moves that left out more than the link explains: the other player was told
    /// of each of them, or the match has failed.
    public let lies: Int
    /// The number of times the other player was told of it.
    public let suspicions: Int
    /// The number of times one of the two had lost a part of the match, and received it again.
    public let recalls: Int
    /// The number of words that were said besides.
    public let words: Int
    /// The number of chat messages that did not come, because the match was over before.
    public let lostWords: Int
    /// The number of files that came as a whole.
    public let files: Int
    /// The number of times the match continued on the other of two transports.
    public let wayChanges: Int
    /// The events, line by line, if they were asked for.
    public let trace: [String]
  }

  /// The maximum duration of a match; the longest real one is a fraction of it.
  private static let patience = Duration.seconds(6 * 3_600)
  /// The maximum number of events of a match: more than ten times those of one that changes its
  /// transport 200 times.
  private static let mostEvents = 5_000_000
  /// A time after the end of each match.
  static let never = patience * 2
  static let hostPeer = PeerID(rawValue: "host")

  let weather: LinkConditions
  let terms: MatchMessage.Start
  var random: SeededGenerator
  var schedule = Schedule<SimulatedEvent>()
  var now = Duration.zero
  private var events = 0
  var host: SimulatedBoard
  var guest: SimulatedBoard
  /// Another player, who wants the seat too.
  var visitor: SimulatedVisitor?
  var links: [SimulatedLink] = []
  /// The guest's link, until the guest knows that it is gone.
  var current: Int?
  /// The pauses of the guest between attempts to connect.
  var backoff = Backoff()
  var faultsLeft: Int
  let faults: [Fault]
  var armed: [Role: Duration] = [:]
  /// After how many more actions a program is killed.
  var doom: [Role: Int] = [:]
  var hasPutBack = false
  /// Whose disk is put back to an older copy when its program is started again.
  var putBack: Set<Role> = []
  /// The ways between which the match changes; nil if there is one.
  var ways: WayChanges?
  var lies = LieCount()
  /// Until when each side thinks about the move after so many others.
  var thoughts: [Role: (ply: Int, until: Duration)] = [:]
  var kills = 0
  /// The number of times a side had lost a part of the match.
  var recalls = 0
  var visitorArmed: Duration?
  var packets = 0
  var resumptions = 0
  var mischief: String?
  var trace: [String]?

  private init(seed: UInt64, of wanted: Game?, hasClocks: Bool, wayChanges: Int, isTraced: Bool) {
    random = SeededGenerator(seed: seed)
    weather = LinkConditions(using: &random)
    faultsLeft = weather.faults
    faults = Fault.kinds(in: seed)
    trace = isTraced ? [] : nil
    // Random games of the others are long.
    let usual: Game = random.chance(95) ? .gomoku() : random.chance(50) ? .liuzhou() : .xiangqi
    ways = wayChanges > 0 ? WayChanges(wanted: wayChanges) : nil
    let game = wanted ?? (ways == nil ? usual : .xiangqi)
    let first: Role = random.chance(50) ? .host : .guest
    // Other luck is drawn the same with clocks and without.
    var luck = SeededGenerator(seed: ~seed)
    let clock = Self.clock(of: seed, using: &luck)
    terms = MatchMessage.Start(game, first: first, clock: hasClocks ? clock : nil)
    host = SimulatedBoard(.host, SeededSecrets(seed: random.next()), terms)
    guest = SimulatedBoard(.guest, SeededSecrets(seed: random.next()), terms)
    // Some toss a coin for who moves first, whatever the terms say.
    if seed % 4 == 0 { host.firstRule = .tossed }
    if hasClocks { setClocks(of: seed, using: &luck) }
    // A new match has nothing to be done at its start.
    _ = host.start(using: &random, now: now)
    _ = guest.start(using: &random, now: now)
  }

  /// Plays the match of `seed` to its end, at `game` if one is given, with clocks that drift if it
  /// is to have any; in every fourth of these one side lies.
  ///
  /// One that is to change between Bluetooth and a broker does so `wayChanges` times, and has
  /// failed if it is over before.
  public static func play(
    seed: UInt64,
    of game: Game? = nil,
    hasClocks: Bool = false,
    wayChanges: Int = 0,
    isTraced: Bool = false
  ) -> Report {
    var match = SimulatedMatch(
      seed: seed,
      of: game,
      hasClocks: hasClocks,
      wayChanges: wayChanges,
      isTraced: isTraced
    )
    match.run()
    return Report(
      seed: seed,
      failure: match.failure,
      moves: match.host.match?.record.moves.count ?? 0,
      packets: match.packets,
      resumptions: match.resumptions,
      kills: match.kills,
      isFlagged: match.host.match?.outcome?.isTimeout == true,
      doubts: match.doubts(of: false),
      hasLiar: match.lies.liar != nil,
      lies: match.lies.count,
      suspicions: match.doubts(of: true),
      recalls: match.recalls,
      words: match.host.disk.said.count + match.guest.disk.said.count,
      lostWords: match.lostWords,
      files: match.host.disk.stored.count + match.guest.disk.stored.count,
      wayChanges: match.ways?.made ?? 0,
      trace: match.trace ?? []
    )
  }

  private mutating func run() {
    schedule.add(.connect, at: .zero)
    schedule.add(.fault, at: pause(upTo: 10_000))
    if ways != nil { schedule.add(.changeWay, at: .zero) }
    while host.end == nil || guest.end == nil, let (time, event) = schedule.next() {
      now = time
      guard now < Self.patience else { return }
      events += 1
      guard events < Self.mostEvents else {
        mischief = mischief ?? "\(Self.mostEvents) events happened before \(now)"
        return
      }
      handle(event)
      arm(.host)
      arm(.guest)
    }
  }

  // MARK: The verdict

  /// The failure of the match.
  private var failure: String? {
    if let fault = mischief ?? host.fault ?? guest.fault { return fault }
    guard host.end != nil, guest.end != nil else { return "stuck after \(now)" }
    guard let mine = host.match, let theirs = guest.match, mine.outcome != nil else {
      return "the match ended early: \(ends)"
    }
    guard mine.record == theirs.record, mine.outcome == theirs.outcome else {
      return "the records differ: \(mine.record), \(theirs.record); \(ends)"
    }
    guard mine.clock == theirs.clock else { return "the clocks differ" }
    if let ways, ways.isLeft { return "it went on by the other way \(ways.made) times only" }
    guard host.said.starts(with: guest.heard), guest.said.starts(with: host.heard) else {
      return "messages were lost, repeated or swapped"
    }
    return lieFailure ?? talkFailure(from: host, to: guest)
      ?? talkFailure(from: guest, to: host)
  }

  /// The failure of one side's chat; the last messages may be lost, because whoever receives a
  /// goodbye sends no more.
  private func talkFailure(from speaker: SimulatedBoard, to hearer: SimulatedBoard) -> String? {
    let said = speaker.disk.said.map { $0.words }
    let heard = hearer.disk.heard.map { $0.words }
    guard said.starts(with: heard) else { return "words were lost, repeated or swapped" }
    guard heard.count >= speaker.delivered else {
      return "\(speaker.delivered) words were delivered, and \(heard.count) came"
    }
    return nil
  }

  /// The number of words that were said and did not come.
  private var lostWords: Int {
    host.disk.said.count - guest.disk.heard.count + guest.disk.said.count - host.disk.heard.count
  }

  private var ends: String {
    "host \(host.end.map { "\($0)" } ?? "-"), guest \(guest.end.map { "\($0)" } ?? "-")"
  }

  // MARK: Boards

  /// Gives a board an input, and its player something to think about.
  mutating func board(
    _ role: Role,
    _ body: (inout SimulatedBoard, inout SeededGenerator) -> TableOrders
  ) {
    let orders =
      switch role {
      case .host: body(&host, &random)
      case .guest: body(&guest, &random)
      }
    perform(orders, of: role)
    if guest.wantsToStart {
      guest.wantsToStart = false
      if let current { takeDown(current) }
      current = nil
      schedule.add(.restart(.guest), at: now + pause(upTo: 10_000))
    }
    if let duty = (role == .host ? host : guest).duty { plan(duty, of: role) }
  }

  func runs(_ role: Role) -> Bool {
    role == .host ? host.isRunning : guest.isRunning
  }

  private mutating func perform(_ orders: TableOrders, of role: Role) {
    // A program may be killed between any two of them.
    var goesOn: Bool { runs(role) && !isDoomed(role) }
    for change in orders.keeps where goesOn { keep(change, of: role) }
    for packet in orders.packets where goesOn { send(packet.bytes, from: role) }
    for peer in orders.hangUps where goesOn { hangUp(on: peer, by: role) }
    for notice in orders.notices where goesOn {
      note("\(role): \(notice)")
      change(role) { $0.hear(notice) }
      react(to: notice, role)
    }
    if let end = orders.end, goesOn {
      note("\(role) ends: \(end)")
      change(role) { $0.finish(end) }
    }
  }

  private mutating func keep(_ entry: JournalChange, of role: Role) {
    change(role) { $0.keep(entry) }
    if case .append(let message) = entry { countLie(in: message, role) }
    for wish in (role == .host ? host : guest).wishes {
      schedule.add(.wish(wish, role), at: now)
    }
    change(role) { $0.wishes = [] }
  }

  mutating func change(_ role: Role, _ body: (inout SimulatedBoard) -> Void) {
    switch role {
    case .host: body(&host)
    case .guest: body(&guest)
    }
  }

  private mutating func followGuest(_ notice: TableNotice) {
    if case .joined = notice { noteBeginning() }
    if case .resumed = notice {
      resumptions += 1
      noteArrival()
    }
  }

  private mutating func react(to notice: TableNotice, _ role: Role) {
    if role == .guest { followGuest(notice) }
    if case .remembered = notice { recalls += 1 }
    if case .suspended = notice, role != lies.liar { lies.excuse(isForgotten: false) }
    if case .met(let introduction, .new) = notice {
      // The digits of the visitor's screen would be on no other one's.
      let isVisitor = introduction.peer.rawValue.hasPrefix("visitor")
      plan(isVisitor ? .decline : .accept, of: role)
    }
  }

  /// Lets a player think, and now and then want something else, also while it is the other one's
  /// turn.
  private mutating func plan(_ action: SimulatedMove, of role: Role) {
    let thought = pause(upTo: random.chance(5) ? 30_000 : 1_500)
    schedule.add(.action(action, role), at: max(now + thought, thinkingEnd(of: action, role)))
    guard action != .accept, action != .decline else { return }
    // Who has a clock to think by thinks, and has little to say.
    guard terms.clock == nil || random.chance(10) else { return }
    if random.chance(15) {
      let speaker: Role = random.chance(50) ? .host : .guest
      schedule.add(.action(.say, speaker), at: now + pause(upTo: 3_000))
    }
    if random.chance(4) {
      schedule.add(.action(.sendFile, role), at: now + pause(upTo: 3_000))
    }
    if random.chance(6) { planWhim() }
  }

  /// Lets one of the two want something that is not due.
  private mutating func planWhim() {
    // Who wants to end the game would have it change its way less often.
    guard ways == nil else { return }
    let whims: [SimulatedMove] = [
      .resign, .askForDraw, .askToTakeBack, .askToTakeBack, .pause(true), .pause(true),
    ]
    guard let whim = whims.randomElement(using: &random) else { return }
    let other: Role = random.chance(50) ? .host : .guest
    schedule.add(.action(whim, other), at: now + pause(upTo: 3_000))
  }

  private mutating func arm(_ role: Role) {
    let deadline = role == .host ? host.deadline : guest.deadline
    guard let deadline, deadline < armed[role] ?? Self.never else { return }
    armed[role] = deadline
    schedule.add(.tick(role), at: max(deadline, now))
  }

  // MARK: Luck

  mutating func pause(upTo milliseconds: Int) -> Duration {
    .milliseconds(Int.random(in: 0...milliseconds, using: &random))
  }

  mutating func note(_ line: @autoclosure () -> String) {
    guard trace != nil else { return }
    trace?.append("\(now) \(line())")
  }
}

extension MatchOutcome {
  fileprivate var isTimeout: Bool {
    if case .timeout = self { true } else { false }
  }
}
