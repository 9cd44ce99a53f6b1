internal import BoardUI
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import Terminal

/// `tabletooth` alone at a terminal: the start menu, what is chosen there, and the menu again.
@MainActor
struct StartShell {
  private let display: any Display
  private var environment: Environment
  /// True if nothing was chosen yet.
  private var isFirst = true
  /// The tables that have refused the player: a third person has a table of their own.
  private var refusing: Set<String> = []

  /// Shows the menu until the player leaves.
  ///
  /// - Returns: Whether there is a terminal for it.
  /// - Throws: `ExitReason` where a signal ends the program.
  static func run(in environment: Environment) async throws -> Bool {
    guard StandardInput.isTerminal, !environment.isPlain else { return false }
    // What is wrong with the folder is said where it is needed.
    if let data = try? PlayerData.open(in: environment) {
      try FirstName.ask(for: data, in: environment)
    }
    guard let display = environment.openDisplay() else { return false }
    defer { display.closeAfterGame() }
    var shell = StartShell(display: display, environment: environment.lending(display))
    try await shell.loop()
    return true
  }

  private init(display: any Display, environment: Environment) {
    (self.display, self.environment) = (display, environment)
  }

  private mutating func loop() async throws {
    var message: String?
    while true {
      let choice = try await choose(&message)
      isFirst = false
      switch choice {
      case .guest, .settings: break
      case .request(let request): message = try await obey(request)
      case .games: message = try await showGames()
      case .quit, nil: return
      }
    }
  }

  /// Carries out a request on the screen, and returns the message about its end.
  private mutating func obey(_ request: Request) async throws -> String? {
    do {
      try await request.run(in: environment)
    } catch {
      guard let reason = ExitReason(known: error) else { throw error }
      if case .interrupted(let signal, _, _) = reason, signal != .interrupt { throw reason }
      if case .join(let table?) = request, reason.isRefusal { refusing.insert(table) }
      return reason.sentence
    }
    return nil
  }

  private nonisolated static func sentence(_ error: any Error) -> String? {
    ExitReason(known: error)?.sentence
  }

  private var look: ScreenLook { LocalSeat(environment.settings).look(display) }

  // MARK: The menu

  /// Shows the menu until something is chosen, or a guest has come and gone; then the message is
  /// what became of that.
  private mutating func choose(_ message: inout String?) async throws -> StartMenu.Choice? {
    let loop = PageLoop<StartMenu>(display)
    let meeting = MenuMeeting(
      loop.inbox,
      (display, look),
      in: environment,
      joinsAtOnce: isFirst,
      refusedBy: refusing
    )
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
  private mutating func show(
    _ menu: inout StartMenu,
    _ loop: PageLoop<StartMenu>,
    _ meeting: MenuMeeting
  ) async throws -> StartMenu.Choice? {
    while true {
      let choice = try await loop.run(&menu)
      guard choice == .settings else { return choice }
      let before = environment.settings
      try await changeSettings(meeting)
      if environment.settings != before, !meeting.hasGuest { return choice }
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
      lines += damaged.compactMap { ExitReason.damagedMatch($0.number).sentence }
    } catch {
      if let line = Self.sentence(error) { lines.append(line) }
    }
    lines += display.takeNotices()
    return StartMenu(
      look: look,
      size: display.size,
      matches: open.map { .init(number: $0.number, text: $0.line) },
      message: lines.isEmpty ? nil : lines.joined(separator: "\n"),
      settings: environment.settings
    )
  }

  private func entries() throws -> [GameEntry] {
    let playerData = try PlayerData.open(in: environment)
    let players = try playerData.store.trustBook().players
    return try playerData.games().map { GameEntry($0, among: players) }
  }

  // MARK: Games and settings

  /// Lists the games until the player leaves the list, and returns what went wrong at last.
  private mutating func showGames() async throws -> String? {
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
        message: ([message].compactMap(\.self) + display.takeNotices()).first
      )
      switch try await PageLoop<GameShelf>(display).run(&shelf) {
      case .replay(let chosen):
        (number, message) = (chosen, try await obey(.replay(chosen, isJudged: false)))
      case .analyse(let chosen):
        (number, message) = (chosen, try await obey(.replay(chosen, isJudged: true)))
      case .resume(let chosen):
        (number, message) = (chosen, try await obey(.resume(chosen)))
      case .delete(let chosen):
        (number, message) = (nil, try await obey(.delete(chosen)))
      case .back, nil: return nil
      }
    }
  }

  /// Shows the settings until the player leaves them, or a guest comes.
  private mutating func changeSettings(_ meeting: MenuMeeting) async throws {
    var screen = SettingsScreen(
      environment.settings,
      typed: environment.typed,
      name: try? PlayerData.open(in: environment).ownName(nil).description,
      look: look,
      size: display.size
    )
    let loop = PageLoop<SettingsScreen>(display)
    meeting.whenGuestComes { loop.inbox.yield(.choose { _ in .back }) }
    defer { meeting.whenGuestComes(nil) }
    while case .set(let setting, let value) = try await loop.run(&screen) {
      do {
        let path = environment.settingsPath
        let kept = try SettingsFile.set(setting, to: value, at: path)
        // A value that is chosen here takes the place of an option's.
        environment.typed[setting] = nil
        environment.settings = kept.overridden(by: environment.typed)
        LanguageChoice.follow(environment.settings)
        screen.show(environment.settings, typed: environment.typed, look: look)
        screen.tell(SettingsStrings.written(path ?? ""))
      } catch {
        screen.tell(Self.sentence(error) ?? "")
      }
    }
  }
}
