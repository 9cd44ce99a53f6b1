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
  /// True if nothing was chosen yet.
  private var isFirst = true

  /// Shows the menu until the player leaves.
  ///
  /// - Returns: Whether there is a terminal for it.
  /// - Throws: `ExitReason` where a signal ends the program.
  static func run() async throws -> Bool {
    guard try PlayerOptions.parse([]).localPlayer == .person,
      let display = FaceChoice.openDisplay()
    else { return false }
    defer { display.closeAfterGame() }
    var shell = StartShell(display: display)
    try await FaceChoice.$lent.withValue(display) { try await shell.loop() }
    return true
  }

  private init(display: Display) {
    self.display = display
  }

  private mutating func loop() async throws {
    var message: String?
    while true {
      let choice = try await choose(&message)
      isFirst = false
      switch choice {
      case .guest, .settings: break
      case .command(let words): message = try await obey(words)
      case .games: message = try await showGames()
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
    } catch {
      guard let reason = ExitReason(known: error) else { throw error }
      if case .interrupted(let signal, _, _) = reason, signal != .interrupt { throw reason }
      return reason.sentence
    }
    return nil
  }

  private nonisolated static func sentence(_ error: any Error) -> String? {
    ExitReason(known: error)?.sentence
  }

  private var look: ScreenLook {
    (try? PlayerOptions.parse([]).look(display))
      ?? ScreenLook(pieces: .latin, glyphs: .ascii, hasColours: false)
  }

  // MARK: The menu

  /// Shows the menu until something is chosen, or a guest has come and gone; then the message is
  /// what became of that.
  private func choose(_ message: inout String?) async throws -> StartMenu.Choice? {
    let loop = PageLoop<StartMenu>(display)
    let meeting = MenuMeeting(loop.inbox, (display, look), joinsAtOnce: isFirst)
    // It ends below.
    let offering = Task { await meeting.run() }
    var menu = menu(message)
    let choice: StartMenu.Choice?
    do {
      choice = try await show(&menu, loop, meeting)
    } catch {
      offering.cancel()
      await offering.value
      await meeting.close()
      throw error
    }
    offering.cancel()
    await offering.value
    guard choice == .guest else {
      await meeting.close()
      return choice
    }
    let end = await meeting.play()
    if case .interrupted(let signal, _, _) = end.reason, signal != .interrupt { throw end.reason }
    message = end.reason.sentence ?? end.sentence
    return choice
  }

  /// Shows the menu until something is chosen.
  ///
  /// While the settings are open, so is the table; it is opened again only if they were changed.
  private func show(
    _ menu: inout StartMenu,
    _ loop: PageLoop<StartMenu>,
    _ meeting: MenuMeeting
  ) async throws -> StartMenu.Choice? {
    while true {
      let choice = try await loop.run(&menu)
      guard choice == .settings else { return choice }
      let before = SettingsFile.current
      try await changeSettings(meeting)
      if SettingsFile.current != before, !meeting.hasGuest { return choice }
    }
  }

  /// The menu with what is kept; where that cannot be read, it says so.
  private func menu(_ message: String?) -> StartMenu {
    var lines = [message].compactMap(\.self)
    var open: [GameEntry] = []
    do {
      let entries = try entries()
      open = entries.filter(\.state.isOpen)
      let damaged = entries.filter { isFirst && $0.state == .damaged }
      lines += damaged.map { ExitReason.sentence(of: RecordStrings.damagedMatch($0.number)) }
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
        entries: entries.map { .init(number: $0.number, text: $0.line, canGoOn: $0.state.isOpen) },
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

  /// Shows the settings until the player leaves them, or a guest comes.
  private func changeSettings(_ meeting: MenuMeeting) async throws {
    var screen = SettingsScreen(
      SettingsFile.current,
      name: try? PlayerData.open().ownName(nil).description,
      look: look,
      size: display.size
    )
    let loop = PageLoop<SettingsScreen>(display)
    meeting.whenGuestComes { loop.inbox.yield(.choose { _ in .back }) }
    defer { meeting.whenGuestComes(nil) }
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
  }
}
