internal import ArgumentParser
internal import BoardUI
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import Terminal

/// `tabletooth` alone at a terminal: the start menu, what is chosen there, and the menu again.
@MainActor
struct StartShell {
  private let display: Display

  /// Shows the menu until the player leaves.
  ///
  /// - Returns: Whether there is a terminal for it.
  /// - Throws: `ExitReason` where a signal ends the program.
  static func run() async throws -> Bool {
    guard try PlayerOptions.parse([]).localPlayer == .person,
      let display = FaceChoice.openDisplay()
    else { return false }
    defer { display.close() }
    try await FaceChoice.$lent.withValue(display) {
      try await StartShell(display: display).loop()
    }
    return true
  }

  private func loop() async throws {
    var message: String?
    while true {
      switch try await choose(message) {
      case .command(let words): message = try await obey(words)
      case .games: message = try await showGames()
      case .settings: message = try await changeSettings()
      case .quit, nil: return
      }
    }
  }

  /// Runs a command on the screen, and returns what became of it.
  private func obey(_ words: [String]) async throws -> String? {
    do {
      var command = try Tabletooth.parseAsRoot(words)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let reason as ExitReason {
      if case .interrupted(let signal, _, _) = reason, signal != .interrupt { throw reason }
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

  private nonisolated static func sentence(_ error: any Error) -> String? {
    let reason = error as? ExitReason ?? (error as? StoreError).map { ExitReason($0) }
    return reason.flatMap { sentence($0) }
  }

  private var look: ScreenLook {
    (try? PlayerOptions.parse([]).look(display))
      ?? ScreenLook(pieces: .latin, glyphs: .ascii, hasColours: false)
  }

  // MARK: The menu

  private func choose(_ message: String?) async throws -> StartMenu.Choice? {
    let loop = PageLoop<StartMenu>(display)
    let scan = Task { await Self.scan(loop.inbox) }
    var menu = menu(message)
    let choice = try await loop.run(&menu)
    scan.cancel()
    await scan.value
    return choice
  }

  /// The menu with what is kept; where that cannot be read, it says so.
  private func menu(_ message: String?) -> StartMenu {
    var lines = [message].compactMap(\.self)
    var open: [GameEntry] = []
    do {
      open = try entries().filter(\.canGoOn)
    } catch {
      if let line = Self.sentence(error) { lines.append(line) }
    }
    lines += Tidings.take()
    return StartMenu(
      look: look,
      size: display.size,
      matches: open.map { .init(number: $0.number, text: $0.line) },
      message: lines.isEmpty ? nil : lines.joined(separator: "\n"),
      settings: SettingsFile.current
    )
  }

  private func entries() throws -> [GameEntry] {
    let playerData = try PlayerData.open()
    let players = try playerData.store.trustBook().players
    return try playerData.games().map { GameEntry($0, among: players) }
  }

  /// Tells of the tables nearby, as long as there is Bluetooth.
  private nonisolated static func scan(
    _ inbox: AsyncStream<PageLoop<StartMenu>.Event>.Continuation
  ) async {
    do {
      try await TableShell.follow(BluetoothOptions.parse([])) { table, event in
        inbox.yield(
          .change { if event == .vanished { $0.forget(table.address) } else { $0.hear(table) } }
        )
      }
    } catch {
      if !Task.isCancelled, let text = sentence(ExitReason(error)) {
        inbox.yield(.change { $0.tell(text) })
      }
    }
  }

  // MARK: Games and settings

  /// Lists the games until the player leaves the list, and returns what went wrong at last.
  private func showGames() async throws -> String? {
    var (number, message): (Int64?, String?)
    while true {
      let entries: [GameEntry]
      do {
        entries = try self.entries()
      } catch {
        return Self.sentence(error)
      }
      var shelf = GameShelf(
        look: look,
        size: display.size,
        entries: entries.map { .init(number: $0.number, text: $0.line, canGoOn: $0.canGoOn) },
        selecting: number,
        message: ([message].compactMap(\.self) + Tidings.take()).first
      )
      switch try await PageLoop<GameShelf>(display).run(&shelf) {
      case .replay(let chosen):
        (number, message) = (chosen, try await obey(["replay", "\(chosen)"]))
      case .analyse(let chosen):
        (number, message) = (chosen, try await obey(["replay", "\(chosen)", "--analyse"]))
      case .resume(let chosen):
        (number, message) = (chosen, try await obey(["resume", "\(chosen)"]))
      case .delete(let chosen):
        (number, message) = (nil, try await obey(["games", "delete", "\(chosen)"]))
      case .back, nil: return nil
      }
    }
  }

  private func changeSettings() async throws -> String? {
    var screen = SettingsScreen(SettingsFile.current, look: look, size: display.size)
    let loop = PageLoop<SettingsScreen>(display)
    while case .set(let setting, let value) = try await loop.run(&screen) {
      do {
        let path = try SettingsFile.set(setting, to: value)
        if setting == .language { LanguageChoice.follow(nil, SettingsFile.current) }
        screen.show(SettingsFile.current, look: look)
        screen.tell(SettingsStrings.written(path))
      } catch {
        screen.tell(Self.sentence(error) ?? "")
      }
    }
    return nil
  }
}

extension GameEntry {
  /// Whether the game may go on.
  fileprivate var canGoOn: Bool { state == .unfinished || state == .left }
}
