internal import BLETransport
internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// The background activity of the start menu: it looks for tables, and opens one where the lobby
/// has that done.
@MainActor
final class MenuMeeting {
  private enum Event: Sendable {
    case news(Lobby.News, trouble: String?)
    /// The table that was opened as this one of all has ended.
    case roomEnded(Int, ExitReason)
    /// Somebody is introduced at the table.
    case guest
  }

  private let inbox: AsyncStream<PageLoop<StartMenu>.Event>.Continuation
  private let face: (display: any Display, look: ScreenLook)
  private let environment: Environment
  /// True if a table that was opened just before, as the one here was, is joined at once.
  private let joinsAtOnce: Bool
  /// The tables that have refused the player here since the program began.
  private let refusing: Set<String>
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let lobby = LobbyInbox()
  private var phase = Meeting.Phase.settled
  private var room: MenuRoom?
  /// The number of tables that were opened.
  private var roomsOpened = 0
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
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// Looks and offers until the task is cancelled; a table that is open then stays so until
  /// ``close()`` or ``play()``.
  func run() async {
    let listening = Task { await listen() }
    for await event in events where !Task.isCancelled { await handle(event) }
    listening.cancel()
    await listening.value
  }

  /// Hears of the tables nearby and online, whenever there is a way to, whatever is wrong.
  private func listen() async {
    let meeting = Meeting(
      refusedBy: refusing,
      canBeOnline: environment.brokerForAll != nil,
      seed: UInt64.random(in: .min ... .max)
    )
    let sources = TableSources(in: environment)
    let loop = await sources.lobby(.meet(meeting), inbox: lobby) { [continuation] news, loop in
      continuation.yield(.news(news, trouble: loop.trouble))
    }
    _ = try? await loop.run()
  }

  /// Has `closePage` called as soon as somebody is introduced at the table.
  func whenGuestComes(_ closePage: (() -> Void)?) {
    self.closePage = closePage
    if hasGuest { closePage?() }
  }

  /// Takes the table down, if one is open.
  func close() async {
    await room?.close()
    room = nil
  }

  /// Plays with the guest who has come.
  func play() async -> (reason: ExitReason, sentence: String?) {
    defer { room = nil }
    return await room?.play() ?? (.quit, nil)
  }

  private func handle(_ event: Event) async {
    switch event {
    case .news(let news, let trouble):
      self.trouble = trouble
      await take(news)
    case .roomEnded(let number, let reason):
      if number == roomsOpened { stopOffering(reason) }
    case .guest:
      hasGuest = true
      closePage?()
    }
    show()
  }

  private func take(_ news: Lobby.News) async {
    inbox.yield(.change { $0.take(news) })
    switch news {
    case .listening(let carrier): offerTroubles[carrier] = nil
    case .offer(let offer):
      await close()
      if let offer { open(offer) }
    case .rank(let rank): room?.announce(rank)
    case .follow(let address):
      if joinsAtOnce { inbox.yield(.choose { $0.isTouched ? nil : .request(.join(address)) }) }
    case .meeting(let phase): self.phase = phase
    default: break
    }
    tellTrouble()
  }

  /// The table has ended by itself.
  private func stopOffering(_ reason: ExitReason) {
    guard let room else { return }
    offerTroubles[room.isNearby ? .bluetooth : .broker] =
      reason.isForWantOfRole ? NearbyStrings.looksOnly : reason.sentence
    lobby.noteEnd(ofTableNearby: room.isNearby)
    self.room = nil
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

  private func open(_ offer: Meeting.Offer) {
    roomsOpened += 1
    let (inbox, continuation, number) = (inbox, continuation, roomsOpened)
    do {
      room = try MenuRoom(offer, face, in: environment) {
        inbox.yield(.choose { _ in .guest })
        continuation.yield(.guest)
      } onEnd: {
        continuation.yield(.roomEnded(number, $0))
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
