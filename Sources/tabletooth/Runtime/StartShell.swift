internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import MatchProtocol
internal import MatchStore
internal import Terminal

/// `tabletooth` alone at a terminal: the start menu, what is chosen there, and the menu again.
@MainActor
struct StartShell {
  /// What the menu waits for.
  private enum Event: Sendable {
    case terminal(TerminalEvent)
    case heard(StartMenu.Table)
    case trouble(String)
    case stop(StopSignal)
  }

  /// How long tables are looked for while the menu is shown.
  private static let scanTime = Duration.seconds(60)

  private let display: Display
  private let options: PlayerOptions

  /// Shows the menu until the player leaves.
  ///
  /// - Returns: Whether there is a terminal for it.
  /// - Throws: `ExitReason` where a signal ends the program.
  static func run() async throws -> Bool {
    guard let options = try? PlayerOptions.parse([]), options.localPlayer == .person,
      let display = FaceChoice.openDisplay()
    else { return false }
    let shell = StartShell(display: display, options: options)
    defer { display.close() }
    try await shell.loop()
    return true
  }

  private func loop() async throws {
    var message: String?
    while true {
      switch try await choose(message) {
      case .command(let words): message = try await obey(words)
      case .quit, .suspend, .redraw: return
      }
    }
  }

  /// Runs a command on the screen, and returns what became of it.
  private func obey(_ words: [String]) async throws -> String? {
    do {
      try await FaceChoice.$lent.withValue(display) {
        var command = try Tabletooth.parseAsRoot(words)
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      }
    } catch let reason as ExitReason {
      if case .interrupted(let signal, _) = reason, signal != .interrupt { throw reason }
      return Self.sentence(reason)
    } catch let error as StoreError {
      return Self.sentence(ExitReason(error))
    }
    return nil
  }

  /// What went wrong, without the name of the program before it.
  private nonisolated static func sentence(_ reason: ExitReason) -> String? {
    reason.line.map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  // MARK: The menu

  private func choose(_ message: String?) async throws -> StartMenu.Choice {
    let (events, inbox) = AsyncStream<Event>.makeStream()
    let signals = StopSignals { number in
      if let signal = StopSignal(rawValue: Int(number)) { inbox.yield(.stop(signal)) }
    }
    defer { signals.cancel() }
    display.onEvent { inbox.yield(.terminal($0)) }
    display.redraw()
    let scan = Task { await Self.scan(inbox) }
    let choice = try await choice(menu(message), events)
    scan.cancel()
    await scan.value
    return choice
  }

  private func choice(
    _ start: StartMenu,
    _ events: AsyncStream<Event>
  ) async throws -> StartMenu.Choice {
    var menu = start
    display.show(menu.view)
    for await event in events {
      switch event {
      case .terminal(let event):
        if let choice = menu.update(event), !obeyAtOnce(choice) { return choice }
      case .heard(let table): menu.hear(table)
      case .trouble(let text): menu.tell(text)
      case .stop(let signal): throw ExitReason.interrupted(signal)
      }
      display.show(menu.view)
    }
    return .quit
  }

  /// Does what leaves the menu where it is, and says whether it was that.
  private func obeyAtOnce(_ choice: StartMenu.Choice) -> Bool {
    switch choice {
    case .suspend: display.suspend()
    case .redraw: display.redraw()
    case .command, .quit: return false
    }
    return true
  }

  /// The menu with what is kept; where that cannot be read, it says so.
  private func menu(_ message: String?) -> StartMenu {
    let look = options.look(display)
    do {
      let playerData = try PlayerData.open()
      let players = try playerData.store.trustBook().players
      let entries = try playerData.games().map { GameEntry($0, among: players) }
      let open = entries.filter { $0.state == .unfinished || $0.state == .left }
      return StartMenu(
        look: look,
        size: display.size,
        matches: open.map { .init(number: $0.number, text: $0.line) },
        games: entries.map(\.line),
        message: message
      )
    } catch {
      let reason = error as? ExitReason ?? (error as? StoreError).map { ExitReason($0) }
      return StartMenu(
        look: look,
        size: display.size,
        message: message ?? reason.flatMap(Self.sentence)
      )
    }
  }

  /// Tells of the tables nearby, as long as there is Bluetooth.
  private nonisolated static func scan(_ inbox: AsyncStream<Event>.Continuation) async {
    do {
      let (service, adapter) = try await BluetoothOptions.parse([]).open()
      do {
        _ = try await service.scan(on: adapter, for: scanTime) { host in
          let name = PlayerName(cleaning: host.name ?? "(no name)").description
          inbox.yield(
            .heard(
              .init(name: name, address: host.address.description, isTaken: host.isTaken)
            )
          )
        }
      } catch {
        // The list stays as it is.
      }
      await service.close()
    } catch {
      if !Task.isCancelled, let text = sentence(ExitReason(error)) { inbox.yield(.trouble(text)) }
    }
  }
}
