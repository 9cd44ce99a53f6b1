internal import BoardUI
internal import GameRules
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

extension Request {
  /// Carries the request out, with everything else as it is set.
  ///
  /// - Throws: `ExitReason`, or a `StoreError`.
  func run(in environment: Environment) async throws {
    let seat = LocalSeat(environment.settings)
    switch self {
    case .play(let kind, let level):
      let game = LocalGame(
        environment: environment,
        player: seat,
        against: level.map { "robot:\($0.number)" },
        side: .first
      )
      try await game.play(.position(Position(game: Game(kind))))
    case .host(let kind): try await Self.host(Game(kind), seat, in: environment)
    case .join(let table):
      let request = JoinRequest(
        table: table,
        seat: seat,
        ways: try TransportChoice(to: table, by: nil, in: environment)
      )
      try await request.run(in: environment)
    case .resume(let number):
      let ways = TransportChoice(in: environment)
      let request = ResumeRequest(number: number, name: nil, seat: seat, ways: ways)
      try await request.run(in: environment)
    case .replay(let number, let isJudged):
      var request = ReplayRequest(source: .number(number), seat: seat)
      request.isJudged = isJudged
      let file = try PlayerData.open(in: environment).file(of: number)
      try await request.run(file, in: environment)
    case .delete(let number):
      try PlayerData.open(in: environment).store.delete(number)
    }
  }

  private static func host(
    _ game: Game,
    _ seat: LocalSeat,
    in environment: Environment
  ) async throws {
    let ways = try TransportChoice(toOpenBy: nil, in: environment)
    var setup = try MatchSetup(nil, seat, ways, in: environment, game: game)
    try setup.showToKnown()
    setup.firstRule = FirstMove.ask.rule(hasPerson: seat.localPlayer == .person)
    try await setup.host(MatchMessage.Start(game, first: .host, clock: nil), isNew: false)
  }
}
