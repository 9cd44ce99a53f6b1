internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import Dispatch
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// What goes on behind the start menu: it looks for tables, and opens one where there is none.
@MainActor
final class MenuMeeting {
  private enum Event: Sendable {
    case listening
    case heard(NearbyTable, TableShell.Event)
    case deaf(ExitReason)
    case roomEnded(ExitReason)
    case timer
  }

  /// How long to wait before Bluetooth that is missing or off is asked again.
  private nonisolated static let retryTime = Duration.seconds(3)

  private let inbox: AsyncStream<PageLoop<StartMenu>.Event>.Continuation
  private let face: (display: Display, look: ScreenLook)
  /// Whether a table that was opened just before, as the one here was, is joined at once.
  private let joinsAtOnce: Bool
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var random = SystemRandomNumberGenerator()
  private var election: RoomElection?
  private var room: MenuRoom?
  /// Whether a table can be opened here.
  private var canOffer = true

  /// What goes on behind the menu that reads from `inbox`.
  init(
    _ inbox: AsyncStream<PageLoop<StartMenu>.Event>.Continuation,
    _ face: (display: Display, look: ScreenLook),
    joinsAtOnce: Bool
  ) {
    self.inbox = inbox
    self.face = face
    self.joinsAtOnce = joinsAtOnce
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
    start = clock.now
  }

  private var now: Duration { clock.now - start }

  /// Looks and offers until the task is cancelled; a table that is open then stays so until
  /// ``close()`` or ``play()``.
  func run() async {
    timer.setEventHandler { [continuation] in continuation.yield(.timer) }
    timer.resume()
    let listening = Task { await Self.listen(continuation) }
    for await event in events where !Task.isCancelled {
      await handle(event)
      arm()
    }
    timer.cancel()
    listening.cancel()
    await listening.value
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

  /// Tells of the tables nearby, whenever there is Bluetooth.
  private nonisolated static func listen(_ events: AsyncStream<Event>.Continuation) async {
    while !Task.isCancelled {
      do {
        try await TableShell.follow(
          BluetoothOptions.parse([]),
          onStart: { events.yield(.listening) },
          report: { events.yield(.heard($0.table, $0.event)) }
        )
      } catch {
        if !Task.isCancelled { events.yield(.deaf(ExitReason(error))) }
      }
      // Cancelled, it ends at once.
      try? await Task.sleep(for: retryTime)
    }
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
    case .listening:
      election = RoomElection(now: now, using: &random)
      if canOffer { tell(nil) }
    case .heard(let table, let event):
      await obey(take(table, event))
    case .deaf(let reason):
      election = nil
      await close()
      tell(reason.sentence)
    case .roomEnded(let reason):
      if room != nil { stopOffering(reason) }
    case .timer:
      await obey(election?.tick(now: now, using: &random))
    }
    show()
  }

  private func take(
    _ table: NearbyTable,
    _ event: TableShell.Event
  ) -> RoomElection.Decision? {
    guard event != .vanished else {
      inbox.yield(.change { $0.forget(table.address) })
      return election?.forget(table.address, now: now, using: &random)
    }
    inbox.yield(.change { $0.hear(table) })
    let isForMe = table.presence?.isForKnown != true || table.familiarity.name
    return election?.hear(
      table.address,
      rank: table.presence?.rank,
      isFree: table.isFree && isForMe,
      now: now,
      using: &random
    )
  }

  /// The table has ended by itself: none can be open here.
  private func stopOffering(_ reason: ExitReason) {
    canOffer = false
    room = nil
    tell(reason.isForWantOfRole ? NearbyStrings.looksOnly : reason.sentence)
  }

  private func tell(_ text: String?) { inbox.yield(.change { $0.tell(text) }) }

  /// Shows in the menu where the election is.
  private func show() {
    let offer: StartMenu.Offer? =
      switch election?.state {
      case .looking: .looking
      case .following: .following
      case .open: room.map { .open(name: $0.name.description, game: $0.game.kind) }
      case nil: nil
      }
    inbox.yield(.change { $0.show(offer) })
  }

  private func obey(_ decision: RoomElection.Decision?) async {
    switch decision {
    case .nothing, nil: break
    case .open(let rank): if canOffer { open(rank) }
    case .announce(let rank): room?.announce(rank)
    case .follow(let address, let isFresh):
      await close()
      guard isFresh, joinsAtOnce else { return }
      inbox.yield(.choose { $0.isTouched ? nil : .command(["join", address]) })
    }
  }

  private func open(_ rank: RoomRank) {
    let (inbox, continuation) = (inbox, continuation)
    do {
      room = try MenuRoom(rank, face) {
        inbox.yield(.choose { _ in .guest })
      } onEnd: {
        continuation.yield(.roomEnded($0))
      }
    } catch {
      canOffer = false
      tell(ExitReason(error).sentence)
    }
  }
}

extension ExitReason {
  /// What went wrong, without the name of the program before it.
  var sentence: String? { line.map { String($0.drop { $0 != " " }.dropFirst()) } }

  /// Whether the controller cannot be found by others.
  fileprivate var isForWantOfRole: Bool {
    if case .noPeripheralRole = self { true } else { false }
  }
}
