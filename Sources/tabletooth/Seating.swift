internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import GameRules
internal import MatchProtocol
internal import MatchStore

/// What it takes to sit down at a table, one's own or another's: for a new match, or to go on with one.
struct Seating {
  let name: PlayerName
  let home: Home
  let player: PlayerOptions
  let bluetooth: BluetoothOptions

  /// The seat of the player called `name`, or by the computer's name if nil.
  ///
  /// - Throws: ``Stop``.
  init(_ name: String?, _ player: PlayerOptions, _ bluetooth: BluetoothOptions) throws {
    self.name = try Names.player(name)
    home = try Home.open()
    self.player = player
    self.bluetooth = bluetooth
  }

  // MARK: A new match

  /// Opens a table for a game with these terms, and plays there.
  func host(_ part: LineModel.Part) async throws {
    var random = SystemRandomNumberGenerator()
    let session = HostSession(
      name: name,
      credentials: try home.credentials(),
      session: SessionID.random(using: &random)
    )
    try await openTable(try model(part), session, Ledger(home.store, seat: .host))
  }

  /// Joins the table that `query` asks for, and plays there.
  func join(_ query: HostQuery) async throws {
    let session = GuestSession(
      name: name,
      program: Self.program,
      credentials: try home.credentials(),
      nonce: Self.nonce
    )
    let ledger = Ledger(home.store, seat: .guest)
    try await lookForTable(try model(.guest), session, ledger) { transport in
      try await transport.connect(to: query)
    }
  }

  // MARK: A match that goes on

  /// Goes on with `match`; `terms` are for a host who had not named any yet.
  func resume(
    _ match: (id: SavedMatch.ID, match: SavedMatch),
    terms: Message.Start = Message.Start(game: "gomoku", rule: "freestyle", first: .host)
  ) async throws {
    let past = try home.store.take(match.id)
    let seat = match.match.seat
    let ledger = Ledger(
      home.store,
      seat: seat,
      resuming: match.id,
      after: past.journal.count
    )
    switch seat {
    case .host: try await resumeHost(match.match, past, ledger, past.terms ?? terms)
    case .guest: try await resumeGuest(match.match, past, ledger)
    }
  }

  private func resumeHost(
    _ match: SavedMatch,
    _ past: Continuation,
    _ ledger: Ledger,
    _ terms: Message.Start
  ) async throws {
    guard let game = GameKind(rawValue: terms.game), let rule = GomokuRule(rawValue: terms.rule)
    else {
      throw Stop(reason: .otherVersion("the match is one of \(terms.game)"))
    }
    let session = HostSession(
      resuming: past,
      name: name,
      credentials: try home.credentials()
    )
    let part = LineModel.Part.host(game: game, rule: rule, first: terms.first)
    let resumption = LineModel.Resumption(with: match.opponentName, after: past.journal)
    try await openTable(try model(part, resuming: resumption), session, ledger)
  }

  private func resumeGuest(
    _ match: SavedMatch,
    _ past: Continuation,
    _ ledger: Ledger
  ) async throws {
    let session = GuestSession(
      resuming: past,
      name: name,
      program: Self.program,
      credentials: try home.credentials(),
      nonce: Self.nonce
    )
    let query = match.table.map(HostQuery.init(again:)) ?? .any
    let resumption = LineModel.Resumption(with: match.opponentName, after: past.journal)
    try await lookForTable(try model(.guest, resuming: resumption), session, ledger) { transport in
      await transport.keepConnecting(to: query)
    }
  }

  // MARK: Both

  private func model(
    _ part: LineModel.Part,
    resuming resumption: LineModel.Resumption? = nil
  ) throws(StoreError) -> LineModel {
    LineModel(
      part,
      input: player.input,
      pieces: player.pieceStyle,
      book: try home.store.trustBook(),
      unknown: player.unknownPlayers,
      resuming: resumption
    )
  }

  private func openTable(
    _ model: LineModel,
    _ session: HostSession,
    _ ledger: Ledger
  ) async throws {
    let runtime = await Runtime(model, session, keeping: ledger, seed: Self.seed)
    try await runtime.play(isResuming: ledger.isResuming) { progress in
      let (service, adapter) = try await bluetooth.open()
      let transport: PeripheralTransport
      do {
        transport = try await PeripheralTransport.open(
          hosting: name.description,
          on: adapter,
          service
        )
      } catch {
        await service.close()
        throw error
      }
      return Way(transport, transport.notices) {
        progress(.advertising(name: name.description))
      }
    }
  }

  private func lookForTable(
    _ model: LineModel,
    _ session: GuestSession,
    _ ledger: Ledger,
    by connect: @escaping @Sendable (CentralTransport) async throws -> Void
  ) async throws {
    let runtime = await Runtime(model, session, keeping: ledger, seed: Self.seed)
    try await runtime.play(isResuming: ledger.isResuming) { _ in
      let (service, adapter) = try await bluetooth.open()
      let transport = CentralTransport(service, on: adapter)
      return Way(transport, transport.notices) { try await connect(transport) }
    }
  }

  private static let program = "tabletooth/\(Version.text)"

  private static var nonce: Nonce {
    var random = SystemRandomNumberGenerator()
    return Nonce.random(using: &random)
  }

  private static var seed: UInt64 { UInt64.random(in: .min ... .max) }
}

extension Continuation {
  /// What was played last, if it was ever said.
  var terms: Message.Start? {
    for entry in journal.reversed() {
      if case .start(let terms) = entry.message { return terms }
    }
    return nil
  }
}

extension HostQuery {
  /// Asks for the host of a kept match.
  init(again table: SavedMatch.Table) {
    switch (BluetoothAddress(table.address), table.name) {
    case (let address?, let name?): self = .table(address, name: name)
    case (let address?, nil): self = .address(address)
    case (nil, let name?): self = .name(name)
    case (nil, nil): self = .any
    }
  }

  /// Whether the host of a kept match may be the one that is asked for.
  func fits(_ match: SavedMatch) -> Bool {
    guard let table = match.table else { return self == .any }
    return switch self {
    case .any: true
    case .address(let address): table.address == address.description
    case .name(let name): table.name == name || match.opponentName.description == name
    case .table(let address, let name): table.address == address.description || table.name == name
    }
  }
}
