internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// What it takes to sit down at a table, one's own or another's: for a new match, or to go on with one.
struct Seating {
  let name: PlayerName
  let playerData: PlayerData
  let player: PlayerOptions
  let bluetooth: BluetoothOptions

  /// The seat of the player called `name`, or by the computer's name if nil.
  ///
  /// - Throws: ``ProgramExit``.
  init(_ name: String?, _ player: PlayerOptions, _ bluetooth: BluetoothOptions) throws {
    self.name = try Names.player(name)
    playerData = try PlayerData.open()
    self.player = player
    self.bluetooth = bluetooth
  }

  // MARK: A new match

  /// Opens a table for a game with these terms, and plays there.
  func host(_ part: LineModel.Part) async throws {
    var random = SystemRandomNumberGenerator()
    let session = HostSession(
      name: name,
      credentials: try playerData.credentials(),
      session: SessionID.random(using: &random)
    )
    try await openTable(try model(part), session, MatchJournal(playerData.store, seat: .host))
  }

  /// Joins the table that `query` asks for, and plays there.
  func join(_ query: HostQuery) async throws {
    let session = GuestSession(
      name: name,
      program: Self.program,
      credentials: try playerData.credentials(),
      nonce: Self.nonce
    )
    let journal = MatchJournal(playerData.store, seat: .guest)
    try await lookForTable(try model(.guest), session, journal) { transport in
      try await transport.connect(to: query)
    }
  }

  // MARK: A match that goes on

  /// Goes on with `match`; `terms` are for a host who had not named any yet.
  func resume(
    _ match: (id: SavedMatch.ID, match: SavedMatch),
    terms: MatchMessage.Start = MatchMessage.Start(.gomoku(), first: .host)
  ) async throws {
    let past = try playerData.store.take(match.id)
    let seat = match.match.seat
    let journal = MatchJournal(
      playerData.store,
      seat: seat,
      resuming: match.id,
      after: past.journal.count
    )
    switch seat {
    case .host: try await resumeHost(match.match, past, journal, past.terms ?? terms)
    case .guest: try await resumeGuest(match.match, past, journal)
    }
  }

  private func resumeHost(
    _ match: SavedMatch,
    _ past: SavedSession,
    _ journal: MatchJournal,
    _ terms: MatchMessage.Start
  ) async throws {
    guard let game = Game(terms) else {
      throw ProgramExit(reason: .otherVersion("the match is one of \(terms.game)"))
    }
    let session = HostSession(
      resuming: past,
      name: name,
      credentials: try playerData.credentials()
    )
    let part = LineModel.Part.host(game, first: terms.first)
    let resumption = LineModel.Resumption(with: match.opponentName, after: past.journal)
    try await openTable(try model(part, resuming: resumption), session, journal)
  }

  private func resumeGuest(
    _ match: SavedMatch,
    _ past: SavedSession,
    _ journal: MatchJournal
  ) async throws {
    let session = GuestSession(
      resuming: past,
      name: name,
      program: Self.program,
      credentials: try playerData.credentials(),
      nonce: Self.nonce
    )
    let query = match.table.map(HostQuery.init(again:)) ?? .any
    let resumption = LineModel.Resumption(with: match.opponentName, after: past.journal)
    try await lookForTable(try model(.guest, resuming: resumption), session, journal) { transport in
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
      book: try playerData.store.trustBook(),
      unknown: player.unknownPlayers,
      resuming: resumption
    )
  }

  private func openTable(
    _ model: LineModel,
    _ session: HostSession,
    _ journal: MatchJournal
  ) async throws {
    let runtime = await Runtime(model, session, keeping: journal, seed: Self.seed)
    try await runtime.play(isResuming: journal.isResuming) { progress in
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
      return Route(transport, transport.notices) {
        progress(.advertising(name: name.description))
      }
    }
  }

  private func lookForTable(
    _ model: LineModel,
    _ session: GuestSession,
    _ journal: MatchJournal,
    by connect: @escaping @Sendable (CentralTransport) async throws -> Void
  ) async throws {
    let runtime = await Runtime(model, session, keeping: journal, seed: Self.seed)
    try await runtime.play(isResuming: journal.isResuming) { _ in
      let (service, adapter) = try await bluetooth.open()
      let transport = CentralTransport(service, on: adapter)
      return Route(transport, transport.notices) { try await connect(transport) }
    }
  }

  private static let program = "tabletooth/\(Version.text)"

  private static var nonce: Nonce {
    var random = SystemRandomNumberGenerator()
    return Nonce.random(using: &random)
  }

  private static var seed: UInt64 { UInt64.random(in: .min ... .max) }
}

extension SavedSession {
  /// What was played last, if it was ever said.
  var terms: MatchMessage.Start? {
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
