internal import BlueGame
internal import BlueZ
internal import BoardUI
internal import GameRules
internal import Phrases
internal import ProcessIO
internal import Synchronization

/// A game with somebody at BlueGame, from the first warning to the last goodbye.
struct BlueGameTable {
  let environment: Environment
  let seat: LocalSeat
  /// True if the player has agreed to a link without encryption on the command line.
  let isUnasked: Bool

  /// Waits for a guest, and plays with it.
  ///
  /// - Throws: The exit code, or `ExitReason`, always.
  func host(first: FirstMove) async throws {
    try agree()
    let (service, adapter) = try await BluetoothAccess(in: environment).open(toHost: true)
    try await closing(service.close) {
      let link = try await BlueGameHost.open(on: adapter, service)
      try await closing(link.close) {
        try await wait { try await meetGuest(on: link) }
        let ownSide = try side(of: first)
        let partner = BlueGamePartner(link, ownSide: ownSide)
        if let greeting = BlueGameTalk.greeting(ownSide: ownSide) { partner.send(greeting) }
        try await play(with: partner, as: ownSide)
      }
    }
  }

  /// Looks for a host by the app's name, or at `address`, and plays with it.
  ///
  /// - Throws: The exit code, or `ExitReason`, always.
  func join(_ address: String?) async throws {
    let place = try address.map { text throws(ExitReason) in
      guard let place = BluetoothAddress(text) else {
        throw .usage(say("\(text) is not a Bluetooth address; tables of BlueGame have no names"))
      }
      return place
    }
    try agree()
    let (service, adapter) = try await BluetoothAccess(in: environment).open()
    try await closing(service.close) {
      tell(say("Looking for a host of BlueGame nearby."))
      let link = BlueGameGuest.join(on: adapter, service, address: place)
      try await closing(link.close) {
        let partner = BlueGamePartner(link, ownSide: nil)
        try await wait { try await meetHost(on: link, partner) }
        try await play(with: partner, as: partner.ownSide ?? .first)
      }
    }
  }

  // MARK: Before the game

  /// Warns of what the app does not do, and asks whether to play all the same.
  private func agree() throws(ExitReason) {
    tell(say("BlueGame encrypts nothing, and anybody near can move for the other player."))
    guard !isUnasked else { return }
    guard seat.localPlayer == .person else {
      throw .usage(say("nobody is here to agree; add --unasked to play all the same"))
    }
    while true {
      ask(say("Play all the same? Yes or no: "))
      guard let line = StandardInput.nextLine() else { throw .quit }
      let answer = TypedAnswer(line)
      if answer.isYes { return }
      if answer.isNo || answer.isQuit { throw .quit }
    }
  }

  /// Waits until somebody has joined.
  private func meetGuest(on link: BlueGameHost) async throws {
    var isOpen = false
    for await event in link.events {
      switch event {
      case .advertising where !isOpen:
        isOpen = true
        tell(say("Your table is open to BlueGame. Waiting for a guest; control-C closes it."))
      case .joined: return tell(say("A guest has joined."))
      case .failed(let error): throw ExitReason(error)
      case .advertising, .found, .text, .left: break
      }
    }
    throw CancellationError()
  }

  /// Waits until a host has said who moves first, or has moved.
  private func meetHost(on link: BlueGameGuest, _ partner: BlueGamePartner) async throws {
    for await event in link.events {
      switch event {
      case .found: tell(say("Found one. Connecting."))
      case .joined: tell(say("Connected. The host decides who moves first."))
      case .text:
        partner.take(event)
        if partner.ownSide != nil { return }
      case .left: throw BlueGamePartner.hungUp
      case .failed(.timedOut): throw BlueGamePartner.noHost
      case .failed(let error): throw ExitReason(error)
      case .advertising: break
      }
    }
    throw CancellationError()
  }

  /// The side of the player here, who hosts.
  private func side(of first: FirstMove) throws(ExitReason) -> Side {
    switch first {
    case .me: .first
    case .guest: .second
    case .ask where seat.localPlayer == .person: try askedSide()
    case .random, .ask: Bool.random() ? .first : .second
    }
  }

  private func askedSide() throws(ExitReason) -> Side {
    while true {
      ask(say("Who moves first? [m]e, the [g]uest, or a [c]oin toss: "))
      guard let line = StandardInput.nextLine() else { throw .quit }
      switch line.lowercased().first {
      case "m": return .first
      case "g": return .second
      case "c": return Bool.random() ? .first : .second
      default: break
      }
    }
  }

  private func ask(_ question: String) { _ = StandardOutput.tell(question) }

  private func tell(_ line: String) { _ = StandardOutput.tell(line + "\n") }

  // MARK: The game

  private func play(with partner: BlueGamePartner, as side: Side) async throws {
    // It ends with the link.
    let following = Task { await partner.follow() }
    defer { following.cancel() }
    var game = LocalGame(environment: environment, player: seat, against: nil, side: side)
    game.partner = partner
    do {
      try await game.play(.position(Position(game: BlueGame.game)))
    } catch {
      await partner.finish()
      // The last move arrives before the other player hangs up.
      if partner.isOver { await following.end(within: partner.isGuest ? .departure : .goodbye) }
      throw error
    }
  }

  // MARK: Ends

  /// Runs `body`, which a signal stops.
  private func wait(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let work = Task { try await body() }
    let stopped = Mutex<StopSignal?>(nil)
    let signals = StopSignals { number in
      stopped.withLock { $0 = StopSignal(rawValue: Int(number)) }
      work.cancel()
    }
    defer { signals.cancel() }
    let result = await work.result
    if let signal = stopped.withLock({ $0 }) { throw ExitReason.interrupted(signal) }
    try result.get()
  }

  /// Runs `body`, and then `close`, whatever came of it.
  private func closing(
    _ close: () async -> Void,
    _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch {
      await close()
      throw error
    }
    await close()
  }
}

extension Duration {
  /// The time for a guest to hang up after the game.
  fileprivate static var goodbye: Duration { .seconds(5) }
  /// The time that a guest stays after the game, for its last move to leave the computer.
  fileprivate static var departure: Duration { .milliseconds(500) }
}

extension BlueGamePartner {
  /// No host of the app was found.
  fileprivate static var noHost: ExitReason {
    ExitReason(
      .notFound,
      say("no host of BlueGame was found nearby"),
      say("open a game in BlueGame, keep it on the screen, and try again")
    )
  }
}
