internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// The table that is open behind the start menu.
@MainActor
final class MenuRoom {
  private let curtain: Curtain
  private let playing: Task<ExitReason, Never>
  /// The name of the table.
  private let name: PlayerName
  /// The game of the table.
  private let game: Game
  /// True if it is open to those nearby; otherwise only at the broker that is always used.
  let isNearby: Bool

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
    onGuest: @escaping @Sendable () -> Void,
    onEnd: @escaping @Sendable (ExitReason) -> Void
  ) throws {
    let rank: RoomRank? = if case .nearby(let rank) = offer { rank } else { nil }
    let settings = environment.settings
    let game = Game(settings.game ?? .gomoku)
    let ways = TransportChoice(toOpenIn: environment)
    var setup = try MatchSetup(nil, LocalSeat(settings), ways, in: environment, game: game)
    try setup.showToKnown()
    setup.firstRule = .asked
    (self.game, name, isNearby) = (game, setup.name, rank != nil)
    let curtain = Curtain(rank: rank, onGuest: onGuest)
    self.curtain = curtain
    let terms = MatchMessage.Start(game, first: .host, clock: nil)
    // It ends when ``close()`` or ``play()`` has waited for it.
    playing = Task { [setup] in
      do {
        try await setup.offerTable(terms, rank, behind: .behind(curtain, face.display, face.look))
        return .quit
      } catch {
        let reason = ExitReason(error)
        onEnd(reason)
        return reason
      }
    }
  }

  /// The table as the menu tells of it.
  var offer: StartMenu.Offer {
    let name = name.description
    return isNearby ? .open(name: name, game: game.kind) : .openOnline(name: name, game: game.kind)
  }

  /// Says that the room has this rank from now on.
  func announce(_ rank: RoomRank) { curtain.announce(rank) }

  /// Takes the table down.
  func close() async {
    curtain.quit()
    _ = await playing.value
  }

  /// Gives the screen to the guest's table until that is left, and says why it was.
  func play() async -> (reason: ExitReason, sentence: String?) {
    curtain.lift()
    return (await playing.value, curtain.lastSentence)
  }
}
