import MatchPlay
import MatchProtocol

/// What a transport reports besides links.
extension App {
  mutating func show(_ progress: TransportProgress, now: Duration) {
    let isNews = note(progress)
    switch table.phase {
    case .over where table.isSuspended, .open, .comparing, .accepted, .seated, .playing:
      if isNews { tell(.progress(progress)) }
    case .over, .leaving, .ended: break
    }
    // Nothing is left to do at a game that is over, whose end lies at the broker.
    if progress == .posted, isNews, table.phase.isTakingLeave {
      carryOut(table.perform(.stepAway, now: now), now: now)
    }
  }

  /// Notes how far the way is, and says whether a player is to be told.
  private mutating func note(_ progress: TransportProgress) -> Bool {
    switch progress {
    case .advertising(let isOn):
      // It is told once; the table that is taken is found no more, and found again when its guest
      // is lost.
      defer { isReachable = isReachable || isOn }
      return isOn && !isReachable
    case .listening(let place, _):
      table.location = place
      isOpenElsewhere = isReachable
      isReachable = true
      return true
    case .connecting(let host):
      hear(of: host)
      return !isReconnecting
    case .connected(let host):
      table.location = host
      hear(of: host)
      isReachable = true
      return !isReconnecting
    case .searching, .passed:
      return !isReconnecting
    case .reconnecting:
      isReconnecting = true
      return true
    case .published, .adapter, .taken, .unavailable, .available, .brokerForbids, .brokerFlooded:
      return true
    case .posted: return notePosted()
    case .brokerLost:
      defer { isBrokerLost = true }
      // Who has a link by another way does not wait for it.
      return !isBrokerLost || table.isSuspended
    case .brokerFound:
      defer { isBrokerLost = false }
      return isBrokerLost
    }
  }

  /// Notes that a letter lies at the broker, which is news if the player has just said something.
  private mutating func notePosted() -> Bool {
    defer { isWritten = false }
    isPosted = isPosted || isWritten
    return isWritten && table.isSuspended
  }
}

extension App {
  /// A table's name is that of the one on the other side until somebody is introduced.
  private mutating func hear(of host: HostLocation) {
    guard table.phase == .open else { return }
    isOtherNew = host.isCalledByName
    // The place is the broker's, and not called as the host is.
    other = host.isAtBroker ? other ?? Strings.host : host.title
  }
}
