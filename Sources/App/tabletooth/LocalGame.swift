internal import BoardUI
internal import GameRecords
internal import GameRules
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// A game at this terminal: two people, or one and a machine.
struct LocalGame {
  /// The beginning of a game: a new one, or one that is continued.
  enum Beginning {
    /// A new game, from its start or played on from another game.
    case position(Position, from: RecordedGame.Origin? = nil)
    /// The unfinished game of this number.
    case kept(Int64, RecordedGame, Position)
  }

  let environment: Environment
  let player: LocalSeat
  /// The opponent, as it was typed; nil for a second person.
  let against: String?
  /// The side of the player, where a machine has the other one.
  let side: Side
  /// True if nothing of it is kept.
  var isUnkept = false
  /// The time control; nil for no clock.
  var clock: TimeControl?
  /// The other player, if that one is at another app.
  var partner: BlueGamePartner?

  /// Plays the game, and what the players play after it.
  ///
  /// - Throws: the exit code, always; or `ExitReason` or a `StoreError` before it begins.
  func play(_ beginning: Beginning) async throws {
    let position = beginning.position
    let (seated, own) = try machines(for: position.game)
    let journal = journal(beginning, seated.machine)
    let table = table(beginning, isKept: journal != nil)
    let face = player.face(in: environment)
    let app = App<HostSession>(
      table,
      player: player.localPlayer,
      machine: seated.machine,
      ownMachine: against == nil ? nil : own.machine
    )
    let thinker = Thinker(
      seated,
      against: own,
      player.thinking,
      seed: UInt64.random(in: .min ... .max),
      isQuiet: face.display != nil,
      partner: partner
    )
    let play = Play(
      app,
      face: face,
      keeping: journal,
      thinker: thinker,
      seat: player,
      in: environment
    )
    let performance = await environment.stage.begin(play)
    partner?.begin { [performance] in performance.tell(.work($0)) }
    let reason = await performance.run()
    guard partner == nil, let number = await performance.unfinishedGame else {
      return try await performance.exit(reason, inPlaceOf: nil, saying: nil)
    }
    if case .interrupted(let signal, let keepsMatch, _) = reason {
      let kept = ExitReason.interrupted(signal, keepsMatch: keepsMatch, game: number)
      return try await performance.exit(kept, inPlaceOf: reason, saying: nil)
    }
    try await performance.exit(reason, inPlaceOf: nil, saying: RecordStrings.kept(number))
  }

  /// The machine of the game, and the one that plays at this board against it; the same if only
  /// one is asked for.
  private func machines(
    for game: Game
  ) throws(ExitReason) -> (seated: MachinePlayer, own: MachinePlayer) {
    let own = try player.machine(for: game.kind)
    if let partner { return (MachinePlayer(machine: .app(partner.name), program: nil), own) }
    var machines = [own]
    if let against {
      let machine = try MachinePlayer(
        against,
        game: game.kind,
        usual: player.settings.usualLevel,
        threads: player.thinking.threads
      )
      machines.insert(machine, at: 0)
    }
    for machine in machines {
      try machine.check(game, isSeated: against != nil || player.robot != nil)
    }
    return (machines[0], own)
  }

  private func table(_ beginning: Beginning, isKept: Bool) -> Table<HostSession> {
    var (clock, turn) = (clock.map(GameClock.init), KeptTurn?.none)
    if case .kept(let number, let game, _) = beginning, let control = game.terms?.clock {
      let saved = try? PlayerData.open(in: environment).store.clock(of: .game(number))
      clock = saved.flatMap { GameClock(control, text: $0.state) } ?? GameClock(control)
      turn = saved?.turn(control)
    }
    var match = Match(goingOn: beginning.position, seats: seats, clock: clock)
    if case .kept(_, let game, _) = beginning { match.assistance = game.assistance }
    if against != nil, player.robot != nil { match.assistance.insert(.machine) }
    var table = Table<HostSession>(
      local: match,
      asksAgain: player.localPlayer == .person && partner == nil,
      record: beginning.isKept
        ? LocalGameRecord(of: match) : LocalGameRecord(isWanted: isKept || partner != nil)
    )
    table.keptTurn = turn
    return table
  }

  private var seats: Match.Seats { against == nil && partner == nil ? .both : .one(side) }

  /// The journal of the game; nil if nothing is to be kept, or nothing can be, which is told.
  private func journal(_ beginning: Beginning, _ machine: Machine) -> GameJournal? {
    guard !isUnkept else { return nil }
    do {
      let store = try PlayerData.open(in: environment).store
      try store.hold()
      return journal(beginning, machine, in: store)
    } catch {
      environment.report(RecordStrings.notKept(because: ExitReason(error)))
      return nil
    }
  }

  private func journal(
    _ beginning: Beginning,
    _ machine: Machine,
    in store: MatchStore
  ) -> GameJournal {
    switch beginning {
    case .kept(let number, let game, _): return GameJournal(store, resuming: number, game)
    case .position(_, let origin):
      let setting: RecordedGame.Setting =
        switch (against, machine) {
        case (_, .app(let name)): .machine(name: name.lowercased(), level: nil)
        case (nil, _): .terminal
        case (_, .robot(let level)): .machine(name: "robot", level: level.number)
        case (let text?, .program): .machine(name: text, level: nil)
        }
      return GameJournal(store, setting: setting, origin: origin)
    }
  }
}

extension LocalGame.Beginning {
  /// The position in which the game begins or continues.
  var position: Position {
    switch self {
    case .position(let position, _), .kept(_, _, let position): position
    }
  }

  fileprivate var isKept: Bool {
    switch self {
    case .position: false
    case .kept: true
    }
  }
}
