internal import BLETransport
internal import BoardUI
internal import Dispatch
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// The background activity of the start menu: it looks for tables, and opens one if there is none.
@MainActor
final class MenuMeeting {
  private enum Event: Sendable {
    case news(Lobby.News, trouble: String?)
    /// The table that was opened as this one of all has ended.
    case roomEnded(Int, ExitReason)
    /// Somebody is introduced at the table.
    case guest
    case timer
  }

  private let inbox: AsyncStream<PageLoop<StartMenu>.Event>.Continuation
  private let face: (display: Display, look: ScreenLook)
  private let environment: Environment
  /// True if a table that was opened just before, as the one here was, is joined at once.
  private let joinsAtOnce: Bool
  /// The tables that have refused the player here since the program began.
  private let refusing: Set<String>
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var random = SystemRandomNumberGenerator()
  private var election: RoomElection?
  private var room: MenuRoom?
  /// Where somebody nearby can be heard.
  private var heard: Set<Carrier> = []
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
    _ face: (display: Display, look: ScreenLook),
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
    start = clock.now
  }

  private var now: Duration { clock.now - start }

  /// Looks and offers until the task is cancelled; a table that is open then stays so until
  /// ``close()`` or ``play()``.
  func run() async {
    timer.setEventHandler { [continuation] in continuation.yield(.timer) }
    timer.resume()
    let listening = Task { [environment] in await Self.listen(continuation, in: environment) }
    for await event in events where !Task.isCancelled {
      await handle(event)
      arm()
    }
    timer.cancel()
    listening.cancel()
    await listening.value
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

  /// Tells of the tables nearby and online, whenever there is a way to hear of them.
  private static func listen(
    _ events: AsyncStream<Event>.Continuation,
    in environment: Environment
  ) async {
    let lobby = await TableSources(in: environment).lobby(.list(isPatient: true)) { news, lobby in
      events.yield(.news(news, trouble: lobby.trouble))
    }
    // It goes on whatever is wrong.
    _ = try? await lobby.run()
  }

  private func arm() {
    guard let deadline = election?.deadline else {
      timer.schedule(deadline: .distantFuture)
      return
    }
    let nanoseconds = Int(max(deadline - now, .zero) / .nanoseconds(1))
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(20))
  }

  private func handle(_ event: Event) async {
    switch event {
    case .news(let news, let trouble):
      self.trouble = trouble
      await take(news)
    case .roomEnded(let number, let reason):
      if room != nil, number == roomsOpened { await stopOffering(reason) }
    case .guest:
      hasGuest = true
      closePage?()
    case .timer:
      await obey(election?.tick(now: now, using: &random))
    }
    show()
  }

  private func take(_ news: Lobby.News) async {
    switch news {
    case .listening(let carrier):
      offerTroubles[carrier] = nil
      guard carrier != .broker else { break }
      heard.insert(carrier)
      if heard.count == 1 {
        election = RoomElection(now: now, refusedBy: refusing, using: &random)
      }
    case .trouble(.broker): break
    case .trouble(let carrier):
      heard.remove(carrier)
      guard heard.isEmpty else { break }
      election = nil
      await openOnline()
    case .appeared(let table), .changed(let table): return await obey(hear(table))
    case .vanished(let table):
      inbox.yield(.change { $0.forget(table.id) })
      return await obey(election?.forget(table.id, now: now, using: &random))
    case .forgotten(let id): inbox.yield(.change { $0.expire(id) })
    default: break
    }
    tellTrouble()
  }

  private func hear(_ table: Listing) -> RoomElection.Decision? {
    inbox.yield(.change { $0.hear(table) })
    // Who is nearby is not to find nobody as somebody far away has a table.
    guard !table.isOnline else { return nil }
    let isForMe = table.presence?.isForKnown != true || table.familiarity.name
    return election?.hear(
      table.id,
      rank: table.presence?.rank,
      isFree: table.isFree && isForMe,
      now: now,
      using: &random
    )
  }

  /// The table has ended by itself: none can be open where it was.
  private func stopOffering(_ reason: ExitReason) async {
    let wasNearby = room?.isNearby == true
    room = nil
    offerTroubles[wasNearby ? .bluetooth : .broker] =
      reason.isForWantOfRole ? NearbyStrings.looksOnly : reason.sentence
    tellTrouble()
    if wasNearby { await openOnline() }
  }

  /// Has the table at the broker alone, as there is none nearby.
  private func openOnline() async {
    guard room?.isNearby != false else { return }
    await close()
    if environment.brokerForAll != nil, offerTroubles[.broker] == nil { open(nil) }
  }

  /// Says what is wrong, if anything is; what keeps tables from being heard comes first.
  private func tellTrouble() {
    let text = trouble ?? offerTroubles[.bluetooth] ?? offerTroubles[.broker]
    inbox.yield(.change { $0.tell(text) })
  }

  /// Shows in the menu where the election is.
  private func show() {
    let offer: StartMenu.Offer? =
      switch election?.state {
      case .looking: .looking
      case .following: .following
      case .open, nil: room?.offer
      }
    inbox.yield(.change { $0.show(offer) })
  }

  private func obey(_ decision: RoomElection.Decision?) async {
    switch decision {
    case .nothing, nil: break
    case .open(let rank):
      guard offerTroubles[.bluetooth] == nil else { return await openOnline() }
      await close()
      open(rank)
    case .announce(let rank): room?.announce(rank)
    case .follow(let address, let isFresh):
      await close()
      guard isFresh, joinsAtOnce else { return }
      inbox.yield(.choose { $0.isTouched ? nil : .request(.join(address)) })
    }
  }

  /// Opens a table of this rank nearby, or at the broker alone.
  private func open(_ rank: RoomRank?) {
    roomsOpened += 1
    let (inbox, continuation, number) = (inbox, continuation, roomsOpened)
    do {
      room = try MenuRoom(rank, face, in: environment) {
        inbox.yield(.choose { _ in .guest })
        continuation.yield(.guest)
      } onEnd: {
        continuation.yield(.roomEnded(number, $0))
      }
    } catch {
      let sentence = ExitReason(error).sentence
      (offerTroubles[.bluetooth], offerTroubles[.broker]) = (sentence, sentence)
      tellTrouble()
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
