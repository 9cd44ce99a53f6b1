/// All that a transport reports, in order, to the one who opened it.
public enum TransportEvent: Sendable {
  /// Something for the session.
  case link(LinkEvent)

  /// Something for a person who waits.
  case progress(TransportProgress)

  /// The transport cannot work at the moment because of this error, and tries again.
  case waits(because: any TransportFailure)

  /// One of several transports to the other side has ended, or never began; the others go on.
  case wayEnded(because: (any TransportFailure)?)

  /// The transport has ended, and its owner has not closed it; nothing follows. Without an error,
  /// all that carries links on this computer is gone.
  case ended(because: (any TransportFailure)? = nil)
}

extension TransportEvent: Equatable {
  /// True if the same happened, for the same reason.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.link(let left), .link(let right)): left == right
    case (.progress(let left), .progress(let right)): left == right
    case (.waits(let left), .waits(let right)): isSame(left, right)
    case (.wayEnded(let left), .wayEnded(let right)), (.ended(let left), .ended(let right)):
      isSame(left, right)
    case (.link, _), (.progress, _), (.waits, _), (.wayEnded, _), (.ended, _): false
    }
  }

  private static func isSame(
    _ left: (any TransportFailure)?,
    _ right: (any TransportFailure)?
  ) -> Bool {
    left.map { AnyHashable($0) } == right.map { AnyHashable($0) }
  }
}
