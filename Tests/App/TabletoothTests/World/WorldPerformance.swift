import BoardUI
import MatchPlay
import MatchProtocol
import MatchStore
import Testing

@testable import tabletooth

/// Has the programs of people who play run in a world.
struct WorldStage: Stage {
  let program: WorldProgram

  func begin(_ play: Play) -> any Performance { WorldPerformance(play, of: program) }
}

/// A game that people play, with its links and its search for others.
@MainActor
final class WorldPerformance: Performance {
  let owner: WorldProgram
  /// What it was set up with; nil once it is over, so that nothing holds what it keeps on disk.
  private var play: Play?
  private let passesOtherTables: Bool
  private var program: tabletooth.Program
  private var journal: Journal?
  private let start: Duration
  private var continuation: CheckedContinuation<ExitReason, Never>?
  /// The table that is open here, and by which carriers it can be found.
  var offer: Offer?
  private var search: WorldSearch?
  private(set) var isOver = false

  init(_ play: Play, of owner: WorldProgram) {
    (self.play, self.owner) = (play, owner)
    passesOtherTables = play.passesOtherTables
    program = play.program
    journal = play.journal
    start = owner.world.now
  }

  var world: World { owner.world }
  private var now: Duration { world.now - start }

  /// When it wants to be told the time.
  var wakeTime: Duration? {
    [program.deadline, search?.deadline].compactMap(\.self).min().map { start + $0 }
  }

  // MARK: The run

  func run() async -> ExitReason {
    world.performances.append(self)
    var actions: [tabletooth.Program.Action] = []
    program.begin(resuming: play?.messages, now: now, into: &actions)
    perform(actions)
    if let opening = play?.opening { open(opening) }
    return await withCheckedContinuation { continuation in
      self.continuation = continuation
      owner.play(self)
    }
  }

  nonisolated func tell(_ event: Event) {
    Task { @MainActor in take(.program(event)) }
  }

  var unfinishedGame: Int64? { journal?.unfinishedGame }

  func exit(_ reason: ExitReason, inPlaceOf told: ExitReason?, saying line: String?) async throws {
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
    if let input = Seeker.Input(event, of: carrier) { search?.take(input, now: now) }
  }

  /// Takes what a carrier reports to the search for others.
  func take(_ input: Seeker.Input) { search?.take(input, now: now) }

  /// Tells it that a time has come.
  func wake() {
    if let due = search?.deadline, due <= now { search?.take(.happened(.tick), now: now) }
    if let due = program.deadline, due <= now { take(.program(.tick)) }
  }

  /// Ends at once, and says nothing.
  func kill() {
    (isOver, journal) = (true, nil)
    world.silence(self)
    end(.quit)
  }

  private func end(_ reason: ExitReason) {
    (isOver, search, play) = (true, nil, nil)
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
    case .obey, .show, .catchSignals: break
    case .write(let changes, let level): write(changes, level)
    case .begin(let changes): for change in changes { begin(change) }
    case .add(let item, let way): perform(item, over: way)
    case .tell(let orders): owner.print(orders.text)
    case .work(let work): begin(work)
    case .end(let reason):
      world.leave(self)
      owner.leave()
      end(reason)
    }
  }

  private func write(_ changes: [JournalChange], _ level: Int?) {
    do {
      for change in changes { try journal?.keep(change, level: level) }
    } catch {
      owner.leave()
      return end(ExitReason(error))
    }
    world.plan(in: .milliseconds(1)) { self.take(.kept(.success(()))) }
  }

  private func begin(_ change: JournalChange) {
    switch change {
    case .begin(let other, _):
      search?.take(.happened(.named(other.name.description)), now: now)
    case .file, .pipe: Issue.record("\(change) has no place in this world")
    default: break
    }
  }

  private func begin(_ work: Work) {
    switch work {
    case .findRating:
      if let change = journal?.ratingChange { take(.program(.work(.rating(change)))) }
    case .findLog(let player): take(.program(.work(.log(journal?.log(player) ?? []))))
    case .stopThinking, .stopAnalysis: break
    case .think, .analyse, .prepareFile, .discardFile, .switchSound:
      Issue.record("\(work) has no place in this world")
    }
  }

  private func perform(_ item: Outbox.Item, over way: Int?) {
    switch item {
    case .send(let packet): world.send(packet, from: self, over: way)
    case .disconnect(let peer): world.hangUp(peer, self)
    case .setOpen(let isOpen): offer?.isOpen = isOpen
    case .announce(let presence): offer?.presence = presence
    case .expect: break
    case .giveUp: Issue.record("there is one way in this world")
    }
  }

  // MARK: Ways

  /// Opens the only way that there is in a world so far, over Bluetooth.
  private func open(_ opening: Opening) {
    switch opening.aim {
    case .table(let name, let presence, _), .offer(let name, let presence):
      offer = Offer(name: name, presence: presence)
      take(.opened(1))
      take(.transport(.progress(.advertising(true)), of: 0))
    case .join(let search):
      take(.opened(1))
      take(.transport(.progress(.searching), of: 0))
      seek(.table(search))
    case .resume(let host, _):
      take(.opened(1))
      seek(.host(host))
    }
  }

  private func seek(_ aim: TableSearch.Aim) {
    search = WorldSearch(aim, of: self)
    search?.take(.happened(.tick), now: now)
  }
}
