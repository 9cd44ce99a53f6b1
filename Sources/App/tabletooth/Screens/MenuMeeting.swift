internal import BLETransport
internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// The background activity of the start menu: it looks for tables, and opens one where the lobby
/// has that done.
@MainActor
final class MenuMeeting {
  private let inbox: AsyncStream<PageLoop<StartMenu>.Event>.Continuation
  private let face: (display: any Display, look: ScreenLook)
  private let environment: Environment
  /// True if a table that was opened just before, as the one here was, is joined at once.
  private let joinsAtOnce: Bool
  /// The tables that have refused the player here since the program began.
  private let refusing: Set<String>
  private let lobby = LobbyInbox()
  private var phase = Meeting.Phase.settled
  private var room: MenuRoom?
  /// The table to open once the one that is taken down is gone.
  private var next: Meeting.Offer?
  /// The sentence that says why no tables are heard.
  private var trouble: String?
  /// The sentences that say why no table can be opened at a place, until it can be heard again.
  private var offerTroubles: [Carrier: String] = [:]
  /// True if somebody was introduced at the table.
  private(set) var hasGuest = false
  /// Closes the page that is shown in place of the menu.
  private var closePage: (() -> Void)?

  /// Makes the background activity of the menu that reads from `inbox`.
  init(
    _ inbox: AsyncStream<PageLoop<StartMenu>.Event>.Continuation,
    _ face: (display: any Display, look: ScreenLook),
    in environment: Environment,
    joinsAtOnce: Bool,
    refusedBy refusing: Set<String>
  ) {
    self.inbox = inbox
    self.face = face
    self.environment = environment
    self.joinsAtOnce = joinsAtOnce
    self.refusing = refusing
  }

  /// Hears of the tables nearby and online, whenever there is a way to, whatever is wrong, until
  /// the task is cancelled; a table that is open then stays so until ``close()`` or ``play()``.
  func run() async {
    let meeting = Meeting(
      refusedBy: refusing,
      canBeOnline: environment.brokerForAll != nil,
      seed: UInt64.random(in: .min ... .max)
    )
    let search = await TransportChoice(in: environment).lobby(.meet(meeting), inbox: lobby) {
      news,
      seeker in
      self.trouble = seeker.trouble
      self.take(news)
    }
    _ = try? await search.run()
  }

  /// Has `closePage` called as soon as somebody is introduced at the table.
  func whenGuestComes(_ closePage: (() -> Void)?) {
    self.closePage = closePage
    if hasGuest { closePage?() }
  }

  /// Takes the table down, if one is open.
  func close() async {
    next = nil
    await room?.close()
  }

  /// Plays with the guest who has come.
  func play() async -> (reason: ExitReason, sentence: String?) {
    defer { room = nil }
    return await room?.play() ?? (.quit, nil)
  }

  private func take(_ news: Lobby.News) {
    inbox.yield(.change { $0.take(news) })
    switch news {
    case .listening(let carrier): offerTroubles[carrier] = nil
    case .offer(let offer):
      next = offer
      if let room { room.leave() } else { openNext() }
    case .rank(let rank): room?.announce(rank)
    case .follow(let address):
      if joinsAtOnce { inbox.yield(.choose { $0.isTouched ? nil : .request(.join(address)) }) }
    case .meeting(let phase): self.phase = phase
    default: break
    }
    tellTrouble()
    show()
  }

  private func noteGuest() {
    hasGuest = true
    closePage?()
    show()
  }

  /// The table has ended, by itself or because it is taken down.
  private func noteEnd(_ reason: ExitReason) {
    guard let room, !hasGuest else { return }
    self.room = nil
    if room.isLeft { openNext() } else { stopOffering(room, reason) }
    show()
  }

  private func stopOffering(_ room: MenuRoom, _ reason: ExitReason) {
    offerTroubles[room.isNearby ? .bluetooth : .broker] =
      reason.isForWantOfRole
      ? say("Others cannot find this adapter, so tables are listed but none is opened here.")
      : reason.sentence
    lobby.noteEnd(ofTableNearby: room.isNearby)
    tellTrouble()
  }

  /// Says what is wrong, if anything is; what keeps tables from being heard comes first.
  private func tellTrouble() {
    let text = trouble ?? offerTroubles[.bluetooth] ?? offerTroubles[.broker]
    inbox.yield(.change { $0.tell(text) })
  }

  /// Shows in the menu what is offered.
  private func show() {
    let offer: StartMenu.Offer? =
      switch phase {
      case .looking: .looking
      case .following: .following
      case .settled: room?.offer
      }
    inbox.yield(.change { $0.show(offer) })
  }

  private func openNext() {
    guard let offer = next else { return }
    next = nil
    do {
      room = try MenuRoom(offer, face, in: environment) { [weak self] in
        self?.inbox.yield(.choose { _ in .guest })
        self?.noteGuest()
      } onEnd: { [weak self] in
        self?.noteEnd($0)
      }
    } catch {
      let sentence = ExitReason(error).sentence
      (offerTroubles[.bluetooth], offerTroubles[.broker]) = (sentence, sentence)
      for isNearby in [true, false] { lobby.noteEnd(ofTableNearby: isNearby) }
    }
  }
}

extension StartMenu {
  /// Takes news of tables.
  fileprivate mutating func take(_ news: Lobby.News) {
    switch news {
    case .appeared(let table), .changed(let table): hear(table)
    case .vanished(let table): forget(table.id)
    case .forgotten(let id): expire(id)
    default: break
    }
  }
}

extension ExitReason {
  /// The failure, without the name of the program before it.
  var sentence: String? { failure?.sentence }

  /// True if the controller cannot be found by others.
  fileprivate var isForWantOfRole: Bool {
    if case .noPeripheralRole = self { true } else { false }
  }
}
