import BoardUI
import BrokerTransport
import MatchPlay
import MatchProtocol
import MatchStore
import Testing

@testable import tabletooth

/// Has the programs of people who play run in a world.
struct WorldStage: Stage {
  let program: WorldProgram

  var now: Duration { program.world.now }

  func begin(_ play: Play) -> any Performance { WorldPerformance(play, of: program) }

  func look(
    _ lobby: Lobby,
    over carriers: [Carrier: LobbyLoop.Way],
    of ways: TransportChoice,
    inbox: LobbyInbox,
    tell: @escaping @MainActor (Lobby.News, Seeker) -> Void
  ) -> any LobbyRun {
    let search = WorldSearch(lobby, over: carriers.mapValues { _ in 0 }, of: program, tell: tell)
    search.online = ways.meeting
    return search
  }
}

extension TransportChoice {
  /// The broker, and the contacts whose tables are looked for there.
  fileprivate var meeting: (broker: BrokerList, tables: OnlineTables)? {
    guard let broker = online, let data = try? PlayerData.open(in: environment) else { return nil }
    return (try? OnlineTables(at: broker, knownTo: data, of: contact)).map { (broker, $0) }
  }
}

/// A game that people play, with its links and its search for others.
@MainActor
final class WorldPerformance: Performance, WorldEnd {
  let owner: WorldProgram
  /// What it was set up with; nil once it is over, so that nothing holds what it keeps on disk.
  private var play: Play?
  private let passesOtherTables: Bool
  /// What the player sees; nil once it is over.
  private var face: FaceChoice?
  /// The reason why it ends as soon as the last screen has been looked at.
  private var held: ExitReason?
  private var farewell: [String] = []
  private var hasBegun = false
  /// The events that came before it has begun.
  private var early: [Event] = []
  /// The reason why it is over.
  private var ending: ExitReason?
  /// The Bluetooth address of its controller.
  let address: String
  private var program: tabletooth.Program
  private var journal: (any Journal)?
  private let start: Duration
  private var continuation: CheckedContinuation<ExitReason, Never>?
  /// The table that is open here, in each place where it can be found.
  var offers: [WorldOffer] = []
  /// The searches for others, and the ways over which each connects.
  var searches: [WorldSearch] = []
  /// The places to which it connects by itself, whenever there is no link.
  var doors: [WorldDoor] = []
  /// The connections to brokers, by the numbers of the ways.
  var lines: [Int: WorldLine] = [:]
  /// The brokers where a host may be met later, by the numbers of the ways.
  var reserves: [Int: BrokerList] = [:]
  /// The ways whose code was shown only once the broker was reached.
  var shownCodes: Set<Int> = []
  /// When the letters were written that were read, by the own place beside.
  var read: [LetterPlace: UInt64] = [:]
  /// The letter that the other player should find; the outer nil until the program has said so.
  var wanted: Letter??
  private lazy var files = WorldFiles(in: world, into: play?.seat.filesFolder) { [weak self] in
    self?.take(.program(.work($0)))
  }
  /// The standard files, where a pipe has them.
  private(set) lazy var pipe = face?.isAside == true ? makePipe() : nil
  private(set) var isOver = false
  var robot = WorldRobot()
  /// What the robot thinks about, and how often it was asked to think.
  var thought: Inquiry?
  var thoughts = 0

  init(_ play: Play, of owner: WorldProgram) {
    (self.play, self.owner) = (play, owner)
    passesOtherTables = play.passesOtherTables
    face = play.face
    address = owner.world.address(of: owner.player, play.environment.settings[.adapter])
    program = play.program
    journal = play.journal
    start = owner.world.now
  }

  var world: World { owner.world }
  private var now: Duration { world.now - start }

  /// When it wants to be told the time.
  var wakeTime: Duration? {
    (searches.map(\.wakeTime) + [program.deadline.map { start + $0 }]).compactMap(\.self).min()
  }

  // MARK: The run

  func run() async -> ExitReason {
    world.performances.append(self)
    var actions: [tabletooth.Program.Action] = []
    program.begin(resuming: play?.messages, now: now, into: &actions)
    perform(actions)
    hasBegun = true
    for event in early { take(.program(event)) }
    if pipe != nil { take(.program(.inputClosed)) }
    if let display = face?.display {
      face?.listen { event in MainActor.assumeIsolated { self.take(.program(event)) } }
      if let canvas = program.page.view(now: now) { display.show(canvas) }
    }
    if let opening = play?.opening { open(opening) }
    if let ending { return ending }
    return await withCheckedContinuation { continuation in
      self.continuation = continuation
      owner.play(self)
    }
  }

  private func makePipe() -> WorldPipe {
    let own = owner
    return WorldPipe(in: world) {
      own.put($0)
    } tell: { [weak self] in
      self?.take(.program(.request($0)))
    }
  }

  /// Takes what a person does, which goes through the pipe if there is one.
  func hear(_ event: Event) {
    switch event {
    case .line, .inputClosed: if let pipe { pipe.take(event) } else { take(.program(event)) }
    default: take(.program(event))
    }
  }

  nonisolated func tell(_ event: Event) {
    MainActor.assumeIsolated {
      if hasBegun { take(.program(event)) } else { early.append(event) }
    }
  }

  var lastNews: String? { program.page.lastNews }

  var unfinishedGame: Int64? { journal?.unfinishedGame }

  func exit(_ reason: ExitReason, inPlaceOf told: ExitReason?, saying line: String?) async throws {
    journal = nil
    defer { face = nil }
    if let display = face?.display {
      let isBorrowed = face?.isBorrowed ?? false
      let ends = [reason.line, told?.line]
      display.keepFarewell(farewell.filter { isBorrowed || !ends.contains($0) })
      if !isBorrowed {
        display.closeAfterGame()
        if let line { _ = StandardOutput.write(line + "\n") }
      }
      throw reason
    }
    if let line { _ = StandardOutput.write(line + "\n") }
    if passesOtherTables, reason.isOfOtherTable { throw reason }
    if let line = reason.line { StandardOutput.complain(line) }
    throw reason.status
  }

  /// Takes an event, unless it is over.
  func take(_ event: LoopEvent) {
    guard !isOver else { return }
    var actions: [tabletooth.Program.Action] = []
    program.take(event, now: now, into: &actions)
    perform(actions)
  }

  /// Takes what a transport of `carrier` reports, which its search for others has to know too.
  func take(_ event: TransportEvent, of carrier: Carrier, over way: Int) {
    take(.transport(event, of: way))
    guard let input = Seeker.Input(event, of: carrier) else { return }
    for search in searches where search.carriers[carrier] == way { search.take(input) }
  }

  /// Tells it that a time has come.
  func wake() {
    for search in searches where search.wakeTime.map({ $0 <= world.now }) ?? false {
      search.take(.happened(.tick))
    }
    if let due = program.deadline, due <= now { take(.program(.tick)) }
  }

  /// Ends at once, and says nothing.
  func kill() {
    (isOver, journal) = (true, nil)
    files.end(isKilled: true)
    world.silence(self)
    end(.quit)
  }

  private func over(_ reason: ExitReason) {
    if held == nil { held = reason }
    farewell = program.page.farewell
    owner.leave(self)
    end(reason)
  }

  private func end(_ reason: ExitReason) {
    (isOver, searches, doors, lines, play) = (true, [], [], [:], nil)
    ending = reason
    world.performances.removeAll { $0 === self }
    continuation?.resume(returning: reason)
    continuation = nil
  }

  // MARK: Actions

  private func perform(_ actions: [tabletooth.Program.Action]) {
    for action in actions where !isOver { perform(action) }
  }

  private func perform(_ action: tabletooth.Program.Action) {
    switch action {
    case .obey(.close): if let held { over(held) }
    case .show(let canvas): face?.display?.show(canvas)
    case .obey(.giveWay): play?.onGuest()
    case .obey, .catchSignals: break
    case .write(let changes, let level): write(changes, level)
    case .begin(let changes): for change in changes { begin(change) }
    case .add(let item, let way): perform(item, over: way)
    case .tell(let orders): owner.print(orders.text)
    case .work(let work): begin(work)
    case .end(let reason):
      files.end(isKilled: false)
      world.leave(self)
      (searches, doors) = ([], [])
      // The last screen is looked at, unless it goes on.
      if face?.display != nil, program.page.holdsAtEnd { held = reason } else { over(reason) }
    }
  }

  /// Writes after a while, as a disk that is busy.
  private func write(_ changes: [JournalChange], _ level: Int?) {
    world.plan(in: .milliseconds(Int.random(in: 1..<30, using: &world.random))) { [weak self] in
      guard let self, !isOver else { return }
      do {
        for change in changes { try journal?.keep(change, level: level) }
      } catch {
        world.leave(self)
        owner.leave(self)
        return end(ExitReason(error))
      }
      take(.kept(.success(())))
    }
  }

  private func begin(_ change: JournalChange) {
    switch change {
    case .begin(let other, _):
      for search in searches { search.take(.happened(.named(other.name.description))) }
      if journal?.isShared == true, let play, let path = play.environment.dataPath {
        take(.program(.route(.sharesFolder(path))))
      }
    case .file(let change): files.begin { $0.perform(change) }
    case .pipe(let change): pipe?.perform(change)
    default: break
    }
  }

  private func begin(_ work: Work) {
    switch work {
    case .findRating:
      if let change = journal?.ratingChange { take(.program(.work(.rating(change)))) }
    case .findLog(let player): take(.program(.work(.log(journal?.log(player) ?? []))))
    case .think(let inquiry): think(inquiry)
    case .stopThinking: endThought()
    case .stopAnalysis: break
    case .prepareFile(let path): files.begin { $0.prepare(path) }
    case .discardFile(let offer): files.begin { $0.discard(offer) }
    case .analyse, .switchSound:
      Issue.record("\(work) has no place in this world")
    }
  }

  private func perform(_ item: Outbox.Item, over way: Int?) {
    switch item {
    case .send(let packet): world.send(packet, from: self, over: way)
    case .disconnect(let peer): world.hangUp(self) { $0 == peer }
    case .setOpen(let isOpen): for index in offers.indices { offers[index].isOpen = isOpen }
    case .announce(let presence):
      for index in offers.indices { offers[index].presence = presence }
    case .expect(let other): expect(other)
    case .giveUp: if let way { giveUp(way) }
    case .post(let letter):
      wanted = .some(letter)
      postLetters()
    case .remove(let letter): removeLetters(upTo: letter.time)
    }
  }
}
