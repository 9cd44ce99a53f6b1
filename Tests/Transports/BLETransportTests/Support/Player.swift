import BLETransport
import MatchProtocol
import Sodium

/// A session on its transport, with a clock that only the test moves; it accepts whoever comes.
struct Player: Sendable {
  /// What the session tells, and at last its end.
  let events: AsyncStream<Told>
  private let inbox: AsyncStream<Input>.Continuation

  enum Told: Sendable {
    case event(SessionEvent)
    case end(SessionEnd)
  }

  private enum Input: Sendable {
    case link(LinkEvent)
    case say([MatchMessage])
    case close
    case pass(Duration)
    case mark(CheckedContinuation<Void, Never>)
  }

  /// Lets `session` speak over `transport`, and hear of its links, until that is closed.
  private init(
    _ session: any MatchSession,
    over transport: any PacketTransport,
    hearing links: AsyncStream<LinkEvent>
  ) {
    let (events, event) = AsyncStream.makeStream(of: Told.self)
    let (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
    self.events = events
    self.inbox = inbox
    // Both end with the transport.
    Task {
      for await event in links { inbox.yield(.link(event)) }
      inbox.finish()
    }
    Task { await Self.run(session, transport, inputs, event) }
  }

  /// Ada, who hosts.
  init(hosting host: HostSide, patience: Duration = .zero) {
    let session = HostSession(
      name: PlayerName(cleaning: "Ada"),
      credentials: Credentials(),
      session: SessionID(rawValue: 1),
      patience: patience
    )
    self.init(session, over: host.transport, hearing: host.events)
  }

  /// A guest called `name`.
  init(_ name: String, joining guest: GuestSide, patience: Duration = .zero) {
    let nonce = Nonce(rawValue: UInt64(name.utf8.first ?? 0))
    let session = GuestSession(
      name: PlayerName(cleaning: name),
      program: "test/1",
      credentials: Credentials(),
      nonce: nonce,
      patience: patience
    )
    self.init(session, over: guest.transport, hearing: guest.events)
  }

  private static func run(
    _ session: any MatchSession,
    _ transport: any PacketTransport,
    _ inputs: AsyncStream<Input>,
    _ told: AsyncStream<Told>.Continuation
  ) async {
    var session = session
    var now = Duration.zero
    for await input in inputs {
      var step = Step()
      switch input {
      case .link(let event): step = session.receive(event, now: now)
      case .say(let messages): for message in messages { step += session.submit(message, now: now) }
      case .close: step = session.close(.left, now: now)
      case .pass(let duration):
        now += duration
        step = session.tick(now: now)
      case .mark(let waiter):
        waiter.resume()
      }
      if case .introduced? = step.events.first { step += session.accept(now: now) }
      for event in step.events { told.yield(.event(event)) }
      // A link that is down says so itself.
      for packet in step.packets { try? await transport.send(packet) }
      for peer in step.hangUps { await transport.disconnect(peer) }
      if let end = step.end { told.yield(.end(end)) }
    }
    told.finish()
  }

  func say(_ messages: [MatchMessage]) {
    inbox.yield(.say(messages))
  }

  func close() {
    inbox.yield(.close)
  }

  func pass(_ duration: Duration) {
    inbox.yield(.pass(duration))
  }

  /// Waits until all that was asked for so far is done.
  func settle() async {
    await withCheckedContinuation { waiter in
      if case .terminated = inbox.yield(.mark(waiter)) { waiter.resume() }
    }
  }

  /// Waits until the other side has sat down, and returns its name.
  func joined() async -> String? {
    for await event in events {
      switch event {
      case .event(.joined(let other)): return other.name.description
      case .end: return nil
      case .event: break
      }
    }
    return nil
  }

  /// The next `count` messages.
  func heard(_ count: Int) async -> [MatchMessage] {
    var messages: [MatchMessage] = []
    for await event in events {
      if case .event(.message(let message, _)) = event { messages.append(message) }
      if messages.count == count { break }
    }
    return messages
  }

  /// Waits for the end.
  func end() async -> SessionEnd? {
    for await case .end(let end) in events { return end }
    return nil
  }

  /// Waits until the other side is quiet, and says for how long.
  func quiet() async -> Duration? {
    for await case .event(.quiet(_, let duration)) in events { return duration }
    return nil
  }

  /// Waits until a stranger is turned away, and says why.
  func rejection() async -> StrangerRejection? {
    for await case .event(.strangerRejected(_, let why)) in events { return why }
    return nil
  }
}

extension MatchMessage {
  /// A message with something to compare.
  static func numbered(_ ply: Int) -> MatchMessage {
    .move(.init(ply: ply, text: "h8", position: 0))
  }
}
