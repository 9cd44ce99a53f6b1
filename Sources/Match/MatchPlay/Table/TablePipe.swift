import MatchProtocol

/// A pipe between two programs that have met for nothing else.
public struct TablePipe: Hashable, Sendable {
  /// The time that a host with all data waits for the guest's goodbye: the guest may not know yet
  /// that all has arrived, and may ask again over a link that is slow or lost.
  static let goodbyeTime = Duration.seconds(30)

  /// True if bytes may go back and forth: the two programs have met.
  public internal(set) var isOpen = false
  /// True if all has come, in both directions.
  public internal(set) var isFinished = false
}

/// A change to standard input and output.
public enum PipeChange: Hashable, Sendable {
  /// Read at most so many bytes, and come back with them.
  case read(Int)
  /// Write these, and come back when that is done.
  case write([UInt8])
  /// Close the output behind all that was written, and come back.
  case closeOutput
}

extension Table {
  /// Lets bytes go, where that is what the two have met for.
  mutating func openPipe(now: Duration) {
    guard rules.errand == .pipe else { return }
    pipe.isOpen = true
    converse(now: now) { $0.perform(.pipe(.open), now: $1) }
  }

  /// Hands on what standard input and output have done.
  mutating func pipe(_ action: PipeAction, now: Duration) {
    guard pipe.isOpen, !pipe.isFinished else { return }
    converse(now: now) { $0.perform(.pipe(action), now: $1) }
  }

  mutating func hear(_ event: PipeEvent, now: Duration) {
    switch event {
    case .wants(let count): keep(.pipe(.read(count)))
    case .bytes(let bytes): keep(.pipe(.write(bytes)))
    case .ended: keep(.pipe(.closeOutput))
    case .finished: finishPipe(now: now)
    }
  }

  /// The guest says goodbye, and the host waits for that; for both, nothing can go wrong any more.
  private mutating func finishPipe(now: Duration) {
    guard case .seated = phase else { return }
    pipe.isFinished = true
    phase = .leaving(.gameOver)
    switch role {
    case .guest: converse(now: now) { $0.close(.gameOver, now: $1) }
    case .host: wakeAt = now + TablePipe.goodbyeTime
    }
  }

  /// The end of a table for a pipe that others have closed; nil for another table.
  func pipeEnd(_ end: SessionEnd) -> TableEnd? {
    guard pipe.isOpen, !pipe.isFinished else { return nil }
    switch end {
    case .peerLeft, .recordsDiffer, .closed, .notAccepted, .refused: return .pipeBroken
    default: return nil
    }
  }
}
