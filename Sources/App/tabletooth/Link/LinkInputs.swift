internal import BoardUI
internal import MatchProtocol

/// The reports of a transport with their times, for a reader that takes one after another and does
/// not wait for ever.
struct LinkInputs {
  private enum Input: Sendable {
    case event(TransportEvent, ContinuousClock.Instant)
    /// Nobody came for as long as was asked for, in the wait of this number.
    case silence(Int)
  }

  private let inbox: AsyncStream<Input>.Continuation
  private var inputs: AsyncStream<Input>.Iterator
  private var waits = 0

  init() {
    let (stream, inbox) = AsyncStream.makeStream(of: Input.self)
    self.inbox = inbox
    inputs = stream.makeAsyncIterator()
  }

  /// Takes what the transport reports.
  var deliver: @Sendable (TransportEvent) -> Void {
    { [inbox] in inbox.yield(.event($0, .now)) }
  }

  /// The next event and when it came; nil if none comes within `limit`.
  mutating func next(
    within limit: Duration
  ) async throws -> (event: TransportEvent, time: ContinuousClock.Instant)? {
    waits += 1
    let (inbox, wait) = (inbox, waits)
    let timer = Task {
      try await Task.sleep(for: limit)
      inbox.yield(.silence(wait))
    }
    defer { timer.cancel() }
    while let input = await inputs.next(isolation: #isolation) {
      switch input {
      case .event(let event, let time): return (event, time)
      case .silence(wait): return nil
      case .silence: continue
      }
    }
    throw CancellationError()
  }

  /// When `packet`, or any packet if nil, came back; nil if none does within `limit`.
  ///
  /// - Throws: `ExitReason` when the link breaks.
  mutating func packet(
    _ packet: [UInt8]?,
    within limit: Duration
  ) async throws -> ContinuousClock.Instant? {
    while let (event, time) = try await next(within: limit) {
      switch event {
      case .link(.packet(let back, _, _)) where packet == nil || back == packet: return time
      case .link(.packet), .link(.up), .link(.letter), .progress, .waits, .wayEnded: continue
      case .link(.down(let peer, _)):
        throw ExitReason.linkLost(name: peer.rawValue, cause: .disconnected)
      case .ended: throw ExitReason.transportGone
      }
    }
    return nil
  }
}
