internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// The table that is open behind the start menu.
@MainActor
final class MenuRoom {
  private let performance: any Performance
  private let display: any Display
  private var playing: Task<ExitReason, Never>?
  /// The name of the table.
  private let name: PlayerName
  /// The game of the table.
  private let game: Game
  /// True if it is open to those nearby; otherwise only at the broker that is always used.
  let isNearby: Bool
  /// True if it is being taken down.
  private(set) var isLeft = false

  /// Opens a table for the game of the settings.
  ///
  /// - Parameters:
  ///   - offer: Where, and the rank that is said of it first nearby.
  ///   - face: The screen that the menu has now, and how it looks.
  ///   - environment: What surrounds the program.
  ///   - onGuest: Is called when somebody is introduced.
  ///   - onEnd: Is called when the table has ended.
  /// - Throws: `ExitReason`, or a `StoreError`.
  init(
    _ offer: Meeting.Offer,
    _ face: (display: any Display, look: ScreenLook),
    in environment: Environment,
    onGuest: @escaping @MainActor @Sendable () -> Void,
    onEnd: @escaping @MainActor (ExitReason) -> Void
  ) throws {
    let rank: RoomRank? = if case .nearby(let rank) = offer { rank } else { nil }
    let settings = environment.settings
    let game = Game(settings.game ?? .gomoku)
    let ways = try TransportChoice(toOpenBy: nil, in: environment)
    var setup = try MatchSetup(nil, LocalSeat(settings), ways, in: environment, game: game)
    try setup.showToKnown()
    setup.firstRule = .asked
    (self.game, name, isNearby, display) = (game, setup.name, rank != nil, face.display)
    let terms = MatchMessage.Start(game, first: .host, clock: nil)
    var play = try setup.offerTable(terms, rank, behind: .behind(face.display, face.look))
    play.onGuest = onGuest
    performance = environment.stage.begin(play)
    // It ends when ``close()`` or ``play()`` has waited for it.
    playing = Task { [performance] in
      let reason = await performance.run()
      // It prints nothing: the screen is another one's.
      try? await performance.exit(reason, inPlaceOf: nil, saying: nil)
      onEnd(reason)
      return reason
    }
  }

  /// The table as the menu tells of it.
  var offer: StartMenu.Offer {
    let name = name.description
    return isNearby ? .open(name: name, game: game.kind) : .openOnline(name: name, game: game.kind)
  }

  /// Says that the room has this rank from now on.
  func announce(_ rank: RoomRank) { performance.tell(.ranked(rank)) }

  /// Begins to take the table down.
  func leave() {
    isLeft = true
    performance.tell(.request(.quits(.quit)))
  }

  /// Takes the table down.
  func close() async {
    leave()
    _ = await playing?.value
  }

  /// Gives the screen to the guest's table until that is left, and says why it was.
  func play() async -> (reason: ExitReason, sentence: String?) {
    performance.tell(.shown)
    display.onEvent { [performance] in performance.tell(.terminal($0)) }
    display.redraw()
    return (await playing?.value ?? .quit, performance.lastNews)
  }
}
