import BLETransport
import MatchProtocol
import Sodium

/// A session on its transport, with a clock that only the test moves; it accepts whoever comes.
struct Player: Sendable {
  /// What the session tells.
  let events: AsyncStream<SessionEvent>
  private let inbox: AsyncStream<Input>.Continuation

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
    let (events, event) = AsyncStream.makeStream(of: SessionEvent.self)
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
      credentials: Credentials(PlayerKey(.generate())),
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
      credentials: Credentials(PlayerKey(.generate())),
      nonce: nonce,
      patience: patience
    )
    self.init(session, over: guest.transport, hearing: guest.events)
  }

  private static func run(
    _ session: any MatchSession,
    _ transport: any PacketTransport,
    _ inputs: AsyncStream<Input>,
    _ event: AsyncStream<SessionEvent>.Continuation
  ) async {
    var session = session
    var now = Duration.zero
    for await input in inputs {
      var actions: [SessionAction]
      switch input {
      case .link(let event): actions = session.receive(event, now: now)
      case .say(let messages): actions = messages.flatMap { session.submit($0, now: now) }
      case .close: actions = session.close(.left, now: now)
      case .pass(let duration):
        now += duration
        actions = session.tick(now: now)
      case .mark(let waiter):
        actions = []
        waiter.resume()
      }
      while !actions.isEmpty {
        let action = actions.removeFirst()
        switch action {
        // A link that is down says so itself.
        case .send(let packet): try? await transport.send(packet)
        case .disconnect(let peer): await transport.disconnect(peer)
        case .event(let told):
          event.yield(told)
          if case .introduced = told { actions += session.accept(now: now) }
        }
      }
    }
    event.finish()
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
      case .joined(let other): return other.name.description
      case .ended: return nil
      case .introduced, .vacated, .message, .strangerRejected, .quiet, .heardAgain, .suspended,
        .resumed:
        break
      }
    }
    return nil
  }

  /// The next `count` messages.
  func heard(_ count: Int) async -> [MatchMessage] {
    var messages: [MatchMessage] = []
    for await event in events {
      if case .message(let message) = event { messages.append(message) }
      if messages.count == count { break }
    }
    return messages
  }

  /// Waits for the end.
  func end() async -> SessionEnd? {
    for await case .ended(let end) in events { return end }
    return nil
  }

  /// Waits until a stranger is turned away, and says why.
  func rejection() async -> StrangerRejection? {
    for await case .strangerRejected(_, let why) in events { return why }
    return nil
  }
}

extension MatchMessage {
  /// A message with something to compare.
  static func numbered(_ ply: Int) -> MatchMessage {
    .move(.init(ply: ply, text: "h8", position: 0))
  }
}
