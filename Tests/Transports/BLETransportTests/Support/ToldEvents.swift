import MatchProtocol
import Synchronization
import Testing

/// What a transport tells, for a test to read at its own pace; the streams end with the transport.
struct ToldEvents: Sendable {
  /// What happens on the links.
  let links: AsyncStream<LinkEvent>
  /// What a person who waits is told.
  let progress: AsyncStream<TransportProgress>

  /// One element for each link that goes down.
  let losses: AsyncStream<Void>

  private let link: AsyncStream<LinkEvent>.Continuation
  private let step: AsyncStream<TransportProgress>.Continuation
  private let loss: AsyncStream<Void>.Continuation
  private let end = End()

  /// How the transport ended, if it has.
  private final class End: Sendable {
    enum Kind { case byItself, byItsOwner }
    let kind = Mutex<Kind?>(nil)
  }

  init() {
    (links, link) = AsyncStream.makeStream()
    (progress, step) = AsyncStream.makeStream()
    (losses, loss) = AsyncStream.makeStream()
  }

  /// Whether the transport said that it is gone for good.
  var hasEnded: Bool { end.kind.withLock { $0 == .byItself } }

  /// What the transport is to call.
  func deliver(_ event: TransportEvent) {
    if let kind = end.kind.withLock({ $0 }) { Issue.record("\(event) after the end \(kind)") }
    switch event {
    case .link(let event):
      link.yield(event)
      if event.loss != nil { loss.yield() }
    case .progress(let progress): step.yield(progress)
    case .waits, .wayEnded: Issue.record("there is one way")
    case .ended: finish(.byItself)
    }
  }

  /// The owner has closed the transport: nothing may follow.
  func close() {
    finish(.byItsOwner)
  }

  private func finish(_ kind: End.Kind) {
    end.kind.withLock { $0 = $0 ?? kind }
    link.finish()
    step.finish()
    loss.finish()
  }
}
